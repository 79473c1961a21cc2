"""Parity classes as a backend: the exact optimum where 2^nullity is far out of reach."""

from __future__ import annotations

from dataclasses import dataclass

from lo_opt import linear
from lo_opt.contract import Availability, Claim, Refusal, Settings
from lo_opt.control import Control
from lo_opt.linear.structure import no_limits
from lo_opt.methods.classes import class_labels, suggests_classes
from lo_opt.methods.parts import by_classes
from lo_opt.methods.search import claim_by_algebra
from lo_opt.puzzle import Puzzle


@dataclass(frozen=True)
class Sweep:
    """Cells of equal row and column parity as classes of low rank, the pairs of their choices cheapest first."""

    name: str = "sweep"
    summary: str = "parity classes of low rank, cheapest pairs first: exact far beyond 2^32 solutions"

    def availability(self) -> Availability:
        """Return that it is always there."""
        return Availability()

    def refuse(self, puzzle: Puzzle, settings: Settings) -> Refusal | None:  # noqa: ARG002 - any goal is taken
        """Return why the puzzle has no classes to use.

        >>> print(Sweep().refuse(Puzzle.from_buttons("10", [[0, 1]]), Settings()))
        the puzzle is on no grid and suggests no classes of buttons; use gf2
        """
        refusal = linear.refuse(puzzle) or no_limits(puzzle, "the search by classes")
        if refusal is None and not suggests_classes(puzzle):
            return Refusal("the puzzle is on no grid and suggests no classes of buttons", "use gf2")
        return refusal

    def solve(self, puzzle: Puzzle, settings: Settings, control: Control) -> Claim:
        """Return any solution, the lightest one, or the certificate that there is none."""
        return claim_by_algebra(puzzle, settings, control, by_classes(lambda: class_labels(puzzle)))


METHOD = Sweep()

"""Linear algebra as a backend: eliminate, then weigh every combination of the free variables at once."""

from __future__ import annotations

from dataclasses import dataclass

from lo_opt import linear
from lo_opt.contract import Availability, Claim, Listing, Refusal, Settings, Wanted
from lo_opt.control import Control
from lo_opt.methods.listing import list_by_algebra, refuse_filtering, refuse_listing
from lo_opt.methods.modular import claim_modular
from lo_opt.methods.modular_listing import list_modular, refuse_modular_listing
from lo_opt.methods.parts import by_transform
from lo_opt.methods.search import claim_by_algebra
from lo_opt.puzzle import Puzzle


@dataclass(frozen=True)
class Elimination:
    """All 2^nullity costs of the solutions by Walsh-Hadamard transforms; with more states, all solutions listed."""

    name: str = "gf2"
    summary: str = "elimination, then all 2^nullity solutions weighed by a Walsh-Hadamard transform"

    def availability(self) -> Availability:
        """Return that it is always there."""
        return Availability()

    def refuse(self, puzzle: Puzzle, settings: Settings) -> Refusal | None:  # noqa: ARG002 - any goal is taken
        """Return why linear algebra cannot take this puzzle."""
        if puzzle.states != 2:
            return linear.refuse_modular(puzzle)
        return refuse_filtering(puzzle)

    def solve(self, puzzle: Puzzle, settings: Settings, control: Control) -> Claim:
        """Return any solution, the lightest one, or the certificate that there is none."""
        if puzzle.states != 2:
            return claim_modular(puzzle, settings, control)
        return claim_by_algebra(puzzle, settings, control, by_transform)

    def refuse_listing(self, puzzle: Puzzle) -> Refusal | None:
        """Return why the best solutions cannot be listed from all of them, None if they can."""
        return refuse_listing(puzzle) if puzzle.states == 2 else refuse_modular_listing(puzzle)

    def list_best(self, puzzle: Puzzle, wanted: Wanted, control: Control) -> Listing:
        """Return the best solutions, or the certificate that there is none."""
        return (list_by_algebra if puzzle.states == 2 else list_modular)(puzzle, wanted, control)


METHOD = Elimination()

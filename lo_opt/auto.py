"""The backend that chooses: linear algebra with proof where it applies, else the best solver that is there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lo_opt import linear
from lo_opt.backends import backend
from lo_opt.contract import Availability, Claim, Method, Refusal, Settings
from lo_opt.control import Control
from lo_opt.methods.classes import class_labels
from lo_opt.methods.parts import quickest
from lo_opt.methods.search import claim_by_algebra
from lo_opt.puzzle import Puzzle

SOLVERS = ("cpsat", "scip", "highs", "cbc")  # in the order of their speed on these puzzles


@dataclass(frozen=True)
class Auto:
    """Chooses by the puzzle's structure and says in the message what it chose and why."""

    name: str = "auto"
    summary: str = "the fastest exact way for this puzzle, and says which"

    def availability(self) -> Availability:
        """Return that it is always there."""
        return Availability()

    def refuse(self, puzzle: Puzzle, settings: Settings) -> Refusal | None:
        """Return why no backend at all can take this puzzle."""
        return None if linear.refuse(puzzle) is None else self._solver(puzzle, settings)[1]

    def solve(self, puzzle: Puzzle, settings: Settings, control: Control) -> Claim:
        """Return the claim of the way chosen."""
        reason = linear.refuse(puzzle)
        if reason is None:
            claim = claim_by_algebra(puzzle, settings, control, quickest(lambda: class_labels(puzzle)))
            return replace(claim, message=f"auto chose linear algebra: {claim.message}")
        chosen = self._solver(puzzle, settings)[0]
        assert chosen is not None  # refuse said so
        claim = chosen.solve(puzzle, settings, control)
        note = f"auto chose {chosen.name}: {reason.reason}"
        return replace(claim, message=f"{note}; {claim.message}" if claim.message else note)

    def _solver(self, puzzle: Puzzle, settings: Settings) -> tuple[Method | None, Refusal | None]:
        """Return the first solver that is there and takes the puzzle, or why the last one does not."""
        refusal = Refusal("no solver is installed", "run 'pip install lo-opt'")
        for name in SOLVERS:
            method = backend(name)
            if not method.availability().available:
                continue
            refused = method.refuse(puzzle, settings)
            if refused is None:
                return method, None
            refusal = refused
        return None, refusal


METHOD = Auto()

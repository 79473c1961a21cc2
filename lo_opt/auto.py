"""The backend that chooses: linear algebra with proof where it applies, else the best solver that is there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lo_opt import linear
from lo_opt.backends import backend, selectors
from lo_opt.contract import Availability, Claim, Listing, Method, Refusal, Settings, Wanted
from lo_opt.control import Control
from lo_opt.methods.classes import class_labels
from lo_opt.methods.elimination import METHOD as ALGEBRA
from lo_opt.methods.listing import refuse_filtering
from lo_opt.methods.modular import claim_modular
from lo_opt.methods.parts import quickest
from lo_opt.methods.search import claim_by_algebra
from lo_opt.puzzle import Puzzle

# In the order of their speed; any other solver that is installed comes after them.
SOLVERS = (
    "cpsat:coset",
    "scip:coset",
    "highs:coset",
    "cbc:coset",
    "cpsat:parity",
    "scip:parity",
    "highs:parity",
    "cbc:parity",
)
MAX_FILTERED = 20  # up to this nullity limits on presses are kept by filtering, in milliseconds


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
        return None if _beyond_algebra(puzzle) is None else self._solver(puzzle, settings)[1]

    def solve(self, puzzle: Puzzle, settings: Settings, control: Control) -> Claim:
        """Return the claim of the way chosen."""
        reason = _beyond_algebra(puzzle)
        if reason is None:
            if puzzle.states != 2:
                claim = claim_modular(puzzle, settings, control)
            else:
                claim = claim_by_algebra(puzzle, settings, control, quickest(lambda: class_labels(puzzle)))
            return replace(claim, message=f"auto chose linear algebra: {claim.message}")
        chosen = self._solver(puzzle, settings)[0]
        assert chosen is not None  # refuse said so
        claim = chosen.solve(puzzle, settings, control)
        note = f"auto chose {chosen.name}: {reason.reason}"
        return replace(claim, message=f"{note}; {claim.message}" if claim.message else note)

    def refuse_listing(self, puzzle: Puzzle) -> Refusal | None:
        """Return why solutions are not listed from all of them, None if they are."""
        return ALGEBRA.refuse_listing(puzzle)

    def list_best(self, puzzle: Puzzle, wanted: Wanted, control: Control) -> Listing:
        """Return the best solutions by linear algebra."""
        listing = ALGEBRA.list_best(puzzle, wanted, control)
        message = f"auto chose linear algebra: {listing.claim.message}"
        return replace(listing, claim=replace(listing.claim, message=message))

    def _solver(self, puzzle: Puzzle, settings: Settings) -> tuple[Method | None, Refusal | None]:
        """Return the first solver that is there and takes the puzzle, or why the last one does not."""
        refusal = Refusal("no solver is installed", "run 'pip install lo-opt'")
        known = list(selectors())
        preferred = [name for name in SOLVERS if name in known]
        for name in [*preferred, *(name for name in known if ":" in name and name not in preferred)]:
            method = backend(name)
            if not method.availability().available:
                continue
            refused = method.refuse(puzzle, settings)
            if refused is None:
                return method, None
            refusal = refused
        return None, refusal


def _beyond_algebra(puzzle: Puzzle) -> Refusal | None:
    """Return why linear algebra is not the way for this puzzle, None if it is."""
    return linear.refuse_modular(puzzle) if puzzle.states != 2 else refuse_filtering(puzzle, MAX_FILTERED)


METHOD = Auto()

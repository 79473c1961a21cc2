"""Required buttons taken off a method's hands: it solves what is left when they are pressed; knows no method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lo_opt.contract import Claim
from lo_opt.control import Control, Progress
from lo_opt.puzzle import Puzzle, settled
from lo_opt.puzzle.sums import add
from lo_opt.verify import cost_numerator


def solve_settled(puzzle: Puzzle, solve: Callable[[Puzzle, Control], Claim], control: Control) -> Claim:
    """Return the claim of `solve` on the settled puzzle, as one about the puzzle itself.

    >>> from lo_opt.answer import Status
    >>> puzzle = Puzzle.grid("11/10").require([(0, 0)])
    >>> nothing = lambda left, control: Claim(Status.OPTIMAL, presses=left.start, bound=0)
    >>> claim = solve_settled(puzzle, nothing, Control())
    >>> str(claim.presses), claim.bound
    ('10/00', 1)
    """
    left, required = settled(puzzle), puzzle.required
    if left is puzzle or required is None:
        return solve(puzzle, control)
    paid, report = cost_numerator(puzzle, required), control.report

    def raised(progress: Progress) -> None:
        incumbent, bound = (None if cost is None else cost + paid for cost in (progress.incumbent, progress.bound))
        if report is not None:
            report(replace(progress, incumbent=incumbent, bound=bound))

    claim = solve(left, control if report is None else replace(control, report=raised))
    return replace(
        claim,
        presses=None if claim.presses is None else add(claim.presses, required),
        objective=None if claim.objective is None else claim.objective + paid,
        bound=None if claim.bound is None else claim.bound + paid,
    )

"""Light chasing as a backend: every first row tried, all at once; the witness that needs no linear algebra."""

from __future__ import annotations

import time
from dataclasses import dataclass

from lo_opt.algebra.bitslice import chase_all
from lo_opt.answer import Goal, Limit, Proof, Status
from lo_opt.contract import Availability, Claim, Refusal, Settings
from lo_opt.control import Control
from lo_opt.linear.structure import no_limits, plain_grid, two_states_only
from lo_opt.methods.required import solve_settled
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.rules import PLUS

MAX_SIDE = 40  # 2^40 first rows take weeks; beyond, "stopped by the time limit" would only waste the user's time


@dataclass(frozen=True)
class LightChasing:
    """All 2^C first rows of a plus grid without wrap, bit-sliced."""

    name: str = "chase"
    summary: str = "light chasing, every first row at once (plus rule, no wrap)"

    def availability(self) -> Availability:
        """Return that it is always there."""
        return Availability()

    def refuse(self, puzzle: Puzzle, settings: Settings) -> Refusal | None:  # noqa: ARG002 - any goal is taken
        """Return why light chasing cannot take this puzzle.

        >>> print(LightChasing().refuse(Puzzle.grid("11", rule="king"), Settings()))
        light chasing needs the plus rule on a grid without wrap or holes; use gf2 or a solver
        """
        refusal = two_states_only(puzzle, "light chasing") or no_limits(puzzle, "light chasing")
        if refusal is not None:
            return refusal
        if plain_grid(puzzle, PLUS.pattern) is None:
            return Refusal("light chasing needs the plus rule on a grid without wrap or holes", "use gf2 or a solver")
        side = min(puzzle.start.shape)
        if side > MAX_SIDE:
            return Refusal(f"2^{side} first rows are too many to try (at most 2^{MAX_SIDE})", "use gf2 or sweep")
        return None

    def solve(self, puzzle: Puzzle, settings: Settings, control: Control) -> Claim:
        """Return the lightest solution, or for goal feasible the first block's."""
        return solve_settled(puzzle, lambda left, control: self._solve(left, settings, control), control)

    def _solve(self, puzzle: Puzzle, settings: Settings, control: Control) -> Claim:
        began = time.perf_counter()
        shape = puzzle.start.shape
        forbidden = None if puzzle.forbidden is None else puzzle.forbidden.to_array() == 1
        first_only = settings.goal is Goal.FEASIBLE
        result = chase_all(
            puzzle.change().row_ints(), shape[1], puzzle.costs().reshape(shape), forbidden, control, first_only
        )
        stopped = None
        if not result.exhausted and not (first_only and result.presses is not None):
            stopped = Limit.TIME if control.expired else Limit.INTERRUPT
        presses = None if result.presses is None else Board.from_row_ints(result.presses, shape[1])
        status = Status.UNKNOWN if presses is None else Status.FEASIBLE
        if result.exhausted:
            status = Status.INFEASIBLE if presses is None else Status.OPTIMAL
        return Claim(
            status,
            stopped,
            Proof.EXHAUSTED if result.exhausted else None,
            presses,
            objective=result.cost,
            solve_s=time.perf_counter() - began,
            message=f"{result.tried:,} of {result.total:,} first rows tried, "
            f"{result.survivors:,} of them solve the board",
        )


METHOD = LightChasing()

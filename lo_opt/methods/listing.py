"""The best solutions of a two-state puzzle, listed from all its solutions, limits on presses included; no solver."""

from __future__ import annotations

import time

import numpy as np

from lo_opt import linear
from lo_opt.algebra import bits
from lo_opt.algebra.bits import Words
from lo_opt.algebra.listing import Listed, list_lightest
from lo_opt.algebra.matroid import matroid_components
from lo_opt.algebra.members import SumLimit
from lo_opt.answer import Limit, Proof, Status
from lo_opt.contract import Claim, Listing, Refusal, Wanted
from lo_opt.control import Control
from lo_opt.methods.parts import MAX_TRANSFORM
from lo_opt.puzzle import Board, PressLimit, Puzzle, settled
from lo_opt.verify import cost_numerator

MAX_FILTERED = 26  # 2^26 solutions are filtered in a second or two for each limit
_CURE = "use auto or cpsat:coset"
_CELLS_AT_ONCE = 2**26


def refuse_filtering(puzzle: Puzzle, most: int = MAX_FILTERED) -> Refusal | None:
    """Return why the limits of a two-state puzzle cannot be kept by filtering all its solutions, None if they can.

    >>> print(refuse_filtering(Puzzle.read("lit:30x30").at_most(500), most=10))
    limits on presses are kept by filtering all 2^20 solutions, here at most 2^10; use auto or cpsat:coset
    """
    if not puzzle.limits:
        return None
    found = linear.solutions(puzzle)
    if found.nullity <= most or found.presses is None:
        return None
    return Refusal(
        f"limits on presses are kept by filtering all 2^{found.nullity} solutions, here at most 2^{most}", _CURE
    )


def refuse_listing(puzzle: Puzzle) -> Refusal | None:
    """Return why the solutions of a two-state puzzle cannot be listed from all of them, None if they can."""
    if puzzle.limits:
        return refuse_filtering(puzzle)
    found = linear.solutions(puzzle)
    if found.nullity <= MAX_TRANSFORM or found.presses is None:
        return None
    largest = max(part.nullity for _, part in matroid_components(found.space()))
    if largest <= MAX_TRANSFORM:
        return None
    return Refusal(f"the best solutions are picked out of 2^{largest}, here at most 2^{MAX_TRANSFORM}", _CURE)


def list_by_algebra(puzzle: Puzzle, wanted: Wanted, control: Control) -> Listing:
    """Return the best solutions of a two-state puzzle, or the claim that there is none.

    With limits that is filtering all solutions; without, the independent parts of the kernel are listed and combined.
    """
    began = time.perf_counter()
    left = settled(puzzle)
    found = linear.solutions(left, control)
    if found.presses is None:
        solve_s = time.perf_counter() - began
        claim = Claim(
            Status.INFEASIBLE,
            proof=Proof.CERTIFICATE,
            certificate=found.certificate,
            nullity=found.nullity,
            solve_s=solve_s,
        )
        return Listing(claim, complete=True, optimal_count=0, total=0)
    limits = [_sum_limit(limit, puzzle.button_count) for limit in left.limits]
    control = control.shifted(_paid(puzzle), _paid(puzzle))
    build_s = time.perf_counter() - began
    listed = list_lightest(
        found.space(control), left.costs(), wanted.most, limits, ties_only=wanted.ties_only, control=control
    )
    presses = _boards(listed.rows, puzzle)
    solve_s = time.perf_counter() - began - build_s
    claim = _claim(puzzle, listed, presses, found.nullity, control, build_s, solve_s)
    if not listed.exhausted:
        return Listing(claim, presses[:1])
    whole = listed.lightest_count if wanted.ties_only else listed.allowed
    return Listing(
        claim,
        presses,
        complete=len(presses) == min(wanted.most, whole) and not (wanted.ties_only and whole > wanted.most),
        optimal_count=listed.lightest_count,
        total=listed.allowed,
    )


def _claim(
    puzzle: Puzzle,
    listed: Listed,
    presses: tuple[Board, ...],
    nullity: int,
    control: Control,
    build_s: float,
    solve_s: float,
) -> Claim:
    many = f"2^{nullity} solutions" if nullity else "the only solution"
    paid = _paid(puzzle)
    if not listed.exhausted:
        return Claim(
            Status.FEASIBLE if presses else Status.UNKNOWN,
            Limit.INTERRUPT if listed.interrupted else Limit.TIME if control.expired else None,
            presses=presses[0] if presses else None,
            bound=listed.bound + paid,
            nullity=nullity,
            build_s=build_s,
            solve_s=solve_s,
            message=f"not all of {many} were looked at",
        )
    if not presses:
        broken = f"none of {many} keeps the limits" if nullity else f"{many} breaks the limits"
        return Claim(
            Status.INFEASIBLE,
            proof=Proof.EXHAUSTED,
            nullity=nullity,
            build_s=build_s,
            solve_s=solve_s,
            message=broken,
        )
    kept = f"; {listed.allowed:,} keep the limits" if puzzle.limits and nullity else ""
    return Claim(
        Status.OPTIMAL,
        proof=Proof.UNIQUE if listed.allowed == 1 else Proof.EXHAUSTED,
        presses=presses[0],
        objective=int(listed.costs[0]) + paid,
        bound=int(listed.costs[0]) + paid,
        nullity=nullity,
        build_s=build_s,
        solve_s=solve_s,
        message=f"{many}{kept}; {listed.lightest_count:,} optimal" if nullity else many,
    )


def _paid(puzzle: Puzzle) -> int:
    """Return what the required buttons cost, which are pressed beforehand."""
    return 0 if puzzle.required is None else cost_numerator(puzzle, puzzle.required)


def _sum_limit(limit: PressLimit, size: int) -> SumLimit:
    weights = np.zeros(size, np.int64)
    weights[limit.buttons] = limit.coefficients
    return SumLimit(weights, limit.lower, limit.upper)


def _boards(rows: Words, puzzle: Puzzle) -> tuple[Board, ...]:
    """Return members as boards of presses, the required ones added."""
    height, width = puzzle.effects.button_shape
    boards: list[Board] = []
    step = max(1, _CELLS_AT_ONCE // puzzle.button_count)
    for first in range(0, len(rows), step):
        cells = bits.unpack(rows[first : first + step], puzzle.button_count)
        words = bits.pack(cells.reshape(-1, height, width))
        if puzzle.required is not None:
            words |= puzzle.required.words
        boards += [Board(height, width, 2, board) for board in words]
    return tuple(boards)

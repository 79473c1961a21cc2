"""From a two-state puzzle to a claim by linear algebra, with the hard part of the search left to a part solver."""

from __future__ import annotations

import math
import time

import numpy as np
from numpy.typing import NDArray

from lo_opt import linear
from lo_opt.algebra.components import lightest_of_system
from lo_opt.algebra.matroid import PartSolver, lightest_by_parts
from lo_opt.algebra.spaces import Lightest
from lo_opt.answer import Goal, Limit, Proof, Status
from lo_opt.contract import Claim, Settings, Wanted
from lo_opt.control import Control, DeadlineError
from lo_opt.linear import symmetric_grid
from lo_opt.methods.listing import list_by_algebra
from lo_opt.methods.required import solve_settled
from lo_opt.puzzle import Board, Puzzle

MAX_STATED_COUNT = 10**18  # thousands of small components have counts of thousands of digits


def claim_by_algebra(puzzle: Puzzle, settings: Settings, control: Control, solve_part: PartSolver) -> Claim:
    """Return the claim of linear algebra: solvable or not, with certificate; then any solution, or the lightest.

    The system is split into connected components, each kernel into matroid components, and `solve_part` gets those
    whose kernel is not empty, with the buttons they are about. With limits on presses it is all one part, filtered.
    """
    if puzzle.limits:
        return list_by_algebra(puzzle, Wanted(1, ties_only=True), control).claim
    return solve_settled(
        puzzle, lambda left, control: _claim_without_limits(left, settings, control, solve_part), control
    )


def _claim_without_limits(puzzle: Puzzle, settings: Settings, control: Control, solve_part: PartSolver) -> Claim:
    if settings.goal is Goal.OPTIMAL and symmetric_grid(puzzle) is None:
        return _lightest_of_components(puzzle, control, solve_part)
    began = time.perf_counter()
    found = linear.solutions(puzzle, control)
    solved = time.perf_counter()
    if found.certificate is not None:
        return _unsolvable(found.certificate, found.nullity, build_s=0.0, solve_s=solved - began)
    if found.nullity == 0 or settings.goal is Goal.FEASIBLE:
        unique = found.nullity == 0
        return Claim(
            Status.OPTIMAL if unique else Status.FEASIBLE,
            proof=Proof.UNIQUE if unique else None,
            presses=found.presses,
            nullity=found.nullity,
            solve_s=solved - began,
            message="the only solution" if unique else f"one of 2^{found.nullity} solutions",
        )
    try:
        space = found.space(control)
    except (MemoryError, DeadlineError) as error:
        out_of_memory = isinstance(error, MemoryError)
        return Claim(
            Status.FEASIBLE,
            Limit.MEMORY if out_of_memory else Limit.TIME,
            presses=found.presses,
            nullity=found.nullity,
            solve_s=time.perf_counter() - began,
            message=f"one of 2^{found.nullity} solutions" + (f"; {error}" if out_of_memory else ""),
        )
    build_s = time.perf_counter() - began
    lightest = lightest_by_parts(space, puzzle.costs(), solve_part, control)
    return _lightest(puzzle, lightest, found.nullity, control, build_s, time.perf_counter() - began - build_s)


def _lightest_of_components(puzzle: Puzzle, control: Control, solve_part: PartSolver) -> Claim:
    """Return the claim for a puzzle without known structure, by connected components of lights and buttons."""
    began = time.perf_counter()
    system = linear.equations(puzzle)
    build_s = time.perf_counter() - began
    found = lightest_of_system(
        system.indptr,
        system.unknowns,
        puzzle.toggles(),
        puzzle.costs()[system.buttons],
        lambda space, weights, indices, control: solve_part(space, weights, system.buttons[indices], control),
        control,
    )
    solve_s = time.perf_counter() - began - build_s
    if found.certificate is not None:
        certificate = Board.from_array(found.certificate.reshape(puzzle.effects.light_shape))
        return _unsolvable(certificate, found.nullity, build_s, solve_s)
    assert found.lightest is not None
    return _lightest(puzzle, found.lightest, found.nullity, control, build_s, solve_s, system.buttons)


def what_stopped(found: Lightest, control: Control) -> Limit | None:
    """Return what ended a search that proved no optimum; None if it went as far as it goes.

    With a deadline it went on until its share of the time was used up.
    """
    if found.interrupted:
        return Limit.INTERRUPT
    if found.out_of_memory:
        return Limit.MEMORY
    return Limit.TIME if math.isfinite(control.deadline) else None


def _unsolvable(certificate: Board, nullity: int, build_s: float, solve_s: float) -> Claim:
    return Claim(
        Status.INFEASIBLE,
        proof=Proof.CERTIFICATE,
        certificate=certificate,
        nullity=nullity,
        build_s=build_s,
        solve_s=solve_s,
        message="every button toggles an even number of the certificate's lights, an odd number of which must change",
    )


def _lightest(
    puzzle: Puzzle,
    found: Lightest,
    nullity: int,
    control: Control,
    build_s: float,
    solve_s: float,
    buttons: NDArray[np.intp] | None = None,
) -> Claim:
    """Return the claim of a search's result; `buttons` are where its unknowns stand, all buttons if None."""
    presses = found.presses
    if buttons is not None:
        presses = np.zeros(puzzle.button_count, np.uint8)
        presses[buttons] = found.presses
    limit = None if found.exhausted else what_stopped(found, control)
    proof = Proof.UNIQUE if nullity == 0 else Proof.EXHAUSTED
    counted = ""
    if nullity and found.optimal_count is not None and found.optimal_count < MAX_STATED_COUNT:
        counted = f"; {found.optimal_count:,} optimal"
    return Claim(
        Status.OPTIMAL if found.exhausted else Status.FEASIBLE,
        limit,
        proof if found.exhausted else None,
        Board.from_array(presses.reshape(puzzle.effects.button_shape)),
        objective=found.cost,
        bound=found.bound,
        nullity=nullity,
        build_s=build_s,
        solve_s=solve_s,
        message=f"{found.how}{counted}",
    )

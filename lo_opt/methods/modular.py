"""From a puzzle of more than two states to a claim by linear algebra modulo the states; no solver."""

from __future__ import annotations

import time
from math import log10

import numpy as np
from numpy.typing import NDArray

from lo_opt import linear
from lo_opt.algebra.modular import ModularElimination, lightest_of_modular_system
from lo_opt.answer import Goal, Proof, Status
from lo_opt.contract import Claim, Settings
from lo_opt.control import Control
from lo_opt.methods.search import what_stopped
from lo_opt.puzzle import Board, Puzzle


def claim_modular(puzzle: Puzzle, settings: Settings, control: Control) -> Claim:
    """Return the lightest solution of a puzzle of any number of states, or the certificate that there is none.

    For goal feasible the first solution will do. The solutions are listed component by component; where there are more
    than 10^10 in one, a local search gives the incumbent and the bound is what the fixed buttons cost.
    """
    began = time.perf_counter()
    system = linear.equations(puzzle)
    build_s = time.perf_counter() - began
    if settings.goal is Goal.FEASIBLE:
        return _any_solution(puzzle, system, control, build_s)
    found = lightest_of_modular_system(
        system.indptr,
        system.unknowns,
        system.amounts,
        puzzle.toggles(),
        puzzle.costs()[system.buttons],
        puzzle.states,
        control,
    )
    solve_s = time.perf_counter() - began - build_s
    orders = found.orders.tolist()
    nullity = stated_nullity(puzzle, found.orders)
    if found.certificate is not None:
        return unsolvable(puzzle, found.certificate, nullity, build_s, solve_s)
    lightest = found.lightest
    assert lightest is not None
    presses = np.zeros(puzzle.button_count, np.int64)
    presses[system.buttons] = lightest.presses
    limit = None if lightest.exhausted else what_stopped(lightest, control)
    proof = Proof.EXHAUSTED if orders else Proof.UNIQUE
    count = sum(map(log10, orders))
    many = f"{np.prod(orders, dtype=object):,}" if count < 18 else f"about 10^{count:.0f}"
    return Claim(
        Status.OPTIMAL if lightest.exhausted else Status.FEASIBLE,
        limit,
        proof if lightest.exhausted else None,
        Board.from_array(presses.reshape(puzzle.effects.button_shape), puzzle.states),
        objective=lightest.cost,
        bound=lightest.bound,
        nullity=nullity,
        build_s=build_s,
        solve_s=solve_s,
        message=f"{many} solutions: {lightest.how}" if orders else "the only solution",
    )


def _any_solution(puzzle: Puzzle, system: linear.Equations, control: Control, build_s: float) -> Claim:
    began = time.perf_counter()
    form = ModularElimination(
        system.indptr, system.unknowns, system.amounts, len(system.buttons), puzzle.states, control=control
    )
    right = puzzle.toggles()
    found = form.solve(right)
    if found is None:
        certificate = form.certificate(right)
        assert certificate is not None
        return unsolvable(puzzle, certificate, None, build_s, time.perf_counter() - began)
    presses = np.zeros(puzzle.button_count, np.int64)
    presses[system.buttons] = found
    return Claim(
        Status.FEASIBLE,
        presses=Board.from_array(presses.reshape(puzzle.effects.button_shape), puzzle.states),
        build_s=build_s,
        solve_s=time.perf_counter() - began,
        message="one solution; whether there are others was not asked",
    )


def stated_nullity(puzzle: Puzzle, orders: NDArray[np.int64]) -> int | None:
    """Return the number of generators of these orders if all have order m, as over a prime; else it is no dimension."""
    return len(orders) if (orders == puzzle.states).all() else None


def unsolvable(
    puzzle: Puzzle, certificate: NDArray[np.int64], nullity: int | None, build_s: float, solve_s: float
) -> Claim:
    """Return the claim that a certificate, int64 (lights,), proves."""
    return Claim(
        Status.INFEASIBLE,
        proof=Proof.CERTIFICATE,
        certificate=Board.from_array(certificate.reshape(puzzle.effects.light_shape), puzzle.states),
        nullity=nullity,
        build_s=build_s,
        solve_s=solve_s,
        message="every button moves the certificate's weighted sum by a multiple of the states, but it must change",
    )

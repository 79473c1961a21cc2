"""The best solutions of a puzzle of more than two states, listed from all of them by linear algebra; no solver."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from lo_opt import linear
from lo_opt.algebra.modular import MEMBERS_LIMIT, ModularElimination, best_members, lightest_modular, modular_components
from lo_opt.answer import Proof, Status
from lo_opt.contract import Claim, Listing, Refusal, Wanted
from lo_opt.control import Control
from lo_opt.methods.modular import stated_nullity, unsolvable
from lo_opt.methods.search import what_stopped
from lo_opt.puzzle import Board, Puzzle

_LISTED_NUMBERS = 2**27  # presses in all listed solutions: a gibibyte


def refuse_modular_listing(puzzle: Puzzle) -> Refusal | None:
    """Return why the solutions of a puzzle of more than two states cannot be listed from all of them, None if they can.

    >>> print(refuse_modular_listing(Puzzle.from_buttons([0], [[0]] * 24, states=3)))
    the best solutions are picked out of 9.41e+10, here at most 1e+10; ask for one solution
    """
    refusal = linear.refuse_modular(puzzle)
    if refusal is not None:
        return refusal
    space = _eliminated(puzzle)[1].space(puzzle.toggles())
    if space is None:
        return None
    largest = max((part.member_count for _, part in modular_components(space)), default=1)
    if largest <= MEMBERS_LIMIT:
        return None
    return Refusal(
        f"the best solutions are picked out of {largest:.3g}, here at most {MEMBERS_LIMIT:.0g}", "ask for one solution"
    )


def list_modular(puzzle: Puzzle, wanted: Wanted, control: Control) -> Listing:
    """Return the best solutions of a puzzle of more than two states, or the certificate that there is none.

    Raises `MemoryError` if the solutions to list have more than 2^27 presses together.
    """
    began = time.perf_counter()
    system, form = _eliminated(puzzle, control)
    space = form.space(puzzle.toggles(), control)
    build_s = time.perf_counter() - began
    if space is None:
        certificate = form.certificate(puzzle.toggles(), control)
        assert certificate is not None, "a system without a solution has a certificate"
        return Listing(unsolvable(puzzle, certificate, None, build_s, 0.0), complete=True, optimal_count=0, total=0)
    costs = puzzle.costs()[system.buttons]
    lightest = lightest_modular(space, costs, control)
    total = space.member_count
    whole = total if not wanted.ties_only else lightest.optimal_count
    members: list[NDArray[np.int64]] = []
    if lightest.exhausted and whole is not None:
        count = min(wanted.most, whole)
        if count * space.size > _LISTED_NUMBERS:
            raise MemoryError(f"{count:,} solutions of {space.size:,} buttons are too many to list; ask for fewer")
        members = [presses for _, presses in best_members(space, costs, count, control)]
    chosen = members or [np.asarray(lightest.presses, np.int64)]
    boards = tuple(_board(puzzle, system.buttons, member) for member in chosen)
    proof = Proof.EXHAUSTED if total > 1 else Proof.UNIQUE
    claim = Claim(
        Status.OPTIMAL if lightest.exhausted else Status.FEASIBLE,
        None if lightest.exhausted else what_stopped(lightest, control),
        proof if lightest.exhausted else None,
        boards[0],
        objective=lightest.cost,
        bound=lightest.bound,
        nullity=stated_nullity(puzzle, space.orders),
        build_s=build_s,
        solve_s=time.perf_counter() - began - build_s,
        message=f"{total:,} solutions: {lightest.how}" if total > 1 else "the only solution",
    )
    complete = bool(members) and not (wanted.ties_only and len(members) != whole)
    return Listing(claim, boards, complete, lightest.optimal_count, total)


def _eliminated(puzzle: Puzzle, control: Control | None = None) -> tuple[linear.Equations, ModularElimination]:
    system = linear.equations(puzzle)
    form = ModularElimination(
        system.indptr, system.unknowns, system.amounts, len(system.buttons), puzzle.states, control
    )
    return system, form


def _board(puzzle: Puzzle, buttons: NDArray[np.intp], member: NDArray[np.int64]) -> Board:
    """Return a member, the presses of `buttons`, as presses of all buttons."""
    presses = np.zeros(puzzle.button_count, np.int64)
    presses[buttons] = member
    return Board.from_array(presses.reshape(puzzle.effects.button_shape), puzzle.states)

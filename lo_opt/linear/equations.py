"""From a two-state puzzle to all its solutions, by the quickest algebra its shape allows; knows no costs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra import bits
from lo_opt.algebra.bits import Words
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.pacing import Pace
from lo_opt.contract import Refusal
from lo_opt.control import Control
from lo_opt.linear.solutions import Solutions
from lo_opt.linear.structure import two_states_only
from lo_opt.linear.symmetric import symmetric_grid
from lo_opt.puzzle import Board, Puzzle, settled
from lo_opt.puzzle.sums import add


def refuse(puzzle: Puzzle) -> Refusal | None:
    """Return why linear algebra over GF(2) cannot take this puzzle, None if it can."""
    return two_states_only(puzzle, "linear algebra modulo 2")


def solutions(puzzle: Puzzle, control: Control | None = None) -> Solutions:
    """Return all solutions of a two-state puzzle, limits on presses left aside.

    Raises `DeadlineError` at the deadline.

    >>> found = solutions(Puzzle.grid("11/10"))
    >>> str(found.presses), found.nullity
    ('10/00', 0)
    """
    required = puzzle.required
    if required is not None:
        found = solutions(settled(puzzle), control)
        presses = None if found.presses is None else add(found.presses, required)
        return replace(found, presses=presses)
    grid = symmetric_grid(puzzle)
    if grid is None:
        return _by_elimination(puzzle, control)
    change = puzzle.change()
    if puzzle.forbidden is None:
        return grid.solutions(change)
    return grid.solutions_without(puzzle.forbidden, change, control)


@dataclass(frozen=True)
class Equations:
    """A x = b over the pressable buttons alone, in compressed sparse rows, one equation a light.

    Equation i asks that the sum of amount times unknown over entries indptr[i]:indptr[i+1] be toggle i, modulo the
    states; unknown u is button `buttons[u]`. For two states all `amounts` are 1.
    """

    indptr: NDArray[np.intp]
    unknowns: NDArray[np.intp]
    amounts: NDArray[np.int64]
    buttons: NDArray[np.intp]


def equations(puzzle: Puzzle) -> Equations:
    """Return the equations of a puzzle, barred buttons left out; it must be settled, with none required.

    >>> equations(Puzzle.grid("10").forbid([(0, 1)])).unknowns.tolist()
    [0, 0]
    """
    effects = puzzle.incidence()
    allowed = puzzle.pressable()
    kept = allowed[effects.buttons]
    number = np.cumsum(allowed) - 1
    indptr = np.concatenate([[0], np.cumsum(kept)])[effects.indptr]
    return Equations(indptr, number[effects.buttons[kept]], effects.amounts[kept], np.flatnonzero(allowed))


def _by_elimination(puzzle: Puzzle, control: Control | None) -> Solutions:
    """Return the solutions of any puzzle."""
    system = equations(puzzle)
    solver = Elimination(system.indptr, system.unknowns, len(system.buttons), control)
    right = puzzle.toggles()
    chosen = solver.solve(right, control)
    certificate = solver.certificate(right, control) if chosen is None else None

    def spread(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
        wide = np.zeros(puzzle.button_count, np.uint8)
        wide[system.buttons] = values
        return wide

    def kernel(control: Control | None) -> Words:
        own = solver.kernel(control)
        if len(system.buttons) == puzzle.button_count:
            return own
        rows = np.zeros((len(own), bits.word_count(puzzle.button_count)), np.uint64)
        for i in Pace(control).over(range(len(own)), 64 + puzzle.button_count // 16):
            rows[i] = bits.pack(spread(bits.unpack(own[i], len(system.buttons))))
        return rows

    return Solutions(
        puzzle.button_count,
        solver.nullity,
        None if chosen is None else Board.from_array(spread(chosen).reshape(puzzle.effects.button_shape)),
        None if certificate is None else Board.from_array(certificate.reshape(puzzle.effects.light_shape)),
        kernel,
    )

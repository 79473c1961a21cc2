"""Gauss-Jordan elimination one step at a time, modulo a prime, as on a blackboard; made to be watched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray


class StepKind(StrEnum):
    """What one step did."""

    SYSTEM = "system"  # nothing yet
    PIVOT = "pivot"  # a row with an entry in the column was moved up, and scaled to 1 there
    CLEAR = "clear"  # the pivot row was subtracted from every other row with an entry in the column
    FREE = "free"  # no row below the pivots has an entry in the column
    SOLVED = "solved"  # the end


@dataclass(frozen=True)
class EliminationStep:
    """The matrix after one step.

    `matrix` is int64 (rows, columns + 1) of 0..modulus-1, read-only, the last column the right-hand sides. `pivots` are
    the (row, column) so far, `free` the free columns so far, `column` the one being looked at (None at the beginning
    and at the end), `changed` the rows this step changed; `swapped` is the row that the pivot row came from.
    """

    kind: StepKind
    matrix: NDArray[np.int64]
    pivots: tuple[tuple[int, int], ...] = ()
    free: tuple[int, ...] = ()
    column: int | None = None
    changed: tuple[int, ...] = ()
    swapped: int | None = None

    @property
    def rank(self) -> int:
        """Number of pivots so far."""
        return len(self.pivots)

    @property
    def contradiction(self) -> int | None:
        """The first row that says 0 = something else, None if there is none."""
        left = self.matrix[:, :-1].any(axis=1)
        hits = np.flatnonzero(~left & (self.matrix[:, -1] != 0))
        return int(hits[0]) if len(hits) else None

    def solution(self, choice: ArrayLike, modulus: int) -> NDArray[np.int64]:
        """Return the solution, int64 (columns,), whose free unknowns have the values of `choice`; at the end only.

        >>> *_, end = elimination_steps([[1, 1]], [1], 2)
        >>> end.solution([1], 2).tolist()
        [0, 1]
        """
        values = np.zeros(self.matrix.shape[1] - 1, np.int64)
        values[list(self.free)] = choice
        fixed = (self.matrix[:, -1] - self.matrix[:, :-1] @ values) % modulus
        for row, column in self.pivots:
            values[column] = fixed[row]
        return values


def elimination_steps(matrix: ArrayLike, right: ArrayLike, modulus: int) -> Iterator[EliminationStep]:
    """Yield the steps that bring A x = b to reduced row echelon form, modulo a prime.

    `matrix` is (rows, columns), `right` (rows,), whole numbers.

    >>> [str(step.kind) for step in elimination_steps([[1, 1], [1, 1]], [1, 0], 2)]
    ['system', 'pivot', 'clear', 'free', 'solved']
    """
    work = np.column_stack([np.asarray(matrix, np.int64), np.asarray(right, np.int64)]) % modulus
    pivots: list[tuple[int, int]] = []
    free: list[int] = []

    def step(
        kind: StepKind, column: int | None = None, changed: tuple[int, ...] = (), swapped: int | None = None
    ) -> EliminationStep:
        shown = work.copy()
        shown.setflags(write=False)
        return EliminationStep(kind, shown, tuple(pivots), tuple(free), column, changed, swapped)

    yield step(StepKind.SYSTEM)
    for column in range(work.shape[1] - 1):
        top = len(pivots)
        candidates = np.flatnonzero(work[top:, column])
        if not len(candidates):
            free.append(column)
            yield step(StepKind.FREE, column)
            continue
        source = top + int(candidates[0])
        work[[top, source]] = work[[source, top]]
        work[top] = work[top] * pow(int(work[top, column]), -1, modulus) % modulus
        pivots.append((top, column))
        moved = (top,) if source == top else (top, source)
        yield step(StepKind.PIVOT, column, moved, None if source == top else source)
        others = np.flatnonzero(work[:, column])
        others = others[others != top]
        if len(others):
            work[others] = (work[others] - np.outer(work[others, column], work[top])) % modulus
            yield step(StepKind.CLEAR, column, tuple(others.tolist()))
    yield step(StepKind.SOLVED)

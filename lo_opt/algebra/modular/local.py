"""Elimination of a dense matrix modulo one prime power; knows numbers of one local ring, no sparsity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.pacing import Pace
from lo_opt.control import Control

Matrix = NDArray[np.int64]
Vector = NDArray[np.int64]

_ENTRIES_AT_ONCE = 1 << 20


@dataclass(frozen=True)
class _Step:
    """Row `row` was multiplied by the unit `scale`, then `factors`, int64 (rows,), times it taken off the others."""

    row: int
    column: int
    power: int
    scale: int
    factors: Vector

    def follow(self, right: Vector, modulus: int) -> None:
        right[self.row] = right[self.row] * self.scale % modulus
        right -= self.factors * right[self.row]
        right %= modulus


class LocalElimination:
    """An echelon form of `matrix` (rows, columns) modulo prime**exponent, by row operations alone.

    Among the numbers modulo a prime power one always divides the other. Pivots are taken by rising power of the prime,
    so that a pivot row is its pivot's `power` times a row with 1 in the pivot column. Together with unit vectors for
    the columns without pivot these rows are an invertible matrix W, and the system reads power_i * (W x)_i = c_i: it
    is diagonal in W x. Below a pivot there are zeros, above it numbers less than its power; modulo a prime this is the
    reduced row echelon form.

    >>> form = LocalElimination(np.array([[2, 1], [0, 2]]), 2, 2)
    >>> generators, orders = form.kernel()
    >>> form.solve(np.array([1, 2])).tolist(), generators.tolist(), orders.tolist()
    ([0, 1], [[1, 2]], [4])
    """

    def __init__(self, matrix: Matrix, prime: int, exponent: int, control: Control | None = None) -> None:
        self._modulus = prime**exponent
        self._matrix = matrix % self._modulus
        self._steps: list[_Step] = []
        self._unused = np.ones(len(matrix), np.bool_)
        without_pivot = list(range(matrix.shape[1]))
        pace = Pace(control)
        for valuation in range(exponent):
            power = prime**valuation
            # What a column lacks now it cannot gain in this round: the rows yet to be used are all without it.
            without_pivot = [column for column in without_pivot if not self._eliminate(column, power, prime, pace)]
        self._free = np.array(without_pivot, np.intp)
        self._rows = np.array([step.row for step in self._steps], np.intp)
        self._columns = np.array([step.column for step in self._steps], np.intp)
        self._powers = np.array([step.power for step in self._steps], np.int64)
        self._unit_rows = self._matrix[self._rows] // self._powers[:, np.newaxis]

    def _eliminate(self, column: int, power: int, prime: int, pace: Pace) -> bool:
        """Make `column` a pivot column if an unused row has there `power` times a unit; return whether."""
        if len(self._steps) == len(self._matrix):
            return False
        pace.spend(64 + len(self._matrix) // 4)
        entries = self._matrix[:, column]
        candidates = np.flatnonzero(self._unused & (entries % (power * prime) != 0))
        if not len(candidates):
            return False
        row = int(candidates[0])
        scale = pow(int(entries[row]) // power, -1, self._modulus)
        pivot_row = self._matrix[row] * scale % self._modulus
        self._matrix[row] = pivot_row
        factors = entries // power
        factors[row] = 0
        touched = np.flatnonzero(factors)
        step = max(1, _ENTRIES_AT_ONCE // max(1, len(pivot_row)))
        for first in range(0, len(touched), step):
            some = touched[first : first + step]
            self._matrix[some] = (self._matrix[some] - factors[some, np.newaxis] * pivot_row) % self._modulus
            pace.spend(len(some) * len(pivot_row) // 8)
        self._unused[row] = False
        self._steps.append(_Step(row, column, power, scale, factors))
        return True

    def solve(self, right: Vector) -> Vector | None:
        """Return one solution int64 (columns,), or None; `right` is int64 (rows,)."""
        reduced = self._follow(right)
        at_pivots = reduced[self._rows]
        if reduced[self._unused].any() or (at_pivots % self._powers).any():
            return None
        return self._solution(np.zeros(len(self._free), np.int64), at_pivots // self._powers)

    def certificate(self, right: Vector) -> Vector | None:
        """Return y, int64 (rows,), with y^T matrix = 0 and y^T `right` != 0, or None if solvable."""
        reduced = self._follow(right)
        certificate = np.zeros(len(right), np.int64)
        wrong = np.flatnonzero(self._unused & (reduced != 0))
        indivisible = np.flatnonzero(reduced[self._rows] % self._powers)
        if len(wrong):
            certificate[wrong[0]] = 1
        elif len(indivisible):
            first = indivisible[0]
            certificate[self._rows[first]] = self._modulus // self._powers[first]
        else:
            return None
        for step in reversed(self._steps):
            taken = certificate[step.row] - step.factors @ certificate
            certificate[step.row] = taken * step.scale % self._modulus
        return certificate

    def kernel_orders(self) -> Vector:
        """Return the additive orders of the generators of `kernel`, int64 (κ,)."""
        return np.concatenate([np.full(len(self._free), self._modulus), self._powers[self._powers > 1]])

    def kernel(self) -> tuple[Matrix, Vector]:
        """Return independent generators of the kernel, int64 (κ, columns), and their additive orders, int64 (κ,)."""
        halting = np.flatnonzero(self._powers > 1)
        count = len(self._free) + len(halting)
        at_free = np.eye(count, len(self._free), dtype=np.int64)
        at_pivots = np.zeros((count, len(self._steps)), np.int64)
        rows = len(self._free) + np.arange(len(halting))
        at_pivots[rows, halting] = self._modulus // self._powers[halting]
        return self._solution(at_free, at_pivots), self.kernel_orders()

    def echelon(self) -> tuple[Matrix, Vector]:
        """Return independent generators of the span of the rows, int64 (rank, columns), and their additive orders."""
        return self._matrix[self._rows], self._modulus // self._powers

    def _follow(self, right: Vector) -> Vector:
        """Return the right-hand side after the steps that were done on the matrix."""
        reduced: Vector = right % self._modulus
        for step in self._steps:
            step.follow(reduced, self._modulus)
        return reduced

    def _solution(self, at_free: Matrix, at_pivots: Matrix) -> Matrix:
        """Return x (..., columns) with these values at free columns and W x = `at_pivots` at the pivot rows."""
        x: Matrix = np.zeros((*at_free.shape[:-1], self._matrix.shape[1]), np.int64)
        x[..., self._free] = at_free
        for i in np.flatnonzero(self._powers > 1)[::-1]:
            x[..., self._columns[i]] = (at_pivots[..., i] - x @ self._unit_rows[i]) % self._modulus
        # Rows with a unit pivot have nothing but zeros at each other's pivots, so their order does not matter.
        units = self._powers == 1
        x[..., self._columns[units]] = (at_pivots[..., units] - x @ self._unit_rows[units].T) % self._modulus
        return x

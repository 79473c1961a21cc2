"""Elimination of a small dense GF(2) matrix whose rows are Python ints; knows bits, no sparsity."""

from __future__ import annotations

from collections.abc import Sequence

from lo_opt.algebra.bits import Words, from_row_ints
from lo_opt.algebra.pacing import BITS_A_UNIT, Pace
from lo_opt.control import Control


class IntRowElimination:
    """Reduced row echelon form of `rows` (column j in bit j), with the transform that leads there.

    Vectors over the rows (right-hand sides, certificates) and over the columns (solutions) are ints too.

    >>> form = IntRowElimination([0b011, 0b110, 0b101], 3)
    >>> form.rank, form.solve(0b011), form.certificate(0b001), form.kernel().tolist()
    (2, 2, 7, [[7]])
    """

    def __init__(self, rows: Sequence[int], columns: int, control: Control | None = None) -> None:
        self._columns = columns
        self._pivots: dict[int, tuple[int, int]] = {}
        self._dependent: list[int] = []
        pace, row_work = Pace(control), 2 + columns // BITS_A_UNIT
        for i, row in enumerate(rows):
            self._insert(row, 1 << i)
            pace.spend(2 * len(self._pivots) * row_work)
        self.rank = len(self._pivots)

    def _insert(self, row: int, origin: int) -> None:
        """Reduce `row`, the sum of the original rows in `origin`, and make it a pivot row or a dependence."""
        for pivot, (other, other_origin) in self._pivots.items():
            if row >> pivot & 1:
                row ^= other
                origin ^= other_origin
        if not row:
            self._dependent.append(origin)
            return
        pivot = (row & -row).bit_length() - 1
        for at, (other, other_origin) in self._pivots.items():
            if other >> pivot & 1:
                self._pivots[at] = (other ^ row, other_origin ^ origin)
        self._pivots[pivot] = (row, origin)

    def solve(self, right: int) -> int | None:
        """Return one solution with all free columns 0, or None."""
        return None if self.certificate(right) is not None else self.particular(right)

    def particular(self, right: int) -> int:
        """Return the solution with all free columns 0, provided there is one."""
        return sum(1 << pivot for pivot, (_, origin) in self._pivots.items() if (origin & right).bit_count() & 1)

    def syndrome(self, right: int) -> int:
        """Return which dependences among the rows `right` violates; it is linear in `right`, and 0 if solvable."""
        return sum(((origin & right).bit_count() & 1) << i for i, origin in enumerate(self._dependent))

    def certificate(self, right: int) -> int | None:
        """Return rows that add up to 0 while their right-hand sides add up to 1, or None if solvable."""
        return next((origin for origin in self._dependent if (origin & right).bit_count() & 1), None)

    def kernel(self) -> Words:
        """Return a basis of the kernel, packed by rows: uint64 (columns - rank, word_count(columns))."""
        return from_row_ints(self.kernel_ints(), self._columns)

    def kernel_ints(self) -> list[int]:
        """Return a basis of the kernel, one int a row."""
        basis = []
        for free in range(self._columns):
            if free not in self._pivots:
                dependent = sum(1 << pivot for pivot, (row, _) in self._pivots.items() if row >> free & 1)
                basis.append(1 << free | dependent)
        return basis

    def echelon(self) -> Words:
        """Return the non-zero rows of the reduced form, packed: uint64 (rank, word_count(columns))."""
        return from_row_ints([row for row, _ in self._pivots.values()], self._columns)

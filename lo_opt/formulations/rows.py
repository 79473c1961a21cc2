"""The rows of an integer program as arrays, linear ones and those modulo 2; knows no bounds of variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Int64s = NDArray[np.int64]
Indices = NDArray[np.intp]

NO_LOWER = np.iinfo(np.int64).min
NO_UPPER = np.iinfo(np.int64).max


def row_sums(indptr: Indices, entries: Int64s) -> Int64s:
    """Return the sum of entries[indptr[i]:indptr[i+1]] for every row i, empty rows included.

    >>> row_sums(np.array([0, 2, 2, 3]), np.array([5, 6, 7])).tolist()
    [11, 0, 7]
    """
    partial = np.zeros(len(entries) + 1, np.int64)
    np.cumsum(entries, out=partial[1:])
    sums: Int64s = partial[indptr[1:]] - partial[indptr[:-1]]
    return sums


@dataclass(frozen=True, eq=False)
class Rows:
    """Linear rows lower <= sum(coefficients * variables) <= upper, in compressed sparse rows.

    Row i holds entries indptr[i]:indptr[i+1] of `columns` (variables, each at most once a row) and `coefficients` (not
    0). `indptr` is intp (rows+1,), `columns` intp (nnz,), the others int64; `NO_LOWER` and `NO_UPPER` mean no bound.

    >>> rows = Rows.of([([0, 1], [2, -1], 0, NO_UPPER)])
    >>> rows.count, rows.activity(np.array([1, 1])).tolist()
    (1, [1])
    """

    indptr: Indices
    columns: Indices
    coefficients: Int64s
    lower: Int64s
    upper: Int64s

    @classmethod
    def none(cls) -> Rows:
        """Return no rows at all."""
        empty = np.zeros(0, np.int64)
        return cls(np.zeros(1, np.intp), np.zeros(0, np.intp), empty, empty, empty)

    @classmethod
    def of(cls, rows: Sequence[tuple[Sequence[int], Sequence[int], int, int]]) -> Rows:
        """Return rows from a list of (variables, coefficients, lower, upper)."""
        return cls(
            _indptr([len(row[0]) for row in rows]),
            np.array([j for row in rows for j in row[0]], np.intp),
            np.array([c for row in rows for c in row[1]], np.int64),
            np.array([row[2] for row in rows], np.int64),
            np.array([row[3] for row in rows], np.int64),
        )

    @property
    def count(self) -> int:
        """Number of rows."""
        return len(self.lower)

    @property
    def owners(self) -> Indices:
        """The row of every entry, intp (nnz,)."""
        return np.repeat(np.arange(self.count), np.diff(self.indptr))

    def activity(self, values: Int64s) -> Int64s:
        """Return sum(coefficients * variables) of each row, int64 (rows,)."""
        return row_sums(self.indptr, self.coefficients * values[self.columns])

    def followed_by(self, more: Rows) -> Rows:
        """Return these rows and then `more`, over the same variables."""
        return Rows(
            np.concatenate([self.indptr, self.indptr[-1] + more.indptr[1:]]),
            np.concatenate([self.columns, more.columns]),
            np.concatenate([self.coefficients, more.coefficients]),
            np.concatenate([self.lower, more.lower]),
            np.concatenate([self.upper, more.upper]),
        )


@dataclass(frozen=True, eq=False)
class XorRows:
    """Rows that ask for the parity of sums of 0/1 variables, in compressed sparse rows.

    Row i asks sum(variables in columns[indptr[i]:indptr[i+1]]) = parity[i] (mod 2). `indptr` is intp (rows+1,),
    `columns` intp (nnz,), `parity` int64 (rows,) of 0/1. The last `implied` rows follow from the others: a solver may
    leave them out, or use them to tighten its linear relaxation.
    """

    indptr: Indices
    columns: Indices
    parity: Int64s
    implied: int = 0

    @classmethod
    def none(cls) -> XorRows:
        """Return no rows at all."""
        return cls(np.zeros(1, np.intp), np.zeros(0, np.intp), np.zeros(0, np.int64))

    @classmethod
    def of(cls, rows: Sequence[tuple[Sequence[int], int]], implied: int = 0) -> XorRows:
        """Return rows from a list of (variables, parity)."""
        return cls(
            _indptr([len(row[0]) for row in rows]),
            np.array([j for row in rows for j in row[0]], np.intp),
            np.array([row[1] for row in rows], np.int64),
            implied,
        )

    @property
    def count(self) -> int:
        """Number of rows."""
        return len(self.parity)

    @property
    def lengths(self) -> Indices:
        """How many variables each row has, intp (rows,)."""
        return np.diff(self.indptr)

    @property
    def needed(self) -> XorRows:
        """The rows that do not follow from others."""
        return self.chosen(np.arange(self.count - self.implied))

    def chosen(self, which: Indices) -> XorRows:
        """Return the rows with these numbers, none of them marked as implied.

        >>> XorRows.of([([0, 1], 0), ([2], 1), ([3, 4], 1)]).chosen(np.array([0, 2])).columns.tolist()
        [0, 1, 3, 4]
        """
        lengths = self.lengths[which]
        indptr = _indptr(lengths)
        places = np.arange(indptr[-1]) + np.repeat(self.indptr[which] - indptr[:-1], lengths)
        return XorRows(indptr, self.columns[places], self.parity[which])


def _indptr(lengths: Sequence[int] | Indices) -> Indices:
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.intp)]).astype(np.intp)

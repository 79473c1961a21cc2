"""An integer program as arrays: bounded variables, linear rows, XOR rows, objective, and the way back to presses.

Knows no puzzle and no solver. A formulation writes a `Program`; a solver, or a file writer, reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

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


class Feature(StrEnum):
    """What a program may need of a solver beyond 0/1 variables, linear rows and a linear objective."""

    INTEGER = "variables beyond 0/1"
    XOR = "XOR rows"


@dataclass(frozen=True, eq=False)
class Rows:
    """Linear rows lower <= sum(coefficients * variables) <= upper, in compressed sparse rows.

    Row i holds entries indptr[i]:indptr[i+1] of `columns` (variables, each at most once a row) and `coefficients` (not
    0). `indptr` is intp (rows+1,), `columns` intp (nnz,), the others int64; `NO_LOWER` and `NO_UPPER` mean no bound.
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

    @property
    def spare(self) -> XorRows:
        """The rows that follow from the others."""
        return self.chosen(np.arange(self.count - self.implied, self.count))

    def chosen(self, which: Indices) -> XorRows:
        """Return the rows with these numbers, none of them marked as implied.

        >>> XorRows.of([([0, 1], 0), ([2], 1), ([3, 4], 1)]).chosen(np.array([0, 2])).columns.tolist()
        [0, 1, 3, 4]
        """
        lengths = self.lengths[which]
        indptr = _indptr(lengths)
        places = np.arange(indptr[-1]) + np.repeat(self.indptr[which] - indptr[:-1], lengths)
        return XorRows(indptr, self.columns[places], self.parity[which])


@dataclass(frozen=True, eq=False)
class PressMap:
    """The affine map from variables to presses: button j is pressed constant[j] + coefficient[j] * value[variable[j]].

    All three are (buttons,), int64 but `variable` intp; variable[j] = -1 means that only the constant counts.
    """

    constant: Int64s
    variable: Indices
    coefficient: Int64s

    @classmethod
    def direct(cls, buttons: int) -> PressMap:
        """Return the map for programs whose variable j is the presses of button j."""
        return cls(np.zeros(buttons, np.int64), np.arange(buttons, dtype=np.intp), np.ones(buttons, np.int64))

    def apply(self, values: Int64s) -> Int64s:
        """Return the presses, int64 (buttons,), of the variables' values, int64 (variables,)."""
        presses: Int64s = self.constant + self.coefficient * np.append(values, 0)[self.variable]
        return presses


@dataclass(frozen=True)
class Names:
    """Names of variables, linear rows and XOR rows by index, made only when a file or a reader wants them."""

    variable: Callable[[int], str] = "v_{}".format
    row: Callable[[int], str] = "row_{}".format
    xor: Callable[[int], str] = "xor_{}".format


@dataclass(frozen=True, eq=False)
class Program:
    """Minimise objective * values + constant over whole numbers within bounds, linear rows and XOR rows.

    Parameters
    ----------
    lower, upper
        Bounds of the variables, both inclusive and finite, int64 (variables,).
    objective, constant
        Integer costs of the variables, int64 (variables,), and a cost that is always paid.
    presses
        The way back from values to presses.
    rows, xors
        What the values must satisfy.
    priority
        Larger is branched on first, int64 (variables,); None if the solver is to decide.

    >>> least = Program.of([0, 0], [3, 3], objective=[2, 3], rows=[([0, 1], [1, 1], 2, NO_UPPER)])
    >>> values = np.array([2, 0])
    >>> least.violation(values), least.cost(values)
    ('', 4)
    >>> least.violation(np.array([1, 0]))
    'row_0 is 1; it must be at least 2'
    """

    lower: Int64s
    upper: Int64s
    objective: Int64s
    presses: PressMap
    rows: Rows = field(default_factory=Rows.none)
    xors: XorRows = field(default_factory=XorRows.none)
    constant: int = 0
    priority: Int64s | None = None
    names: Names = Names()

    def __post_init__(self) -> None:
        if np.any(self.lower > self.upper) or np.any(self.rows.lower > self.rows.upper):
            raise ValueError("a variable or row has a lower bound above its upper bound")
        if np.any((self.rows.lower == NO_LOWER) & (self.rows.upper == NO_UPPER)):
            raise ValueError("a row has no bound at all")

    @classmethod
    def of(
        cls,
        lower: ArrayLike,
        upper: ArrayLike,
        objective: ArrayLike,
        rows: list[tuple[list[int], list[int], int, int]] | None = None,
        xors: list[tuple[list[int], int]] | None = None,
        constant: int = 0,
    ) -> Program:
        """Return a small program from lists, its values being the presses; for examples and tests.

        A row is (variables, coefficients, lower, upper), a XOR row (variables, parity).
        """
        rows, xors = rows or [], xors or []
        lower = np.array(lower, np.int64)
        return cls(
            lower,
            np.array(upper, np.int64),
            np.array(objective, np.int64),
            PressMap.direct(len(lower)),
            Rows(
                _indptr([len(row[0]) for row in rows]),
                np.array([j for row in rows for j in row[0]], np.intp),
                np.array([c for row in rows for c in row[1]], np.int64),
                np.array([row[2] for row in rows], np.int64),
                np.array([row[3] for row in rows], np.int64),
            ),
            XorRows.of(xors),
            constant,
        )

    @property
    def variable_count(self) -> int:
        """Number of variables."""
        return len(self.lower)

    @property
    def needs(self) -> frozenset[Feature]:
        """What this program needs of a solver."""
        needs = set()
        if np.any(self.lower < 0) or np.any(self.upper > 1):
            needs.add(Feature.INTEGER)
        if self.xors.count:
            needs.add(Feature.XOR)
        return frozenset(needs)

    def without_objective(self) -> Program:
        """Return the program that asks for any values at all: the same with no costs."""
        return replace(self, objective=np.zeros_like(self.objective), constant=0)

    def cost(self, values: Int64s) -> int:
        """Return the exact cost of values, whatever its size."""
        paid = np.flatnonzero((values != 0) & (self.objective != 0))
        costs, amounts = self.objective[paid].tolist(), values[paid].tolist()
        return self.constant + sum(int(c * v) for c, v in zip(costs, amounts, strict=True))

    def violation(self, values: Int64s) -> str:
        """Return what is wrong with values, checked in integers: the first bound, row or XOR row missed; '' if none."""
        off = np.flatnonzero((values < self.lower) | (values > self.upper))
        if len(off):
            return _missed(self.names.variable(off[0]), values[off[0]], self.lower[off[0]], self.upper[off[0]])
        activity = self.rows.activity(values)
        off = np.flatnonzero((activity < self.rows.lower) | (activity > self.rows.upper))
        if len(off):
            return _missed(self.names.row(off[0]), activity[off[0]], self.rows.lower[off[0]], self.rows.upper[off[0]])
        sums = row_sums(self.xors.indptr, values[self.xors.columns])
        off = np.flatnonzero(sums % 2 != self.xors.parity)
        return f"{self.names.xor(off[0])} has the wrong parity" if len(off) else ""


def _indptr(lengths: Sequence[int] | Indices) -> Indices:
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.intp)]).astype(np.intp)


def _missed(name: str, value: int, lower: int, upper: int) -> str:
    wanted = f"at least {lower}" if value < lower else f"at most {upper}"
    return f"{name} is {value}; it must be {wanted}"

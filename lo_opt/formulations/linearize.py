"""XOR rows as linear rows, for solvers that take none: the hull of each parity, or a whole number of pairs.

Knows programs, no puzzle and no solver.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lo_opt.formulations.program import Names, Program
from lo_opt.formulations.rows import NO_UPPER, Int64s, Rows, XorRows

SHORT = 4  # a row of so many variables becomes its hull, 8 rows; a longer one a row with one more variable


def zero_one_vectors(length: int, parity: int) -> Int64s:
    """Return the 0/1 vectors whose sum has this parity, in the order of the numbers they write: int64 (count, length).

    >>> zero_one_vectors(2, 1).tolist(), zero_one_vectors(0, 1).tolist()
    ([[1, 0], [0, 1]], [])
    """
    every = np.arange(2**length)[:, np.newaxis] >> np.arange(length) & 1
    chosen: Int64s = every[every.sum(axis=1) % 2 == parity]
    return chosen


def hull_counts(lengths: Int64s, parity: Int64s) -> Int64s:
    """Return how many linear rows `hull` makes of XOR rows of these lengths and parities."""
    return np.where(lengths > 0, 2 ** np.maximum(lengths - 1, 0), parity)


def hull(xors: XorRows) -> Rows:
    """Return the facets of the convex hull of each XOR row, one for every 0/1 vector S that it excludes.

    The row of S cuts off S alone: the sum of (1 - x_j) where S is 1 and of x_j where it is 0 is at least 1 (Jeroslow
    1975). The rows of XOR row i come together, 2**(length - 1) of them.

    >>> rows = hull(XorRows.of([([0, 1], 1)]))
    >>> rows.coefficients.reshape(2, 2).tolist(), rows.lower.tolist()
    ([[1, 1], [-1, -1]], [1, -1])
    """
    lengths = xors.lengths
    counts = hull_counts(lengths, xors.parity)
    first = np.concatenate([[0], np.cumsum(counts)])
    indptr = np.concatenate([[0], np.cumsum(np.repeat(lengths, counts))]).astype(np.intp)
    columns = np.empty(indptr[-1], np.intp)
    coefficients = np.empty(indptr[-1], np.int64)
    lower = np.empty(first[-1], np.int64)
    for length, parity in {*zip(lengths.tolist(), xors.parity.tolist(), strict=True)}:
        alike = np.flatnonzero((lengths == length) & (xors.parity == parity))
        excluded = zero_one_vectors(length, 1 - parity)
        rows = first[alike][:, np.newaxis] + np.arange(len(excluded))
        lower[rows] = 1 - excluded.sum(axis=1)
        within = np.arange(length)
        places = indptr[rows][:, :, np.newaxis] + within
        columns[places] = xors.columns[xors.indptr[alike][:, np.newaxis] + within][:, np.newaxis, :]
        coefficients[places] = 1 - 2 * excluded
    return Rows(indptr, columns, coefficients, lower, np.full(len(lower), NO_UPPER))


def linearized(program: Program) -> Program:
    """Return a program of the same presses and costs that has no XOR rows.

    A XOR row of at most four variables becomes its hull, a longer one sum = parity + 2 k with a new whole number k; the
    new variables follow the program's own.

    >>> program = linearized(Program.of([0] * 5, [1] * 5, [1] * 5, xors=[([0, 1, 2, 3, 4], 1), ([0, 1], 0)]))
    >>> program.upper.tolist(), [program.names.row(i) for i in range(program.rows.count)]
    ([1, 1, 1, 1, 1, 2], ['xor_1_0', 'xor_1_1', 'xor_0'])
    """
    xors, own = program.xors, program.names
    if not xors.count:
        return program
    short, long = np.flatnonzero(xors.lengths <= SHORT), np.flatnonzero(xors.lengths > SHORT)
    facets, pairs = xors.chosen(short), xors.chosen(long)
    counts = hull_counts(facets.lengths, facets.parity)
    origin, before = np.repeat(short, counts), np.cumsum(counts) - counts
    number = np.arange(len(origin)) - np.repeat(before, counts)
    variables, rows = program.variable_count, program.rows.count

    def row_name(i: int) -> str:
        if i < rows:
            return own.row(i)
        facet = i - rows
        if facet < len(origin):
            return f"{own.xor(origin[facet])}_{number[facet]}"
        return own.xor(long[facet - len(origin)])

    none = np.zeros(len(long), np.int64)
    return replace(
        program,
        lower=np.concatenate([program.lower, none]),
        upper=np.concatenate([program.upper, (pairs.lengths - pairs.parity) // 2]),
        objective=np.concatenate([program.objective, none]),
        rows=program.rows.followed_by(hull(facets)).followed_by(_in_pairs(pairs, variables)),
        xors=XorRows.none(),
        priority=None if program.priority is None else np.concatenate([program.priority, none]),
        names=Names(
            variable=lambda j: own.variable(j) if j < variables else f"k_{own.xor(long[j - variables])}",
            row=row_name,
        ),
    )


def _in_pairs(xors: XorRows, first: int) -> Rows:
    """Return sum - 2 k = parity for each XOR row, its k the variable `first` and those after it."""
    ends, count = xors.indptr[1:], np.arange(xors.count)
    return Rows(
        xors.indptr + np.arange(xors.count + 1),
        np.insert(xors.columns, ends, first + count),
        np.insert(np.ones(len(xors.columns), np.int64), ends, -2),
        xors.parity,
        xors.parity,
    )

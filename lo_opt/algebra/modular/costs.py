"""A modular space as its costs see it: unknowns merged whose kernel columns are proportional; knows no search."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.modular.ring import unit_towards_divisor
from lo_opt.algebra.modular.spaces import ModularSpace
from lo_opt.algebra.reduction import checked_weights
from lo_opt.errors import InputError

_TABLE_LIMIT = 1 << 28
_ENTRIES_AT_ONCE = 1 << 20


@dataclass(frozen=True)
class ColumnClasses:
    """Columns (n, κ) modulo m sorted into classes: column j is `factors[j]` times `representatives[classes[j]]`.

    `representatives`, int64 (classes, κ), are distinct and not zero; `classes`, intp (n,), is -1 for a zero column;
    `factors`, int64 (n,), are units (1 for a zero column).
    """

    representatives: NDArray[np.int64]
    classes: NDArray[np.intp]
    factors: NDArray[np.int64]


def column_classes(columns: NDArray[np.int64], modulus: int) -> ColumnClasses:
    """Return the classes of `columns` (n, κ) of 0..m-1 up to units: all of them for a prime modulus.

    A column is multiplied by the unit that turns its first entry e that is not 0 into gcd(e, m). For a composite
    modulus some proportional columns may remain apart.

    >>> found = column_classes(np.array([[1, 2], [2, 1], [0, 0], [0, 2]]), 3)
    >>> found.representatives.tolist(), found.classes.tolist(), found.factors.tolist()
    ([[0, 1], [1, 2]], [1, 1, -1, 0], [1, 2, 1, 2])
    """
    size = len(columns)
    factors = np.ones(size, np.int64)
    filled = columns.any(axis=1)
    leading = columns[np.arange(size), (columns != 0).argmax(axis=1)] if columns.shape[1] else np.zeros(size, np.int64)
    scaled = columns.copy()
    for entry in np.unique(leading[filled]).tolist():
        unit = unit_towards_divisor(entry, modulus)
        own = leading == entry
        scaled[own] = columns[own] * unit % modulus
        factors[own] = pow(unit, -1, modulus)
    representatives, inverse = np.unique(scaled[filled], axis=0, return_inverse=True)
    classes = np.full(size, -1, np.intp)
    classes[filled] = inverse.ravel()
    return ColumnClasses(representatives, classes, factors)


@dataclass(frozen=True)
class ReducedCosts:
    """The costs of all members of a space: fixed + sum over the classes G of tables[G, (choice . columns[G]) mod m].

    `orders`, int64 (κ,), are those of the space, `columns`, int64 (classes, κ), the class representatives, `tables`,
    int64 (classes, m). Each table is 0 at its least value among those that some choice attains, and 0 at those that
    none does; `fixed` is hence a lower bound on all costs, and `spans`, int64 (classes,), tell which are attained:
    multiples of the span, a divisor of m. `largest` is the sum of the tables' largest values.
    """

    modulus: int
    orders: NDArray[np.int64]
    columns: NDArray[np.int64]
    spans: NDArray[np.int64]
    tables: NDArray[np.int64]
    fixed: int

    @property
    def largest(self) -> int:
        """The most a member can cost beyond `fixed`."""
        return int(self.tables.max(axis=1, initial=0).sum())


def reduce_costs(space: ModularSpace, weights: ArrayLike) -> ReducedCosts:
    """Merge the unknowns of `space` whose values are functions of each other; `weights` are n non-negative integers.

    Raises `InputError` if classes times modulus exceed 2**28, or costs 2**62.

    >>> reduced = reduce_costs(ModularSpace(3, np.array([1, 0, 2]), np.array([[1, 2, 0]]), np.array([3])), [1, 1, 5])
    >>> reduced.columns.tolist(), reduced.tables.tolist(), reduced.fixed
    ([[1]], [[0, 3, 0]], 11)
    """
    modulus = space.modulus
    costs = checked_weights(weights, space.size)
    if int(costs.sum()) * (modulus - 1) >= 1 << 62:
        raise InputError(f"weights times {modulus - 1} presses add up to more than 2**62; scale them down")
    found = column_classes(np.ascontiguousarray(space.generators.T), modulus)
    count = len(found.representatives)
    if count * modulus > _TABLE_LIMIT:
        raise InputError(f"{count} classes of unknowns of {modulus} states each are too many; at most 2**28 in all")
    outside = found.classes < 0
    by_class = np.argsort(found.classes, kind="stable")[int(outside.sum()) :]
    classes, factors, start, price = (a[by_class] for a in (found.classes, found.factors, space.particular, costs))
    begins = np.searchsorted(classes, np.arange(count))
    tables = np.zeros((count, modulus), np.int64)
    step = max(1, _ENTRIES_AT_ONCE // max(1, len(classes)))
    for first in range(0, modulus if count else 0, step):
        combinations = np.arange(first, min(first + step, modulus))
        values = (start[:, np.newaxis] + factors[:, np.newaxis] * combinations) % modulus
        tables[:, combinations] = np.add.reduceat(price[:, np.newaxis] * values, begins, axis=0)
    spans = np.gcd(np.gcd.reduce(found.representatives, axis=1), modulus)
    attained = np.arange(modulus) % spans[:, np.newaxis] == 0
    least = np.where(attained, tables, np.iinfo(np.int64).max).min(axis=1, initial=np.iinfo(np.int64).max)
    tables = np.where(attained, tables - least[:, np.newaxis], 0)
    fixed = int((costs * space.particular)[outside].sum() + least.sum())
    return ReducedCosts(modulus, space.orders, found.representatives, spans, tables, fixed)

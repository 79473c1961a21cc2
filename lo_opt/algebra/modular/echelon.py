"""Independent generators of a span modulo m, and the split into parts over which costs add; knows no costs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.connectivity import connected_components
from lo_opt.algebra.modular.local import LocalElimination
from lo_opt.algebra.modular.ring import idempotent, prime_powers
from lo_opt.algebra.modular.spaces import ModularSpace
from lo_opt.control import Control


def echelon_generators(
    rows: NDArray[np.int64], modulus: int, order: NDArray[np.intp] | None = None, control: Control | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return independent generators, int64 (κ, n), of the span of `rows` (any number, n), and their additive orders.

    They are echelon forms modulo each prime power that divides the modulus, pivots early in `order` (a permutation of
    the columns, by default as they stand). Raises `DeadlineError` at the deadline.

    >>> generators, orders = echelon_generators(np.array([[2, 4], [4, 2]]), 6)
    >>> generators.tolist(), orders.tolist()
    ([[4, 2]], [3])
    """
    columns = np.arange(rows.shape[1]) if order is None else order
    found, all_orders = [np.zeros((0, rows.shape[1]), np.int64)], [np.zeros(0, np.int64)]
    for prime, exponent in prime_powers(modulus):
        generators, orders = LocalElimination(rows[:, columns], prime, exponent, control).echelon()
        in_place = np.empty_like(generators)
        in_place[:, columns] = generators * idempotent(modulus, prime**exponent) % modulus
        found.append(in_place)
        all_orders.append(orders)
    return np.concatenate(found), np.concatenate(all_orders)


def modular_components(
    space: ModularSpace, control: Control | None = None
) -> list[tuple[NDArray[np.intp], ModularSpace]]:
    """Return parts (indices of their unknowns, rising; subspace) of which `space` is the direct sum.

    They are the connected components of the supports of an echelon form: the finest such parts for a prime modulus.
    Unknowns that are zero in the whole kernel belong to no part: they have their value in every member. Raises
    `DeadlineError` at the deadline.

    >>> space = ModularSpace(3, np.array([1, 0, 0, 2]), np.array([[1, 2, 2, 0], [0, 0, 1, 0]]), np.array([3, 3]))
    >>> [(indices.tolist(), part.generators.tolist()) for indices, part in modular_components(space)]
    [([0, 1], [[1, 2]]), ([2], [[1]])]
    """
    generators, orders = echelon_generators(space.generators, space.modulus, control=control)
    rows, columns = np.nonzero(generators)
    indptr = np.searchsorted(rows, np.arange(len(generators) + 1))
    of_row, of_column, _ = connected_components(indptr, columns, space.size, control)
    parts = []
    for label in np.unique(of_row):
        indices = np.flatnonzero(of_column == label)
        own = of_row == label
        part = ModularSpace(space.modulus, space.particular[indices], generators[own][:, indices], orders[own])
        parts.append((indices, part))
    return parts

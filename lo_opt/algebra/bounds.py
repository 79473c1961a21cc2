"""A lower bound on every member of a coset when there are too many to look at all; knows a reduced kernel only."""

from __future__ import annotations

import math
import time
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words, pack, unpack
from lo_opt.algebra.elimination import row_echelon
from lo_opt.algebra.reduction import ReducedKernel
from lo_opt.algebra.transform import integer_type, walsh_hadamard
from lo_opt.control import Control

_FLAT_RANK = 14


def lower_bound(reduced: ReducedKernel, control: Control) -> int:
    """Return a lower bound on all members' costs, at least `reduced.floor`.

    The groups are cut into flats: sets whose columns lie in the span of at most 14 coordinates of an echelon basis.
    The least cost of each, over all values of its coordinates, is one small transform, and these add up to a bound,
    since the members only lose freedom by the coordinates being shared. Where costs have all one parity, the bound is
    rounded up to it. Flats that the deadline leaves out count with their floor.

    >>> from lo_opt.algebra.reduction import reduce_kernel
    >>> from lo_opt.algebra.spaces import SolutionSpace
    >>> space = SolutionSpace(np.array([1, 0, 0, 0], np.uint8), np.array([[0b0011], [0b0110], [0b1100]], np.uint64))
    >>> reduced = reduce_kernel(space, [1, 1, 1, 1])
    >>> reduced.floor, lower_bound(reduced, Control())
    (0, 1)
    """
    basis = echelon_of(reduced)
    supports = pack(basis.T)
    bound = reduced.floor
    remaining = np.flatnonzero(reduced.balance)
    while len(remaining) and not control.expired:
        coordinates, inside = _flat(supports[remaining])
        bound += _penalty(coordinates, supports[remaining[inside]], reduced.balance[remaining[inside]])
        remaining = remaining[~inside]
    if not (basis @ reduced.balance % 2).any():
        bound += (reduced.cost(int(reduced.balance.sum())) - bound) % 2
    return bound


def with_share(control: Control, share: float) -> Control:
    """Return `control` with a deadline after this share of the time that is left; still none if it has none.

    >>> with_share(Control.limited(100.0), 0.25).remaining_s < 25.1, with_share(Control(), 0.25).remaining_s
    (True, inf)
    """
    if math.isinf(control.deadline):
        return control
    return replace(control, deadline=time.perf_counter() + share * control.remaining_s)


def echelon_of(reduced: ReducedKernel, order: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
    """Return an echelon basis of the kernel over the groups, 0/1 (rank, groups), pivots early in `order`."""
    groups = len(reduced.columns)
    sequence = np.arange(groups) if order is None else order
    rows = pack(unpack(reduced.columns[sequence], reduced.nullity).T)
    basis = np.empty((0, groups), np.int64)
    if groups:
        echelon = unpack(row_echelon(rows, groups), groups)
        basis = np.empty(echelon.shape, np.int64)
        basis[:, sequence] = echelon
    return basis


def _flat(supports: Words) -> tuple[Words, NDArray[np.bool_]]:
    """Return the coordinates (words) of a flat grown from the smallest support, and which of `supports` lie in it."""
    coordinates = np.zeros(supports.shape[1], np.uint64)
    while True:
        missing = np.bitwise_count(supports & ~coordinates).sum(axis=1, dtype=np.int64)
        outside = missing > 0
        if not outside.any():
            return coordinates, ~outside
        nearest = int(np.argmin(np.where(outside, missing, len(coordinates) * 64 + 1)))
        grown = coordinates | supports[nearest]
        if np.bitwise_count(grown).sum() > _FLAT_RANK and coordinates.any():
            return coordinates, ~outside
        coordinates = grown


def _penalty(coordinates: Words, supports: Words, balance: NDArray[np.int64]) -> int:
    """Return by how much the least cost of one flat exceeds that of its groups taken singly."""
    used = np.flatnonzero(unpack(coordinates, 64 * len(coordinates)))
    if len(used) > _FLAT_RANK:
        return 0
    places = [int(word) for word in pack(unpack(supports, 64 * len(coordinates))[:, used])[:, 0]]
    best = int(np.abs(balance).sum())
    table = np.zeros(1 << len(used), integer_type(best))
    np.add.at(table, places, balance)
    walsh_hadamard(table)
    return (best - int(table.max())) // 2

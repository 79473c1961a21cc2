"""A solution space as its costs see it: unknowns merged by kernel column; also members and subspaces of a space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bits import Words, from_row_ints, pack, row_ints, unpack, word_count
from lo_opt.algebra.pacing import BITS_A_UNIT, Pace
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control
from lo_opt.errors import InputError

_COLUMNS_AT_ONCE = 1 << 18


@dataclass(frozen=True)
class ReducedKernel:
    """A solution space as its costs see it: unknowns with one kernel column merged, those with none fixed.

    `columns`, uint64 (groups, word_count(nullity)), holds the distinct non-zero kernel columns g (bit i is row i of the
    kernel), sorted by their words, and `groups`, intp (n,), the index of each unknown's column, -1 for a zero one.
    `balance`, int64 (groups,), is F(g) = sum of w_j (-1)**x0_j over the group, `total` the sum of w_j over all groups,
    `fixed` the cost of the pressed unknowns with a zero column. The member x0 + uK costs

        fixed + (total - sum over g of F(g) (-1)**|u & g|) / 2.
    """

    nullity: int
    columns: Words
    groups: NDArray[np.intp]
    balance: NDArray[np.int64]
    total: int
    fixed: int

    @property
    def floor(self) -> int:
        """A lower bound on every member's cost: each group at its better side."""
        return self.cost(int(np.abs(self.balance).sum()))

    def cost(self, transformed: int) -> int:
        """Return the cost of the member at which the transform of F has this value."""
        return self.fixed + (self.total - transformed) // 2


def reduce_kernel(space: SolutionSpace, weights: ArrayLike) -> ReducedKernel:
    """Merge the unknowns of `space` that no member tells apart; `weights` are n non-negative integers.

    >>> space = SolutionSpace(np.array([1, 0, 0, 1], np.uint8), np.array([[0b0011]], np.uint64))
    >>> reduced = reduce_kernel(space, [1, 1, 1, 5])
    >>> reduced.groups.tolist(), reduced.balance.tolist(), reduced.total, reduced.fixed
    ([0, 0, -1, -1], [0], 2, 5)
    """
    costs = checked_weights(weights, space.size)
    columns, groups = _distinct_columns(space)
    free = groups >= 0
    signed = np.where(space.particular[free] != 0, -costs[free], costs[free])
    balance = np.zeros(len(columns), np.int64)
    np.add.at(balance, groups[free], signed)
    fixed = int(costs[~free & (space.particular != 0)].sum())
    return ReducedKernel(space.nullity, columns, groups, balance, int(costs[free].sum()), fixed)


def checked_weights(weights: ArrayLike, size: int) -> NDArray[np.int64]:
    """Return `weights` as int64 (size,), refusing other shapes, fractions, negative ones and sums beyond 62 bits."""
    given = np.asarray(weights)
    if given.shape != (size,):
        raise InputError(f"expected one weight for each of {size} unknowns, got shape {given.shape}")
    if size and not (np.issubdtype(given.dtype, np.integer) or given.dtype == np.bool_):
        raise InputError(f"weights must be integers (scale decimals by their denominator), got {given.dtype}")
    costs = given.astype(np.int64)
    if size and costs.min() < 0:
        raise InputError(f"weights must not be negative, got {costs.min()}")
    if size and float(costs.astype(np.float64).sum()) >= 2.0**62:
        raise InputError("weights add up to more than 2**62; scale them down")
    return costs


def member(space: SolutionSpace, choice: int) -> NDArray[np.uint8]:
    """Return the member x0 + uK, uint8 (n,), for u = `choice` with row i of the kernel in bit i.

    >>> member(SolutionSpace(np.array([1, 0, 0], np.uint8), np.array([[0b011], [0b110]], np.uint64)), 0b11).tolist()
    [0, 0, 1]
    """
    chosen = unpack(from_row_ints([choice], space.nullity), space.nullity)[0] != 0
    flips = np.bitwise_xor.reduce(space.kernel[chosen], axis=0)
    return space.particular ^ unpack(flips, space.size)


def restrict(space: SolutionSpace, zero_indices: ArrayLike, control: Control | None = None) -> SolutionSpace | None:
    """Return the members of `space` with 0 at all `zero_indices` (forbidden buttons), or None if there are none.

    Raises `DeadlineError` at the deadline.

    >>> space = SolutionSpace(np.array([1, 0, 0], np.uint8), np.array([[0b011], [0b110]], np.uint64))
    >>> part = restrict(space, [0])
    >>> part.particular.tolist(), part.kernel.tolist()
    ([0, 1, 0], [[6]])
    """
    forbidden = np.zeros(space.size, np.uint8)
    forbidden[np.asarray(zero_indices, np.intp)] = 1
    mask = row_ints(pack(forbidden[np.newaxis]))[0]
    point = row_ints(pack(space.particular[np.newaxis]))[0]
    rows = row_ints(space.kernel)
    kept: list[int] = []
    pace, row_work = Pace(control), 2 + space.size // BITS_A_UNIT
    while rows:
        pace.spend(len(rows) * row_work)
        row = rows.pop()
        pivot = row & mask
        if not pivot:
            kept.append(row)
            continue
        pivot &= -pivot
        rows = [other ^ row if other & pivot else other for other in rows]
        point = point ^ row if point & pivot else point
    if point & mask:
        return None
    return SolutionSpace(
        unpack(from_row_ints([point], space.size), space.size)[0], from_row_ints(kept[::-1], space.size)
    )


def _distinct_columns(space: SolutionSpace) -> tuple[Words, NDArray[np.intp]]:
    """Return the sorted distinct non-zero kernel columns, and for each unknown the index of its own (-1 for zero)."""
    columns = np.zeros((space.size, word_count(space.nullity)), np.uint64)
    step = _COLUMNS_AT_ONCE // 64
    for first in range(0, space.kernel.shape[1], step):
        stop = min(space.size, (first + step) * 64)
        bits = unpack(space.kernel[:, first : first + step], stop - first * 64)
        columns[first * 64 : stop] = pack(bits.T)
    order = np.lexsort(columns.T) if columns.shape[1] else np.arange(space.size)
    ranked = columns[order]
    fresh = np.ones(space.size, np.bool_)
    fresh[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    distinct = ranked[fresh]
    groups = np.empty(space.size, np.intp)
    groups[order] = np.cumsum(fresh) - 1
    if len(distinct) and not distinct[0].any():
        return distinct[1:], groups - 1
    return distinct, groups

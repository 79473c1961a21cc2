"""The lightest members of x0 + ker A as a list, put together from matroid components; knows a kernel, no geometry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bits import Words, pack, unpack
from lo_opt.algebra.matroid import matroid_components
from lo_opt.algebra.members import SumLimit, lightest_members
from lo_opt.algebra.reduction import checked_weights
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control


@dataclass(frozen=True)
class Listed:
    """Members in order of cost: `costs` int64 (k,) rise, `rows` uint64 (k, word_count(n)) are the members, packed.

    `allowed` and `lightest_count` count the members within the limits and those of the least cost. Without
    `exhausted`, these and the list are about what was looked at. `bound` is a lower bound on every member's cost.
    """

    costs: NDArray[np.int64]
    rows: Words
    allowed: int
    lightest_count: int
    bound: int
    exhausted: bool
    interrupted: bool = False


def list_lightest(
    space: SolutionSpace,
    weights: ArrayLike,
    most: int,
    limits: Sequence[SumLimit] = (),
    *,
    ties_only: bool = False,
    control: Control | None = None,
) -> Listed:
    """Return the `most` lightest members of `space` within `limits`; with `ties_only` those of the least cost alone.

    Without limits the components of the kernel's matroid are listed one by one and their lists added up, so that the
    time depends on the largest of them; limits tie all components together. Stopped early, it lists what is certain to
    be a member: the best so far, or x0 if there are no limits.

    >>> space = SolutionSpace(np.array([1, 1, 0, 1], np.uint8), np.array([[0b0111], [0b0100]], np.uint64))
    >>> found = list_lightest(space, [1, 1, 1, 1], 3)
    >>> found.costs.tolist(), found.allowed, found.lightest_count
    ([1, 2, 3], 4, 1)
    """
    control = control or Control()
    costs = checked_weights(weights, space.size)
    if limits:
        found = lightest_members(space, costs, most, limits, ties_only=ties_only, control=control)
        return Listed(
            found.costs,
            found.packed(space),
            found.allowed,
            found.lightest_count,
            found.bound,
            found.exhausted,
            found.interrupted,
        )
    parts = matroid_components(space)
    rest = space.particular.copy()
    for indices, _ in parts:
        rest[indices] = 0
    fixed = int(costs[rest != 0].sum())
    totals, rows, count = np.array([fixed], np.int64), pack(rest[np.newaxis]), 1
    ahead = int(costs[space.particular != 0].sum()) - fixed
    for indices, part in parts:
        ahead -= int(costs[indices] @ part.particular)
        share = control.shifted(int(totals[0]) + ahead, int(totals[0]))
        found = lightest_members(part, costs[indices], most, ties_only=ties_only, control=share)
        if not found.exhausted:
            whole = int(costs[space.particular != 0].sum())
            return Listed(
                np.array([whole], np.int64),
                pack(space.particular[np.newaxis]),
                allowed=1,
                lightest_count=1,
                bound=fixed,
                exhausted=False,
                interrupted=found.interrupted,
            )
        first, second = _pairs(len(totals), len(found.costs), most, ties_only)
        sums = totals[first] + found.costs[second]
        order = np.argsort(sums, kind="stable")[:most]
        rows = rows[first[order]] ^ found.packed(_spread(part, indices, space.size))[second[order]]
        totals = sums[order]
        count *= found.lightest_count
    return Listed(totals, rows, 2**space.nullity, count, int(totals[0]), exhausted=True)


def _pairs(left: int, right: int, most: int, ties_only: bool) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return pairs of places of two rising lists among which are the `most` least sums.

    Places i and j are worth a look while (i + 1)(j + 1) <= most, for that many sums are no larger. Of ties all sums
    are equal, and the first pairs do.
    """
    if ties_only:
        flat = np.arange(min(left * right, most))
        return flat // right, flat % right
    lengths = np.minimum(right, most // np.arange(1, left + 1))
    first = np.repeat(np.arange(left), lengths)
    return first, np.arange(len(first)) - np.repeat(np.cumsum(lengths) - lengths, lengths)


def _spread(part: SolutionSpace, indices: NDArray[np.intp], size: int) -> SolutionSpace:
    """Return a part as a space of all `size` unknowns, 0 outside its own."""
    wide = np.zeros((part.nullity + 1, size), np.uint8)
    wide[0, indices] = part.particular
    wide[1:, indices] = unpack(part.kernel, part.size)
    return SolutionSpace(wide[0], pack(wide[1:]))

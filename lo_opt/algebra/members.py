"""Many members of x0 + ker A at once, lightest first, whose weighted sums stay within limits; knows no geometry.

Each limited sum is one more Walsh-Hadamard transform beside that of the cost, block by block in the same order of
members, so that "which of them are allowed" is a comparison of whole blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bits import Words, pack
from lo_opt.algebra.blocks import BlockPlan, BlockSpectra, plan_blocks
from lo_opt.algebra.parallel import results_of
from lo_opt.algebra.reduction import ReducedKernel, reduce_kernel
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control

_LOWEST = np.iinfo(np.int64).min


@dataclass(frozen=True)
class SumLimit:
    """A condition lower <= sum(weights[j] * x[j]) <= upper on members; weights int64 (n,) of any sign, None is open."""

    weights: NDArray[np.int64]
    lower: int | None = None
    upper: int | None = None


@dataclass(frozen=True)
class Members:
    """The lightest allowed members found, and how many there are.

    `costs`, int64 (k,), rise; `choices`, uint64 (k,), are the members u of the kernel's basis, row i in bit i, rising
    where costs are equal. `allowed` counts the members within the limits, `lightest_count` those of the least cost.
    Unless `exhausted` all this is about the part of the members that was looked at before the deadline or an interrupt
    (`interrupted`); `bound` is a lower bound on every member's cost, whatever happened.
    """

    costs: NDArray[np.int64]
    choices: NDArray[np.uint64]
    allowed: int
    lightest_count: int
    bound: int
    exhausted: bool
    interrupted: bool = False

    def packed(self, space: SolutionSpace) -> Words:
        """Return the members themselves, packed: uint64 (k, word_count(n))."""
        rows = np.tile(pack(space.particular[np.newaxis]), (len(self.choices), 1))
        for bit, vector in enumerate(space.kernel):
            rows[(self.choices >> np.uint64(bit) & np.uint64(1)).astype(bool)] ^= vector
        return rows


def lightest_members(
    space: SolutionSpace,
    weights: ArrayLike,
    most: int,
    limits: Sequence[SumLimit] = (),
    *,
    ties_only: bool = False,
    control: Control | None = None,
) -> Members:
    """Return the `most` lightest members within `limits`; with `ties_only` no others than those of the least cost.

    `weights` are n non-negative integers. The time is that of one transform of 2**nullity costs and one for each limit.

    >>> space = SolutionSpace(np.array([1, 1, 1, 0], np.uint8), np.array([[0b0111], [0b1110]], np.uint64))
    >>> found = lightest_members(space, [1, 1, 1, 1], 9)
    >>> found.costs.tolist(), found.allowed, found.lightest_count
    ([0, 2, 3, 3], 4, 1)
    >>> within = lightest_members(space, [1, 1, 1, 1], 9, [SumLimit(np.array([1, 0, 0, 1]), lower=1)], ties_only=True)
    >>> within.costs.tolist(), (within.packed(space) & np.uint64(15)).tolist(), within.allowed
    ([2], [[9]], 3)
    """
    control = control or Control()
    reduced = reduce_kernel(space, weights)
    sums = [_summed(space, reduced, limit.weights) for limit in limits]
    ranges = [_range(sum_, limit) for sum_, limit in zip(sums, limits, strict=True)]
    plans = _aligned([reduced, *sums])
    starts = plans[0].ranges()
    best = _Best(most, ties_only)
    allowed = done = 0
    interrupted = False
    try:
        parts = ((plans, ranges, start, most, ties_only) for start in starts)
        for found, count in results_of(_best_in, parts, control):
            best.merge(found)
            allowed += count
            done += 1
            incumbent = reduced.cost(best.top) if allowed else None
            control.tell("transform", done / len(starts), incumbent, reduced.floor)
    except KeyboardInterrupt:
        interrupted = True  # What the finished parts found is an answer.
    exhausted = done == len(starts)
    costs = reduced.fixed + (reduced.total - best.values) // 2
    return Members(
        costs=costs,
        choices=best.choices,
        allowed=allowed,
        lightest_count=best.top_count,
        bound=int(costs[0]) if exhausted and len(costs) else reduced.floor,
        exhausted=exhausted,
        interrupted=interrupted,
    )


class _Best:
    """The largest transformed values so far with their members, and how often the largest of all occurred."""

    def __init__(self, most: int, ties_only: bool) -> None:
        self.most, self.ties_only = most, ties_only
        self.values, self.choices = np.zeros(0, np.int64), np.zeros(0, np.uint64)
        self.top, self.top_count = _LOWEST, 0

    def threshold(self) -> int:
        """Return the least value that is still wanted from members with a larger u than all so far."""
        if len(self.values) == self.most:
            return int(self.values[-1]) + 1
        return self.top if self.ties_only else _LOWEST

    def merge(self, other: _Best) -> None:
        """Take in what another part of the members holds."""
        self.add(other.values, other.choices, other.top, other.top_count)

    def add(self, values: NDArray[np.int64], choices: NDArray[np.uint64], top: int, top_count: int) -> None:
        """Take in members, the largest value among them and how often that occurred."""
        if top > self.top:
            self.top, self.top_count = top, 0
        if top == self.top:
            self.top_count += top_count
        values, choices = np.concatenate([self.values, values]), np.concatenate([self.choices, choices])
        if self.ties_only:
            values, choices = values[values == self.top], choices[values == self.top]
        if len(values) > self.most:
            worst = np.partition(values, len(values) - self.most)[len(values) - self.most]
            values, choices = values[values >= worst], choices[values >= worst]
        order = np.lexsort((choices, -values))[: self.most]
        self.values, self.choices = values[order], choices[order]


def _best_in(
    plans: list[BlockPlan], ranges: list[tuple[int, int]], start: int, most: int, ties_only: bool
) -> tuple[_Best, int]:
    """Return the best of one part of the members, and how many of the part are allowed."""
    spectra = [BlockSpectra(plan) for plan in plans]
    best, allowed = _Best(most, ties_only), 0
    for blocks in zip(*(spectrum.part(start) for spectrum in spectra), strict=True):
        block, values = blocks[0]
        places = None
        if ranges:
            inside = np.ones(len(values), np.bool_)
            for (_, sums), (low, high) in zip(blocks[1:], ranges, strict=True):
                inside &= (sums >= low) & (sums <= high)
            places = np.flatnonzero(inside)
            values = values[places]
        allowed += len(values)
        if not len(values):
            continue
        top = int(values.max())
        threshold = best.threshold()
        if top < min(threshold, best.top):
            continue
        if ties_only:
            threshold = max(threshold, top)
        elif len(values) > most:
            threshold = max(threshold, int(np.partition(values, len(values) - most)[len(values) - most]))
        wanted = np.flatnonzero(values >= threshold)
        found = values[wanted].astype(np.int64)
        where = wanted if places is None else places[wanted]
        choices = spectra[0].choices_at(block, where)
        best.add(found, choices, top, int(np.count_nonzero(values == top)))
    return best, allowed


def _summed(space: SolutionSpace, reduced: ReducedKernel, weights: NDArray[np.int64]) -> ReducedKernel:
    """Return the reduced kernel of the same columns for other weights, which may be negative."""
    free = reduced.groups >= 0
    balance = np.zeros(len(reduced.columns), np.int64)
    np.add.at(balance, reduced.groups[free], np.where(space.particular[free] != 0, -weights[free], weights[free]))
    fixed = int(weights[~free & (space.particular != 0)].sum())
    return replace(reduced, balance=balance, total=int(weights[free].sum()), fixed=fixed)


def _range(reduced: ReducedKernel, limit: SumLimit) -> tuple[int, int]:
    """Return the least and largest transformed value t within a limit: the sum is fixed + (total - t) / 2."""
    reach = int(np.abs(reduced.balance).sum())
    low, high = -reach, reach
    if limit.upper is not None:
        low = max(low, min(reach + 1, reduced.total + 2 * (reduced.fixed - limit.upper)))
    if limit.lower is not None:
        high = min(high, max(-reach - 1, reduced.total + 2 * (reduced.fixed - limit.lower)))
    return low, high


def _aligned(kernels: Sequence[ReducedKernel]) -> list[BlockPlan]:
    """Return plans whose blocks and parts hold the same members."""
    plans = [plan_blocks(reduced) for reduced in kernels]
    low_bits = min(plan.low_bits for plan in plans)
    plans = [
        plan if plan.low_bits == low_bits else plan_blocks(reduced, low_bits)
        for plan, reduced in zip(plans, kernels, strict=True)
    ]
    part_blocks = max(1, min(plan.part_blocks for plan in plans) // len(plans))
    return [replace(plan, part_blocks=part_blocks) for plan in plans]

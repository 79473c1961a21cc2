"""The lightest members of x0 + ker A from all 2**nullity costs at once; knows a kernel and weights, no geometry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bits import unpack
from lo_opt.algebra.blocks import BlockPlan, BlockSpectra, plan_blocks
from lo_opt.algebra.members import lightest_members
from lo_opt.algebra.parallel import results_of
from lo_opt.algebra.reduction import ReducedKernel, member, reduce_kernel, restrict
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.control import Control

__all__ = [
    "ReducedKernel",
    "best_members",
    "cost_distribution",
    "lightest_by_transform",
    "member",
    "reduce_kernel",
    "restrict",
]

_COUNTED_RANGE = 1 << 20


def lightest_by_transform(space: SolutionSpace, weights: ArrayLike, control: Control | None = None) -> Lightest:
    """Return the lightest member of `space` from all its 2**nullity costs, and how many members reach it.

    The costs are one Walsh–Hadamard transform of F (see `ReducedKernel`), done in independent blocks that stay in the
    cache: about 10 s for nullity 32 on one core, whatever the number of unknowns. `weights` are n non-negative
    integers. At the deadline, or on an interrupt, the best of the finished blocks is returned with a proved bound.
    Which of several lightest members is returned does not depend on the executor.

    >>> space = SolutionSpace(np.array([1, 1, 1, 0], np.uint8), np.array([[0b0111], [0b1110]], np.uint64))
    >>> best = lightest_by_transform(space, [1, 1, 1, 1])
    >>> best.presses.tolist(), best.cost, best.exhausted, best.optimal_count
    ([0, 0, 0, 0], 0, True, 1)
    """
    control = control or Control()
    reduced = reduce_kernel(space, weights)
    plan = plan_blocks(reduced)
    ranges = plan.ranges()
    # x0 itself, u = 0, stands in until a part is done.
    best = (-int(reduced.balance.sum()), 0)
    count = done = 0
    interrupted = False
    try:
        for largest, choice, ties in results_of(_largest_in, ((plan, start) for start in ranges), control):
            if largest >= -best[0]:
                count = ties + (count if largest == -best[0] else 0)
                best = min(best, (-largest, choice))
            done += 1
            control.tell("transform", done / len(ranges), reduced.cost(-best[0]), reduced.floor)
    except KeyboardInterrupt:
        interrupted = True  # What the finished parts found is an answer.
    cost = reduced.cost(-best[0])
    whole = done == len(ranges)
    return Lightest(
        presses=member(space, best[1]),
        cost=cost,
        bound=cost if whole else reduced.floor,
        exhausted=whole or cost == reduced.floor,
        optimal_count=count if whole else None,
        how=f"all 2^{space.nullity} costs by a Walsh–Hadamard transform"
        if whole
        else f"{done} of {len(ranges)} parts of a Walsh–Hadamard transform of 2^{space.nullity} costs",
        interrupted=interrupted,
    )


def cost_distribution(
    space: SolutionSpace, weights: ArrayLike, control: Control | None = None
) -> dict[int, int] | None:
    """Return how many members of `space` have each cost, in increasing order, or None if the deadline came first.

    >>> space = SolutionSpace(np.array([1, 1, 1, 0], np.uint8), np.array([[0b0111], [0b1110]], np.uint64))
    >>> cost_distribution(space, [1, 1, 1, 1])
    {0: 1, 2: 1, 3: 2}
    """
    control = control or Control()
    reduced = reduce_kernel(space, weights)
    plan = plan_blocks(reduced)
    ranges = plan.ranges()
    members: Counter[int] = Counter()
    done = 0
    for counts in results_of(_counts_in, ((plan, start) for start in ranges), control):
        members.update(counts)
        done += 1
        control.tell("distribution", done / len(ranges))
    if done < len(ranges):
        return None
    return {reduced.cost(value): members[value] for value in sorted(members, reverse=True)}


def best_members(
    space: SolutionSpace, weights: ArrayLike, k: int, control: Control | None = None
) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """Yield the `k` lightest members as (cost, presses uint8 (n,)) in order of cost; fewer if there are no more.

    Nothing is yielded if the deadline comes before all blocks are done, since a lighter member could be missing.

    >>> space = SolutionSpace(np.array([1, 1, 1, 0], np.uint8), np.array([[0b0111], [0b1110]], np.uint64))
    >>> [(cost, presses.tolist()) for cost, presses in best_members(space, [1, 1, 1, 1], 2)]
    [(0, [0, 0, 0, 0]), (2, [1, 0, 0, 1])]
    """
    if k < 1:
        return
    found = lightest_members(space, weights, k, control=control)
    if found.exhausted:
        rows = unpack(found.packed(space), space.size)
        yield from zip(found.costs.tolist(), rows, strict=True)


def _largest_in(plan: BlockPlan, start: int) -> tuple[int, int, int]:
    """Return the largest value of one part, the first member u that reaches it, and how many do."""
    spectra = BlockSpectra(plan)
    largest, choice, count = -(1 << 63), 0, 0
    for block, values in spectra.part(start):
        value = int(values.max())
        if value < largest:
            continue
        ties = int(np.count_nonzero(values == value))
        if value > largest:
            largest, choice, count = value, spectra.choice_at(block, int(values.argmax())), 0
        count += ties
    return largest, choice, count


def _counts_in(plan: BlockPlan, start: int) -> Counter[int]:
    """Return how often each value occurs in one part."""
    counts: Counter[int] = Counter()
    for _, values in BlockSpectra(plan).part(start):
        lowest = int(values.min())
        if int(values.max()) - lowest < _COUNTED_RANGE:
            tally = np.bincount(values.astype(np.int64) - lowest)
            present = np.flatnonzero(tally)
            counts.update(dict(zip((present + lowest).tolist(), tally[present].tolist(), strict=True)))
        else:
            present, tally = np.unique(values, return_counts=True)
            counts.update(dict(zip(present.tolist(), tally.tolist(), strict=True)))
    return counts

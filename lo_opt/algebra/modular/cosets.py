"""The lightest members of a modular space from the costs of all of them; knows generators and weights, no geometry."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.matroid import RunningTotal, combined
from lo_opt.algebra.modular.answers import Priced, added, cheapest_pairs
from lo_opt.algebra.modular.bounded import lightest_modular_bounded
from lo_opt.algebra.modular.costs import reduce_costs
from lo_opt.algebra.modular.echelon import modular_components
from lo_opt.algebra.modular.members import MemberPlan, plan_members
from lo_opt.algebra.modular.spaces import ModularSpace
from lo_opt.algebra.parallel import results_of
from lo_opt.algebra.reduction import checked_weights
from lo_opt.algebra.spaces import Lightest
from lo_opt.control import Control, DeadlineError
from lo_opt.errors import InputError

MEMBERS_LIMIT = 10**10
"""How many members of one component are listed: one to three minutes on one core."""

_COUNTED_RANGE = 1 << 20


def lightest_modular(space: ModularSpace, weights: ArrayLike, control: Control | None = None) -> Lightest:
    """Return the lightest member of `space`, a press of unknown j costing weights[j], and how many members reach it.

    The kernel is split into components, and all members of a component are listed. Of a component with more than
    10**10 members, a light one is found by local search: the answer is then an interval, `exhausted` False unless it
    closes. The same holds at the deadline or on an interrupt, for the parts finished. The presses are int64.

    >>> space = ModularSpace(3, np.array([2, 2, 2]), np.array([[1, 1, 0], [0, 0, 1]]), np.array([3, 3]))
    >>> best = lightest_modular(space, [1, 1, 1])
    >>> best.presses.tolist(), best.cost, best.exhausted, best.optimal_count
    ([0, 0, 0], 0, True, 1)
    """
    control = control or Control()
    costs = checked_weights(weights, space.size)
    solved: list[tuple[NDArray[np.intp], Lightest]] = []
    try:
        parts = modular_components(space, control)
    except DeadlineError:
        moved = space.generators.any(axis=0)
        cost, bound = int(costs @ space.particular), int(costs[~moved] @ space.particular[~moved])
        return Lightest(space.particular, cost, bound, cost == bound, None, "not searched")
    fixed = _cost_outside(space, costs, parts)
    total = RunningTotal(fixed, int(costs @ space.particular) - fixed)
    for indices, part in parts:
        share = total.share_of(int(costs[indices] @ part.particular), control)
        if control.expired:
            best = _unimproved(part, costs[indices])
        elif part.member_count <= MEMBERS_LIMIT:
            best = _lightest_listed(part, costs[indices], share)
        else:
            best = lightest_modular_bounded(part, costs[indices], share)
        total.add(best)
        if best.interrupted:
            control = replace(control, deadline=-inf)
        solved.append((indices, best))
    return combined(space.particular, costs, solved)


def cost_distribution(space: ModularSpace, weights: ArrayLike, control: Control | None = None) -> dict[int, int] | None:
    """Return how many members of `space` have each cost, in increasing order, or None if the deadline came first.

    Raises `InputError` if a component has more than 10**10 members.

    >>> space = ModularSpace(3, np.array([2, 1]), np.array([[1, 1]]), np.array([3]))
    >>> cost_distribution(space, [1, 1])
    {1: 1, 2: 1, 3: 1}
    """
    control = control or Control()
    costs = checked_weights(weights, space.size)
    try:
        parts = modular_components(space, control)
    except DeadlineError:
        return None
    whole = Counter({_cost_outside(space, costs, parts): 1})
    for indices, part in parts:
        plan = _plan(part, costs[indices])
        counts: Counter[int] = Counter()
        done = 0
        for some in results_of(_counts_in, ((plan, i) for i in range(plan.part_count)), control):
            counts.update(some)
            done += 1
            control.tell("distribution", done / plan.part_count)
        if done < plan.part_count:
            return None
        whole = added(whole, {plan.reduced.fixed + cost: count for cost, count in counts.items()})
    return {cost: whole[cost] for cost in sorted(whole)}


def best_members(
    space: ModularSpace, weights: ArrayLike, k: int, control: Control | None = None
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield the `k` lightest members as (cost, presses int64 (n,)) in order of cost; fewer if there are no more.

    Nothing is yielded if the deadline comes before all members are seen, since a lighter one could be missing. Raises
    `InputError` if a component has more than 10**10 members.

    >>> space = ModularSpace(3, np.array([2, 1]), np.array([[1, 1]]), np.array([3]))
    >>> [(cost, presses.tolist()) for cost, presses in best_members(space, [1, 1], 2)]
    [(1, [1, 0]), (2, [0, 2])]
    """
    if k < 1:
        return
    control = control or Control()
    costs = checked_weights(weights, space.size)
    try:
        parts = modular_components(space, control)
    except DeadlineError:
        return
    whole: list[Priced] = [(_cost_outside(space, costs, parts), space.particular)]
    for indices, part in parts:
        plan = _plan(part, costs[indices])
        best: list[tuple[int, int]] = []
        done = 0
        for some in results_of(_smallest_few_in, ((plan, i, k) for i in range(plan.part_count)), control):
            best = heapq.nsmallest(k, [*best, *some])
            done += 1
            control.tell("best members", done / plan.part_count)
        if done < plan.part_count:
            return
        priced = [(plan.reduced.fixed + cost, part.member(plan.choice(index))) for cost, index in best]
        whole = cheapest_pairs(whole, [(indices, choice) for choice in priced], k)
    yield from whole


def _cost_outside(
    space: ModularSpace, costs: NDArray[np.int64], parts: list[tuple[NDArray[np.intp], ModularSpace]]
) -> int:
    """Return the cost of the unknowns that have one value in every member."""
    outside = np.ones(space.size, np.bool_)
    for indices, _ in parts:
        outside[indices] = False
    return int(costs[outside] @ space.particular[outside])


def _plan(space: ModularSpace, costs: NDArray[np.int64]) -> MemberPlan:
    if space.member_count > MEMBERS_LIMIT:
        raise InputError(
            f"listing {space.member_count:.3g} members is out of reach; the limit is {MEMBERS_LIMIT:.0g} in a component"
        )
    return plan_members(reduce_costs(space, costs))


def _lightest_listed(space: ModularSpace, costs: NDArray[np.int64], control: Control) -> Lightest:
    plan = _plan(space, costs)
    fixed = plan.reduced.fixed
    # x0 itself, member 0, stands in until a part is done.
    best = (int(costs @ space.particular) - fixed, 0)
    count = done = 0
    interrupted = False
    try:
        for cost, index, ties in results_of(_smallest_in, ((plan, i) for i in range(plan.part_count)), control):
            if cost <= best[0]:
                count = ties + (count if cost == best[0] else 0)
                best = min(best, (cost, index))
            done += 1
            control.tell("members", done / plan.part_count, fixed + best[0], fixed)
    except KeyboardInterrupt:
        interrupted = True
    whole = done == plan.part_count
    return Lightest(
        space.member(plan.choice(best[1])),
        fixed + best[0],
        fixed + best[0] if whole else fixed,
        whole or best[0] == 0,
        count if whole else None,
        f"all {space.member_count:,} members listed"
        if whole
        else f"{done} of {plan.part_count} parts of {space.member_count:,} members listed",
        interrupted,
    )


def _unimproved(space: ModularSpace, costs: NDArray[np.int64]) -> Lightest:
    """Return the particular solution as it is, with the bound that follows from the classes alone."""
    cost, bound = int(costs @ space.particular), reduce_costs(space, costs).fixed
    return Lightest(space.particular, cost, bound, cost == bound, None, "not searched")


def _smallest_in(plan: MemberPlan, part: int) -> tuple[int, int, int]:
    """Return the least cost in one part, the first member that has it, and how many do."""
    least, index, count = 1 << 62, 0, 0
    for first, costs in plan.costs(part):
        cost = int(costs.min())
        if cost > least:
            continue
        ties = int(np.count_nonzero(costs == cost))
        if cost < least:
            least, index, count = cost, first + int(costs.argmin()), 0
        count += ties
    return least, index, count


def _counts_in(plan: MemberPlan, part: int) -> Counter[int]:
    """Return how often each cost occurs in one part."""
    counts: Counter[int] = Counter()
    few = plan.reduced.largest < _COUNTED_RANGE
    dense = np.zeros(plan.reduced.largest + 1 if few else 0, np.int64)
    for _, costs in plan.costs(part):
        if few:
            tally = np.bincount(costs)
            dense[: len(tally)] += tally
        else:
            present, tally = np.unique(costs, return_counts=True)
            counts.update(dict(zip(present.tolist(), tally.tolist(), strict=True)))
    present = np.flatnonzero(dense)
    counts.update(dict(zip(present.tolist(), dense[present].tolist(), strict=True)))
    return counts


def _smallest_few_in(plan: MemberPlan, part: int, k: int) -> list[tuple[int, int]]:
    """Return (cost, member) for the `k` least costs of one part, ties by the smaller member."""
    best: list[tuple[int, int]] = []
    for first, costs in plan.costs(part):
        few = min(k, len(costs))
        threshold = int(np.partition(costs, few - 1)[few - 1])
        if len(best) == k:
            threshold = min(threshold, best[-1][0] - 1)
        found = np.flatnonzero(costs <= threshold)
        candidates = [(int(costs[place]), first + int(place)) for place in found]
        best = heapq.nsmallest(k, [*best, *candidates])
    return best

"""All boards of a part counted by least cost, group by group instead of board by board; knows parts, no puzzle.

A press vector belongs to the vector c of how many buttons it presses in each group, as prod C(n_g, c_g) others do, and
every board belongs to 2**nullity press vectors. Of these, one is kept by asking in each of `nullity` groups with
independent columns that at most half of the buttons be pressed: quiet patterns swap pressed and unpressed in these
groups independently of each other, so a vector counts (1/2 each time that exactly half are pressed).
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.parallel import results_of
from lo_opt.analysis.regions import Part
from lo_opt.control import Control

MAX_WORK = 1 << 34
"""Additions that counting a part may take: several seconds."""

_INNER_VECTORS = 1 << 14
_LIMB_BITS = 38  # numbers of ways are added up in doubles, exactly: limbs of 38 bits, 2**14 of them at most
_OUTER_AT_ONCE = 64
_SPARSE = 16  # times as many numbers up to the largest cost as costs: sorting is quicker then

Choices = list[tuple[int, int]]


class TooLargeError(Exception):
    """A count turns out to be more work than foreseen, so much that it is not to be done whatever the time limit."""


@dataclass(frozen=True)
class CountPlan:
    """Which counts are gone through: for each group (pressed, number of ways), split into inner and outer groups.

    Groups in `halved` are gone through up to half. The inner groups are held as arrays; the outer ones are looped over.
    """

    part: Part
    choices: tuple[Choices, ...]
    halved: tuple[int, ...]
    inner: tuple[int, ...]
    outer: tuple[int, ...]

    @classmethod
    def of(cls, part: Part) -> CountPlan:
        """Return the plan for a part."""
        halved = tuple(_independent_groups(part))
        choices = tuple(_choices(int(size), g in halved) for g, size in enumerate(part.sizes))
        inner: list[int] = []
        vectors = 1
        for g in sorted(range(len(choices)), key=lambda g: len(choices[g])):
            vectors *= len(choices[g])
            if vectors > _INNER_VECTORS:
                break
            inner.append(g)
        outer = tuple(g for g in range(len(choices)) if g not in inner)
        return cls(part, choices, halved, tuple(inner), outer)

    @property
    def vectors(self) -> int:
        """How many vectors of counts there are."""
        return math.prod(map(len, self.choices))

    @property
    def work(self) -> int:
        """How many additions weighing all of them takes."""
        return self.vectors << self.part.nullity

    def places(self, groups: tuple[int, ...], number: int) -> list[int]:
        """Return which choice of each of `groups` the vector of that number takes, the last group running fastest."""
        places = []
        for g in reversed(groups):
            number, place = divmod(number, len(self.choices[g]))
            places.append(place)
        return places[::-1]

    def counts_at(self, outer: int, inner: int) -> NDArray[np.int64]:
        """Return the counts, int64 (groups,), of the outer and the inner vector of these numbers."""
        counts = np.zeros(len(self.choices), np.int64)
        for groups, number in ((self.outer, outer), (self.inner, inner)):
            for g, place in zip(groups, self.places(groups, number), strict=True):
                counts[g] = self.choices[g][place][0]
        return counts


@dataclass(frozen=True)
class CountTable:
    """Every vector of counts of a part: `counts` (K, groups), `costs` and `ties` (K,), and how many boards have it.

    `boards` is a list of K exact whole numbers. They add up to the boards of the part, 2**(buttons - nullity).
    """

    counts: NDArray[np.int64]
    costs: NDArray[np.int64]
    ties: NDArray[np.int64]
    boards: list[int]


def count_table(part: Part) -> CountTable:
    """Return all vectors of counts with least costs, ties and numbers of boards; memory as `CountPlan.vectors`.

    >>> table = count_table(Part(1, np.array([1]), np.array([1]), (np.arange(3),)))
    >>> table.counts.tolist(), table.costs.tolist(), table.ties.tolist(), table.boards
    ([[0], [1]], [0, 1], [1, 1], [1, 3])
    """
    choices = CountPlan.of(part).choices
    counts = np.array(list(itertools.product(*([pressed for pressed, _ in group] for group in choices))), np.int64)
    counts = counts.reshape(-1, len(choices))
    costs, ties = part.weigh(counts)
    boards = [math.prod(ways) for ways in itertools.product(*([ways for _, ways in group] for group in choices))]
    return CountTable(counts, costs, ties, boards)


@dataclass(frozen=True)
class CountedPart:
    """How many boards of a part have each least cost, in increasing order, and the counts of one of the worst."""

    boards: dict[int, int]
    worst: NDArray[np.int64]


def count_boards(part: Part, control: Control | None = None) -> CountedPart | None:
    """Return all boards of a part by least cost, None if the deadline came first.

    >>> found = count_boards(Part(1, np.array([1]), np.array([1]), (np.arange(3),)))
    >>> found.boards, found.worst.tolist()
    ({0: 1, 1: 3}, [1])
    """
    control = control or Control()
    plan = CountPlan.of(part)
    loops = math.prod(len(plan.choices[g]) for g in plan.outer)
    boards: Counter[int] = Counter()
    worst = (-1, 0, 0)
    done = 0
    starts = range(0, loops, _OUTER_AT_ONCE)
    for found, best in results_of(
        _boards_between, ((plan, start, min(start + _OUTER_AT_ONCE, loops)) for start in starts), control
    ):
        boards.update(found)
        worst = max(worst, best)
        done += 1
        control.tell("counting", done / len(starts))
    if done < len(starts):
        return None
    return CountedPart({cost: boards[cost] for cost in sorted(boards)}, plan.counts_at(*worst[1:]))


def _boards_between(plan: CountPlan, start: int, stop: int) -> tuple[Counter[int], tuple[int, int, int]]:
    """Return the boards by cost over the outer vectors numbered start..stop-1 and all inner ones.

    Also the largest least cost and the numbers of the outer and inner vector that reach it.
    """
    part = plan.part
    kind = np.int16 if part.total < 1 << 14 else np.int64
    inner_costs, limbs = _inner_costs(plan)
    inner_costs = inner_costs.astype(kind)
    boards: Counter[int] = Counter()
    worst = (-1, 0, 0)
    for number in range(start, stop):
        added, times = np.zeros(1 << part.nullity, np.int64), 1
        for g, place in zip(plan.outer, plan.places(plan.outer, number), strict=True):
            pressed, group_ways = plan.choices[g][place]
            added += _prices_of(part, g, pressed)
            times *= group_ways
        least = inner_costs[0] + kind(added[0])
        scratch = np.empty_like(least)
        for member in range(1, len(added)):
            np.add(inner_costs[member], kind(added[member]), out=scratch)
            np.minimum(least, scratch, out=least)
        lowest, at = int(least.min()), int(least.argmax())
        worst = max(worst, (int(least[at]), number, at))
        above = (least - lowest).astype(np.int64)
        steps = None  # which costs occur; all up to the largest, unless they lie far apart
        if above.max() > _SPARSE * len(above):
            steps, above = np.unique(above, return_inverse=True)
        for limb, ways in enumerate(limbs):
            tally = np.bincount(above, weights=ways)
            places = np.flatnonzero(tally)
            costs = places if steps is None else steps[places]
            for cost, ways_of_it in zip(costs.tolist(), tally[places].tolist(), strict=True):
                boards[lowest + cost] += (int(ways_of_it) << _LIMB_BITS * limb) * times
    return boards, worst


def _inner_costs(plan: CountPlan) -> tuple[NDArray[np.int64], list[NDArray[np.float64]]]:
    """Return the costs of each member (2**nullity, vectors) over the inner groups, and each vector's ways in limbs."""
    costs = np.zeros((1 << plan.part.nullity, 1), np.int64)
    ways = [1]
    for g in plan.inner:
        own = np.stack([_prices_of(plan.part, g, pressed) for pressed, _ in plan.choices[g]], axis=1)
        costs = (costs[:, :, np.newaxis] + own[:, np.newaxis]).reshape(len(costs), -1)
        ways = [before * group_ways for before in ways for _, group_ways in plan.choices[g]]
    limb = (1 << _LIMB_BITS) - 1
    count = max(1, -(-max(ways).bit_length() // _LIMB_BITS))
    return costs, [np.array([way >> _LIMB_BITS * i & limb for way in ways], np.float64) for i in range(count)]


def _prices_of(part: Part, group: int, pressed: int) -> NDArray[np.int64]:
    """Return what a group costs in each member, int64 (2**nullity,), when `pressed` of its buttons are pressed."""
    price, size = int(part.prices[group]), int(part.sizes[group])
    return np.where(part.signs[group] > 0, price * pressed, price * (size - pressed))


def _choices(size: int, halved: bool) -> Choices:
    """Return (pressed, ways) of a group; only up to half of it, and half the ways at exactly half, if `halved`."""
    ways, choices = 1, []
    for pressed in range((size // 2 if halved else size) + 1):
        choices.append((pressed, ways // 2 if halved and 2 * pressed == size else ways))
        ways = ways * (size - pressed) // (pressed + 1)
    return choices


def _independent_groups(part: Part) -> list[int]:
    """Return `nullity` groups with independent columns, odd and large ones first: halving those saves most."""
    chosen: list[int] = []
    basis: list[int] = []
    for g in sorted(range(len(part.sizes)), key=lambda g: (-(part.sizes[g] % 2), -part.sizes[g])):
        column = int(part.columns[g])
        for vector in basis:
            column = min(column, column ^ vector)
        if column:
            basis.append(column)
            chosen.append(g)
    return chosen

"""How all boards of a puzzle are counted by least cost, part by part: which way is quickest, and how long it takes."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lo_opt.analysis.counting import MAX_WORK, CountPlan, count_boards
from lo_opt.analysis.regions import Part, Regions
from lo_opt.control import Control, DeadlineError

if TYPE_CHECKING:
    from lo_opt.analysis.flats.elimination import Elimination

MAX_COUNTED_BUTTONS = 4096
"""Beyond, the numbers of boards have thousands of digits each, and sampling says as much."""

MAX_COSTS = 1 << 18
"""Different least costs that the boards may have: some dozen MB of numbers."""

MAX_PRODUCTS = 1 << 28
"""Pairs of costs that may be added up when the parts are put together: a minute or two."""

_PRODUCT_S = 2.5e-7
_QUICK_WORK = 1 << 29  # done before the compiled loops are loaded
_WORK_S = 4e-10


@dataclass(frozen=True)
class Counting:
    """How the parts of some regions are counted: group by group, or along a chain of flats.

    `products` is how many pairs of costs are added up, at most, when the parts are put together.
    """

    ways: tuple[CountPlan | Elimination, ...]
    products: int

    @classmethod
    def of(cls, regions: Regions, *, loops: bool | None = None) -> Counting | None:
        """Return the quickest way to count all boards, None if some part cannot be counted in minutes.

        Nor can boards with more than `MAX_COSTS` different costs. `loops` tells whether compiled loops may be used:
        unless said, if they are available.

        >>> from lo_opt.puzzle import Board, Puzzle
        >>> Counting.of(Regions.of(Puzzle.grid(Board.filled(5, 5, 0)))).likely_s() < 0.01
        True
        >>> Counting.of(Regions.of(Puzzle.grid(Board.filled(19, 19, 0)))) is None
        True
        """
        if len(regions.pressable) > MAX_COUNTED_BUTTONS or not regions.listable:
            return None
        parts = sorted(regions.parts, key=lambda part: -part.nullity)  # those most likely to be too large first
        products = _products(parts)
        if products is None:
            return None
        ways = []
        for part in parts:
            way = _way(part, loops)
            if way is None:
                return None
            ways.append(way)
        return cls(tuple(ways), products)

    def likely_s(self, workers: int = 1) -> float:
        """Return about how many seconds counting takes with so many workers."""
        counting_s = sum(_likely_s(way, min(workers, os.cpu_count() or 1)) for way in self.ways)
        return counting_s + self.products * _PRODUCT_S

    def count(self, control: Control) -> dict[int, int] | None:
        """Return all boards by least cost, in increasing order, None if the deadline came first or surely would.

        Costs are times the weights' denominator. `TooLargeError` if more time would not help.
        """
        whole = {0: 1}
        for way in self.ways:
            own = _counted(way, control)
            if own is None:
                return None
            try:
                whole = convolved(whole, own, control)
            except DeadlineError:
                return None
        return whole


def wants_loops(regions: Regions) -> bool:
    """Return whether all boards could be counted if only compiled loops were installed."""
    from lo_opt.algebra.classes import compiled

    return not compiled.available() and Counting.of(regions, loops=True) is not None


def convolved(left: Mapping[int, int], right: Mapping[int, int], control: Control | None = None) -> dict[int, int]:
    """Return how often each sum occurs, of two independent numbers that occur so often, in increasing order.

    Given a control, `DeadlineError` is raised at its deadline.

    >>> convolved({0: 1, 1: 2}, {0: 1, 1: 1})
    {0: 1, 1: 3, 2: 2}
    """
    control = control or Control()
    if len(left) > len(right):
        left, right = right, left
    sums: Counter[int] = Counter()
    for value, times in left.items():
        control.check()
        for other, other_times in right.items():
            sums[value + other] += times * other_times
    return {value: sums[value] for value in sorted(sums)}


def _products(parts: Sequence[Part]) -> int | None:
    """Return how many pairs of costs putting these parts together adds up at most, None if that is too much.

    Every cost of a part is a sum of its prices, and no more than all of them: a multiple of what divides them all.
    """
    products, costs, unit, total = 0, 1, 0, 0
    for part in parts:
        own_unit = math.gcd(*part.prices.tolist())
        own = min(CountPlan.of(part).vectors, _multiples(part.total, own_unit))
        products += costs * own
        unit, total = math.gcd(unit, own_unit), total + part.total
        costs = min(costs * own, _multiples(total, unit))
        if costs > MAX_COSTS or products > MAX_PRODUCTS:
            return None
    return products


def _multiples(total: int, unit: int) -> int:
    """Return how many multiples of `unit` lie from 0 to `total`; both are 0 where no press costs anything."""
    return 1 + total // max(1, unit)


def _way(part: Part, loops: bool | None) -> CountPlan | Elimination | None:
    plan = CountPlan.of(part)
    if plan.work <= _QUICK_WORK:
        return plan
    from lo_opt.algebra.classes import compiled
    from lo_opt.analysis.flats.elimination import MAX_STEPS, Elimination

    usable = compiled.available() if loops is None else loops
    chain = Elimination.of(part) if usable else None
    possible: list[CountPlan | Elimination] = [plan] if plan.work <= MAX_WORK else []
    if chain is not None and chain.likely_steps <= MAX_STEPS:
        possible.append(chain)
    return min(possible, key=_likely_s, default=None)


def _likely_s(way: CountPlan | Elimination, workers: int = 1) -> float:
    return way.work * _WORK_S / workers if isinstance(way, CountPlan) else way.likely_s(workers)


def _counted(way: CountPlan | Elimination, control: Control) -> dict[int, int] | None:
    if not isinstance(way, CountPlan):
        return way.count(control)
    found = count_boards(way.part, control)
    return None if found is None else found.boards

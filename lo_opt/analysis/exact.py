"""How all boards of a puzzle are counted by least cost, part by part: which way is quickest, and how long it takes."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lo_opt.analysis.counting import MAX_WORK, CountPlan, count_boards
from lo_opt.analysis.regions import Part, Regions
from lo_opt.control import Control

if TYPE_CHECKING:
    from lo_opt.analysis.flats.elimination import Elimination

MAX_COUNTED_BUTTONS = 4096
"""Beyond, the numbers of boards have thousands of digits each, and sampling says as much."""

_QUICK_WORK = 1 << 29  # done before the compiled loops are loaded
_WORK_S = 4e-10


@dataclass(frozen=True)
class Counting:
    """How the parts of some regions are counted: group by group, or along a chain of flats."""

    ways: tuple[CountPlan | Elimination, ...]

    @classmethod
    def of(cls, regions: Regions) -> Counting | None:
        """Return the quickest way to count all boards, None if some part cannot be counted in minutes.

        >>> from lo_opt.puzzle import Board, Puzzle
        >>> Counting.of(Regions.of(Puzzle.grid(Board.filled(5, 5, 0)))).likely_s() < 0.01
        True
        >>> Counting.of(Regions.of(Puzzle.grid(Board.filled(19, 19, 0)))) is None
        True
        """
        if len(regions.pressable) > MAX_COUNTED_BUTTONS or not regions.listable:
            return None
        ways = []
        for part in sorted(regions.parts, key=lambda part: -part.nullity):  # those most likely to be too large first
            way = _way(part)
            if way is None:
                return None
            ways.append(way)
        return cls(tuple(ways))

    def likely_s(self, workers: int = 1) -> float:
        """Return about how many seconds counting takes with so many workers."""
        return sum(_likely_s(way, min(workers, os.cpu_count() or 1)) for way in self.ways)

    def count(self, control: Control) -> dict[int, int] | None:
        """Return all boards by least cost, in increasing order, None if the deadline came first or surely would.

        Costs are times the weights' denominator.
        """
        whole = {0: 1}
        for way in self.ways:
            own = _counted(way, control)
            if own is None:
                return None
            whole = convolved(whole, own)
        return whole


def convolved(left: Mapping[int, int], right: Mapping[int, int]) -> dict[int, int]:
    """Return how often each sum occurs, of two independent numbers that occur so often, in increasing order.

    >>> convolved({0: 1, 1: 2}, {0: 1, 1: 1})
    {0: 1, 1: 3, 2: 2}
    """
    sums: Counter[int] = Counter()
    for value, times in left.items():
        for other, other_times in right.items():
            sums[value + other] += times * other_times
    return {value: sums[value] for value in sorted(sums)}


def _way(part: Part) -> CountPlan | Elimination | None:
    plan = CountPlan.of(part)
    if plan.work <= _QUICK_WORK:
        return plan
    from lo_opt.algebra.classes import compiled
    from lo_opt.analysis.flats.elimination import MAX_STEPS, Elimination

    chain = Elimination.of(part) if compiled.available() else None
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

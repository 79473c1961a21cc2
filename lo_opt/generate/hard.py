"""Wanted boards near a hard one that is known, where uniform boards never are; proves nothing about their share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.minima import certified_minima
from lo_opt.analysis.regions import Regions
from lo_opt.control import Control
from lo_opt.generate.request import Request

_STEPS = 64
_TRIED = 64  # steps looked at together, of which one is taken


@dataclass(frozen=True)
class RearrangedSource:
    """One of some press vectors, the pressed buttons of each group at other places in it.

    Boards with the same counts have the same least cost and as many optimal solutions. Those drawn are uniform among
    the boards with the counts of the vector chosen; `uniform` tells that these are all that are as hard. `presses` is
    uint8 (K, buttons).
    """

    regions: Regions
    presses: NDArray[np.uint8]
    uniform: bool = False
    how: ClassVar[str] = "made from hard ones that are known"

    @property
    def fewest_boards(self) -> int:
        """How many boards there are at least: each is made by at most 2**nullity of the rearrangements of a vector."""
        groups = [group for part in self.regions.parts for group in part.buttons]
        ways = (math.prod(math.comb(len(g), int(row[g].sum())) for g in groups) for row in self.presses)
        return max(ways, default=0) >> self.regions.nullity

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return presses, uint8 (count, buttons)."""
        chosen = self.presses[rng.integers(0, len(self.presses), count)]
        drawn = np.zeros_like(chosen)
        for part in self.regions.parts:
            for group in part.buttons:
                order = rng.random((count, len(group))).argsort(axis=1)
                drawn[:, group] = np.take_along_axis(chosen[:, group], order, axis=1)
        return drawn


def wanted_near(request: Request, regions: Regions, start: NDArray[np.uint8], control: Control) -> NDArray[np.uint8]:
    """Return presses, uint8 (K, buttons), of wanted boards met on a random walk from the board that `start` makes.

    Pressing one button more changes the least cost by the button's price at most, so a walk from a board that is too
    hard comes by the wanted ones. There is no walk where the solutions of a board are too many to list. K is 0 where
    none was met. The same seed gives the same walk.
    """
    rng = np.random.default_rng(request.seed)
    current, found = start, []
    costs, ties = certified_minima(regions, start[np.newaxis], control)
    away = _distance(request, int(costs[0]), int(ties[0]))
    if away == 0:
        found.append(start)
    for _ in range(_STEPS if regions.listable else 0):
        if control.expired:
            break
        tried = np.repeat(current[np.newaxis], _TRIED, axis=0)
        for _ in range(2):  # the same button twice is no step
            tried[np.arange(_TRIED), rng.choice(regions.pressable, _TRIED)] ^= rng.integers(0, 2, _TRIED, np.uint8)
        costs, ties = regions.weigh(tried)
        distances = [_distance(request, *pair) for pair in zip(costs.tolist(), ties.tolist(), strict=True)]
        steps = np.flatnonzero((np.array(distances) <= away) & (tried != current).any(axis=1))
        if not len(steps):
            continue
        chosen = int(rng.choice(steps))
        current, away = tried[chosen], distances[chosen]
        if away == 0:
            found.append(current)
    return np.array(found, np.uint8).reshape(len(found), len(start))


def _distance(request: Request, cost: int, ties: int) -> int:
    """Return how far a board is from being wanted, 0 if it is."""
    if request.accepts(cost, ties):
        return 0
    beyond = 0 if request.most is None else max(0, cost - request.most)
    return 1 + beyond + max(0, request.least - cost)

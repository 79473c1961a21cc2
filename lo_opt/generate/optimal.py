"""Boards of a small least cost, drawn uniformly by one of their optimal solutions; knows presses and prices.

Uniform boards hardly ever need few presses, but all boards of a least cost from `least` to `most` are made by the press
vectors that cost as much, each board by its optimal ones. So: draw such a vector uniformly, keep its board if the
vector is optimal, and then with probability one over the number of optimal ones. Every wanted board is as likely.
"""

from __future__ import annotations

import itertools
import math
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.regions import Regions
from lo_opt.generate.conditional import probabilities
from lo_opt.generate.sources import MAX_LISTED_BYTES

MAX_MIXES = 1 << 16
"""Numbers of pressed buttons of each price that are told apart, at most."""

MAX_WAYS_BITS = 1 << 30
"""Bits that the numbers of press vectors of all mixes take at most; a number may have as many bits as buttons."""

MAX_LISTED_VECTORS = 1 << 16
"""So few press vectors are listed instead of drawn."""


class OptimalSource:
    """Draws press vectors of a cost from `least` to `most`, uniformly; which of their boards to keep, `kept` says."""

    how: ClassVar[str] = "made by the wanted numbers of presses"

    def __init__(self, regions: Regions, mixes: list[tuple[int, ...]]) -> None:
        self._regions = regions
        self._groups = _buttons_by_price(regions)
        self._mixes = np.array(mixes, np.intp).reshape(len(mixes), len(self._groups))
        sizes = [len(group) for group in self._groups]
        most_of = map(max, zip(*mixes, strict=True)) if mixes else [0] * len(sizes)
        binomials = [_binomials(size, most) for size, most in zip(sizes, most_of, strict=True)]
        ways = [math.prod(row[times] for row, times in zip(binomials, mix, strict=True)) for mix in mixes]
        self.vectors = sum(ways)
        self._shares = probabilities(ways) if ways else np.zeros(0)

    @classmethod
    def of(cls, regions: Regions, least: int, most: int) -> OptimalSource | None:
        """Return the source for least costs in a range, None if there are too many mixes of prices.

        >>> from lo_opt.puzzle import Puzzle
        >>> OptimalSource.of(Regions.of(Puzzle.grid("000/000/000")), 1, 2).vectors
        45
        """
        groups = _buttons_by_price(regions)
        prices = [int(regions.puzzle.costs()[group[0]]) for group in groups]
        most_of = [min(len(g), most // price) if price else len(g) for g, price in zip(groups, prices, strict=True)]
        ranges = [range(times + 1) for times in most_of]
        count = math.prod(map(len, ranges))
        if not groups or count > MAX_MIXES or count * len(regions.pressable) > MAX_WAYS_BITS:
            return None
        mixes = [
            mix
            for mix in itertools.product(*ranges)
            if least <= sum(times * price for times, price in zip(mix, prices, strict=True)) <= most
        ]
        return cls(regions, mixes)

    @property
    def listable(self) -> bool:
        """Whether `every` takes little time and memory."""
        return self.vectors <= min(MAX_LISTED_VECTORS, MAX_LISTED_BYTES // self._regions.puzzle.button_count)

    def draw(self, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return presses, uint8 (count, buttons)."""
        presses = np.zeros((count, self._regions.puzzle.button_count), np.uint8)
        mixes = self._mixes[rng.choice(len(self._mixes), count, p=self._shares)]
        for i, group in enumerate(self._groups):
            order = rng.random((count, len(group))).argsort(axis=1).argsort(axis=1)
            presses[:, group] = order < mixes[:, i, np.newaxis]
        return presses

    def every(self) -> NDArray[np.uint8]:
        """Return all the press vectors, uint8 (vectors, buttons)."""
        presses = np.zeros((self.vectors, self._regions.puzzle.button_count), np.uint8)
        rows = iter(presses)
        for mix in self._mixes.tolist():
            for chosen in itertools.product(*map(itertools.combinations, self._groups, mix)):
                next(rows)[[button for buttons in chosen for button in buttons]] = 1
        return presses

    def kept(
        self,
        presses: NDArray[np.uint8],
        costs: NDArray[np.int64],
        ties: NDArray[np.int64],
        rng: np.random.Generator,
    ) -> NDArray[np.bool_]:
        """Return which boards to keep, bool (B,), their least costs and numbers of optimal solutions being known.

        A number below 1 stands for one of more than 62 bits: the chance of one over that is taken for none.
        """
        own = presses @ self._regions.puzzle.costs()
        return np.asarray((own == costs) & (ties >= 1) & (rng.random(len(presses)) * ties < 1))


def _binomials(size: int, most: int) -> list[int]:
    """Return in how many ways 0, 1, ..., `most` of `size` buttons are chosen."""
    ways = [1]
    for chosen in range(most):
        ways.append(ways[-1] * (size - chosen) // (chosen + 1))
    return ways


def _buttons_by_price(regions: Regions) -> list[NDArray[np.intp]]:
    prices = regions.puzzle.costs()[regions.pressable]
    return [regions.pressable[prices == price] for price in np.unique(prices)]

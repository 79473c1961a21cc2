"""Which classes to pair, and how far, so that the fewest pairs prove the optimum; knows histograms, no tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Histogram = NDArray[np.int64] | NDArray[np.float64]


def expected_least(histograms: Sequence[Histogram], dimension: int) -> int:
    """Return the sum of levels at which about one choice of 2**dimension is expected, if the parts were independent.

    `histograms[g][l]` counts the values t of part g with level l; all 2**rank values are to be counted.

    >>> expected_least([np.array([1, 2, 1]), np.array([1, 2, 1])], 4)
    0
    >>> expected_least([np.array([1, 2, 1]), np.array([1, 2, 1])], 2)
    1
    """
    density = np.ones(1)
    for histogram in histograms:
        density = np.convolve(density, histogram / histogram.sum())
    reached = np.cumsum(density) * 2.0**dimension >= 1 - 1e-9
    return int(reached.argmax()) if reached.any() else len(reached) - 1


def pairs_by_level(x: Histogram, y: Histogram, overlap: int, free: int) -> NDArray[np.float64]:
    """Return how many choices a side has for each sum of its two levels (expected ones if the parts overlap).

    >>> pairs_by_level(np.array([1, 1]), np.array([1, 0, 3]), 0, 1).tolist()
    [2.0, 2.0, 6.0, 6.0]
    """
    return np.convolve(x.astype(np.float64), y.astype(np.float64)) * 2.0 ** (free - overlap)


class Ladder:
    """The cheapest way up: whichever side has fewer pairs to test for the next level is taken first.

    `reached` are the levels (Λ1, Λ2) up to which the pairs of each side have been tested, -1 at first. Every choice
    whose first side has a sum of levels ≤ Λ1, or whose second has one ≤ Λ2, is then known; any other lies
    Λ1 + Λ2 + 2 levels or more above the sum of all minima. Since deeper levels hold more pairs, taking the cheaper
    step first is the cheapest way up. Levels without pairs (often every second one, by parity) come with the one below.

    >>> ladder = Ladder([1, 4, 0, 9], [2, 3])
    >>> ladder.climb((-1, -1), math.inf, 2)
    ((0, 0), 3.0)
    >>> ladder.climb((0, 0), math.inf, 4)
    ((2, 0), 4.0)
    >>> ladder.height((2, 0)), ladder.height((2, 1))
    (4, inf)
    """

    def __init__(self, first: ArrayLike, second: ArrayLike) -> None:
        self._sides = tuple(np.asarray(side, np.float64).tolist() for side in (first, second))

    def height(self, reached: tuple[int, int]) -> float:
        """Return how many levels above the sum of all minima an untested choice lies; infinite if there is none."""
        if any(level + 1 >= len(side) for level, side in zip(reached, self._sides, strict=True)):
            return math.inf
        return reached[0] + reached[1] + 2

    def climb(self, reached: tuple[int, int], budget: float, goal: float) -> tuple[tuple[int, int], float]:
        """Return the levels to test next and the pairs it takes: at least one step, then up to `budget` pairs.

        It stops at height `goal`, or when a side is exhausted.
        """
        levels, spent = reached, 0.0
        while (height := self.height(levels)) < goal:
            steps = [self._step(side, level) for side, level in zip(self._sides, levels, strict=True)]
            slopes = [cost / min(top - level, goal - height) for (top, cost), level in zip(steps, levels, strict=True)]
            cheaper = int(slopes[1] < slopes[0])
            top, cost = steps[cheaper]
            if spent and spent + cost > budget:
                break
            levels = (levels[0], top) if cheaper else (top, levels[1])
            spent += cost
        return levels, spent

    @staticmethod
    def _step(side: list[float], level: int) -> tuple[int, float]:
        """Return the highest level that costs no more pairs than the next one, and those pairs."""
        top = level + 1
        while top + 1 < len(side) and not side[top + 1]:
            top += 1
        return top, side[level + 1]

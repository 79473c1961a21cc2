"""Puts costs and members of the components of a modular space together; knows costs that add up, no search."""

from __future__ import annotations

import heapq
from collections import Counter

import numpy as np
from numpy.typing import NDArray

Priced = tuple[int, NDArray[np.int64]]


def added(left: dict[int, int], right: dict[int, int]) -> Counter[int]:
    """Return how many sums of one cost from each distribution there are, by cost.

    >>> sorted(added({0: 1, 2: 3}, {1: 2}).items())
    [(1, 2), (3, 6)]
    """
    sums: Counter[int] = Counter()
    for a, count_a in left.items():
        for b, count_b in right.items():
            sums[a + b] += count_a * count_b
    return sums


def cheapest_pairs(left: list[Priced], right: list[tuple[NDArray[np.intp], Priced]], k: int) -> list[Priced]:
    """Return the `k` cheapest ways to fill one choice of `right` (indices, (cost, values)) into one of `left`.

    Both are in order of cost, and so is the result.

    >>> zeros = np.zeros(2, np.int64)
    >>> right = [(np.array([1]), (0, np.array([0]))), (np.array([1]), (3, np.array([1])))]
    >>> [(cost, presses.tolist()) for cost, presses in cheapest_pairs([(0, zeros)], right, 2)]
    [(0, [0, 0]), (3, [0, 1])]
    """
    # A pair (i, j) has (i + 1)(j + 1) - 1 pairs that are no dearer before it.
    pairs = (
        (cost + more, i, j)
        for i, (cost, _) in enumerate(left)
        for j, (_, (more, _)) in enumerate(right[: k // (i + 1)])
    )
    chosen = []
    for cost, i, j in heapq.nsmallest(k, pairs):
        presses = left[i][1].copy()
        indices, (_, values) = right[j]
        presses[indices] = values
        chosen.append((cost, presses))
    return chosen

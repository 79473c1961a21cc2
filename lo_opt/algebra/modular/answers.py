"""Puts answers about the components of a modular space together; knows costs that add up, no search."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.modular.spaces import lightest_member
from lo_opt.algebra.spaces import Lightest

Part = tuple[NDArray[np.intp], Lightest]
Priced = tuple[int, NDArray[np.int64]]


def combined(particular: NDArray[np.int64], costs: NDArray[np.int64], parts: Sequence[Part]) -> Lightest:
    """Return the sum of solved `parts` (indices, lightest); unknowns in none of them stay as in `particular`.

    >>> part = lightest_member(np.array([0, 2]), 2, 1, False, None, "listed")
    >>> whole = combined(np.array([1, 1, 2]), np.array([1, 1, 5]), [(np.array([0, 1]), part)])
    >>> whole.presses.tolist(), whole.cost, whole.bound
    ([0, 2, 2], 12, 11)
    """
    presses = particular.copy()
    rest = costs * particular
    count: int | None = 1
    for indices, part in parts:
        presses[indices] = part.presses
        rest[indices] = 0
        count = None if count is None or part.optimal_count is None else count * part.optimal_count
    fixed = int(rest.sum())
    largest = max(parts, key=lambda part: len(part[0]), default=None)
    how = "the only solution" if largest is None else largest[1].how
    return lightest_member(
        presses,
        fixed + sum(part.cost for _, part in parts),
        fixed + sum(part.bound for _, part in parts),
        all(part.exhausted for _, part in parts),
        count,
        how if len(parts) < 2 else f"{len(parts)} independent parts, the largest: {how}",
        any(part.interrupted for _, part in parts),
    )


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

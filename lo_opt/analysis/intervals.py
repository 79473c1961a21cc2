"""Confidence intervals of sampled shares and means; knows numbers only."""

from __future__ import annotations

import math
from collections.abc import Mapping

Z_95 = 1.959963984540054
"""Two-sided 95% point of the normal distribution."""


def share_interval(hits: int, draws: int) -> tuple[float, float]:
    """Return Wilson's 95% interval for the share of which `hits` of `draws` independent draws were.

    Unlike the textbook p ± z sqrt(p(1-p)/n) it holds for shares near 0 and 1, where it is never empty.

    >>> [round(end, 4) for end in share_interval(24970, 100_000)]
    [0.247, 0.2524]
    >>> [round(end, 3) for end in share_interval(0, 100)]
    [0.0, 0.037]
    """
    share, z = hits / draws, Z_95
    centre = share + z * z / (2 * draws)
    spread = z * math.sqrt(share * (1 - share) / draws + z * z / (4 * draws * draws))
    scale = 1 + z * z / draws
    low = 0.0 if hits == 0 else (centre - spread) / scale
    high = 1.0 if hits == draws else (centre + spread) / scale
    return low, high


def mean_interval(counts: Mapping[float, int]) -> tuple[float, float]:
    """Return the 95% interval for the mean of which a sample has each value so often, by the normal approximation.

    >>> [round(end, 3) for end in mean_interval({1: 50, 3: 50})]
    [1.803, 2.197]
    """
    draws = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / draws
    if draws == 1:
        return -math.inf, math.inf
    variance = sum(count * (value - mean) ** 2 for value, count in counts.items()) / (draws - 1)
    spread = Z_95 * math.sqrt(variance / draws)
    return mean - spread, mean + spread

"""How far costs lie above the least of them, in whole steps and capped, so that histograms stay short; no table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.classes.spectra import Signed

LEVEL_BITS = 12
LEVEL_LIMIT = (1 << LEVEL_BITS) - 1
"""Levels are capped here: a capped level is still a true lower bound, and histograms stay short."""

_CACHED = 1 << 15


def levels_of(costs: NDArray[Any], minimum: int, width: int) -> NDArray[np.int64]:
    """Return the level of each cost: how many whole `width` it lies above `minimum`, at most `LEVEL_LIMIT`.

    Both are (n,), the levels int64.

    >>> levels_of(np.array([5, 7, 8, 11]), 5, 3).tolist()
    [0, 0, 1, 2]
    """
    return np.minimum((costs.astype(np.int64) - minimum) // width, LEVEL_LIMIT)


def byte_levels(costs: Signed, minimum: int, width: int) -> NDArray[np.uint8]:
    """Return the level of each cost, at most 255, in the narrow integers of `costs` all the way.

    Both are (n,). The costs lie between `minimum` and the largest of their integers.

    >>> byte_levels(np.array([5, 7, 8, 11, 2000], np.int16), 5, 3).tolist()
    [0, 0, 1, 2, 255]
    """
    levels = np.empty(len(costs), np.uint8)
    for first in range(0, len(costs), _CACHED):
        some = costs[first : first + _CACHED] - costs.dtype.type(minimum)
        if width > np.iinfo(some.dtype).max:
            some.fill(0)
        elif width > 1:
            some //= width
        levels[first : first + _CACHED] = np.minimum(some, 255, out=some)
    return levels

"""All that the columns of one layer can add to a profile, and profiles as the compiled loops take them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.flats.balances import Balance

LOOP_CELLS = 8  # what the compiled loops that weigh work on
_LANES = 64  # patterns are padded to whole vector registers


def pattern_count(layer: Sequence[Balance]) -> int:
    """Return how many patterns a layer has."""
    return math.prod(len(balance.ways) for balance in layer)


def patterns_of(layer: Sequence[Balance], rank: int) -> tuple[NDArray[np.int16], list[int]]:
    """Return the patterns of the layer below the flat of this rank, int16 (m, 2**(rank - 1)), and the ways of each.

    Bit rank - 1 is set in every column of the layer: it adds in the lower half of the cells what it subtracts in the
    upper half.

    >>> patterns, ways = patterns_of([Balance(0b11, ((0, 2), (1, 1)))], 2)
    >>> patterns.tolist(), ways
    ([[0, 0], [1, -1]], [2, 1])
    """
    cells = np.arange(1 << rank - 1)
    patterns, ways = np.zeros((1, len(cells)), np.int16), [1]
    for balance in layer:
        signs = (1 - 2 * (np.bitwise_count(cells & balance.column).astype(np.int16) & 1)).astype(np.int16)
        values = np.array([value for value, _ in balance.ways], np.int16)
        patterns = (patterns[:, np.newaxis] + values[:, np.newaxis] * signs).reshape(-1, len(cells))
        ways = [before * times for before in ways for _, times in balance.ways]
    return patterns, ways


def as_lanes(patterns: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return patterns, one a column, int16 (8, lanes): repeated over 8 cells, zeros up to a whole register.

    >>> as_lanes(np.array([[1, 2]], np.int16))[:, :2].tolist()
    [[1, 0], [2, 0], [1, 0], [2, 0], [1, 0], [2, 0], [1, 0], [2, 0]]
    """
    count, cells = patterns.shape
    lanes = np.zeros((LOOP_CELLS, -(-count // _LANES) * _LANES), np.int16)
    lanes[:, :count] = np.tile(patterns, LOOP_CELLS // cells).T
    return lanes


def as_halves(profiles: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return profiles (N, 2h) with each half repeated over 8 cells, int16 (N, 16)."""
    half = profiles.shape[1] // 2
    times = LOOP_CELLS // half
    return np.hstack([np.tile(profiles[:, :half], times), np.tile(profiles[:, half:], times)])

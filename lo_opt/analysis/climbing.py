"""Counts of pressed buttons that make a part's least cost large, by local steps; proves nothing but what it reaches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.regions import Part
from lo_opt.control import Control

_DRAWS = 2000
_DRAWN_WORK = 1 << 25
_STEPS = 1 << 14
_STEPPED_WORK = 1 << 30
_SIGNS_HELD = 1 << 26


def hard_counts(part: Part, seed: int, control: Control) -> NDArray[np.int64]:
    """Return counts, int64 (groups,), whose least cost is large: the best of some near the middle, then improved.

    A step presses one button more or less in a random group, and is kept if the least cost does not fall and, where it
    stays, no more members reach it. The same seed gives the same counts unless the deadline cuts it short.

    >>> part = Part(1, np.array([1]), np.array([1]), (np.arange(9),))
    >>> part.costs(hard_counts(part, 0, Control())).min()
    np.int64(4)
    """
    rng = np.random.default_rng(seed)
    draws = max(1, min(_DRAWS, _DRAWN_WORK >> part.nullity))
    drawn = (part.sizes + rng.integers(0, 2, (draws, len(part.sizes)))) // 2
    costs, _ = part.weigh(drawn)
    counts: NDArray[np.int64] = drawn[int(costs.argmax())].copy()
    current = part.costs(counts)
    value = _value(current)
    for _ in range(min(_STEPS, _STEPPED_WORK >> part.nullity)):
        if control.expired:
            break
        group, step = int(rng.integers(len(counts))), 1 - 2 * int(rng.integers(2))
        if not 0 <= counts[group] + step <= part.sizes[group]:
            continue
        moved = current + (step * part.prices[group]) * _signs(part, group)
        if (after := _value(moved)) <= value:
            current, value = moved, after
            counts[group] += step
    return counts


def _value(costs: NDArray[np.int64]) -> tuple[int, int]:
    """Return what is to be small: minus the least cost, and how many members reach it."""
    least = int(costs.min())
    return -least, int(np.count_nonzero(costs == least))


def _signs(part: Part, group: int) -> NDArray[np.int8]:
    """Return the signs of one group, all groups' at once only where they are few."""
    if len(part.columns) << part.nullity <= _SIGNS_HELD:
        row: NDArray[np.int8] = part.signs[group]
        return row
    members = np.arange(1 << part.nullity, dtype=np.int64)
    signs: NDArray[np.int8] = 1 - 2 * (np.bitwise_count(part.columns[group] & members) & 1).astype(np.int8)
    return signs

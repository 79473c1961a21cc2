"""The table at the bottom of a chain: for every profile that matters there, how the columns inside raise it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.flats.chains import Chain, radices
from lo_opt.analysis.flats.layers import LOOP_CELLS, as_halves, as_lanes, pattern_count, patterns_of
from lo_opt.analysis.flats.symmetries import automorphisms, cell_maps
from lo_opt.control import Control

MAX_VALUES = 1 << 25
"""Numbers that the table may hold."""

MAX_TABLE_STEPS = 1 << 34
"""Steps of the descent that the table may take: a minute or two."""

_SUMS_AT_ONCE = 1 << 26  # between two looks at the clock
_ADDED_A_STEP = 8  # numbers that are added in the time of a step of the descent


def table_steps(chain: Chain) -> int:
    """Return how much work the table of a chain is, in steps of the descent; it may hold too many values."""
    steps = reach = 0
    for rank in range(1, chain.bottom + 1):
        layer = chain.layers[rank - 1]
        reach += sum(balance.top for balance in layer)
        steps += table_rows(chain, rank) * pattern_count(layer) * (1 + reach // _ADDED_A_STEP)
    return steps


def table_values(chain: Chain) -> int:
    """Return about how many numbers the largest table of a chain holds."""
    reach, most = 0, 0
    for rank in range(1, chain.bottom + 1):
        reach += sum(balance.top for balance in chain.layers[rank - 1])
        most = max(most, table_rows(chain, rank) * (2 * reach + 1))
    return most


def table_rows(chain: Chain, rank: int) -> int:
    """Return about how many rows the table of this rank has: all profiles, at the bottom one for those alike."""
    inside = chain.inside(rank)
    alike = len(automorphisms(inside, rank)) if rank == chain.bottom else 1
    return max(1, math.prod(radices(inside, rank)) // alike)


@dataclass(frozen=True)
class Bottom:
    """Profiles by number, in classes that the flat's automorphisms make alike, and what happens to each inside.

    `radices` int32 (8,) are those of the digits of a number; `classes` int32 (profiles,). `values` uint64 (classes,
    2 * reach + 1) holds how many press vectors of the buttons inside raise the largest value by -reach, ..., reach.
    """

    radices: NDArray[np.int32]
    classes: NDArray[np.int32]
    values: NDArray[np.uint64]
    reach: int

    @classmethod
    def of(cls, chain: Chain, control: Control) -> Bottom:
        """Return the table of a chain, built from the flat of rank 0 upwards; raises `DeadlineError`."""
        from lo_opt.analysis.flats.loops import follow

        values, below = np.ones((1, 1), np.uint64), _padded([])
        reach = 0
        classes = np.zeros(1, np.int32)
        for rank in range(1, chain.bottom + 1):
            layer = chain.layers[rank - 1]
            here = _padded(radices(chain.inside(rank), rank))
            numbers = np.arange(math.prod(here.tolist()))
            if rank == chain.bottom:
                classes, numbers = _classes(chain, here)
            patterns, ways = patterns_of(layer, rank)
            added = sum(balance.top for balance in layer)
            reach += added
            found = np.zeros((len(numbers), 2 * reach + 1), np.uint64)
            lanes, times = as_lanes(patterns), np.array(ways, np.uint64)
            at_once = max(1, _SUMS_AT_ONCE // (len(ways) * values.shape[1]))
            for first in range(0, len(numbers), at_once):
                control.check()
                block = slice(first, first + at_once)
                halves = as_halves(_profiles(numbers[block], here, rank))
                follow(halves, lanes, times, below, values, added, found[block])
            values, below = found, here
        return cls(below, classes, values, reach)


def _padded(found: list[int]) -> NDArray[np.int32]:
    """Return the radices of 8 cells: those that repeat others, or are cell 0, need no digit."""
    return np.array(found + [1] * (LOOP_CELLS - len(found)), np.int32)


def _profiles(numbers: NDArray[np.int64], here: NDArray[np.int32], rank: int) -> NDArray[np.int16]:
    """Return the profiles of these numbers, int16 (N, 2**rank), cell 0 being 0 and the largest."""
    digits = np.unravel_index(numbers, here.tolist())
    return np.stack([-2 * digits[cell].astype(np.int16) for cell in range(1 << rank)], axis=1)


def _classes(chain: Chain, here: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the class of every profile number, and the least number of each class.

    The automorphisms must be a whole group: else the least of what they make of a number may be no class of its own.
    """
    rank = chain.bottom
    shape = here.tolist()
    strides = [math.prod(shape[cell + 1 :]) for cell in range(len(shape))]
    least = np.arange(math.prod(shape))
    for moved in cell_maps(automorphisms(chain.inside(rank), rank), rank, shifted=False).tolist():
        number = np.zeros((), np.int64)
        for cell, taken in enumerate(moved):  # the digit at `taken` moves to `cell`; both have the same radix
            along = np.arange(shape[taken]) * strides[cell]
            number = number + along.reshape([-1 if axis == taken else 1 for axis in range(len(shape))])
        np.minimum(least, np.broadcast_to(number, shape).ravel(), out=least)
    assert (least[least] == least).all(), "the automorphisms of a bottom flat are not a group"
    first = least == np.arange(len(least))
    return (np.cumsum(first) - 1)[least].astype(np.int32), np.flatnonzero(first)

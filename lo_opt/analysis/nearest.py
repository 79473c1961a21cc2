"""The solvable boards nearest to one that is not: syndromes, searched from both ends; knows columns of bits, no puzzle.

Lights to change are those whose columns add up to the syndrome of the board: what each certificate of a basis says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import comb

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words

MAX_LEVEL = 1 << 23
"""Syndromes held for one number of changes at most."""


@dataclass(frozen=True)
class NearestSets:
    """The smallest sets of columns that add up to a syndrome: their `size`, how many there are, and some of them."""

    size: int
    count: int
    sets: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class _Level:
    """The syndromes at one distance from a start, sorted uint64 (L,), and in how many smallest sets of columns."""

    states: Words
    sets: NDArray[np.int64]


def nearest_sets(columns: NDArray[np.uint64], syndrome: int, listed: int = 20) -> NearestSets | None:
    """Return the smallest sets of columns whose sum (exclusive or) is `syndrome`; None if too many were to be held.

    `columns` is uint64 (n,); at most `listed` sets are spelt out. Breadth-first from both ends, one column a step: the
    ends meet after half the steps, so a nullity of 20 takes milliseconds.

    >>> nearest_sets(np.array([1, 2, 3, 2], np.uint64), 3)
    NearestSets(size=1, count=1, sets=((2,),))
    >>> nearest_sets(np.array([1, 2, 4, 2], np.uint64), 3)
    NearestSets(size=2, count=2, sets=((0, 1), (0, 3)))
    """
    steps, times = np.unique(columns[columns != 0], return_counts=True)
    ends = [[_Level(np.array([start], np.uint64), np.ones(1, np.int64))] for start in (0, syndrome)]
    while True:
        meeting, places, others = np.intersect1d(
            ends[0][-1].states, ends[1][-1].states, assume_unique=True, return_indices=True
        )
        if len(meeting):
            near, far = len(ends[0]) - 1, len(ends[1]) - 1
            break
        side = 0 if len(ends[0][-1].states) <= len(ends[1][-1].states) else 1
        grown = _next(ends[side], steps, times)
        if grown is None or not len(grown.states):
            return None
        ends[side].append(grown)
    pairs = int(ends[0][-1].sets[places] @ ends[1][-1].sets[others])
    found = islice(_spelt_out(columns, meeting, ends), listed)
    return NearestSets(near + far, pairs // comb(near + far, near), tuple(sorted(found)))


def _next(levels: list[_Level], steps: Words, times: NDArray[np.int64]) -> _Level | None:
    """Return the level after the last one, None if it could be too large."""
    last = levels[-1]
    if len(last.states) * len(steps) > 4 * MAX_LEVEL:
        return None
    reached = (last.states[:, np.newaxis] ^ steps).ravel()
    ways = (last.sets[:, np.newaxis] * times).ravel()
    states, inverse = np.unique(reached, return_inverse=True)
    sums = np.zeros(len(states), np.int64)
    np.add.at(sums, inverse.ravel(), ways)
    # A smallest set of columns is reached once by each of its columns as the last; earlier levels are no step away.
    fresh = np.ones(len(states), np.bool_)
    for level in levels[-2:]:
        fresh &= ~np.isin(states, level.states, assume_unique=True)
    return _Level(states[fresh], sums[fresh] // len(levels))


def _spelt_out(columns: Words, meeting: Words, ends: list[list[_Level]]) -> Iterator[tuple[int, ...]]:
    """Yield each set once, its smaller columns leading from 0 to a state where the ends meet, the others from there."""
    for state in meeting.tolist():
        for first in _walks(columns, state, ends[0], len(columns)):
            for second in _walks(columns, state, ends[1], len(columns)):
                if not first or not second or first[-1] < second[0]:
                    yield first + second


def _walks(columns: Words, state: int, levels: list[_Level], below: int) -> Iterator[tuple[int, ...]]:
    """Yield the rising sets of columns numbered less than `below` that lead from level 0 to `state` in the last one."""
    if len(levels) == 1:
        yield ()
        return
    before = columns[:below] ^ np.uint64(state)
    for last in np.flatnonzero(np.isin(before, levels[-2].states) & (columns[:below] != 0)).tolist():
        for rest in _walks(columns, int(before[last]), levels[:-1], last):
            yield (*rest, last)

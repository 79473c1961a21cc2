"""The solvable boards nearest to one that is not: syndromes, searched from both ends; knows columns of bits, no puzzle.

Lights to change are those whose columns add up to the syndrome of the board: what each certificate of a basis says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words

MAX_LEVEL = 1 << 23
"""Syndromes held for one number of changes at most."""


MAX_TRIED = 1 << 14
"""Columns tried on the way to sets that are spelt out: tenths of a second."""


@dataclass(frozen=True)
class NearestSets:
    """The smallest sets of columns that add up to a syndrome: their `size`, how many there are, and some of them."""

    size: int
    count: int
    sets: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class _Level:
    """The syndromes at one distance from a start, sorted uint64 (L,), and in how many smallest sets of columns.

    `sets` is int64 (L,), or Python's integers where these numbers may be larger.
    """

    states: Words
    sets: NDArray[Any]


def nearest_sets(columns: NDArray[np.uint64], syndrome: int, listed: int = 20) -> NearestSets | None:
    """Return the smallest sets of columns whose sum (exclusive or) is `syndrome`; None if too many were to be held.

    `columns` is uint64 (n,); at most `listed` sets are spelt out, fewer if more are hard to find. Breadth-first from
    both ends, one column a step: the ends meet after half the steps, so a nullity of 20 takes milliseconds.

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
    pairs = int(_wide(ends[0][-1].sets[places], ends[1][-1].sets[others]) @ ends[1][-1].sets[others])
    count = pairs // comb(near + far, near)
    found = islice(_spelt_out(columns, meeting, ends), min(listed, count))
    return NearestSets(near + far, count, tuple(sorted(found)))


def _wide(counts: NDArray[Any], factors: NDArray[Any]) -> NDArray[Any]:
    """Return counts as they are, or as Python's integers if sums of their products with `factors` might pass int64."""
    if float(counts.max()) * float(factors.max()) * len(counts) < 2.0**62:
        return counts
    return counts.astype(object)


def _next(levels: list[_Level], steps: Words, times: NDArray[np.int64]) -> _Level | None:
    """Return the level after the last one, None if there are no steps or it could be too large."""
    last = levels[-1]
    if not len(steps) or len(last.states) * len(steps) > 4 * MAX_LEVEL:
        return None
    reached = (last.states[:, np.newaxis] ^ steps).ravel()
    counts = _wide(last.sets, times * len(steps))
    ways = (counts[:, np.newaxis] * times).ravel()
    states, inverse = np.unique(reached, return_inverse=True)
    sums = np.zeros(len(states), counts.dtype)
    np.add.at(sums, inverse.ravel(), ways)
    # A smallest set of columns is reached once by each of its columns as the last; earlier levels are no step away.
    fresh = np.ones(len(states), np.bool_)
    for level in levels[-2:]:
        fresh &= ~_among(states, level.states)
    return _Level(states[fresh], sums[fresh] // len(levels))


def _among(states: Words, sorted_states: Words) -> NDArray[np.bool_]:
    """Return which states are among others, sorted and not empty; the time does not depend on how many these are."""
    places = np.searchsorted(sorted_states, states).clip(max=len(sorted_states) - 1)
    return np.asarray(sorted_states[places] == states)


def _spelt_out(columns: Words, meeting: Words, ends: list[list[_Level]]) -> Iterator[tuple[int, ...]]:
    """Yield different sets, each made of one from 0 to a state where the ends meet and one from there.

    There is at least one; not all of them, if looking for more takes more than `MAX_TRIED` steps.
    """
    seen: set[tuple[int, ...]] = set()
    tries = iter(range(MAX_TRIED))
    for state in meeting.tolist():
        for first in _walks(columns, state, ends[0], len(columns), tries):
            for second in _walks(columns, state, ends[1], len(columns), tries):
                whole = tuple(sorted(first + second))
                if whole not in seen:
                    seen.add(whole)
                    yield whole


def _walks(
    columns: Words, state: int, levels: list[_Level], below: int, tries: Iterator[int]
) -> Iterator[tuple[int, ...]]:
    """Yield rising sets of columns numbered less than `below` that lead from level 0 to `state` in the last one.

    The largest column of all comes last, so the first try never ends before level 0; `tries` may end it later.
    """
    if len(levels) == 1:
        yield ()
        return
    before = columns[:below] ^ np.uint64(state)
    ways = np.flatnonzero(_among(before, levels[-2].states) & (columns[:below] != 0))
    for last in ways[::-1].tolist():
        if next(tries, None) is None:
            return
        for rest in _walks(columns, int(before[last]), levels[:-1], last, tries):
            yield (*rest, last)

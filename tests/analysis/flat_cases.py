"""Random parts and those of grids, whose boards are counted in more than one way."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import strategies as st

from lo_opt import Board, Puzzle
from lo_opt.algebra.classes import compiled
from lo_opt.analysis.regions import Part, Regions

needs_loops = pytest.mark.skipif(not compiled.installed(), reason="numba is not installed")


def parts_of(rows, cols, **options):
    return [part for part in Regions.of(Puzzle.grid(Board.filled(rows, cols, 0), **options)).parts if part.nullity]


@st.composite
def parts(draw, max_nullity=5, max_groups=9, max_size=4):
    nullity = draw(st.integers(1, max_nullity))
    columns = [1 << i for i in range(nullity)]
    columns += draw(st.lists(st.integers(1, (1 << nullity) - 1), max_size=max_groups - nullity))
    groups = [(column, draw(st.sampled_from([1, 1, 1, 2, 3]))) for column in columns]
    sizes = Counter()
    for group in groups:
        sizes[group] += draw(st.integers(1, max_size))
    ends = np.cumsum([0, *sizes.values()])
    buttons = tuple(np.arange(first, last) for first, last in itertools.pairwise(ends))
    return Part(nullity, np.array([c for c, _ in sizes]), np.array([p for _, p in sizes]), buttons)

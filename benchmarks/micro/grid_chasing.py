"""Light chasing with every first row, all lit n × n: bit-sliced, next to the plain loop over first rows.

Run: pytest benchmarks/micro/grid_chasing.py
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from lo_opt.algebra.bitslice import chase_all
from lo_opt.control import Control

MINIMA = {12: 72, 20: 224, 24: 270}


def chase_plainly(size):
    """The classical method cell by cell; the fewest presses for the all-lit board."""
    best = None
    for first in itertools.product((0, 1), repeat=size):
        lights = [[1] * size for _ in range(size)]
        row, count = list(first), 0
        for r in range(size):
            for c in range(size):
                if row[c]:
                    count += 1
                    for y, x in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                        if 0 <= y < size and 0 <= x < size:
                            lights[y][x] ^= 1
            row = lights[r]
        if not any(lights[-1]) and (best is None or count < best):
            best = count
    return best


@pytest.mark.parametrize("size", [12, 20, 24])
def test_bit_sliced(benchmark, size):
    benchmark.group = f"{size} × {size}"
    arguments = ([(1 << size) - 1] * size, size, np.ones((size, size), np.int64), None, Control(), False)
    result = benchmark.pedantic(chase_all, arguments, rounds=5, warmup_rounds=1)
    assert result.cost == MINIMA[size]


@pytest.mark.parametrize("size", [12])
def test_plain_loop(benchmark, size):
    benchmark.group = f"{size} × {size}"
    assert benchmark.pedantic(chase_plainly, (size,), rounds=3) == MINIMA[size]

"""Light chasing with every first row, all lit n × n: bit-sliced, next to the plain loop over first rows.

Run: pytest benchmarks/micro/grid_chasing.py
"""

from __future__ import annotations

import numpy as np
import pytest
from plainly import chase

from lo_opt.algebra.bitslice import chase_all
from lo_opt.control import Control

MINIMA = {12: 72, 20: 224, 24: 270}


@pytest.mark.parametrize("size", [12, 20, 24])
def test_bit_sliced(benchmark, size):
    benchmark.group = f"{size} × {size}"
    arguments = ([(1 << size) - 1] * size, size, np.ones((size, size), np.int64), None, Control(), False)
    result = benchmark.pedantic(chase_all, arguments, rounds=5, warmup_rounds=1)
    assert result.cost == MINIMA[size]


@pytest.mark.parametrize("size", [12])
def test_plain_loop(benchmark, size):
    benchmark.group = f"{size} × {size}"
    assert benchmark.pedantic(chase, ([[1] * size] * size,), rounds=3) == MINIMA[size]

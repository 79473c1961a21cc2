"""Least presses of very many 5 × 5 boards: tables and words next to the articles' loop over first rows.

Run: pytest benchmarks/micro/algebra_batch.py (the times are for different numbers of boards: see `boards_per_s`)
"""

from __future__ import annotations

import itertools
from statistics import median

import numpy as np
import pytest
from plainly import chase

from lo_opt.algebra.batch import BatchMinimum
from lo_opt.algebra.bits import pack


def plus(size):
    """The dense effect matrix of a square grid."""
    cells = list(itertools.product(range(size), repeat=2))
    return np.array([[abs(r - y) + abs(c - x) < 2 for y, x in cells] for r, c in cells], np.int64)


def prepared(size):
    matrix = plus(size)
    return BatchMinimum(np.concatenate([[0], np.cumsum(matrix.sum(axis=1))]), np.nonzero(matrix)[1], size**2, size**2)


def solvable_boards(size, count):
    presses = np.random.default_rng(size).integers(0, 2, (count, size * size)).astype(np.float32)
    return (presses @ plus(size).astype(np.float32)).astype(np.int64) % 2


def record_rate(benchmark, boards):
    benchmark.extra_info["boards_per_s"] = round(boards / median(benchmark.stats.stats.data))


def test_chasing(benchmark):
    benchmark.group = "5 × 5"
    boards = solvable_boards(5, 50).reshape(-1, 5, 5).tolist()
    benchmark.pedantic(lambda: [chase(board) for board in boards], rounds=3)
    record_rate(benchmark, len(boards))


@pytest.mark.parametrize(("size", "count"), [(5, 1_000_000), (8, 1_000_000), (9, 100_000), (16, 2_000)])
def test_minima(benchmark, size, count):
    benchmark.group = f"{size} × {size}"
    minimum, boards = prepared(size), solvable_boards(size, count)
    packed = pack(boards)
    found = benchmark.pedantic(minimum.minima, (packed,), rounds=5, warmup_rounds=1)
    record_rate(benchmark, count)
    if size == 5:
        assert found[:20].tolist() == [chase(board) for board in boards[:20].reshape(-1, 5, 5).tolist()]

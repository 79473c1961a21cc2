"""Levels with a certified least number of presses, and analyses: the work behind `generate`, `analyze`, `table`.

Run: pytest benchmarks/micro/analysis_levels.py
"""

from __future__ import annotations

import numpy as np
import pytest

import lo_opt as lo
from lo_opt.analysis.regions import Regions


def dark(n):
    return lo.Puzzle.grid(lo.Board.filled(n, n, 0))


def test_a_million_uniform_levels_5x5(benchmark):
    levels = benchmark.pedantic(lo.generate_levels, (dark(5), 10**6), rounds=3)
    assert len(levels) == 10**6


def test_a_thousand_hard_levels_9x9(benchmark):
    levels = benchmark.pedantic(lo.generate_levels, (dark(9), 1000), {"min_presses": 30}, rounds=5)
    assert levels.costs.min() >= 30


@pytest.mark.parametrize("count", [1, 1000])
def test_the_hardest_levels_5x5(benchmark, count):
    levels = benchmark.pedantic(lo.generate_levels, (dark(5), count), {"min_presses": 15}, rounds=5)
    assert levels.costs.min() == 15


@pytest.mark.parametrize("n", [5, 9, 16, 19])
def test_minima_of_ten_thousand_boards(benchmark, n):
    regions = Regions.of(dark(n))
    presses = np.random.default_rng(n).integers(0, 2, (10_000 if n < 19 else 100, n * n), np.uint8)
    benchmark.pedantic(regions.weigh, (presses,), rounds=3)


def test_analyze_30x30(benchmark):
    found = benchmark.pedantic(lo.analyze, (lo.Puzzle.read("random:30x30:1"),), rounds=5)
    assert found.solutions == 2**20


def test_distribution_5x5(benchmark):
    found = benchmark.pedantic(lo.distribution, (dark(5),), rounds=5)
    assert found.max == 15


@pytest.mark.parametrize(("n", "worst"), [(9, 37), (11, 65), (14, 123)])
def test_worst_case(benchmark, n, worst):
    found = benchmark.pedantic(lo.worst_case, (dark(n),), rounds=3)
    assert found.lower == found.upper == worst


def test_ranks_of_all_squares_to_2000(benchmark):
    sizes = benchmark.pedantic(lambda: list(lo.rank_table((n, n) for n in range(1, 2001))), rounds=3)
    assert sizes[18].nullity == 16


def test_rank_of_25000(benchmark):
    assert benchmark.pedantic(lo.grid_rank, (25_000, 25_000), rounds=3).nullity == 0

"""How much making levels may take: tables and lists of vectors are bounded in bytes, not only in number."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from level_cases import dark

from lo_opt import TooRareError, generate_levels
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.analysis.regions import Part, Regions
from lo_opt.generate import conditional, optimal
from lo_opt.generate.conditional import ConditionalDraws, can_tabulate
from lo_opt.generate.optimal import OptimalSource
from lo_opt.generate.sources import SpaceSource


def test_long_numbers_of_boards_are_not_tabulated():
    assert can_tabulate(Regions.of(dark(20, 20)))
    large = Regions.of(dark(150, 150))
    assert sum(len(group) + 1 for part in large.parts for group in part.buttons) < conditional.MAX_VECTORS
    assert not can_tabulate(large)


def test_parts_with_many_members_are_not_tabulated():
    columns = np.append(1 << np.arange(22), (1 << 22) - 1 - (1 << np.arange(10)))
    single = Part(22, columns, np.ones(32, np.int64), tuple(np.array([i]) for i in range(32)))
    assert not can_tabulate(replace(Regions.of(dark(4, 8)), parts=(single,)))


def test_levels_of_a_large_board_take_no_table():
    levels = generate_levels(dark(150, 151), max_presses=1, seed=1)
    assert levels.uniform
    assert levels.costs.tolist() == [1]


@pytest.mark.parametrize(("buttons", "dimension", "listed"), [(100, 20, True), (4096, 20, False), (4096, 15, True)])
def test_spaces_are_listed_where_they_fit(buttons, dimension, listed):
    kernel = np.zeros((dimension, -(-buttons // 64)), np.uint64)
    kernel[np.arange(dimension), 0] = 1 << np.arange(dimension, dtype=np.uint64)
    assert SpaceSource(SolutionSpace(np.zeros(buttons, np.uint8), kernel)).listable == listed


@pytest.mark.parametrize(("n", "most", "listed"), [(9, 1, True), (19, 2, True), (100, 1, True), (120, 1, False)])
def test_press_vectors_are_listed_where_they_fit(n, most, listed):
    source = OptimalSource.of(Regions.of(dark(n, n)), 1, most)
    assert source.vectors == sum(math.comb(n * n, k) for k in range(1, most + 1)) < optimal.MAX_LISTED_VECTORS
    assert source.listable == listed


def test_mixes_whose_numbers_are_too_long_are_not_told_apart(monkeypatch):
    regions = Regions.of(dark(20, 20))
    assert OptimalSource.of(regions, 0, 200).vectors == sum(math.comb(400, k) for k in range(201))
    monkeypatch.setattr(optimal, "MAX_WAYS_BITS", 201 * 400 - 1)
    assert OptimalSource.of(regions, 0, 200) is None


def test_many_different_prices_are_not_tabulated():
    weights = np.random.default_rng(1).integers(1, 10**6, (6, 6)).tolist()
    puzzle = dark(6, 6).with_weights(weights)
    assert ConditionalDraws.of(Regions.of(puzzle), lambda outcome: True) is None
    middle = sum(map(sum, weights)) // 2
    levels = generate_levels(puzzle, 5, min_presses=middle - 10**6, max_presses=middle + 10**6, seed=2)
    assert levels.uniform
    assert middle - 10**6 <= levels.costs.min() <= levels.costs.max() <= middle + 10**6
    with pytest.raises(TooRareError):
        generate_levels(puzzle, min_presses=middle, max_presses=middle, time_limit_s=0.2)


def test_few_different_prices_are_tabulated(monkeypatch):
    weights = np.random.default_rng(1).integers(1, 9, (6, 6)).tolist()
    regions = Regions.of(dark(6, 6).with_weights(weights))
    draws = ConditionalDraws.of(regions, lambda outcome: True)
    assert draws.available == 2**36
    monkeypatch.setattr(conditional, "_MAX_PAIRS", 100)
    assert ConditionalDraws.of(regions, lambda outcome: True) is None


def test_boards_of_uncounted_many_optimal_solutions_are_not_kept():
    source = OptimalSource.of(Regions.of(dark(3, 3)), 1, 1)
    presses = np.eye(9, dtype=np.uint8)
    ties = np.array([1, -1, 1, -1, 1, -1, 0, 1, 1])
    kept = source.kept(presses, np.ones(9, np.int64), ties, np.random.default_rng(1))
    assert kept.tolist() == (ties == 1).tolist()

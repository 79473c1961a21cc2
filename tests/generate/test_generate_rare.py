"""Levels far from the usual: the easiest and the hardest, and what is said where they are too rare."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from level_cases import chi_square, chi_square_limit, dark

import lo_opt as lo
from lo_opt import ImpossibleError, TooRareError, generate_levels
from lo_opt.analysis.regions import Regions
from lo_opt.generate.hard import RearrangedSource
from lo_opt.generate.sources import LightMap


@pytest.mark.parametrize(("n", "most"), [(9, 5), (9, 14), (11, 20)])
def test_easy_boards_are_as_quick_as_common_ones(n, most):
    levels = generate_levels(dark(n, n), 100, max_presses=most, seed=3)
    assert levels.uniform
    assert len(set(levels.words())) == 100
    assert 1 <= levels.costs.min() <= levels.costs.max() <= most
    assert lo.solve(levels[0].puzzle, "gf2").cost == levels[0].min_presses


def test_few_easy_boards_are_listed():
    assert len(generate_levels(dark(9, 9), 81, max_presses=1)) == 81
    with pytest.raises(ImpossibleError, match="only 81 boards"):
        generate_levels(dark(9, 9), 82, max_presses=1)
    with pytest.raises(ImpossibleError, match=r"only 15 boards .* differ by more than a rotation"):
        generate_levels(dark(9, 9), 16, max_presses=1, distinct="symmetry")
    weighted = dark(9, 9).with_weights([[2] * 9] * 9)
    with pytest.raises(ImpossibleError, match="all presses of such a cost"):
        generate_levels(weighted, min_presses=3, max_presses=3)


@pytest.mark.parametrize(("n", "low", "high"), [(9, 36, 36), (11, 61, 63)])
def test_boards_a_little_easier_than_the_hardest(n, low, high):
    levels = generate_levels(dark(n, n), 20, min_presses=low, max_presses=high, seed=3)
    assert not levels.uniform
    assert len(set(levels.words())) == 20
    assert low <= levels.costs.min() <= levels.costs.max() <= high
    assert lo.solve(levels[0].puzzle, "gf2").cost == levels[0].min_presses


@pytest.mark.parametrize(("n", "worst"), [(11, 65), (14, 123)])
def test_the_worst_boards_are_found(n, worst):
    levels = generate_levels(dark(n, n), 20, min_presses=worst, seed=4)
    assert len(set(levels.words())) == 20
    assert set(levels.costs.tolist()) == {worst}
    assert levels.uniform == (n == 11)  # where all of them have half of each region pressed
    assert lo.solve(levels[0].puzzle, "gf2").cost == worst
    assert list(levels.words()) == list(generate_levels(dark(n, n), 20, min_presses=worst, seed=4).words())


def test_rearranged_presses_make_boards_that_are_as_hard_and_uniform():
    regions = Regions.of(dark(4, 4))
    presses = np.array([1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0], np.uint8)
    source = RearrangedSource(regions, presses[np.newaxis])
    drawn = source.draw(20_000, np.random.default_rng(1))
    costs, ties = regions.weigh(drawn)
    expected = regions.weigh(presses[np.newaxis])
    assert (set(costs.tolist()), set(ties.tolist())) == (set(expected[0].tolist()), set(expected[1].tolist()))
    counts = Counter(bytes(lights) for lights in LightMap(regions).boards(drawn))
    assert source.fewest_boards <= len(counts)
    assert chi_square(counts.values(), 20_000 / len(counts)) < chi_square_limit(len(counts) - 1)


def test_the_rare_ends_with_the_time():
    with pytest.raises(TooRareError, match=r"0 were as wanted \(a share at most .* 0 of 1 levels") as stopped:
        generate_levels(dark(9, 9), min_presses=36, max_presses=36, time_limit_s=0.01)
    assert stopped.value.exit_code == 4

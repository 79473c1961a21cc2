"""Distributions of least costs: published counts, brute force, and samples that cover them."""

from __future__ import annotations

import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from bruteforce import costs_of_boards
from hypothesis import given, settings
from puzzles import grid_puzzles, known_values

from lo_opt import Board, InputError, Puzzle, distribution
from lo_opt.algebra.bits import pack
from lo_opt.analysis.exact import Counting
from lo_opt.analysis.intervals import mean_interval, share_interval
from lo_opt.analysis.minima import default_samples
from lo_opt.analysis.plotting import plot_distribution
from lo_opt.analysis.regions import Regions

KNOWN = known_values()


def dark(rows, cols, **options):
    return Puzzle.grid(Board.filled(rows, cols, 0), **options)


def test_5x5():
    found = distribution(dark(5, 5))
    assert found.exact
    assert found.counts == dict(enumerate(KNOWN["boards_5x5_by_min_presses"]["values"]))
    assert found.total == found.board_count == 2**23
    assert round(float(found.mean), 4) == 9.9029
    assert (found.max, found.samples, found.mean_interval(), found.share_interval(3)) == (15, None, None, None)


@settings(max_examples=40, deadline=None)
@given(grid_puzzles())
def test_small_grids_by_brute_force(drawn):
    puzzle, rule, wrap = drawn
    boards = costs_of_boards(puzzle, rule, wrap)
    expected = Counter(Fraction(min(costs), puzzle.weight_denominator) for costs in boards.values())
    assert distribution(puzzle).counts == dict(sorted(expected.items()))


def test_where_every_board_has_one_solution_the_counts_are_binomial():
    assert list(distribution(dark(12, 12)).counts.values()) == [math.comb(144, k) for k in range(145)]


def test_workers_count_alike(monkeypatch):
    monkeypatch.setattr("lo_opt.analysis.counting._INNER_VECTORS", 4)
    monkeypatch.setattr("lo_opt.analysis.counting._OUTER_AT_ONCE", 2)
    with ThreadPoolExecutor(2) as pool:
        assert distribution(dark(5, 5), executor=pool, workers=2).counts == distribution(dark(5, 5)).counts


def test_samples_cover_the_exact_shares():
    exact = distribution(dark(5, 5))
    sample = distribution(dark(5, 5), samples=40_000, seed=3)
    assert (sample.exact, sample.samples, sample.total) == (False, 40_000, 40_000)
    low, high = sample.mean_interval()
    assert low < exact.mean < high
    outside = 0
    for cost, count in exact.counts.items():
        low, high = sample.share_interval(cost)
        outside += not low <= count / exact.total <= high
    assert outside <= 2  # of 16 intervals of 95%


def test_samples_are_reproducible():
    first, again, other = (distribution(dark(9, 9), samples=2000, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.counts != other.counts


def test_large_grids_are_sampled():
    regions = Regions.of(dark(9, 9))
    assert Counting.of(regions) is None
    assert default_samples(regions) == 100_000
    assert default_samples(Regions.of(dark(30, 30))) == 1024
    heard = []
    found = distribution(regions, samples=100, progress=heard.append)
    assert not found.exact
    assert found.max <= 37
    assert [report.share for report in heard] == [1.0]


def test_the_time_limit_ends_sampling_early():
    found = distribution(dark(16, 16), samples=10**6, time_limit_s=1e-6)
    assert 0 < found.samples < 10**6
    counted_no_further = distribution(dark(5, 11), time_limit_s=1e-6)
    assert not counted_no_further.exact


def test_an_interrupt_keeps_what_was_drawn(monkeypatch):
    calls = []

    def interrupted(regions, presses, control):
        calls.append(len(presses))
        if len(calls) == 2:
            raise KeyboardInterrupt
        return regions.weigh(presses)

    monkeypatch.setattr("lo_opt.analysis.minima.certified_minima", interrupted)
    found = distribution(dark(9, 9), samples=200_000)
    assert found.interrupted
    assert found.samples == calls[0]
    calls[:] = [0]
    with pytest.raises(KeyboardInterrupt):
        distribution(dark(9, 9), samples=200_000)


def test_parts_too_large_to_list_are_proved_board_by_board():
    regions = Regions.of(dark(39, 39))
    assert not regions.listable
    found = distribution(regions, samples=1, seed=5)
    assert found.total == 1
    again = distribution(regions, samples=1, seed=5)
    assert found == again


def test_bad_samples():
    with pytest.raises(InputError, match="samples 0"):
        distribution(dark(3, 3), samples=0)


def test_intervals_agree_with_textbooks():
    # Brown, Cai, DasGupta (2001): Wilson's interval for 0 of n is [0, z^2 / (n + z^2)].
    low, high = share_interval(0, 10)
    assert low == 0
    assert math.isclose(high, 3.8415 / 13.8415, rel_tol=1e-4)
    assert share_interval(10, 10) == pytest.approx((1 - high, 1))
    assert mean_interval({2.0: 1}) == (-math.inf, math.inf)


@pytest.mark.parametrize(("suffix", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_plots(tmp_path, suffix, start):
    for samples in (None, 50):
        file = tmp_path / f"plot.{suffix}"
        plot_distribution(distribution(dark(4, 4), samples=samples), "4x4", file)
        assert file.read_bytes().startswith(start)


def test_plots_of_an_unknown_kind_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"unknown suffix '\.bmp'"):
        plot_distribution(distribution(dark(2, 2)), "", tmp_path / "a.bmp")
    assert pack([1]).size
    assert not list(tmp_path.iterdir())

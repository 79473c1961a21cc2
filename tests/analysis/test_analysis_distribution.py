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

from lo_opt import Board, InputError, OutOfTimeError, Puzzle, distribution
from lo_opt.algebra.bits import pack
from lo_opt.algebra.spaces import Lightest
from lo_opt.analysis.counting import TooLargeError
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


def test_no_time_for_a_single_board_is_an_error():
    with pytest.raises(OutOfTimeError, match="before one board was proved; give more time") as gone:
        distribution(dark(39, 39), time_limit_s=1e-6)
    assert gone.value.exit_code == 4
    assert distribution(dark(9, 9), time_limit_s=1e-6).total > 0  # where solutions can be listed one block is always


def some_unproved(monkeypatch, every):
    """Let every so many boards be left without a proof."""

    def weigh(regions, presses, control):
        costs, ties = regions.weigh(presses)
        costs[::every] = -1
        return costs, ties

    monkeypatch.setattr("lo_opt.analysis.minima.certified_minima", weigh)


def test_boards_that_could_not_be_proved_are_told(monkeypatch, tmp_path):
    some_unproved(monkeypatch, 4)
    found = distribution(dark(9, 9), samples=1000)
    assert (found.samples, found.total, found.unproved) == (750, 750, 250)
    assert -1 not in found.counts
    assert (found.has_intervals, found.mean_interval(), found.share_interval(found.max)) == (False, None, None)
    plot_distribution(found, "9x9", tmp_path / "plot.svg")
    some_unproved(monkeypatch, 1)
    with pytest.raises(OutOfTimeError, match="none of the 20 boards drawn could be proved"):
        distribution(dark(9, 9), samples=20)


def test_proofs_cut_off_by_the_deadline_leave_no_intervals(monkeypatch):
    solved = []

    def half(space, weights, solve_part, control):
        solved.append(space)
        return Lightest(space.particular, 3, 3 - len(solved) % 2, len(solved) % 2 == 0, None, "")

    monkeypatch.setattr("lo_opt.analysis.minima.lightest_by_parts", half)
    found = distribution(dark(39, 39), samples=6)
    assert (found.counts, found.unproved, found.mean_interval()) == ({3: 3}, 3, None)


def test_how_long_counting_takes_is_told_only_where_time_was_short(monkeypatch):
    puzzle = dark(4, 4)
    counting = Counting.of(Regions.of(puzzle))
    assert distribution(puzzle).counting_s is None
    assert distribution(puzzle, samples=3).counting_s is None
    monkeypatch.setattr(Counting, "count", lambda *arguments: None)
    assert distribution(puzzle, counting=counting).counting_s == counting.likely_s()

    def too_large(*arguments):
        raise TooLargeError

    monkeypatch.setattr(Counting, "count", too_large)
    assert distribution(puzzle, counting=counting).counting_s is None


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

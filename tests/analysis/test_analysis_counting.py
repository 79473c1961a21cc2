"""Least costs by regions: against every press vector of small grids."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from bruteforce import costs_of_boards
from hypothesis import given, settings
from puzzles import grid_puzzles

from lo_opt import Board, Puzzle, UnsupportedError
from lo_opt.algebra.bits import unpack
from lo_opt.analysis.counting import CountPlan, count_boards, count_table
from lo_opt.analysis.exact import Counting, convolved
from lo_opt.analysis.regions import Part, Regions
from lo_opt.control import Control, DeadlineError


def dark_grid(rows, cols, **options):
    return Puzzle.grid(Board.filled(rows, cols, 0), **options)


@settings(max_examples=60, deadline=None)
@given(grid_puzzles())
def test_least_costs_and_ties_of_every_press_vector(drawn):
    puzzle, rule, wrap = drawn
    regions = Regions.of(puzzle)
    boards = costs_of_boards(puzzle, rule, wrap)
    assert len(boards) == regions.board_count
    every = unpack(np.arange(1 << puzzle.button_count, dtype=np.uint64)[:, None], puzzle.button_count)
    every = every[~(every[:, ~puzzle.pressable()]).any(axis=1)]
    costs, ties = regions.weigh(every)
    for presses, cost, tied in zip(every[::7], costs[::7].tolist(), ties[::7].tolist(), strict=True):
        lights = puzzle.effects.apply(Board.from_array(presses.reshape(puzzle.effects.button_shape))).to_array().ravel()
        known = boards[sum(1 << i for i, on in enumerate(lights.tolist()) if on)]
        assert (cost, tied) == (min(known), known.count(min(known)))


@settings(max_examples=60, deadline=None)
@given(grid_puzzles())
def test_boards_counted_by_cost(drawn):
    puzzle, rule, wrap = drawn
    whole, tabulated = {0: 1}, {(0, 1): 1}
    for part in Regions.of(puzzle).parts:
        counted = count_boards(part)
        whole = convolved(whole, counted.boards)
        costs, _ = part.weigh(counted.worst[None])
        assert costs[0] == max(counted.boards)
        table = count_table(part)
        joint = Counter()
        for cost, ties, boards in zip(table.costs.tolist(), table.ties.tolist(), table.boards, strict=True):
            for (before, tied), times in tabulated.items():
                joint[before + cost, tied * ties] += times * boards
        tabulated = joint
    known = [(min(costs), costs.count(min(costs))) for costs in costs_of_boards(puzzle, rule, wrap).values()]
    assert whole == dict(sorted(Counter(cost for cost, _ in known).items()))
    assert tabulated == Counter(known)


def test_counting_does_not_depend_on_how_groups_are_split(monkeypatch):
    part = Regions.of(dark_grid(4, 4)).parts[0]
    expected = count_boards(part).boards
    monkeypatch.setattr("lo_opt.analysis.counting._INNER_VECTORS", 1)
    assert all(len(CountPlan.of(part).choices[g]) == 1 for g in CountPlan.of(part).inner)
    assert count_boards(part).boards == expected
    monkeypatch.setattr("lo_opt.analysis.counting._LIMB_BITS", 1)
    assert count_boards(part).boards == expected


def test_counting_stops_at_the_deadline(monkeypatch):
    monkeypatch.setattr("lo_opt.analysis.counting._INNER_VECTORS", 1)
    assert count_boards(Regions.of(dark_grid(4, 4)).parts[0], Control.limited(0.0)) is None


def priced(prices):
    """Return the regions of a row of buttons with these prices, of which no two undo each other: not 3k + 2."""
    regions = Regions.of(dark_grid(1, len(prices)).with_weights([prices]))
    assert regions.nullity == 0
    return regions


def test_many_different_prices_are_not_counted():
    prices = np.random.default_rng(1).integers(1, 10**6, 21).tolist()
    assert Counting.of(priced(prices)) is None  # a million sums, and more for each button more
    assert Counting.of(priced(prices[:12])).count(Control()).keys() == {
        sum(itertools.compress(prices, chosen)) for chosen in itertools.product((0, 1), repeat=12)
    }
    even = Counting.of(priced([10**6 * (1 + i % 5) for i in range(60)]))  # far apart, but few
    assert sum(even.count(Control()).values()) == 2**60


def test_putting_parts_together_is_foreseen_and_ends_at_the_deadline(monkeypatch):
    counting = Counting.of(priced([3**i for i in range(10)]))
    assert counting.products >= 2**10
    assert counting.likely_s() > 2**10 * 1e-7
    with pytest.raises(DeadlineError):
        convolved({0: 1, 1: 1}, {0: 1, 2: 1}, Control.limited(0.0))
    monkeypatch.setattr("lo_opt.analysis.exact._counted", lambda way, control: {0: 1, 1: 1})
    assert counting.count(Control.limited(0.0)) is None
    monkeypatch.setattr("lo_opt.analysis.exact.MAX_PRODUCTS", 100)
    assert Counting.of(priced([3**i for i in range(10)])) is None


def test_costs_far_apart_are_counted():
    part = Part(1, np.array([1, 1]), np.array([2**50, 1]), (np.arange(3), np.arange(3, 6)))
    boards = Counter()
    for dear, cheap in itertools.product(range(4), repeat=2):
        cost = min(2**50 * dear + cheap, 2**50 * (3 - dear) + 3 - cheap)
        boards[cost] += math.comb(3, dear) * math.comb(3, cheap)
    assert count_boards(part).boards == {cost: boards[cost] // 2 for cost in sorted(boards)}


def test_huge_numbers_of_boards_are_exact():
    boards = [count_boards(part).boards for part in Regions.of(dark_grid(17, 17)).parts]
    assert sum(boards[0].values()) * sum(boards[1].values()) == 2 ** (289 - 2)


def test_transforms_and_products_weigh_alike(monkeypatch):
    part = Regions.of(dark_grid(9, 9)).parts[0]
    counts = np.random.default_rng(1).integers(0, part.sizes + 1, (50, len(part.sizes)))
    by_product = part.weigh(counts)
    monkeypatch.setattr("lo_opt.analysis.regions._DENSE_NULLITY", 0)
    by_transform = part.weigh(counts)
    assert np.array_equal(by_product, by_transform)


def test_large_prices_are_weighed_exactly():
    part = Part(1, np.array([1, 1]), np.array([2**40 + 1, 1]), (np.arange(3), np.arange(3, 6)))
    costs, ties = part.weigh(np.array([[1, 2], [3, 0]]))
    assert costs.tolist() == [2**40 + 3, 3]
    assert ties.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("puzzle", "word"),
    [
        (Puzzle.grid("012", states=3), "3 states"),
        (Puzzle.grid("10").at_most(1), "limits"),
        (Puzzle.grid("10").require([(0, 0)]), "requires"),
        (Puzzle.grid("10").with_objective("presses"), "minimises"),
    ],
)
def test_other_puzzles_are_refused(puzzle, word):
    with pytest.raises(UnsupportedError, match=word):
        Regions.of(puzzle)

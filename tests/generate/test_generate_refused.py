"""Requests for levels that are refused: the impossible with its proof, and the malformed."""

from __future__ import annotations

import numpy as np
import pytest
from level_cases import dark

from lo_opt import ImpossibleError, InputError, Puzzle, TooRareError, generate_levels


@pytest.mark.parametrize(
    ("puzzle", "options", "reason"),
    [
        (dark(5, 5), {"min_presses": 16}, "15 or less on average"),
        (dark(4, 4), {"min_presses": 8}, "the least of them costs 7 or less"),
        (dark(4, 4), {"min_presses": 7, "unique": True}, "least costs go from 0 to 7"),
        (dark(9, 9), {"min_presses": 39}, "the least of them costs 38 or less"),
        (dark(14, 14), {"min_presses": 124}, "the least of them costs 123 or less"),
        (dark(5, 5), {"method": "presses:3", "min_presses": 4}, "cost at most 3"),
        (dark(5, 5), {"method": "presses:4", "min_presses": 3, "max_presses": 3}, "an even number of presses"),
        (dark(5, 5), {"method": "presses:3", "min_presses": 2, "max_presses": 2}, "an odd number of presses"),
        (dark(5, 5), {"method": "presses:3", "max_presses": 0}, "it takes at least one press, which costs 1 or more"),
        (Puzzle.grid("000").with_weights([[0, 0, 0]]), {"unique": True, "min_presses": 1}, "no board has"),
        (dark(5, 5), {"min_presses": 14, "unique": True}, "by one solution alone from 0 to 13"),
        (dark(5, 5), {"method": "presses:1", "count": 26}, "at most 25 boards"),
        (dark(2, 2), {"count": 16}, "only 15 boards"),
        (dark(1, 1, rule="neighbors"), {}, "nothing to do"),
        (dark(1, 2).forbid([(0, 0), (0, 1)]), {}, "every button is forbidden"),
        (dark(5, 5), {"symmetry": "all", "min_presses": 15, "count": 50}, "symmetric"),
        (dark(4, 4), {"max_presses": 0}, "something to do has a least cost of 0: it takes at least one press"),
        (dark(9, 9), {"max_presses": 0}, "something to do has a least cost of 0: it takes at least one press"),
        (dark(5, 5), {"method": "presses:4", "max_presses": 0}, "something to do has a least cost of 0"),
        (dark(1, 2), {"unique": True}, "from 0 to 0, and the board with nothing to do is no level"),
        (dark(1, 2), {"max_presses": 0, "symmetry": "left-right"}, "something to do has a least cost of 0"),
        (Puzzle.grid("00").with_weights([[5, 5]]), {"max_presses": 4}, "which costs 5 or more"),
        (dark(1, 1, rule="plus").with_weights([[0]]), {"min_presses": 1}, "no board has"),
        (Puzzle.grid("00", target="10", rule="row-col"), {"symmetry": "left-right"}, "no board that is symmetric"),
    ],
)
def test_the_impossible_is_refused_with_its_reason(puzzle, options, reason):
    with pytest.raises(ImpossibleError, match=reason) as refusal:
        generate_levels(puzzle, **options)
    assert refusal.value.exit_code == 3


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"count": 0}, "0 levels"),
        ({"count": 10**8}, "100000000 levels"),
        ({"count": 5 * 10**6}, "cells in all"),
        ({"method": "presses"}, "uniform or presses:K"),
        ({"method": "presses:0"}, "from 1"),
        ({"min_presses": -1}, "negative"),
        ({"min_presses": 5, "max_presses": 4}, "the first must not be the larger"),
        ({"symmetry": "mirror"}, "unknown symmetry 'mirror'"),
        ({"distinct": "all"}, "unknown kind"),
        ({"seed": -1}, "seed -1"),
        ({"method": "presses:2", "symmetry": "up-down"}, "method uniform"),
    ],
)
def test_bad_requests(options, word):
    with pytest.raises(InputError, match=word):
        generate_levels(dark(5, 5), **options)


def test_requests_that_do_not_fit_the_puzzle():
    with pytest.raises(InputError, match="only squares"):
        generate_levels(dark(2, 3), symmetry="quarter-turn")
    with pytest.raises(InputError, match="on grids"):
        generate_levels(Puzzle.from_buttons("00", [[0], [1]]))
    with pytest.raises(InputError, match="3 states"):
        generate_levels(Puzzle.grid("00", states=3))
    with pytest.raises(InputError, match="at most 4,096 cells"):
        generate_levels(dark(65, 65), symmetry="all")


@pytest.mark.parametrize(
    ("puzzle", "options", "classes"),
    [
        (dark(2, 2), {}, 5),
        (dark(1, 3), {}, None),
        (dark(3, 3), {}, None),
        (dark(2, 3), {}, None),
        (dark(4, 4), {"min_presses": 7}, 6),
        (dark(4, 4), {"min_presses": 3, "max_presses": 3}, None),
        (dark(4, 4), {"symmetry": "half-turn"}, None),
        (dark(3, 4, rule="king").forbid([(0, 0), (0, 3)]), {"unique": True}, None),
        (dark(3, 3).with_weights([[1, 2, 1], [1, 1, 1], [1, 2, 1]]), {"max_presses": 4}, None),
    ],
)
def test_so_many_boards_as_differ_by_more_than_a_move_are_made_and_no_more(puzzle, options, classes):
    every = _every_wanted(puzzle, options)
    with pytest.raises(ImpossibleError, match="rotation or reflection") as refusal:
        generate_levels(puzzle, len(every), distinct="symmetry", **options)
    counted = int(str(refusal.value).split()[1].replace(",", ""))
    assert counted == _classes_by_hand(puzzle, every) == (classes or counted)
    levels = generate_levels(puzzle, counted, distinct="symmetry", seed=1, **options)
    assert len(levels) == counted
    with pytest.raises(ImpossibleError, match=f"only {counted:,} .* {counted + 1:,} such levels"):
        generate_levels(puzzle, counted + 1, distinct="symmetry", **options)


def _every_wanted(puzzle, options):
    """Return all levels there are: the refusal of too many says how many."""
    with pytest.raises(ImpossibleError, match="different levels are asked for") as refusal:
        generate_levels(puzzle, 10**5, **options)
    return generate_levels(puzzle, int(str(refusal.value).split()[1].replace(",", "")), **options)


def _classes_by_hand(puzzle, levels):
    """Return how many levels differ by more than a move that leaves the puzzle alone."""
    prices = puzzle.costs().reshape(puzzle.start.shape)
    barred = np.zeros(puzzle.start.shape) if puzzle.forbidden is None else puzzle.forbidden.to_array()
    moves = [
        (turns, flipped)
        for turns in range(4)
        for flipped in (False, True)
        if all(_alike(_moved(part, turns, flipped), part) for part in (prices, barred))
    ]
    return len({min(_moved(level.board.to_array(), *move).tobytes() for move in moves) for level in levels})


def _moved(cells, turns, flipped):
    return np.rot90(cells[::-1] if flipped else cells, turns)


def _alike(a, b):
    return a.shape == b.shape and np.array_equal(a, b)


def test_classes_that_are_not_counted_end_the_search(monkeypatch):
    monkeypatch.setattr("lo_opt.generate.choosing.count_classes", lambda *arguments: None)
    with pytest.raises(TooRareError, match="show no others that are different"):
        generate_levels(dark(4, 4), 32, min_presses=7, distinct="symmetry")

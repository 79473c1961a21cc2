"""Levels: certified against every press vector, uniform where they are said to be, and refused where impossible."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from puzzles import every_solution, grid_puzzles, moves

import lo_opt as lo
from lo_opt import Board, ImpossibleError, InputError, Puzzle, TooRareError, generate_levels
from lo_opt.algebra.bits import unpack
from lo_opt.analysis.regions import Regions
from lo_opt.generate.sources import LightMap, RearrangedSource
from lo_opt.generate.symmetry import Symmetry, canonical, generators, moves_of, symmetries_of


def dark(rows, cols, **options):
    return Puzzle.grid(Board.filled(rows, cols, 0), **options)


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def chi_square_limit(freedom):
    """Return what chi-square exceeds with probability about 1e-5 (Wilson and Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + 4.27 * math.sqrt(2 / (9 * freedom))) ** 3


@settings(max_examples=60, deadline=None)
@given(grid_puzzles())
def test_every_level_is_what_it_says(drawn):
    puzzle, rule, wrap = drawn
    try:
        levels = generate_levels(puzzle, 3, distinct="none", seed=7)
    except ImpossibleError:
        assert 1 << int(puzzle.pressable().sum()) == 1 << Regions.of(puzzle).nullity, "only the dark board is solvable"
        return
    for level in levels:
        costs = [cost for _, cost in every_solution(level.puzzle, moves(*level.board.shape, rule, wrap))]
        assert level.board != puzzle.target
        assert (level.min_presses, level.solutions) == (min(costs), len(costs))
        assert level.optimal_solutions == costs.count(min(costs))
        assert level.puzzle.known_cost == level.min_presses
        assert (level.puzzle.weights, level.puzzle.forbidden) == (puzzle.weights, puzzle.forbidden)


def test_uniform_levels_are_uniform():
    levels = generate_levels(dark(4, 4), 81_900, distinct="none", seed=11)
    counts = Counter(levels.words())
    assert len(counts) == 4095  # all solvable boards but the dark one
    assert chi_square(counts.values(), 20) < chi_square_limit(4094)


@pytest.mark.parametrize(("bounds", "boards"), [((7, 7), 32), ((6, 6), 540), ((1, 1), 16)])
def test_rare_levels_are_uniform_too(bounds, boards):
    low, high = bounds
    levels = generate_levels(dark(4, 4), 60 * boards, min_presses=low, max_presses=high, distinct="none", seed=12)
    assert set(levels.costs.tolist()) == {low}
    counts = Counter(levels.words())
    assert len(counts) == boards
    assert chi_square(counts.values(), 60) < chi_square_limit(boards - 1)


def test_rare_levels_with_weights_and_several_parts_are_uniform():
    puzzle = dark(3, 3, rule="neighbors").with_weights([[1, 2, 1], [3, 1, 3], [1, 2, 2]])
    regions = Regions.of(puzzle)
    assert len(regions.parts) == 2
    every = unpack(np.arange(512, dtype=np.uint64)[:, None], 9)
    costs, ties = regions.weigh(every)
    wanted = {
        str(puzzle.effects.apply(Board.from_array(presses.reshape(3, 3))))
        for presses, cost, tied in zip(every, costs.tolist(), ties.tolist(), strict=True)
        if 3 <= cost <= 5 and tied == 1
    }
    levels = generate_levels(
        puzzle, 80 * len(wanted), min_presses=3, max_presses=5, unique=True, distinct="none", seed=3
    )
    counts = Counter(levels.words())
    assert set(counts) == wanted
    assert chi_square(counts.values(), 80) < chi_square_limit(len(wanted) - 1)


def test_all_boards_of_15_presses():
    levels = generate_levels(dark(5, 5), 7350, min_presses=15)
    assert len(set(levels.words())) == 7350
    assert set(levels.costs.tolist()) == {15}
    with pytest.raises(ImpossibleError, match="only 7,350 boards"):
        generate_levels(dark(5, 5), 7351, min_presses=15)


@pytest.mark.parametrize("symmetry", list(Symmetry))
def test_symmetric_levels_are_uniform_among_the_symmetric_boards(symmetry):
    puzzle = dark(4, 4)
    cells = unpack(np.arange(1 << 16, dtype=np.uint64)[:, None], 16)
    alike = np.ones(1 << 16, bool)
    for move in generators(symmetry, 4, 4):
        alike &= (cells == cells[:, move]).all(axis=1)
    boards = {
        str(board)
        for board in (Board.from_array(lights.reshape(4, 4)) for lights in cells[alike])
        if board.count and lo.solve(Puzzle.grid(board), "gf2", goal="feasible").presses is not None
    }
    levels = generate_levels(puzzle, 60 * len(boards), symmetry=symmetry, distinct="none", seed=5)
    counts = Counter(levels.words())
    assert set(counts) == boards
    if len(boards) > 1:
        assert chi_square(counts.values(), 60) < chi_square_limit(len(boards) - 1)


def test_large_symmetric_levels():
    for level in generate_levels(dark(9, 9), 20, symmetry="left-right", min_presses=30, seed=1):
        assert all(row == row[::-1] for row in level.board.row_texts())
        assert level.min_presses >= 30
        assert lo.solve(level.puzzle, "gf2").cost == level.min_presses


def test_unique_levels():
    levels = generate_levels(dark(9, 9), 30, unique=True, seed=2)
    assert {level.optimal_solutions for level in levels} == {1}
    assert all("; 1 optimal" in lo.solve(level.puzzle, "gf2").message for level in levels[:5])


def test_random_presses():
    levels = generate_levels(dark(5, 5), 200, method="presses:4", seed=9)
    assert {level.min_presses for level in levels} <= {2, 4}
    allowed = dark(2, 3).forbid([(0, 0), (1, 1)])
    for level in generate_levels(allowed, 20, method="presses:3", distinct="none"):
        assert lo.solve(level.puzzle, "gf2").cost == level.min_presses <= 3


def test_no_two_levels_are_alike_under_symmetry():
    levels = generate_levels(dark(4, 4), 400, distinct="symmetry", seed=4)
    seen = set()
    for level in levels:
        cells = level.board.to_array()
        turned = [np.rot90(side, k) for side in (cells, cells.T) for k in range(4)]
        forms = {side.tobytes() for side in turned}
        assert not forms & seen
        seen |= forms


def test_symmetry_is_that_of_the_puzzle():
    assert len(symmetries_of(dark(3, 3, rule="knight"))) == 7
    assert len(symmetries_of(dark(2, 3))) == 3
    assert len(symmetries_of(dark(3, 3).with_weights([[1, 2, 1], [1, 1, 1], [1, 2, 1]]))) == 3
    assert symmetries_of(dark(3, 3).forbid([(0, 1)]))[0].tolist() == moves_of(3, 3)["mirror"].tolist()
    assert symmetries_of(dark(2, 2).forbid([(0, 1), (1, 1)]))[0].tolist() == moves_of(2, 2)["flip"].tolist()


def test_canonical_forms_by_hand():
    boards = np.random.default_rng(0).integers(0, 2, (40, 70), dtype=np.uint8)
    moved = list(moves_of(7, 10).values())
    forms = canonical(boards, moved)
    for move in moved:
        assert np.array_equal(forms, canonical(boards[:, move], moved))
    ints = [min(tuple(w) for w in np.atleast_2d(canonical(b[None], []))) for b in boards]
    assert all(tuple(form) <= own for form, own in zip(forms.tolist(), ints, strict=True))


@pytest.mark.parametrize(
    "options",
    [{}, {"min_presses": 13}, {"method": "presses:6"}, {"symmetry": "diagonal"}, {"unique": True, "distinct": "none"}],
)
def test_the_same_seed_gives_the_same_levels(options):
    first, again, other = (list(generate_levels(dark(5, 5), 50, seed=seed, **options).words()) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_million_levels_hold_their_numbers():
    levels = generate_levels(dark(5, 5), 20_000, seed=8)
    assert len(levels) == len(set(levels.words())) == 20_000
    assert np.bincount(levels.costs).argmax() == 10
    assert levels[3:5][1].board == levels[4].board
    assert (levels.chasing >= levels.costs).all()
    assert isinstance(levels[0].chasing_excess, int)


def test_large_boards_and_large_nullities():
    level = generate_levels(dark(70, 70), 1, seed=1)[0]
    assert lo.solve(level.puzzle, "gf2").cost == level.min_presses
    assert level.chasing_presses is None
    level = generate_levels(dark(39, 39), 1, seed=1)[0]
    assert level.solutions == 2**32
    assert lo.solve(level.puzzle, "auto").cost == level.min_presses


def test_targets_and_fractions():
    puzzle = Puzzle.grid("1010/0101/1010", target="on").with_weights([["0.5"] * 4] * 3)
    for level in generate_levels(puzzle, 5, min_presses="1.2", max_presses=Fraction(5, 2), seed=1):
        assert level.puzzle.target.count == 12
        assert Fraction(6, 5) <= level.min_presses <= Fraction(5, 2)
        assert level.chasing_excess is None
        assert lo.solve(level.puzzle, "gf2").cost == level.min_presses


@pytest.mark.parametrize(
    ("puzzle", "options", "reason"),
    [
        (dark(5, 5), {"min_presses": 16}, "15 or less on average"),
        (dark(4, 4), {"min_presses": 8}, "least costs go from 0 to 7"),
        (dark(14, 14), {"min_presses": 124}, "none needs more than 123"),
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


@pytest.mark.parametrize(("n", "worst"), [(11, 65), (14, 123)])
def test_the_worst_boards_are_found(n, worst):
    levels = generate_levels(dark(n, n), 20, min_presses=worst, seed=4)
    assert len(set(levels.words())) == 20
    assert set(levels.costs.tolist()) == {worst}
    assert lo.solve(levels[0].puzzle, "gf2").cost == worst
    assert list(levels.words()) == list(generate_levels(dark(n, n), 20, min_presses=worst, seed=4).words())


def test_rearranged_presses_make_boards_that_are_as_hard_and_uniform():
    regions = Regions.of(dark(4, 4))
    presses = np.array([1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0], np.uint8)
    source = RearrangedSource(regions, presses)
    drawn = source.draw(20_000, np.random.default_rng(1))
    costs, ties = regions.weigh(drawn)
    expected = regions.weigh(presses[np.newaxis])
    assert (set(costs.tolist()), set(ties.tolist())) == (set(expected[0].tolist()), set(expected[1].tolist()))
    counts = Counter(bytes(lights) for lights in LightMap(regions).boards(drawn))
    assert source.fewest_boards <= len(counts)
    assert chi_square(counts.values(), 20_000 / len(counts)) < chi_square_limit(len(counts) - 1)


def test_the_rare_ends_with_the_time():
    with pytest.raises(TooRareError, match="of which 0 were as wanted") as stopped:
        generate_levels(dark(9, 9), min_presses=37, time_limit_s=0.01)
    assert stopped.value.exit_code == 4


def test_too_many_boards_different_under_symmetry():
    with pytest.raises(TooRareError, match="different under symmetry"):
        generate_levels(dark(4, 4), 32, min_presses=7, distinct="symmetry")


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


def test_an_interrupt_ends_everything(monkeypatch):
    def interrupted(regions, presses, control):
        raise KeyboardInterrupt

    monkeypatch.setattr("lo_opt.generate.making.certified_minima", interrupted)
    with pytest.raises(KeyboardInterrupt):
        generate_levels(dark(5, 5))


def test_progress_is_reported():
    heard = []
    generate_levels(dark(5, 5), 10, progress=heard.append)
    assert heard[-1].share == 1
    assert list(itertools.accumulate((r.share for r in heard), max)) == [r.share for r in heard]

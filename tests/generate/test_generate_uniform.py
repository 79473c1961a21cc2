"""Levels are uniform where they are said to be, and all that there are."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from level_cases import chi_square, chi_square_limit, dark

import lo_opt as lo
from lo_opt import Board, ImpossibleError, Puzzle, generate_levels
from lo_opt.algebra.bits import unpack
from lo_opt.analysis.regions import Regions
from lo_opt.generate.symmetry import Symmetry, generators


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


@pytest.mark.parametrize("most", [2, 3])
def test_easy_levels_of_boards_that_cannot_be_tabulated_are_uniform(monkeypatch, most):
    monkeypatch.setattr("lo_opt.generate.choosing.can_tabulate", lambda regions: False)
    puzzle = dark(4, 4)
    regions = Regions.of(puzzle)
    every = unpack(np.arange(1 << 16, dtype=np.uint64)[:, None], 16)
    costs, _ = regions.weigh(every)
    wanted = {
        str(puzzle.effects.apply(Board.from_array(presses.reshape(4, 4))))
        for presses in every[(costs > 0) & (costs <= most)]
    }
    levels = generate_levels(puzzle, 60 * len(wanted), max_presses=most, distinct="none", seed=2)
    counts = Counter(levels.words())
    assert levels.uniform
    assert set(counts) == wanted
    assert chi_square(counts.values(), 60) < chi_square_limit(len(wanted) - 1)


def test_easy_levels_with_weights_are_uniform(monkeypatch):
    monkeypatch.setattr("lo_opt.generate.choosing.can_tabulate", lambda regions: False)
    puzzle = dark(3, 4, rule="neighbors").with_weights([[1, 2, 0, 1], [3, 1, 1, 3], [1, 2, 2, 1]]).forbid([(0, 1)])
    regions = Regions.of(puzzle)
    every = unpack(np.arange(1 << 12, dtype=np.uint64)[:, None], 12)
    every = every[every[:, 1] == 0]
    costs, _ = regions.weigh(every)
    boards = {
        str(puzzle.effects.apply(Board.from_array(presses.reshape(3, 4))))
        for presses in every[(costs >= 1) & (costs <= 3)]
    } - {str(puzzle.target)}
    levels = generate_levels(puzzle, 60 * len(boards), min_presses=1, max_presses=3, distinct="none", seed=6)
    counts = Counter(levels.words())
    assert set(counts) == boards
    assert chi_square(counts.values(), 60) < chi_square_limit(len(boards) - 1)


def test_levels_are_no_uniform_sample_once_a_board_drawn_was_not_proved(monkeypatch):
    def weigh(regions, presses, control):
        costs, ties = regions.weigh(presses)
        costs[costs > 30] = -1
        return costs, ties

    assert generate_levels(dark(9, 9), 50, seed=1).uniform
    monkeypatch.setattr("lo_opt.generate.making.certified_minima", weigh)
    levels = generate_levels(dark(9, 9), 50, seed=1)
    assert levels.costs.max() <= 30
    assert not levels.uniform

"""Levels: certified against every press vector, with all the facts that come with them."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from level_cases import dark
from puzzles import every_solution, grid_puzzles, moves

import lo_opt as lo
from lo_opt import ImpossibleError, Puzzle, generate_levels
from lo_opt.analysis.regions import Regions


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

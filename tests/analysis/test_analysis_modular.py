"""Puzzles of more than two states: against every press vector, the two-state analysis, and published tables."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import moves

import lo_opt as lo
from lo_opt import Board, InputError, Puzzle, UnsupportedError
from lo_opt.algebra.modular import lightest_modular
from lo_opt.analysis.minima import distribution
from lo_opt.analysis.modular import analyze_modular, modular_form
from lo_opt.analysis.modular_minima import modular_distribution
from lo_opt.analysis.structure import analyze

PUBLISHED = json.loads((Path(__file__).parents[1] / "data" / "distributions.json").read_text("utf-8"))


def costs_of_all_boards(puzzle, rule, wrap):
    """Return, by lights to add up, the costs of all presses, from plain sums."""
    rows, cols = puzzle.start.shape
    effects = np.zeros((rows * cols, rows * cols), np.int64)
    for button, lights in enumerate(moves(rows, cols, rule, wrap)):
        for light in lights:
            effects[button, light] += 1
    prices, allowed = puzzle.costs(), puzzle.pressable()
    choices = [range(puzzle.states) if ok else (0,) for ok in allowed]
    every = np.array(list(itertools.product(*choices)))
    found = defaultdict(list)
    for change, cost in zip((every @ effects % puzzle.states).tolist(), (every @ prices).tolist(), strict=True):
        found[tuple(change)].append(cost)
    return found


@st.composite
def small_puzzles(draw):
    rows, cols, states = draw(st.sampled_from([(1, 3, 3), (2, 2, 3), (2, 3, 3), (2, 2, 4), (1, 4, 6), (2, 2, 5)]))
    rule = draw(st.sampled_from(["plus", "neighbors", "king", "x"]))
    wrap = draw(st.sampled_from(["none", "rows", "torus"]))
    start = draw(st.lists(st.integers(0, states - 1), min_size=rows * cols, max_size=rows * cols))
    puzzle = Puzzle.grid(np.array(start).reshape(rows, cols), rule, wrap, states=states)
    if draw(st.booleans()):
        puzzle = puzzle.with_weights([[1 + (r + c) % 3 for c in range(cols)] for r in range(rows)])
    if draw(st.booleans()):
        puzzle = puzzle.forbid([(0, 0)])
    return puzzle, rule, wrap


@settings(max_examples=60, deadline=None)
@given(small_puzzles())
def test_everything_by_brute_force(drawn):
    puzzle, rule, wrap = drawn
    boards = costs_of_all_boards(puzzle, rule, wrap)
    found = analyze_modular(puzzle)
    costs = boards.get(tuple(puzzle.toggles().tolist()), [])
    assert found.boards == len(boards)
    assert found.share == Fraction(len(boards), puzzle.states**puzzle.light_count)
    assert {len(each) for each in boards.values()} == {found.members}
    assert (found.solvable, found.solutions) == (bool(costs), len(costs))
    assert found.rank is None or puzzle.states**found.rank == len(boards)
    if costs:
        assert (found.min_cost, found.optimal_solutions) == (min(costs), costs.count(min(costs)))
        assert found.weights == dict(sorted(Counter(costs).items()))
        assert puzzle.apply(found.presses) == puzzle.target
    else:
        assert (found.certificate is not None, found.presses) == (True, None)
    for order, pattern in zip(found.orders, found.quiet_patterns, strict=True):
        assert puzzle.apply(pattern) == puzzle.start
        assert {order * value % puzzle.states for row in pattern.to_array().tolist() for value in row} == {0}
    counted = modular_distribution(puzzle)
    assert counted.exact
    assert counted.counts == dict(sorted(Counter(min(each) for each in boards.values()).items()))
    assert counted.board_count == counted.total == len(boards)


@pytest.mark.parametrize("text", ["11011/01000/10101/00010/10110", "10000/00000/00000/00000/00000"])
def test_two_states_are_a_case_of_many(text):
    puzzle = Puzzle.grid(text)
    general, special = analyze_modular(puzzle), analyze(puzzle)
    for name in ("rank", "nullity", "lights", "solvable", "solutions", "min_cost", "optimal_solutions", "weights"):
        assert getattr(general, name) == getattr(special, name), name
    assert modular_distribution(puzzle).counts == distribution(puzzle).counts


@pytest.mark.parametrize("table", PUBLISHED, ids=lambda table: f"{table['rows']}x{table['cols']}-{table['states']}")
def test_published_distributions(table):
    puzzle = Puzzle.grid(Board.filled(table["rows"], table["cols"], 0, table["states"]))
    found = modular_distribution(puzzle)
    assert found.exact
    assert list(found.counts.values()) == table["counts"]


def test_a_sample_is_one_of_the_exact_counts():
    puzzle = Puzzle.grid(Board.filled(3, 3, 0, 4))
    exact, drawn = modular_distribution(puzzle), modular_distribution(puzzle, samples=400, seed=5)
    assert (drawn.exact, drawn.samples, drawn.total) == (False, 400, 400)
    low, high = drawn.mean_interval()
    assert low - 0.3 < exact.mean < high + 0.3
    assert set(drawn.counts) <= set(exact.counts)
    assert drawn.counts == modular_distribution(puzzle, samples=400, seed=5).counts
    assert modular_distribution(puzzle, samples=400, time_limit_s=0.0).total == 1


def test_an_interrupt_leaves_the_sample(monkeypatch):
    calls = []

    def interrupted(space, prices, control):
        calls.append(space)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return lightest_modular(space, prices, control)

    monkeypatch.setattr("lo_opt.analysis.modular_minima.lightest_modular", interrupted)
    found = modular_distribution(Puzzle.grid(Board.filled(3, 3, 0, 3)), samples=10)
    assert (found.total, found.interrupted) == (3, True)


def test_a_board_cut_off_by_the_deadline_is_not_counted(monkeypatch):
    limits = []

    def cut_off(space, prices, control):
        limits.append(control.deadline)
        best = lightest_modular(space, prices)
        return replace(best, cost=best.cost + 1, exhausted=False) if len(limits) == 4 else best

    monkeypatch.setattr("lo_opt.analysis.modular_minima.lightest_modular", cut_off)
    found = modular_distribution(Puzzle.grid(Board.filled(3, 3, 0, 3)), samples=10, time_limit_s=1000)
    assert (found.total, found.samples, found.interrupted, found.unproved) == (3, 3, False, 0)
    assert found.mean_interval() is not None
    assert limits[0] == math.inf  # one board whatever the limit
    assert max(limits[1:]) < math.inf


def test_without_a_board_only_what_holds_for_all():
    found = analyze_modular(Puzzle.grid("111/111", states=3), board=False)
    assert (found.solvable, found.presses, found.weights) == (None, None, None)


def test_the_optimum_is_that_of_solve():
    puzzle = lo.Puzzle.read("random:6x6:4", states=3)
    assert analyze_modular(puzzle).min_cost == lo.solve(puzzle, "gf2").cost


def test_limits_of_what_is_listed(monkeypatch):
    monkeypatch.setattr("lo_opt.analysis.modular.MAX_WEIGHED", 10)
    monkeypatch.setattr("lo_opt.analysis.modular.MAX_QUIET_CELLS", 10)
    found = analyze_modular(Puzzle.grid("00000/00000/00000/00000/00000", states=3))
    assert (found.weights, found.quiet_patterns, found.min_cost) == (None, None, 0)
    assert len(found.notes) == 2
    monkeypatch.setattr("lo_opt.analysis.modular_minima.MAX_LISTED", 10)
    with pytest.raises(UnsupportedError, match="27 solutions"):
        modular_distribution(Puzzle.grid("00000/00000/00000/00000/00000", states=3), samples=2)


def test_what_cannot_be_analysed_is_refused():
    with pytest.raises(UnsupportedError, match="no limits"):
        analyze_modular(Puzzle.grid("12", states=3).at_most(1))
    with pytest.raises(UnsupportedError, match="its objective is presses"):
        modular_form(Puzzle.grid("12", states=3).with_weights([[1, 2]]).with_objective("presses"))
    with pytest.raises(UnsupportedError, match="16,900 cells"):
        modular_form(Puzzle.grid(Board.filled(130, 130, 0, 3)))
    for options, word in (({"samples": 0}, "at least 1 board"), ({"seed": -1}, "negative")):
        with pytest.raises(InputError, match=word):
            modular_distribution(Puzzle.grid("12", states=3), **options)

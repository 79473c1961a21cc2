"""Required buttons and limits as bounds and rows of any program, in particular of one whose presses share variables."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from conditions import allowed_solutions, conditioned_puzzles
from hypothesis import given, settings

from lo_opt import Puzzle
from lo_opt.formulations.conditions import conditioned
from lo_opt.formulations.parity import PARITY
from lo_opt.formulations.program import PressMap, Program
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER

SHARED = replace(  # two variables z; presses are z0, 1 - z0, z1, 1 - z1, always 1, always 0
    Program.of([0, 0], [1, 1], [1, 1]),
    presses=PressMap(
        np.array([0, 1, 0, 1, 1, 0]), np.array([0, 0, 1, 1, -1, -1], np.intp), np.array([1, -1, 1, -1, 0, 0])
    ),
)
SIX = Puzzle.grid("000000")


def allowed(program: Program) -> set[tuple[int, ...]]:
    """Return the presses of all values that the program allows."""
    ranges = [range(low, high + 1) for low, high in zip(program.lower.tolist(), program.upper.tolist(), strict=True)]
    values = (np.array(value, np.int64) for value in itertools.product(*ranges))
    return {tuple(program.presses.apply(value).tolist()) for value in values if not program.violation(value)}


def test_without_conditions_nothing_changes():
    program = PARITY.build(SIX)
    assert conditioned(program, SIX) is program


@pytest.mark.parametrize(
    "puzzle",
    [
        SIX.require([(0, 0)]),
        SIX.require([(0, 1), (0, 2), (0, 4)]),
        SIX.require([(0, 0), (0, 1)]),
        SIX.require([(0, 5)]),
        SIX.exactly(3),
        SIX.exactly(4),
        SIX.at_most(2, [(0, 0), (0, 2), (0, 4)]),
        SIX.limit({(0, 0): 2, (0, 1): 1, (0, 3): -1}, lower=1),
        SIX.limit({(0, 0): 1, (0, 1): 1, (0, 4): 3}, upper=4),
        SIX.limit({(0, 4): 2, (0, 5): 1}, upper=1),
        SIX.limit({(0, 0): 3}, 0, 2).require([(0, 4)]),
    ],
)
def test_presses_that_share_variables(puzzle):
    program = conditioned(SHARED, puzzle)
    required = [] if puzzle.required is None else np.flatnonzero(puzzle.required.to_array().ravel())
    expected = {
        presses
        for presses in allowed(SHARED)
        if all(presses[j] for j in required)
        and all(limit.kept(limit.activity(np.array(presses))) for limit in puzzle.limits)
    }
    padded = replace(program, presses=SHARED.presses)
    assert allowed(padded) == expected
    assert len(set(zip(program.rows.owners.tolist(), program.rows.columns.tolist(), strict=True))) == len(
        program.rows.columns
    )
    assert (program.rows.coefficients != 0).all()


STEEP = replace(  # presses are 2 z0 - 3, 8 - 3 z1, z0 - z0 (none), 1 whatever z1 is, 3 z1 - 1, 7 - 2 z0
    Program.of([0, 0], [5, 4], [1, 1]),
    presses=PressMap(
        np.array([-3, 8, 0, 1, -1, 7]), np.array([0, 1, 0, 1, 1, 0], np.intp), np.array([2, -3, 0, 0, 3, -2])
    ),
)


@pytest.mark.parametrize("required", [[0], [1], [2], [3], [4], [5], [0, 5], [1, 4], [0, 1, 3, 5], [2, 3]])
def test_a_required_press_that_is_several_times_a_variable(required):
    puzzle = SIX.require([(0, j) for j in required])
    expected = {presses for presses in allowed(STEEP) if all(presses[j] >= 1 for j in required)}
    assert allowed(replace(conditioned(STEEP, puzzle), presses=STEEP.presses)) == expected
    assert bool(expected) == (2 not in required)


def test_several_limits_on_presses_behind_a_single_variable():
    single = replace(
        Program.of([0], [3], [1]),
        presses=PressMap(np.arange(6), np.array([0, 0, 0, -1, -1, -1], np.intp), np.full(6, 1)),
    )
    puzzle = SIX.at_least(1, [(0, 0)]).at_most(3, [(0, 1)]).limit({(0, 0): 1, (0, 2): -2}, lower=-7)
    assert allowed(single) == {(z, 1 + z, 2 + z, 3, 4, 5) for z in range(4)}
    assert allowed(conditioned(single, puzzle)) == {(z, 1 + z, 2 + z, 3, 4, 5) for z in (1, 2)}


def test_limits_on_presses_that_are_several_times_a_variable():
    puzzle = SIX.limit({(0, 0): 1, (0, 1): -2, (0, 2): 5, (0, 4): 1}, -9, 2).limit({(0, 2): 1, (0, 3): 2}, upper=2)
    program = conditioned(STEEP, puzzle)
    kept = {
        presses for presses in allowed(STEEP) if -9 <= presses[0] - 2 * presses[1] + 5 * presses[2] + presses[4] <= 2
    }
    assert allowed(program) == kept
    assert program.rows.count == 1  # the other limit is on presses that no variable changes


def test_what_is_impossible_is_one_row_of_a_new_variable():
    program = conditioned(replace(SHARED, priority=np.array([1, 2])), SIX.require([(0, 5)]))
    assert (program.names.variable(2), program.names.row(0), program.variable_count) == ("never", "never", 3)
    assert (program.names.variable(0), program.names.xor(0)) == ("v_0", "xor_0")
    assert (program.lower[2], program.upper[2], program.rows.lower.tolist()) == (0, 0, [1])
    assert program.priority.tolist() == [1, 2, 0]
    idle = PressMap(np.zeros(6, np.int64), np.full(6, -1, np.intp), np.zeros(6, np.int64))
    none = conditioned(replace(SHARED, presses=idle), SIX.at_least(1).at_most(5))
    assert [none.names.row(i) for i in range(none.rows.count)] == ["never"]


def test_rows_have_names_and_open_sides():
    puzzle = Puzzle.grid("11").at_most(1).at_least(1, [(0, 0)])
    program = PARITY.program(puzzle)
    assert [program.names.row(i) for i in range(program.rows.count)] == ["light_0_0", "light_0_1", "limit_0", "limit_1"]
    assert program.rows.lower[2:].tolist() == [NO_LOWER, 1]
    assert program.rows.upper[2:].tolist() == [1, NO_UPPER]


@settings(max_examples=40, deadline=None)
@given(conditioned_puzzles(max_cells=4))
def test_the_article_s_program_allows_exactly_what_the_puzzle_does(drawn):
    puzzle, rule, wrap = drawn
    expected = {presses for _, presses in allowed_solutions(puzzle, rule, wrap)}
    assert allowed(PARITY.program(puzzle)) == expected

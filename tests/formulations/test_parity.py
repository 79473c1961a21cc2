"""The parity formulation against the puzzle itself, by brute force."""

import itertools

import numpy as np
import pytest

from lo_opt.formulations import Feature
from lo_opt.formulations.formulation import MAX_VARIABLES
from lo_opt.formulations.parity import PARITY
from lo_opt.puzzle import Board, Puzzle

PUZZLES = [
    Puzzle.grid("101/011/000"),
    Puzzle.grid("110/101", rule="neighbors", target="on"),
    Puzzle.grid("111/000", rule="king", wrap="torus"),
    Puzzle.grid("10", wrap="cols"),
    Puzzle.grid("012/120", states=3),
    Puzzle.grid("13/02", rule="x", states=4, target="on"),
    Puzzle.grid("10/11").with_weights([["0.5", "2"], [0, "1.25"]]).forbid([(0, 0), (1, 1)]),
    Puzzle.from_buttons("0120", [{0: 1, 1: 2}, [1, 1, 2], [2]], states=3),
]


def solves(puzzle, presses):
    board = Board.from_array(np.array(presses).reshape(puzzle.effects.button_shape), puzzle.states)
    return puzzle.apply(board) == puzzle.target and all(np.array(presses)[~puzzle.pressable()] == 0)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=range(len(PUZZLES)))
def test_feasible_exactly_where_the_presses_solve_the_puzzle(puzzle):
    program = PARITY.build(puzzle)
    effects, moves = puzzle.incidence(), -puzzle.toggles() % puzzle.states
    matrix = np.zeros((puzzle.light_count, puzzle.button_count), np.int64)
    matrix[effects.lights, effects.buttons] = effects.amounts
    for presses in itertools.product(range(puzzle.states), repeat=puzzle.button_count):
        quotients = (moves + matrix @ np.array(presses)) // puzzle.states
        values = np.concatenate([presses, quotients])
        assert (program.violation(values) == "") == solves(puzzle, presses)
        assert program.presses.apply(values).tolist() == list(presses)
        assert program.cost(values) == sum(puzzle.costs() * presses)


def test_two_states_give_the_equation_of_the_article():
    puzzle = Puzzle.grid("10/00")
    program = PARITY.build(puzzle)
    rows = program.rows
    first = slice(rows.indptr[0], rows.indptr[1])
    assert rows.columns[first].tolist() == [0, 1, 2, 4]
    assert rows.coefficients[first].tolist() == [1, 1, 1, -2]
    assert rows.lower.tolist() == rows.upper.tolist() == [-1, 0, 0, 0]
    assert program.upper.tolist() == [1, 1, 1, 1, 2, 1, 1, 1]  # floor((b + degree) / 2)


def test_a_light_out_of_reach_makes_a_row_that_cannot_hold():
    puzzle = Puzzle.from_buttons("11", [[0]])
    program = PARITY.build(puzzle)
    assert program.upper.tolist() == [1, 1, 0]
    assert program.violation(np.array([1, 1, 0])) == "light_1 is 0; it must be at most -1"


def test_names_say_where():
    program = PARITY.build(Puzzle.grid("000/000"))
    assert [program.names.variable(j) for j in (0, 5, 6, 11)] == ["x_0_0", "x_1_2", "k_0_0", "k_1_2"]
    assert program.names.row(4) == "light_1_1"
    listed = PARITY.build(Puzzle.from_buttons("00", [[0, 1], [1]]))
    assert [listed.names.variable(1), listed.names.variable(2), listed.names.row(1)] == ["x_1", "k_0", "light_1"]


def test_declared_needs_cover_those_of_its_programs():
    assert {need for puzzle in PUZZLES for need in PARITY.build(puzzle).needs} <= PARITY.needs == {Feature.INTEGER}


def test_a_board_too_large_is_refused_before_anything_is_built():
    side = int(MAX_VARIABLES**0.5)
    refusal = PARITY.refuse(Puzzle.grid(Board.filled(side, side, 1)))
    assert refusal is not None
    assert "too many" in refusal.reason
    assert refusal.cure == "use gf2"
    assert PARITY.refuse(Puzzle.grid("11/11")) is None
    assert PARITY.refuse(Puzzle.grid(Board.filled(side, side // 2, 1))) is None  # just as many as are taken
    assert PARITY.refuse(Puzzle.grid(Board.filled(side, side // 2 + 1, 1))) is not None

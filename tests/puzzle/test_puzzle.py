"""Puzzles: construction, what they answer, and what does not fit together."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from naive_lights import matrix, presses_that_solve

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle, Weights


@pytest.mark.parametrize(
    "board", ["10/01", ["10", "01"], ("10", "01"), [[1, 0], [0, 1]], np.eye(2), Board.parse("10/01")]
)
def test_boards_in_every_form(board):
    assert Puzzle.grid(board) == Puzzle.grid(".#/#.".translate({46: "#", 35: "."}))
    assert Puzzle.grid("00/00", target=board).target == Board.parse("10/01")


def test_targets():
    assert Puzzle.grid("10").target == Puzzle.grid("10", target="off").target == Board.parse("00")
    assert Puzzle.grid("12", states=3, target="on").target == Board.parse("22", states=3)
    assert Puzzle.grid("12", states=3, target="on").toggles().tolist() == [1, 0]
    assert Puzzle.grid("10").with_target([[0, 1]]) == Puzzle.grid("10", target="01")


def test_toggles_count_from_start_to_target():
    assert Puzzle.grid("012", states=3, target="210").toggles().tolist() == [2, 0, 1]


def test_names_of_lights_and_buttons():
    grid, listed = Puzzle.grid("101/010"), Puzzle.from_buttons("01", [[0], [1], [0, 1]])
    assert (grid.light_name(4), grid.button_name(2)) == ("1_1", "0_2")
    assert (listed.light_name(1), listed.button_name(2)) == ("1", "2")
    assert (listed.layout, listed.rule, listed.light_count, listed.button_count) == (None, None, 2, 3)


def test_pressable_is_neither_forbidden_nor_a_hole():
    puzzle = Puzzle.grid("10/01", holes=Board.parse("01/00")).forbid([(1, 0)])
    assert puzzle.pressable().tolist() == [True, False, False, True]
    assert puzzle.forbid([(1, 1)]).pressable().tolist() == [True, False, False, False]
    assert Puzzle.grid("10").forbid([]) == Puzzle.grid("10")


def test_holes_hold_no_light():
    holes = Board.parse("01/00")
    puzzle = Puzzle.grid("11/00", holes=holes, target="on")
    assert (str(puzzle.start), str(puzzle.target)) == ("10/00", "10/11")
    assert Puzzle.grid("12/00", holes=holes, states=3).start == Board.parse("10/00", states=3)
    assert puzzle == Puzzle.grid("10/00", holes=holes, target="10/11")
    assert str(puzzle.with_target("on").target) == "10/11"


def test_costs():
    puzzle = Puzzle.grid("10")
    assert (puzzle.costs().tolist(), puzzle.weight_denominator) == ([1, 1], 1)
    puzzle = puzzle.with_weights([["0.5", 2]])
    assert (puzzle.costs().tolist(), puzzle.weight_denominator) == ([1, 4], 2)


def test_a_changed_puzzle_forgets_the_published_optimum():
    puzzle = replace(Puzzle.grid("10"), known_cost=Fraction(3))
    assert puzzle.with_weights([[1, 2]]).known_cost is None
    assert puzzle.forbid([(0, 0)]).known_cost is None
    assert puzzle.with_target("on").known_cost is None
    assert puzzle.forbid([]).known_cost == 3


def test_fixed_four_by_four_has_sixteen_solutions():
    puzzle = Puzzle.grid("0111/0100/0110/0000")
    effects = matrix(4, 4, "plus", "none", 2)
    columns = [sum(effects[i][j] << i for i in range(16)) for j in range(16)]
    toggles = sum(int(bit) << i for i, bit in enumerate(puzzle.toggles()))
    moved, weight = np.zeros(2**16, np.int64), np.zeros(2**16, np.int64)
    for j, column in enumerate(columns):
        pressed = np.arange(2**16) >> j & 1
        moved ^= pressed * column
        weight += pressed
    assert sorted(set(weight[moved == toggles].tolist())) == [5, 7, 9, 11]
    assert (moved == toggles).sum() == 16
    best = [(0, 0), (0, 1), (0, 3), (1, 1), (1, 2)]
    assert puzzle.apply(Board.from_cells(4, 4, best)) == puzzle.target


def test_presses_that_solve_reach_the_target():
    puzzle = Puzzle.grid("120/021", "king", "rows", states=3, target="on")
    effects = matrix(2, 3, "king", "rows", 3)
    solutions = list(presses_that_solve(effects, puzzle.toggles().tolist(), 3))
    for presses in solutions:
        assert puzzle.apply(Board.from_array(np.reshape(presses, (2, 3)), 3)) == puzzle.target


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Puzzle.grid("10/01", target="101"), "target is 1x3; it must be 2x2"),
        (lambda: Puzzle.grid("10", target=Board.parse("12", states=3)), "board has 2 states, target 3"),
        (lambda: Puzzle.grid("10", holes=Board.parse("1")), "mask is 1x1, the board 1x2"),
        (lambda: Puzzle.grid("10", rule="plos"), "did you mean 'plus'"),
        (lambda: Puzzle.grid("10", wrap="x"), "unknown wrap 'x'"),
        (
            lambda: Puzzle.grid("10").forbid([(0, 2)]),
            "forbidden cell 0,2 is off the board; rows are 0..0, columns 0..1",
        ),
        (lambda: Puzzle.grid("10").forbid([(-1, 0)]), "forbidden cell -1,0 is off the board"),
        (lambda: replace(Puzzle.grid("10"), forbidden=Board.parse("1")), "forbidden is 1x1; it must be 1x2"),
        (lambda: replace(Puzzle.grid("10"), weights=Weights(np.ones(3, np.int64), 1)), "3 numbers for 2 buttons"),
        (lambda: Puzzle.from_buttons("01", [[2]]), "button 0: light 2 does not exist"),
        (lambda: Puzzle.from_buttons("01", []), "rows and columns must be at least 1"),
    ],
)
def test_what_does_not_fit_together(make, message):
    with pytest.raises(InputError) as caught:
        make()
    assert message in str(caught.value)


def test_read_takes_words_options_and_paths(tmp_path: Path):
    assert Puzzle.read("10/01", rule="king", wrap="torus") == Puzzle.grid("10/01", "king", "torus")
    changed = Puzzle.read("12", states=3, target="on", weights="1 0.5", forbid="0,0")
    assert changed == Puzzle.grid("12", states=3, target="on").with_weights([[1, 0.5]]).forbid([(0, 0)])
    (tmp_path / "101").write_text("10\n01\n")
    assert Puzzle.read(tmp_path / "101") == Puzzle.grid("10/01")

"""Conditions in puzzle files: every form, the round trip, and one clear line for every mistake."""

from __future__ import annotations

import pytest
from conditions import conditioned_puzzles
from hypothesis import given

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.toml import puzzle_from_toml, to_toml

BOARD = 'board = ["110", "010"]\n'
GRID = Puzzle.grid("110/010")
LISTED = 'lights = "01"\nbuttons = [[0], [1], [0, 1]]\n'


def test_every_form():
    puzzle = puzzle_from_toml(
        BOARD
        + """
        weights = [[1, 2, 3], [1, 1, 1]]
        objective = "presses, cost"
        required = ["#..", "..."]
        limits = [
          {at_most = 3, row = 0},
          {at_least = 1, buttons = [[0, 1], [1, 2]]},
          {exactly = 4},
          {coefficients = [[0, 0, 2], [1, 1, -1]], at_most = 7, at_least = -1},
          {at_least = 1, col = 2},
        ]
        """
    )
    expected = GRID.with_weights([[1, 2, 3], [1, 1, 1]]).with_objective("presses,cost").require([(0, 0)])
    expected = expected.at_most(3, row=0).at_least(1, [(0, 1), (1, 2)]).exactly(4)
    expected = expected.limit({(0, 0): 2, (1, 1): -1}, -1, 7).at_least(1, col=2)
    assert puzzle == expected
    assert puzzle_from_toml(BOARD + "required = [[0, 0]]") == GRID.require([(0, 0)])


def test_listed_buttons():
    puzzle = puzzle_from_toml(
        LISTED
        + "required = [2]\nlimits = [{at_most = 1, buttons = [0, 1]}, {coefficients = [[0, 3], [2, 1]], at_most = 3}]"
    )
    listed = Puzzle.from_buttons("01", [[0], [1], [0, 1]])
    expected = listed.require([(0, 2)]).at_most(1, [(0, 0), (0, 1)]).limit({(0, 0): 3, (0, 2): 1}, upper=3)
    assert puzzle == expected
    assert puzzle_from_toml(to_toml(puzzle)) == puzzle


def test_limits_are_written_as_people_would():
    holes = Puzzle.grid("110/010", holes=Board.parse("001/000"))
    text = to_toml(holes.at_most(2, row=0).exactly(1, col=1).limit_presses(1, 4).at_most(1, [(1, 2), (0, 0)]))
    for table in (
        "{at_most = 2, row = 0}",
        "{exactly = 1, col = 1}",
        "{at_least = 1, at_most = 4}",
        "{at_most = 1, buttons = [[0, 0], [1, 2]]}",
    ):
        assert f"  {table},\n" in text


@given(conditioned_puzzles())
def test_round_trip(drawn):
    puzzle = drawn[0]
    text = to_toml(puzzle)
    assert puzzle_from_toml(text) == puzzle
    assert to_toml(puzzle_from_toml(text)) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("limits = 3", "limits: 3 must be an array"),
        ("limits = [3]", "limits: limit 1: 3 must be a table, as in {at_most = 3, row = 0}"),
        ("limits = [{at_mots = 3}]", "limits: limit 1: unknown key 'at_mots'; available: at_least, at_most"),
        ("limits = [{at_mots = 3}]", "did you mean 'at_most'?"),
        ("limits = [{row = 0}]", "limit 1: give at_most, at_least or both, or exactly alone"),
        ("limits = [{exactly = 1}, {exactly = 1, at_most = 2}]", "limit 2: give at_most, at_least or both"),
        ("limits = [{at_most = 1.5}]", "limit 1: at_most: 1.5 must be a whole number"),
        ("limits = [{at_most = true}]", "limit 1: at_most: true must be a whole number"),
        ("limits = [{at_most = 1, row = 0, col = 0}]", "limit 1: give one of row and col, or none for all buttons"),
        ("limits = [{at_most = 1, row = 2}]", "limit 1: limit on presses: there is no row 2; rows are 0..1"),
        ("limits = [{at_most = 1, row = -1}]", "limit 1: row: -1 must be a whole number from 0"),
        ("limits = [{at_most = 1, buttons = []}]", "limit 1: limit on presses: it counts no button"),
        ("limits = [{at_most = 1, buttons = [0]}]", "limit 1: buttons: 0 must be an array"),
        ("limits = [{at_most = 1, buttons = [[0]]}]", "limit 1: buttons: [0] must be [row, column]"),
        ("limits = [{at_most = 1, buttons = [[0, 'a']]}]", "limit 1: button: 'a' must be a whole number"),
        ("limits = [{at_most = 1, buttons = [[0, 9]]}]", "there is no button 0,9; rows are 0..1, columns 0..2"),
        ("limits = [{at_most = 1, coefficients = [[0, 1]]}]", "coefficients: [0, 1] must be [row, column, k]"),
        ("limits = [{at_most = 1, coefficients = [[0, 1, 1], [0, 1, 2]]}]", "a button is listed twice; name it once"),
        ("limits = [{at_most = 1, coefficients = [[0, 1, 1.5]]}]", "coefficient 1.5 must be a whole number"),
        ("limits = [{at_least = 3, at_most = 2}]", "limit 1: limit on presses: at least 3 and at most 2 contradict"),
        ("limits = [{at_least = 7}]", "limit 1: limit on presses: at least 7 presses in all cannot be"),
        (
            "limits = [{at_least = 3}, {at_most = 2}]",
            "limit 2: limit on presses: at least 3 presses in all and at most",
        ),
        ("required = [[0, 3]]", "required cell 0,3 is off the board"),
        ("required = [[0]]", "required cell [0] must be [row, column]"),
        ("required = 3", "required: 3 must be an array"),
        ("required = [[0, 0]]\nforbidden = [[0, 0]]", "button 0_0 is required, but it is forbidden or no button"),
        (
            'objective = "pressses"',
            "unknown objective 'pressses'; available: cost, cost,presses, presses, presses,cost",
        ),
        ("objective = 3", "objective: 3 is a whole number; it must be a string"),
        ("requierd = []", "did you mean 'required'?"),
    ],
)
def test_mistakes(text, message):
    with pytest.raises(InputError) as caught:
        puzzle_from_toml(BOARD + text)
    assert message in str(caught.value)


def test_mistakes_with_listed_buttons():
    for text, message in (
        ("limits = [{at_most = 1, row = 0}]", "this puzzle lists its buttons, which have no rows and columns"),
        ("limits = [{at_most = 1, buttons = [3]}]", "there is no button 3; buttons are 0..2"),
        ("limits = [{at_most = 1, coefficients = [[1]]}]", "coefficients: [1] must be [button, k]"),
    ):
        with pytest.raises(InputError) as caught:
            puzzle_from_toml(LISTED + text)
        assert message in str(caught.value)

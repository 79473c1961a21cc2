"""Puzzles and games in JSON: there and back, and refused in words when they are none."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import grid_puzzles

pytest.importorskip("starlette", reason="the extra web is not installed")

from lo_opt import Board, InputError, Puzzle
from lo_opt.game import EVENTS, Game, Level
from lo_opt.puzzle.reading.library import library_names
from lo_opt.web.wire import game_from, game_record, moves_of, puzzle_from, record_of


@given(grid_puzzles())
@settings(max_examples=60, deadline=None)
def test_puzzles_come_back_as_they_were(drawn):
    puzzle, _, _ = drawn
    assert puzzle_from(json.loads(json.dumps(record_of(puzzle)))) == puzzle


@pytest.mark.parametrize("name", [n for n in library_names() if Puzzle.read(n).layout and not Puzzle.read(n).limits])
def test_shipped_boards_come_back_as_they_were(name):
    puzzle = Puzzle.read(name)
    back = puzzle_from(json.loads(json.dumps(record_of(puzzle))))
    assert back == puzzle
    assert back.name == puzzle.name


@given(st.lists(st.sampled_from([*EVENTS, "select:7", "select:0"]), max_size=30))
@settings(max_examples=60, deadline=None)
def test_games_come_back_as_they_were(events):
    level = Level.fixed()
    game = Game.start(level)
    for event in events:
        game = game.after(event)
        assert game_from(level, json.loads(json.dumps(game_record(game)))) == game


def test_the_beginning_of_a_game_is_null():
    assert game_from(Level.fixed(), None) == Game.start(Level.fixed())


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (None, "must be an object"),
        ([], "must be an object"),
        ({}, "board: must be 1 to 64 rows"),
        ({"board": "10"}, "board: must be 1 to 64 rows"),
        ({"board": ["1"] * 65}, "board: must be 1 to 64 rows"),
        ({"board": ["1" * 65]}, "at most 64 characters"),
        ({"board": [1]}, "must be a text"),
        ({"board": ["10", "1"]}, "board: row 2: 1 cell"),
        ({"board": ["12"]}, "unknown symbol '2'"),
        ({"board": ["1"], "states": 1}, "states: 1 must be a whole number from 2 to 10"),
        ({"board": ["1"], "states": True}, "states"),
        ({"board": ["1"], "states": 2.0}, "states"),
        ({"board": ["1"], "rule": "pluss"}, "did you mean 'plus'"),
        ({"board": ["1"], "rule": "x" * 999}, "at most 200"),
        ({"board": ["1"], "wrap": "all"}, "unknown wrap"),
        ({"board": ["1"], "target": ["11"]}, "target is 1x2"),
        ({"board": ["1"], "weights": [["-1"]]}, "must not be negative"),
        ({"board": ["1"], "weights": [["1e999999"]]}, "finite decimal"),
        ({"board": ["1"], "weights": [[1]]}, "must be a text"),
        ({"board": ["1"], "weights": "1"}, "weights: must be rows"),
        ({"board": ["11"], "buttons": [[0]]}, "must be 2 lists"),
        ({"board": ["11"], "buttons": [[0], 1]}, "light of a button"),
        ({"board": ["11"], "buttons": [[0], [2]]}, "light of a button"),
        ({"board": ["11"], "buttons": [[0] * 40_001, []]}, "more than 40,000"),
        ({"board": ["10"], "holes": ["01"], "buttons": [[1], []]}, "where the holes are"),
        ({"board": ["1"], "forbidden": ["11"]}, "forbidden is 1x2"),
        ({"board": ["1"], "holes": ["11"]}, "mask is 1x2"),
        ({"board": ["1"], "forbidden": ["1"], "required": ["1"]}, "required, but it is forbidden"),
    ],
)
def test_what_is_no_puzzle_is_refused_in_words(record, words):
    with pytest.raises(InputError) as caught:
        puzzle_from(record)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"lights": ["0000"]}, "the level is not"),
        ({"cursor": 16}, "cursor"),
        ({"presses": -1}, "presses"),
        ({"errors": 3}, "errors"),
        ({"phase": "lost"}, "no state of a game"),
        ({"verdict": None}, "no state of a game"),
    ],
)
def test_what_is_no_state_is_refused_in_words(change, words):
    level = Level.fixed()
    with pytest.raises(InputError, match=words):
        game_from(level, game_record(Game.start(level)) | change)


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Puzzle.from_buttons("01", [[0], [1]]), "lists its buttons"),
        (Puzzle.read("lit:65x2"), "at most 64x64"),
        (Puzzle.grid("0", states=11), "10 states"),
        (Puzzle.grid("11").at_most(1), "no limits"),
        (Puzzle.grid("11").with_objective("presses"), "objective"),
    ],
)
def test_what_the_page_cannot_show_is_refused_in_words(puzzle, words):
    with pytest.raises(InputError, match=words):
        record_of(puzzle)


def test_moves_are_the_rule_on_this_grid():
    plus = moves_of(Puzzle.grid(Board.filled(3, 3, 0)))["offsets"]
    assert sorted(plus) == [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)]
    across = moves_of(Puzzle.grid("000", rule="row-col"))["offsets"]
    assert sorted(across) == [(0, -2), (0, -1), (0, 0), (0, 1), (0, 2)]


def test_buttons_of_their_own_are_lists():
    lists = [[0, 1], [1, 1, 2], [], [3]]
    puzzle = puzzle_from({"board": ["1000"], "states": 3, "buttons": lists})
    assert puzzle.apply(Board.from_array([[1, 1, 0, 2]], 3)).to_array().tolist() == [[2, 0, 1, 2]]
    assert moves_of(puzzle)["lists"] == lists
    assert puzzle_from(record_of(puzzle)) == puzzle

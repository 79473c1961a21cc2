"""Game IDs of Flip: the encoding by plain loops, round trips, and one clear line for what is none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lo_opt as lo
from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.files.changes import UNCHANGED, Changes
from lo_opt.puzzle.formats import recognised
from lo_opt.puzzle.formats.flip import read, to_flip


def hexadecimal(bits):
    """Return bits as the game writes them: four to a digit, the first the highest, the last digit filled with zeros."""
    digits = ""
    for first in range(0, len(bits), 4):
        four = [*bits[first : first + 4], 0, 0, 0][:4]
        digits += "0123456789abcdef"[8 * four[0] + 4 * four[1] + 2 * four[2] + four[3]]
    return digits


@st.composite
def games(draw):
    """Draw (width, height, matrix, grid): matrix[i][j] says whether pressing square i flips square j."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    squares = width * height
    bits = st.lists(st.integers(0, 1), min_size=squares, max_size=squares)
    return width, height, draw(st.lists(bits, min_size=squares, max_size=squares)), draw(bits)


def dense(puzzle):
    effects = puzzle.incidence()
    matrix = np.zeros((puzzle.light_count, puzzle.button_count), int)
    matrix[effects.lights, effects.buttons] = effects.amounts
    return matrix


@given(games(), st.sampled_from(["", "c", "r"]), st.booleans())
def test_game_ids_against_plain_loops(game, kind, upper):
    width, height, matrix, grid = game
    text = f"{width}x{height}{kind}:"
    bitmaps = f"{hexadecimal([bit for row in matrix for bit in row])},{hexadecimal(grid)}"
    text += bitmaps.upper() if upper else bitmaps
    (puzzle,) = read(text, UNCHANGED, "")
    assert puzzle.start.shape == (height, width)
    np.testing.assert_array_equal(dense(puzzle), np.array(matrix).T)
    np.testing.assert_array_equal(puzzle.start.to_array().ravel(), grid)
    assert to_flip(puzzle) == f"{width}x{height}:{bitmaps}"
    assert recognised(text).name == "flip"
    assert lo.read_puzzles(text) == [puzzle]


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 2**25 - 1))
def test_crosses_are_boards_of_the_plus_rule(rows, cols, bits):
    board = Board.from_array([[bits >> (r * cols + c) & 1 for c in range(cols)] for r in range(rows)])
    puzzle = Puzzle.grid(board)
    assert read(to_flip(puzzle), UNCHANGED, "") == [puzzle]


def test_other_shapes():
    listed = Puzzle.from_buttons("110", [[0], [0, 1], [2]], target="010")
    assert to_flip(listed) == "3x1:988,8"  # rows 100, 110, 001 and the lights that must change, 100
    orbix = read(to_flip(Puzzle.read("orbix")), UNCHANGED, "")[0]
    assert lo.solve(orbix).cost == 12
    assert len(read("2:0000,0\n\n3x1:000,e\n", UNCHANGED, "")) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text: empty; a game ID is"),
        ("3x3", "line 1: '3x3' is no game ID; expected WIDTHxHEIGHT:matrix,grid"),
        ("3x3c#1234", "an ID with a seed (#) only the game itself can expand"),
        ("2x1:f", "line 1: '2x1:f' is no game ID"),
        ("2x1:,8", "line 1: matrix: 0 hexadecimal digits; 4 bits take 1"),
        ("2x1:ff,8", "line 1: matrix: 2 hexadecimal digits; 4 bits take 1"),
        ("2x1:g,8", "line 1: matrix: 'g' is no hexadecimal digit"),
        ("2x1:f,88", "line 1: grid: 2 hexadecimal digits; 2 bits take 1"),
        ("2x1:f,8,", "line 1: grid: ',' is no hexadecimal digit"),
        ("2x1:f,8\n0x1:,", "line 2: size 0x1: a game of Flip has from 1 to"),
        ("99999x99999:f,8", "size 99999x99999: a game of Flip has from 1 to 4,096 squares here"),
    ],
)
def test_mistakes(text, message):
    with pytest.raises(InputError) as caught:
        read(text, UNCHANGED, "")
    assert message in str(caught.value)


def test_what_flip_has_no_room_for():
    with pytest.raises(InputError, match="no rule or wrap can replace that"):
        read("2x1:f,8", Changes(wrap="torus"), "")
    with pytest.raises(InputError, match="states 3: a game of Flip has two"):
        read("2x1:f,8", Changes(states=3), "")
    with pytest.raises(InputError, match="states 3: a game of Flip has two"):
        to_flip(Puzzle.grid("12", states=3))
    with pytest.raises(InputError, match="3 lights and 1 buttons: in Flip every square is both"):
        to_flip(Puzzle.from_buttons("111", [[0]]))
    with pytest.raises(InputError, match="from 1 to 4,096 squares"):
        to_flip(Puzzle.read("lit:100x100"))
    with pytest.raises(InputError, match="no words for weights"):
        to_flip(Puzzle.grid("11").with_weights([[1, 2]]))

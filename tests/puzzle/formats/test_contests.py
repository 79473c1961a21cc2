"""Boards with counts first: several cases, when the form shows by itself, and one clear line for what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lo_opt as lo
from lo_opt.errors import InputError
from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.files.changes import UNCHANGED, Changes
from lo_opt.puzzle.formats import recognised
from lo_opt.puzzle.formats.contests import read, to_contest


@st.composite
def boards(draw):
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 12))
    row = st.text(alphabet="01", min_size=cols, max_size=cols)
    return Puzzle.grid(draw(st.lists(row, min_size=rows, max_size=rows)))


@given(st.lists(boards(), min_size=1, max_size=4))
def test_round_trip(puzzles):
    assert read(to_contest(puzzles), UNCHANGED, "") == puzzles


@given(st.lists(boards(), min_size=1, max_size=3), st.sampled_from(["", "\n", "0 0\n", " 0  0 \n\n"]), st.booleans())
def test_forms_of_the_same_cases(puzzles, end, blanks):
    lines = []
    for puzzle in puzzles:
        lines.append(f" {puzzle.start.rows}\t {puzzle.start.cols} ")
        lines += [
            " ".join(row) if blanks else row.translate(str.maketrans("01", ".#")) for row in puzzle.start.row_texts()
        ]
    assert read("\n".join([*lines, end]), UNCHANGED, "") == puzzles


@given(boards())
def test_a_plain_board_is_never_taken_for_a_case(puzzle):
    for text in ("\n".join(puzzle.start.row_texts()), "\n".join(" ".join(row) for row in puzzle.start.row_texts())):
        assert recognised(text) is None
        assert lo.read_puzzles(text + "\n") == [puzzle]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2 2\n10\n01", True),
        ("2 1\n1\n0", True),
        ("3\n1 1\n1\n1 1\n0\n1 1\n1", True),
        ("1\n5 5\n", True),
        ("1 1\n1", False),  # rows of cells that differ in length, but cells they might be
        ("10 11\n", False),
        ("1\n1 1\n1", False),
        ("5\n", False),
    ],
)
def test_what_is_recognised(text, found):
    assert (recognised(text) is not None) == found


def test_what_is_not_recognised_may_be_named():
    assert Puzzle.read("1 1\n1", format="contest") == Puzzle.grid("1")
    with pytest.raises(InputError, match="rows must be equally long"):
        Puzzle.read("1 1\n1")


def test_options_apply_to_every_case():
    first, second = lo.read_puzzles("1 2\n12\n1 1\n2\n", Changes(states=3, rule="x", wrap="torus"), format="contest")
    assert first == Puzzle.grid("12", "x", "torus", states=3)
    assert second.states == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text: no cases; a case begins with its numbers"),
        ("0 0", "the text: no cases"),
        ("2 2\n10", "line 1: 2 rows promised, but only 1 follow"),
        ("2 2\n10\n1", "line 3: 1 cell, but line 2 has 2"),
        ("2 2\n101\n111", "line 2: 3 cells, but line 1 says 2"),
        ("2 2\n10\n1x", "line 3, column 2: unknown symbol 'x'"),
        ("2 2\n10\n01\nhello", "line 4: 'hello' must be two whole numbers"),
        ("2 0\n", "line 1: 2 rows of 0 columns are no board"),
        ("0 0\n2 2\n10\n01", "line 2: more text after the case of 0 rows"),
        ("999999999 999999999\n1", "line 1: 999999999 rows of 999999999 columns are no board"),
        ("3\n1 1\n1\n", "the text: 1 case, but the first line says 3"),
        ("-1 2\n1", "line 1: '-1 2' must be two whole numbers"),
    ],
)
def test_mistakes(text, message):
    with pytest.raises(InputError) as caught:
        read(text, UNCHANGED, "")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle.grid("12", states=3),
        Puzzle.grid("11", "x"),
        Puzzle.grid("11", wrap="rows"),
        Puzzle.grid("11", target="on"),
        Puzzle.from_buttons("11", [[0]]),
        Puzzle.read("diamond"),
    ],
)
def test_what_the_format_cannot_say(puzzle):
    with pytest.raises(InputError, match=r"format contest holds nothing but boards of two states"):
        to_contest([puzzle])

"""Levels written with x, - and |: alone, in lines and in property lists, and one clear line for what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lo_opt as lo
from lo_opt.errors import InputError
from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.files.changes import UNCHANGED, Changes
from lo_opt.puzzle.formats import recognised
from lo_opt.puzzle.formats.plist_rows import read, to_plist_rows


@st.composite
def boards(draw, fewest_rows=1):
    rows, cols = draw(st.integers(fewest_rows, 4)), draw(st.integers(1, 6))
    row = st.text(alphabet="01", min_size=cols, max_size=cols)
    return Puzzle.grid(draw(st.lists(row, min_size=rows, max_size=rows)))


@given(boards())
def test_round_trip(puzzle):
    assert read(to_plist_rows(puzzle), UNCHANGED, "") == [puzzle]


@given(st.lists(boards(fewest_rows=2), min_size=1, max_size=3))
def test_levels_are_recognised(puzzles):
    levels = list(map(to_plist_rows, puzzles))
    strings = "".join(f"  <string>{level}</string>\n" for level in levels)
    document = f'<?xml version="1.0"?>\n<plist><array>\n<string>Level one</string>\n{strings}</array></plist>\n'
    for text in ("\n".join(levels), document):
        assert recognised(text).name == "plist"
        assert lo.read_puzzles(text + "\n") == puzzles


def test_files_by_their_suffix(tmp_path):
    file = tmp_path / "levels.plist"
    file.write_text("-x-\n---\n")
    assert [puzzle.name for puzzle in lo.read_puzzles(file)] == ["levels#1", "levels#2"]
    with pytest.raises(InputError, match=r"levels\.plist holds 2 puzzles, where one is wanted"):
        Puzzle.read(file)


def test_forms_of_a_level():
    expected = [Puzzle.grid("01/11")]
    for text in ("-x|xx", "-X|XX|", " - x | x x "):
        assert read(text, UNCHANGED, "") == expected
    assert Puzzle.read("-x|xx", rule="x", wrap="torus") == Puzzle.grid("01/11", "x", "torus")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text: no level"),
        ("<plist><string>hello</string></plist>", "the text: no level"),
        ("-x|x", "line 1: row 2: 1 cell, but row 1 has 2"),
        ("-x||xx", "line 1: '-x||xx' has a row without cells next to '|'"),
        ("|", "has a row without cells next to '|'"),
        ("-x|\n-y|--", "line 2: unknown symbol 'y'; cells are x (lit) and -"),
    ],
)
def test_mistakes(text, message):
    with pytest.raises(InputError) as caught:
        read(text, UNCHANGED, "")
    assert message in str(caught.value)


def test_levels_have_two_states():
    with pytest.raises(InputError, match="states 3: x and - write two states"):
        read("-x", Changes(states=3), "")
    with pytest.raises(InputError, match="format plist holds nothing but"):
        to_plist_rows(Puzzle.grid("12", states=3))

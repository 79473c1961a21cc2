"""Texts in a format that does not show: the error names the format to say, and an ambiguous text is not guessed at."""

from __future__ import annotations

import pytest

from lo_opt.errors import InputError
from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.formats import read_as
from lo_opt.puzzle.reading import Changes, read_puzzles


@pytest.mark.parametrize(
    ("text", "advised"),
    [
        ("[.#] x", ["buttons", "counters"]),
        ("[.#] 0 1\n", ["buttons", "counters"]),
        ("[.#]\n[##]", ["buttons", "counters"]),
        ("0 1\n1 2\n2 3", ["edges", "contest"]),
        ("a b\nb c\n", ["edges"]),
        ("1 1\n1\n", ["contest"]),
        ("10\n1\n", []),
    ],
)
def test_formats_are_named(text: str, advised: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        Puzzle.read(text)
    names = ("buttons", "counters", "edges", "contest", "flip", "plist")
    assert [name for name in names if f"--format {name}" in str(caught.value)] == advised


def test_unknown_formats() -> None:
    with pytest.raises(InputError, match="available: buttons, contest, counters, edges, flip, levels, plist"):
        Puzzle.read("11", format="foo")
    with pytest.raises(InputError, match="counters is no puzzle of lights"):
        Puzzle.read("11", format="counters")


def test_cases_that_may_be_rows_are_asked_about() -> None:
    text, three = "2 2\n1 0\n0 1", Changes(states=3)
    with pytest.raises(InputError, match=r"a board of 3x2, or the numbers of rows and columns.*--format contest"):
        read_puzzles(text, three)
    assert [str(puzzle.start) for puzzle in read_as("contest", text, three)] == ["10/01"]
    assert [str(puzzle.start) for puzzle in read_puzzles(text.replace(" ", ""), three)] == ["22/10/01"]
    assert [str(puzzle.start) for puzzle in read_puzzles("2 1\n1 0\n0 1", three)] == ["21/10/01"]
    assert [str(puzzle.start) for puzzle in read_puzzles(text)] == ["10/01"]

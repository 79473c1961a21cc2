"""Levels as apps keep them in property lists: `-x---|xxx--`, x for a lit light and | between rows; knows no file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.formats.lines import lines_of, only_plain_board
from lo_opt.puzzle.symbols import Row, decode
from lo_opt.wording import located, shown

if TYPE_CHECKING:
    from lo_opt.puzzle.files.changes import Changes
    from lo_opt.puzzle.puzzle import Puzzle

NAME = "plist"
_DOCUMENT = ("<?xml", "<!DOCTYPE plist", "<plist")
_STRING = re.compile(r"<string>([^<]*)</string>")


def recognises(text: str, states: int) -> bool:  # noqa: ARG001 - lights are lit or not
    """Return whether a text is a property list, or nothing but `x`, `-` and at least one `|`."""
    return text.lstrip().startswith(_DOCUMENT) or _is_level(text)


def read(text: str, changes: Changes, origin: str) -> list[Puzzle]:
    """Return the levels of a text: one a line, or in a property list every <string> of `x`, `-` and `|`.

    A row may end in `|` too.

    >>> from lo_opt.puzzle.files.changes import UNCHANGED
    >>> [str(puzzle.start) for puzzle in read("-x|xx\\nx|-|", UNCHANGED, "")]
    ['01/11', '1/0']
    >>> [str(puzzle.start) for puzzle in read("<plist><string>x|-</string></plist>", UNCHANGED, "")]
    ['1/0']

    Raises
    ------
    InputError
        For anything else, with its line.
    """
    if changes.states not in (None, 2):
        raise InputError(f"states {changes.states}: x and - write two states")
    if text.lstrip().startswith(_DOCUMENT):
        strings = [found[1] for found in _STRING.finditer(text)]
        levels = [(string, f"level {number}") for number, string in enumerate(filter(_is_level, strings), 1)]
        levels = [(string, f"{origin}: {place}" if origin else place) for string, place in levels]
    else:
        levels = [(line.text, line.place) for line in lines_of(text, origin)]
    if not levels:
        raise InputError(f"{origin or 'the text'}: no level; write rows of x and - with | between them, -x-|xxx|-x-")
    return [changes.grid(_board(level, place), "") for level, place in levels]


def to_plist_rows(puzzle: Puzzle) -> str:
    """Return a board as one line of this format.

    >>> from lo_opt.puzzle import Puzzle
    >>> to_plist_rows(Puzzle.grid("010/111"))
    '-x-|xxx'

    Raises
    ------
    InputError
        For anything but a board of two states and rule plus that is to be turned off.
    """
    only_plain_board(puzzle, NAME)
    return "|".join(row.translate(str.maketrans("01", "-x")) for row in puzzle.start.row_texts())


def _is_level(text: str) -> bool:
    return "|" in text and set("".join(text.split())) <= set("xX-|")


def _board(level: str, place: str) -> Board:
    text = level.strip().replace("X", "x").removesuffix("|")
    wrong = next((symbol for symbol in text if symbol not in "x-|" and not symbol.isspace()), None)
    if wrong is not None:
        raise InputError(f"{place}: unknown symbol {wrong!r}; cells are x (lit) and -, with | between the rows")
    with located(place):
        rows = text.split("|")
        if not all(row.strip() for row in rows):
            raise InputError(f"{shown(level)} has a row without cells next to '|'")
        return Board.from_blocks(decode((Row(row, n) for n, row in enumerate(rows, 1)), 2, ("x", "-")))

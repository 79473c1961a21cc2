"""Boards as programming contests give them: rows and columns, then the rows, case after case; knows no file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lo_opt.errors import InputError
from lo_opt.puzzle.board import MAX_CELLS, Board
from lo_opt.puzzle.files.text import line_place
from lo_opt.puzzle.formats.lines import Line, lines_of, only_plain_board
from lo_opt.puzzle.symbols import DIGITS, Row, decode
from lo_opt.wording import counted, shown

if TYPE_CHECKING:
    from lo_opt.puzzle.files.changes import Changes
    from lo_opt.puzzle.puzzle import Puzzle

NAME = "contest"
_PAIR = re.compile(r"([0-9]{1,18})[ \t]+([0-9]{1,18})")
_ONE = re.compile(r"[0-9]{1,18}")
_FORM = "a case begins with its numbers of rows and columns, such as '5 6'"


def recognises(text: str, states: int) -> bool:
    """Return whether the first line counts rows and columns, or cases before such a line, and cannot be cells.

    >>> recognises("2 2\\n10\\n01", 2), recognises("1 1\\n1", 2)
    (True, False)
    """
    lines = [line.strip() for line in text[:4096].split("\n", 64) if line.strip()][:2]
    if len(lines) == 2 and _ONE.fullmatch(lines[0]) and _PAIR.fullmatch(lines[1]):
        head = lines
    elif lines and _PAIR.fullmatch(lines[0]):
        head = lines[:1]
    else:
        return False
    return not set("".join("".join(head).split())) <= set(DIGITS[:states])


def also_rows(text: str, changes: Changes) -> bool:
    """Return whether a text that is not recognised reads as cases all the same: its first line may be two cells, too.

    >>> from lo_opt.puzzle.files.changes import Changes
    >>> also_rows("2 2\\n1 0\\n0 1", Changes(states=3)), also_rows("0 2\\n1 0\\n0 1", Changes(states=3))
    (True, False)
    """
    head = _PAIR.fullmatch(text[:4096].lstrip().partition("\n")[0].rstrip())
    if head is None or int(head[2]) != 2:  # as cells they make rows of two, as a size they say so
        return False
    try:
        return bool(read(text, changes, ""))
    except InputError:
        return False


def read(text: str, changes: Changes, origin: str) -> list[Puzzle]:
    """Return the boards of a text: `R C`, then R rows of C cells with or without blanks, and so on.

    A number alone in the first line is the number of cases; a case of 0 rows and 0 columns ends the text.

    >>> from lo_opt.puzzle.files.changes import UNCHANGED
    >>> [str(puzzle.start) for puzzle in read("2\\n1 2\\n1 0\\n2 1\\n#\\n.\\n", UNCHANGED, "")]
    ['10', '1/0']

    Raises
    ------
    InputError
        For anything else, with its line.
    """
    lines = list(lines_of(text, origin))
    promised = None
    if len(lines) > 1 and _ONE.fullmatch(lines[0].text) and _PAIR.fullmatch(lines[1].text):
        promised = int(lines.pop(0).text)
    boards: list[Board] = []
    position = 0
    while position < len(lines):
        header = lines[position]
        rows, cols = _size(header)
        if rows == cols == 0:
            if position + 1 < len(lines):
                raise InputError(f"{lines[position + 1].place}: more text after the case of 0 rows and 0 columns")
            break
        body = lines[position + 1 : position + 1 + rows]
        boards.append(_board(header, body, rows, cols, changes.states or 2, origin))
        position += 1 + rows
    if not boards:
        raise InputError(f"{origin or 'the text'}: no cases; {_FORM}")
    if promised is not None and promised != len(boards):
        raise InputError(f"{origin or 'the text'}: {counted(len(boards), 'case')}, but the first line says {promised}")
    return [changes.grid(board, "") for board in boards]


def to_contest(puzzles: Iterable[Puzzle]) -> str:
    """Return boards in this format, with their number in front if there are several.

    >>> from lo_opt.puzzle import Puzzle
    >>> to_contest([Puzzle.grid("10/01")])
    '2 2\\n1 0\\n0 1\\n'

    Raises
    ------
    InputError
        For anything but boards of two states and rule plus that are to be turned off.
    """
    cases = []
    for puzzle in puzzles:
        only_plain_board(puzzle, NAME)
        rows = "".join(f"{' '.join(row)}\n" for row in puzzle.start.row_texts())
        cases.append(f"{puzzle.start.rows} {puzzle.start.cols}\n{rows}")
    return (f"{len(cases)}\n" if len(cases) > 1 else "") + "".join(cases)


def _size(line: Line) -> tuple[int, int]:
    found = _PAIR.fullmatch(line.text)
    if found is None:
        raise InputError(f"{line.place}: {shown(line.text)} must be two whole numbers; {_FORM}")
    rows, cols = int(found[1]), int(found[2])
    if (rows == 0) != (cols == 0) or rows * cols > MAX_CELLS:
        raise InputError(f"{line.place}: {rows} rows of {cols} columns are no board, and not 0 0, the end, either")
    return rows, cols


def _board(header: Line, body: list[Line], rows: int, cols: int, states: int, origin: str) -> Board:
    if len(body) < rows:
        raise InputError(f"{header.place}: {counted(rows, 'row')} promised, but only {len(body)} follow")
    place = line_place(origin)
    board = Board.from_blocks(decode((Row(line.text, line.number) for line in body), states, None, place), states)
    if board.cols != cols:
        raise InputError(f"{body[0].place}: {counted(board.cols, 'cell')}, but {header.place} says {cols}")
    return board

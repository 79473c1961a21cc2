"""Plain text: rows of symbols to a board, rows of numbers to weights; knows no file and no rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.symbols import Place, Row, Symbols, decode
from lo_opt.wording import shown


def board_from_text(text: str, states: int = 2, symbols: Symbols | None = None, origin: str = "") -> Board:
    """Return the board written in lines of symbols: digits, `.` and `#`, or the two declared (on, off) symbols.

    White space and blank lines are ignored. A single line may hold all rows with `/` between them; several such lines
    are several boards (see `boards_from_text`), which are refused here. `origin` (a file's name) starts the
    place of every error: `board.txt:3:1`.

    >>> str(board_from_text("# .\\n\\n. #"))
    '10/01'
    >>> board_from_text("10\\n1", origin="board.txt")
    Traceback (most recent call last):
        ...
    lo_opt.errors.InputError: board.txt:2: 1 cell, but board.txt:1 has 2; rows must be equally long
    """
    boards = boards_from_text(text, states, symbols, origin)
    if len(boards) > 1:
        where = origin or "the text"
        raise InputError(f"{where}: {len(boards):,} boards, a whole one on each line, where one is wanted")
    return boards[0]


def boards_from_text(text: str, states: int = 2, symbols: Symbols | None = None, origin: str = "") -> list[Board]:
    """Return the boards of a text: one in each line where several lines hold `/`, else the one of all lines.

    A `/` behind a row alone makes it a board of one row.

    >>> [str(board) for board in boards_from_text("10/01\\n11/11")], [*map(str, boards_from_text("10/\\n01/"))]
    (['10/01', '11/11'], ['10', '01'])

    Raises
    ------
    InputError
        As for `board_from_text`, and where some lines are whole boards and some single rows.
    """
    place = line_place(origin)
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line and not line.isspace()]
    if not lines:
        raise InputError(f"{origin or 'the text'}: empty, there are no cells in it; write one line of 0 and 1 a row")
    if len(lines) == 1 or "/" not in text:
        return [_board(lines, states, symbols, place)]
    for number, line in lines:
        if "/" not in line:
            raise InputError(
                f"{place(number, None)}: a single row, where other lines hold whole boards with '/' between rows; "
                f"write one row a line, or one board a line"
            )
    return [_board([line], states, symbols, place) for line in lines]


def _board(lines: list[tuple[int, str]], states: int, symbols: Symbols | None, place: Place) -> Board:
    return Board.from_blocks(decode(_rows(lines, place), states, symbols, place), states)


def line_place(origin: str) -> Place:
    """Return the namer of places in a file: `board.txt:3:1`, or `line 3, column 1` without an origin.

    >>> line_place("board.txt")(3, None), line_place("")(3, 1)
    ('board.txt:3', 'line 3, column 1')
    """
    if origin:
        return lambda line, column: f"{origin}:{line}" if column is None else f"{origin}:{line}:{column}"
    return lambda line, column: f"line {line}" if column is None else f"line {line}, column {column}"


def _rows(lines: list[tuple[int, str]], place: Place) -> Iterator[Row]:
    for number, line in lines:
        if "/" not in line:
            yield Row(line, number)
            continue
        start = 0
        body = line.rstrip()
        single = body.endswith("/") and body.count("/") == 1  # a whole board of one row
        for part in [body[:-1]] if single else line.split("/"):
            if not part or part.isspace():
                raise InputError(f"{place(number, start + 1)}: a row without cells next to '/'")
            yield Row(part, number, start)
            start += len(part) + 1


def rows_of_numbers(text: str) -> list[list[str]]:
    """Return the numbers of each line, as they are written: separated by blanks or commas, `/` ending a row too.

    >>> rows_of_numbers("1 0.5\\n2, 3 / 4 5")
    [['1', '0.5'], ['2', '3'], ['4', '5']]
    """
    rows = [re.split(r"\s*,\s*|\s+", row.strip()) for row in re.split(r"[\n/]", text) if row.strip()]
    if not rows:
        raise InputError("weights: empty; write one line of numbers a row")
    return rows


def is_number(word: str) -> bool:
    """Return whether a word is a number as a program might print it: 2, -0.5, 1e3, nan.

    >>> [is_number(word) for word in ("2", "nan", "weights.txt")]
    [True, True, False]
    """
    try:
        float(word)
    except ValueError:
        return False
    return True


def parse_cells(text: str, on_grid: bool, what: str = "forbidden") -> list[tuple[int, int]]:
    """Return the cells of `r,c r,c …`; with listed buttons (not `on_grid`) plain numbers, cells of row 0.

    >>> parse_cells("0,1 2,3", on_grid=True), parse_cells("4 5", on_grid=False)
    ([(0, 1), (2, 3)], [(0, 4), (0, 5)])
    """
    form = "-?[0-9]{1,18},-?[0-9]{1,18}" if on_grid else "-?[0-9]{1,18}"
    cells = []
    for word in text.split():
        if not re.fullmatch(form, word):
            expected = "row,column such as 0,3, counted from 0" if on_grid else "the number of a button, counted from 0"
            raise InputError(f"{what} cell {shown(word)}: must be {expected}; separate several by blanks")
        row, column = word.split(",") if on_grid else ("0", word)
        cells.append((int(row), int(column)))
    return cells

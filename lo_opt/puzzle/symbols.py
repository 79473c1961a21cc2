"""Characters to states: which symbols write a cell, and where a wrong one stands; knows no board and no file."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_opt.errors import InputError
from lo_opt.wording import counted

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
DARK_AND_LIT = ".#"
_UNKNOWN = 255
_BLOCK_CELLS = 2**20

Symbols = tuple[str, str]  # (on, off)
Place = Callable[[int, int | None], str]


class Row(NamedTuple):
    """One row as written, and for messages: the number of its line (or row) and how far along that line it starts."""

    text: str
    line: int
    start: int = 0


def row_place(row: int, column: int | None) -> str:
    """Return the name of a place in rows that are not lines of a file.

    >>> row_place(2, 3), row_place(2, None)
    ('row 2, column 3', 'row 2')
    """
    return f"row {row}" if column is None else f"row {row}, column {column}"


def check_symbols(symbols: Symbols) -> None:
    """Raise `InputError` unless two different single characters, neither white space nor `/`, are declared."""
    for name, symbol in zip(("on", "off"), symbols, strict=True):
        if len(symbol) != 1 or symbol.isspace() or symbol == "/":
            raise InputError(f"symbol {symbol!r} for {name}: must be one character, neither white space nor '/'")
    if symbols[0] == symbols[1]:
        raise InputError(f"symbol {symbols[0]!r} is declared for both on and off; they must differ")


def decode(
    rows: Iterable[Row], states: int = 2, symbols: Symbols | None = None, place: Place = row_place
) -> Iterator[NDArray[np.uint8]]:
    """Yield the cells of rows of symbols in blocks, uint8 (some rows, cols), so that huge texts need little memory.

    White space is ignored. A cell is a digit below `states` (0-9, then a-z), or, for two states, `.` (0) and `#` (1)
    throughout, or nothing but the declared (on, off) `symbols`.

    >>> [block.tolist() for block in decode([Row(".#", 1), Row("# .", 2)])]
    [[[0, 1], [1, 0]]]

    Raises
    ------
    InputError
        For unknown symbols and rows of different lengths, naming their place.
    """
    alphabet = ""
    width = first_line = 0
    block: list[Row] = []
    texts: list[str] = []
    for row in rows:
        text = "".join(row.text.split())
        if not alphabet:
            alphabet, width, first_line = _alphabet(text[:1], states, symbols), len(text), row.line
            if not width:
                raise InputError(f"{place(row.line, None)}: no cells")
        if len(text) != width:
            _states(block, texts, alphabet, states, place)  # an unknown symbol says more than a wrong length
            _states([row], [text], alphabet, states, place)
            raise InputError(
                f"{place(row.line, None)}: {counted(len(text), 'cell')}, but {place(first_line, None)} has {width}; "
                f"rows must be equally long"
            )
        block.append(row)
        texts.append(text)
        if len(block) * width >= _BLOCK_CELLS:
            yield _states(block, texts, alphabet, states, place)
            block, texts = [], []
    if block:
        yield _states(block, texts, alphabet, states, place)


def _alphabet(first: str, states: int, symbols: Symbols | None) -> str:
    """Return the symbols of states 0, 1, …; the first symbol of a board decides which set it is written in."""
    if symbols is not None or (first and first in DARK_AND_LIT):
        if symbols is not None:
            check_symbols(symbols)
        if states != 2:
            raise InputError(f"states {states}: two symbols write two states; use digits for more")
        return DARK_AND_LIT if symbols is None else symbols[1] + symbols[0]
    if states > len(DIGITS):
        raise InputError(f"states {states}: rows of digits can write at most {len(DIGITS)} states")
    return DIGITS[:states]


def _states(rows: Sequence[Row], texts: Sequence[str], alphabet: str, states: int, place: Place) -> NDArray[np.uint8]:
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), "<u4")
    cells = np.full(len(codes), _UNKNOWN, np.uint8)
    for state, symbol in enumerate(alphabet):
        cells -= (codes == ord(symbol)) * np.uint8(_UNKNOWN - state)
    wrong = cells == _UNKNOWN
    if wrong.any():
        index, cell = divmod(int(wrong.argmax()), len(texts[0]))
        row, symbol = rows[index], texts[index][cell]
        written = (c for c, character in enumerate(row.text, 1) if not character.isspace())
        column = next(itertools.islice(written, cell, None))
        raise InputError(
            f"{place(row.line, row.start + column)}: unknown symbol {symbol!r}; {_allowed(alphabet, symbol, states)}"
        )
    return cells.reshape(len(texts), -1) if texts else cells.reshape(0, 0)


def _allowed(alphabet: str, symbol: str, states: int) -> str:
    if alphabet == DARK_AND_LIT:
        return "the cells of this board are '.' and '#' throughout"
    if not DIGITS.startswith(alphabet):
        return f"cells are {alphabet[1]!r} (on) or {alphabet[0]!r} (off), as declared"
    more = f"; a board with it has more than {states} states, which must be said" if symbol in DIGITS[:10] else ""
    if states == 2:
        return f"cells are 0 or 1 throughout, or '.' and '#' throughout{more}"
    return f"cells are one of {alphabet}{more}"

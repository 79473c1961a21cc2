"""A rectangle of states (lights or presses), packed one bit a cell when there are two states; knows no rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra import bits
from lo_opt.errors import InputError
from lo_opt.puzzle.checks import cell_of, each, is_whole
from lo_opt.puzzle.symbols import DIGITS, Row, Symbols, decode
from lo_opt.wording import shown

MAX_CELLS = 2**33  # one GiB packed: 92,000 x 92,000; anything larger is a typing error or would exhaust the memory
MAX_CELLS_UNPACKED = 2**28
MAX_STATES = 2**15


def check_size(rows: int, cols: int, states: int = 2) -> None:
    """Raise `InputError` unless a board of this size can be held in memory.

    >>> check_size(0, 5)
    Traceback (most recent call last):
        ...
    lo_opt.errors.InputError: board size 0x5: rows and columns must be at least 1
    """
    if not is_whole(rows) or not is_whole(cols):
        raise InputError(f"board size {shown(rows)}x{shown(cols)}: rows and columns must be whole numbers")
    if rows < 1 or cols < 1:
        raise InputError(f"board size {rows}x{cols}: rows and columns must be at least 1")
    if not is_whole(states) or not 2 <= states <= MAX_STATES:
        raise InputError(f"states {shown(states)}: must be a whole number from 2 to {MAX_STATES}")
    limit = MAX_CELLS if states == 2 else MAX_CELLS_UNPACKED
    if rows * cols > limit:
        raise InputError(f"board size {rows}x{cols}: {rows * cols:,} cells, at most {limit:,} are allowed")
    if states == 2 and rows * bits.word_count(cols) * 64 > limit:
        raise InputError(
            f"board size {rows}x{cols}: {rows:,} rows that take up a multiple of 64 cells each, at most {limit:,} "
            f"are allowed; write the columns as rows"
        )


@dataclass(frozen=True, eq=False)
class Board:
    """An immutable rows x cols rectangle of states 0..states-1.

    `data` is read-only. For two states it is packed: uint64 (rows, word_count(cols)), column c in bit c % 64 of word
    c // 64, spare bits zero, so that 10,000 x 10,000 lights take 12.5 MB. For more states it is uint16 (rows, cols).
    A list of lights that is no rectangle is a board of one row.

    >>> board = Board.parse("110/010")
    >>> board.shape, board.count, str(board)
    ((2, 3), 3, '110/010')
    """

    rows: int
    cols: int
    states: int
    data: NDArray[np.unsignedinteger]

    def __post_init__(self) -> None:
        self.data.setflags(write=False)

    @classmethod
    def from_words(cls, words: NDArray[np.uint64], cols: int) -> Board:
        """Return the two-state board held in packed words (rows, word_count(cols)); spare bits are cleared."""
        words = np.array(words, dtype=np.uint64, order="C")
        check_size(words.shape[0], cols)
        if cols % 64:
            words[:, -1] &= np.uint64((1 << (cols % 64)) - 1)
        return cls(words.shape[0], cols, 2, words)

    @classmethod
    def from_row_ints(cls, rows: Sequence[int], cols: int) -> Board:
        """Return the two-state board of one int a row, column c in bit c.

        >>> str(Board.from_row_ints([1, 6], 3))
        '100/011'
        """
        check_size(len(rows), cols)
        return cls(len(rows), cols, 2, bits.from_row_ints(rows, cols))

    @classmethod
    def from_array(cls, values: ArrayLike, states: int = 2) -> Board:
        """Return the board of an array of whole numbers 0..states-1, (rows, cols).

        Raises
        ------
        InputError
            If the rows are ragged, the array is not two-dimensional, or a value is not a state.
        """
        try:
            array = np.asarray(values)
        except ValueError as error:
            raise InputError("board: the rows differ in length; they must be equally long") from error
        if array.ndim != 2:
            raise InputError(f"board: {array.ndim}-dimensional; give rows of cells, a rectangle")
        rows, cols = array.shape
        check_size(rows, cols, states)
        whole = array.dtype.kind in "biu" or (array.dtype.kind == "f" and np.array_equal(array, np.floor(array)))
        if not whole:
            raise InputError(f"board: cells of type {array.dtype}; they must be whole numbers 0..{states - 1}")
        if array.min() < 0 or array.max() >= states:
            r, c = np.argwhere((array < 0) | (array >= states))[0]
            raise InputError(f"board: cell {r},{c} is {array[r, c]}; states go from 0 to {states - 1}")
        if states == 2:
            return cls(rows, cols, 2, bits.pack(array))
        return cls(rows, cols, states, array.astype(np.uint16))

    @classmethod
    def filled(cls, rows: int, cols: int, value: int, states: int = 2) -> Board:
        """Return a board with every cell in state `value`."""
        check_size(rows, cols, states)
        if states != 2:
            return cls(rows, cols, states, np.full((rows, cols), value, np.uint16))
        fill = np.uint64(2**64 - 1 if value else 0)
        return cls.from_words(np.full((rows, bits.word_count(cols)), fill, np.uint64), cols)

    @classmethod
    def from_cells(cls, rows: int, cols: int, cells: Iterable[tuple[int, int]]) -> Board:
        """Return the two-state board with 1 at each (row, column) of `cells`.

        >>> str(Board.from_cells(2, 2, [(0, 1)]))
        '01/00'
        """
        check_size(rows, cols)
        words = np.zeros((rows, bits.word_count(cols)), np.uint64)
        for r, c in map(cell_of, each(cells, "cells", "a list of (row, column), or a board")):
            if not (0 <= r < rows and 0 <= c < cols):
                raise InputError(f"cell {r},{c} is off the board; rows are 0..{rows - 1}, columns 0..{cols - 1}")
            words[r, c // 64] |= np.uint64(1 << (c % 64))
        return cls(rows, cols, 2, words)

    @classmethod
    def from_blocks(cls, blocks: Iterable[NDArray[Any]], states: int = 2) -> Board:
        """Return the board whose rows come in blocks (some rows, cols) of states, each packed before the next is made.

        The blocks must be equally wide and hold whole numbers 0..states-1; that is not checked.
        """
        parts, cols = [], 0
        for block in blocks:
            cols = block.shape[1]
            parts.append(bits.pack(block) if states == 2 else block.astype(np.uint16))
        rows = sum(len(part) for part in parts)
        check_size(rows, cols, states)
        return cls(rows, cols, states, np.concatenate(parts))

    @classmethod
    def from_packed(cls, packed: NDArray[np.uint8], cols: int) -> Board:
        """Return the two-state board held in packed bytes (rows, ceil(cols / 8)), column c in bit c % 8 of byte c // 8.

        That is what `np.packbits(cells, axis=1, bitorder="little")` makes; spare bits are ignored.

        >>> str(Board.from_packed(np.array([[3], [2]], np.uint8), 3))
        '110/010'
        """
        rows = packed.shape[0]
        check_size(rows, cols)
        if packed.shape[1:] != ((cols + 7) // 8,):
            raise InputError(
                f"packed rows of {cols} cells need {(cols + 7) // 8} bytes each; the shape is {packed.shape}"
            )
        padded = np.zeros((rows, bits.word_count(cols) * 8), np.uint8)
        padded[:, : packed.shape[1]] = packed
        return cls.from_words(padded.view("<u8"), cols)

    @classmethod
    def parse(cls, text: str, states: int = 2, symbols: Symbols | None = None) -> Board:
        """Return the board of rows separated by `/`: digits (0-9, then a-z), `.` and `#`, or two declared symbols.

        `symbols` is (on, off). Inverse of `str`.

        >>> Board.parse("012/120", states=3).to_array().tolist()
        [[0, 1, 2], [1, 2, 0]]
        >>> str(Board.parse(".#/##"))
        '01/11'
        """
        check_size(1, 1, states)
        if not isinstance(text, str):
            raise InputError(f"board {shown(text)}: must be text, its rows separated by '/'")
        rows = (Row(row, number) for number, row in enumerate(text.split("/"), 1))
        return cls.from_blocks(decode(rows, states, symbols), states)

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols)."""
        return self.rows, self.cols

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.cols

    @property
    def words(self) -> NDArray[np.uint64]:
        """The packed words of a two-state board, uint64 (rows, word_count(cols)), read-only."""
        if self.states != 2:
            raise ValueError(f"a board of {self.states} states is not packed")
        return self.data.view(np.uint64)

    @property
    def count(self) -> int:
        """Number of cells that are not 0."""
        return bits.popcount(self.words) if self.states == 2 else int(np.count_nonzero(self.data))

    @property
    def total(self) -> int:
        """Sum of all cells."""
        return self.count if self.states == 2 else int(self.data.sum(dtype=np.int64))

    def row_ints(self) -> list[int]:
        """Return each row of a two-state board as one int, column c in bit c."""
        return bits.row_ints(self.words)

    def to_array(self) -> NDArray[np.unsignedinteger]:
        """Return the cells as a new array (rows, cols): uint8 for two states, else uint16."""
        return bits.unpack(self.words, self.cols) if self.states == 2 else np.array(self.data)

    def to_packed(self) -> NDArray[np.uint8]:
        """Return a two-state board as bytes (rows, ceil(cols / 8)); inverse of `from_packed`."""
        raw = self.words.astype("<u8", copy=False).view(np.uint8)
        return raw[:, : (self.cols + 7) // 8]

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield (row, column) of every cell that is not 0, row by row."""
        for r in range(self.rows):
            row = bits.unpack(self.words[r], self.cols) if self.states == 2 else self.data[r]
            for c in np.flatnonzero(row):
                yield r, int(c)

    def row_texts(self) -> Iterator[str]:
        """Yield each row as one word of digits; more than 36 states have no such form (`InputError`)."""
        if self.states > len(DIGITS):
            raise InputError(f"states {self.states}: rows of digits can write at most {len(DIGITS)} states")
        alphabet = np.frombuffer(DIGITS.encode(), np.uint8)
        for r in range(self.rows):
            row = bits.unpack(self.words[r], self.cols) if self.states == 2 else self.data[r]
            yield alphabet[row].tobytes().decode()

    def __str__(self) -> str:
        return "/".join(self.row_texts())

    def __repr__(self) -> str:
        return f"Board({str(self)!r})" if self.size <= 400 else f"<Board {self.rows}x{self.cols}, {self.count} lit>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        same = (self.rows, self.cols, self.states) == (other.rows, other.cols, other.states)
        return same and np.array_equal(self.data, other.data)

    def __hash__(self) -> int:
        return hash((self.rows, self.cols, self.states, self.data.tobytes()))

"""Boards in NumPy's files, read and written in blocks of rows so that memory stays near the packed size; knows no rule.

A `.npy` file holds one 2-d array of states, bool or whole numbers. A `.npz` archive holds `board` and, if wanted,
`target` and `forbidden` in the same form, `weights` (2-d, whole numbers or floats) and `states` (a number, else 2). If
it also holds `cols`, its boards are packed: uint8 (rows, ceil(cols / 8)), column c in bit c % 8 of byte c // 8, as
`np.packbits(cells, axis=1, bitorder="little")` makes them. Pickled objects are never read.
"""

from __future__ import annotations

import lzma
import math
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from tokenize import TokenError
from typing import IO, Any, BinaryIO, NamedTuple

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from lo_opt.algebra import bits
from lo_opt.errors import InputError, unknown_name
from lo_opt.puzzle.board import Board, check_size
from lo_opt.puzzle.files.changes import Changes
from lo_opt.puzzle.files.inputs import read_up_to
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.wording import located, reason_of

_BLOCK_BYTES = 2**22
_MAX_BLOCK_BYTES = 2**28  # of one row, or of 64 columns where the file goes by columns
_MAX_WEIGHTS = 2**22  # each becomes an exact fraction of a hundred bytes or more
_LONGEST_HEADER = 2**16
_NAMES = ("board", "target", "forbidden", "weights", "states", "cols")


class _Header(NamedTuple):
    shape: tuple[int, ...]
    by_columns: bool
    dtype: np.dtype[Any]


def puzzle_from_npy(stream: BinaryIO, changes: Changes, name: str) -> Puzzle:
    """Return the puzzle whose board is the array of a `.npy` file, with the rule, wrap and states of `changes`."""
    board = _board(stream, changes.states or 2)
    if stream.read(1):
        raise InputError("goes on after its array; a board is one array")
    return changes.grid(board, name)


def puzzle_from_npz(stream: BinaryIO, changes: Changes, name: str) -> Puzzle:
    """Return the puzzle of a `.npz` archive, with the rule and wrap of `changes`, whose states replace its own."""
    try:
        with zipfile.ZipFile(stream) as archive:
            return _puzzle(archive, changes, name)
    except InputError:
        raise
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, OSError, ValueError) as error:
        raise InputError(f"is no .npz archive that can be read: {reason_of(error)}") from None


def _puzzle(archive: zipfile.ZipFile, changes: Changes, name: str) -> Puzzle:
    files = archive.namelist()
    for file in files:
        if file not in {f"{name}.npy" for name in _NAMES}:
            raise unknown_name("array", file.removesuffix(".npy"), _NAMES)
    members = [file.removesuffix(".npy") for file in files]
    if "board" not in members:
        raise InputError("no array 'board' in the archive")
    own_states = _number(archive, "states") if "states" in members else 2
    states = changes.states or own_states
    cols = _number(archive, "cols") if "cols" in members else None

    def board(member: str, states: int) -> Board:
        with archive.open(member + ".npy") as stream, located(f"array {member!r}"):
            return _board(stream, states) if cols is None else _packed(stream, cols, states)

    puzzle = changes.grid(board("board", states), name)
    if "target" in members:
        puzzle = puzzle.with_target(board("target", states))
    if "weights" in members:
        with archive.open("weights.npy") as stream, located("array 'weights'"):
            puzzle = puzzle.with_weights(_table(stream).tolist())
    if "forbidden" in members:
        puzzle = puzzle.forbid(board("forbidden", 2))
    return puzzle


def _header(stream: IO[bytes]) -> _Header:
    try:
        version = npy.read_magic(stream)
        if version not in ((1, 0), (2, 0)):
            raise ValueError(f"version {version[0]}.{version[1]} of the format is only for tables of records")
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        with warnings.catch_warnings(action="ignore"):  # that Python 2 wrote it is nobody's trouble
            header = _Header(*read(_HeaderOf(stream)))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, TokenError) as error:
        raise InputError(f"is no .npy array that can be read: {reason_of(error)}") from None
    if header.dtype.hasobject:
        raise InputError("holds pickled objects, which are never read; save whole numbers, such as dtype uint8")
    return header


class _HeaderOf:
    """A stream of which only a header is read: a packed archive may promise one of four gigabytes in a few bytes."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, length: int = -1, /) -> bytes:
        if not 0 <= length <= _LONGEST_HEADER:
            raise ValueError(f"its header has {length:,} bytes")
        return self._stream.read(length)


def _bytes(stream: IO[bytes], count: int) -> bytes:
    data = read_up_to(stream, count)
    if len(data) != count:
        raise InputError("is cut short: its array has fewer bytes than its header says")
    return data


def _size(header: _Header) -> tuple[int, int]:
    if len(header.shape) != 2:
        raise InputError(f"has shape {header.shape}; it must be 2-d, rows by columns")
    return header.shape[0], header.shape[1]


def _board(stream: IO[bytes], states: int) -> Board:
    """Return the board of an array of states, checked and packed block by block."""
    header = _header(stream)
    rows, cols = _size(header)
    check_size(rows, cols, states)
    if header.dtype.kind not in "biu":
        raise InputError(f"holds {header.dtype}; save whole numbers, such as dtype uint8")
    if not header.by_columns:
        return Board.from_blocks((block for _, block in _blocks(stream, rows, cols, header.dtype, states, 1)), states)
    blocks = _blocks(stream, cols, rows, header.dtype, states, 64)  # its columns are the rows of the file
    if states != 2:
        return Board.from_array(np.concatenate([block.astype(np.uint16) for _, block in blocks]).T, states)
    words = np.zeros((rows, bits.word_count(cols)), np.uint64)
    for first, block in blocks:
        part = bits.pack(block.T)
        words[:, first // 64 : first // 64 + part.shape[1]] = part
    return Board.from_words(words, cols)


def _blocks(
    stream: IO[bytes], rows: int, cols: int, dtype: np.dtype[Any], states: int, unit: int
) -> Iterator[tuple[int, NDArray[Any]]]:
    """Yield (first row, states) of blocks of rows, all but the last a multiple of `unit` rows."""
    least = cols * dtype.itemsize * unit
    if least > _MAX_BLOCK_BYTES:
        raise InputError(
            f"has rows of {cols:,} cells, {least:,} bytes to be held at once, at most {_MAX_BLOCK_BYTES:,} are; "
            f"pack the rows and save their 'cols' beside them in a .npz, or write .pbm"
        )
    height = max(1, _BLOCK_BYTES // least) * unit
    for first in range(0, rows, height):
        count = min(height, rows - first)
        block = np.frombuffer(_bytes(stream, count * cols * dtype.itemsize), dtype).reshape(count, cols)
        if dtype.kind == "b":
            block = block.view(np.uint8)
        if block.max() >= states or block.min() < 0:
            wrong = block[(block >= states) | (block < 0)][0]
            more = "; packed rows need the array 'cols' beside them, in a .npz" if dtype == np.uint8 else ""
            raise InputError(f"a cell is {wrong}; states go from 0 to {states - 1}{more}")
        yield first, block


def _packed(stream: IO[bytes], cols: int, states: int) -> Board:
    if states != 2:
        raise InputError(f"states {states}: packed boards have two; leave 'cols' out and save the states themselves")
    header = _header(stream)
    rows, width = _size(header)
    check_size(rows, cols)
    if header.dtype != np.uint8 or width != (cols + 7) // 8 or header.by_columns:
        raise InputError(
            f"holds {header.dtype} of shape {header.shape}; packed rows of {cols} cells are uint8 in C order "
            f"of shape ({rows}, {(cols + 7) // 8})"
        )
    return Board.from_packed(np.frombuffer(_bytes(stream, rows * width), np.uint8).reshape(rows, width), cols)


def _table(stream: IO[bytes]) -> NDArray[Any]:
    header = _header(stream)
    rows, cols = _size(header)
    if header.dtype.kind not in "iuf":
        raise InputError(f"holds {header.dtype}; save numbers")
    if rows < 0 or cols < 0 or rows * cols > _MAX_WEIGHTS:
        raise InputError(f"has {rows:,} x {cols:,} numbers; at most {_MAX_WEIGHTS:,} are read")
    flat = np.frombuffer(_bytes(stream, rows * cols * header.dtype.itemsize), header.dtype)
    return flat.reshape(rows, cols, order="F" if header.by_columns else "C")


def _number(archive: zipfile.ZipFile, member: str) -> int:
    with archive.open(member + ".npy") as stream, located(f"array {member!r}"):
        header = _header(stream)
        if header.dtype.kind not in "iu" or math.prod(header.shape) != 1:
            raise InputError(f"holds {header.dtype} of shape {header.shape}; it must be one whole number")
        return int(np.frombuffer(_bytes(stream, header.dtype.itemsize), header.dtype)[0])


def write_npy(board: Board, stream: BinaryIO) -> None:
    """Write the states of a board as a `.npy` array (rows, cols): uint8, uint16 from 257 states on."""
    dtype = np.dtype(np.uint8 if board.states <= 2**8 else "<u2")
    header = {"descr": npy.dtype_to_descr(dtype), "fortran_order": False, "shape": board.shape}
    npy.write_array_header_1_0(stream, header)
    height = max(1, _BLOCK_BYTES // board.cols)
    for first in range(0, board.rows, height):
        part = board.data[first : first + height]
        block = bits.unpack(part.view(np.uint64), board.cols) if board.states == 2 else part
        stream.write(block.astype(dtype, copy=False).tobytes())


def write_npz(board: Board, stream: BinaryIO) -> None:
    """Write a board as a `.npz` archive: packed with its `cols` for two states, else with its `states`."""
    if board.states == 2:
        np.savez(stream, board=board.to_packed(), cols=np.int64(board.cols))
    else:
        np.savez(stream, board=board.data, states=np.int64(board.states))

"""Boards as portable bitmaps (`.pbm`), images whose black pixels are lit lights; knows no rule and no file name."""

from __future__ import annotations

import re
from typing import BinaryIO

import numpy as np

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board, check_size
from lo_opt.puzzle.files.inputs import read_bytes, read_up_to
from lo_opt.puzzle.symbols import Row, decode
from lo_opt.wording import shown

_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))  # a bitmap's first column is its highest bit
_LONGEST_HEADER = 2**16
_OTHER_IMAGES = (b"P2", b"P3", b"P5", b"P6", b"P7")


def read_pbm(stream: BinaryIO) -> Board:
    """Return the board of a portable bitmap, plain (P1) or raw (P4); a black pixel, 1, is a lit light.

    >>> import io
    >>> str(read_pbm(io.BytesIO(b"P1 # two rows\\n3 2\\n1 1 0 0 1 0")))
    '110/010'

    Raises
    ------
    InputError
        If it is another kind of image, cut short, or goes on after the board.
    """
    magic = stream.read(2)
    if magic in _OTHER_IMAGES:
        raise InputError(f"is a {magic.decode()} image, grey or coloured; save it as a bitmap, P1 or P4")
    if magic not in (b"P1", b"P4"):
        raise InputError(f"is no portable bitmap: it begins with {shown(magic)} instead of P1 or P4")
    cols, rows = _number(stream, "width"), _number(stream, "height")
    check_size(rows, cols)
    return _raw(stream, rows, cols) if magic == b"P4" else _plain(stream, rows, cols)


def check_two_states(states: int) -> None:
    """Raise `InputError` for a board of so many states that a bitmap cannot hold it."""
    if states != 2:
        raise InputError(f"a bitmap has two states, the board {states}; write .npy, .npz or .txt")


def write_pbm(board: Board, stream: BinaryIO) -> None:
    """Write a two-state board as a raw portable bitmap (P4), a lit light black."""
    check_two_states(board.states)
    stream.write(b"P4\n%d %d\n" % (board.cols, board.rows))
    stream.write(board.to_packed().tobytes().translate(_MIRRORED))


def _number(stream: BinaryIO, what: str) -> int:
    """Return the next number of the header; white space and comments before it and one byte after it are consumed."""
    digits = b""
    for _ in range(_LONGEST_HEADER):
        byte = stream.read(1)
        if byte == b"#":
            while byte not in (b"\n", b"\r", b""):
                byte = stream.read(1)
        if byte.isdigit() and len(digits) < 18:
            digits += byte
        elif byte.isspace() and digits:
            return int(digits)
        elif not byte.isspace():
            break
    raise InputError(f"broken bitmap header: no {what} before byte {stream.tell()}")


def _raw(stream: BinaryIO, rows: int, cols: int) -> Board:
    width = (cols + 7) // 8
    data = read_up_to(stream, rows * width + 1)
    if len(data) != rows * width:
        problem = (
            "goes on after its board" if len(data) > rows * width else f"is cut short: {len(data):,} bytes of pixels"
        )
        raise InputError(f"{problem}; {rows} rows of {cols} pixels take {rows * width:,} bytes")
    packed = np.frombuffer(data.translate(_MIRRORED), np.uint8).reshape(rows, width)
    return Board.from_packed(packed, cols)


def _plain(stream: BinaryIO, rows: int, cols: int) -> Board:
    """Return the pixels of a plain bitmap, digits that may stand together or apart, wherever the lines end."""
    data = re.sub(rb"#[^\r\n]*", b"", read_bytes(stream))
    pixels = "".join(data.decode("latin-1").split())
    if len(pixels) != rows * cols:
        raise InputError(f"has {len(pixels):,} pixels; {rows} rows of {cols} are {rows * cols:,}")
    lines = (Row(pixels[first : first + cols], number) for number, first in enumerate(range(0, rows * cols, cols), 1))
    return Board.from_blocks(decode(lines, symbols=("1", "0")))

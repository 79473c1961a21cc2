"""Portable bitmaps: both kinds, round trips, and every way in which one can be broken."""

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lo_opt.errors import InputError
from lo_opt.puzzle import Board
from lo_opt.puzzle.files.bitmaps import read_pbm, write_pbm


def read(data):
    return read_pbm(io.BytesIO(data))


@given(arrays(np.uint8, st.tuples(st.integers(1, 5), st.integers(1, 140)), elements=st.integers(0, 1)))
def test_both_kinds_read_back(cells):
    rows, cols = cells.shape
    board = Board.from_array(cells)
    stream = io.BytesIO()
    write_pbm(board, stream)
    raw = b"P4\n%d %d\n" % (cols, rows) + np.packbits(cells, axis=1).tobytes()  # a bitmap's first column is bit 7
    assert stream.getvalue() == raw
    assert read(raw) == board
    plain = f"P1\n{cols} {rows}\n" + "\n".join("".join(map(str, row)) for row in cells)
    assert read(plain.encode()) == board


@pytest.mark.parametrize(
    "data",
    [
        b"P1 2 2 1 0 0 1",
        b"P1\n# made by hand\n2 2\n1001\n",
        b"P1\n2\n# rows\n2\n10 # first\n01",
        b"P1\r\n2 2\r\n1 0\r\n0 1\r\n",
        b"P1 2 2\n1\n0\n0\n1",
        b"P4 2 2\n\x80\x40",
        b"P4\n#c\n2 #c\n2\n\x80\x40",
        b"P4 2 2\n\xbf\x7f",  # spare bits are ignored
    ],
)
def test_headers_and_layouts(data):
    assert read(data) == Board.parse("10/01")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is no portable bitmap: it begins with b'' instead of P1 or P4"),
        (b"10\n01", "it begins with b'10' instead of P1 or P4"),
        (b"P5 2 2 255\n", "is a P5 image, grey or coloured; save it as a bitmap, P1 or P4"),
        (b"P6 2 2 255\n", "is a P6 image"),
        (b"P4", "broken bitmap header: no width before byte 2"),
        (b"P4 2", "broken bitmap header: no width"),
        (b"P4 2 x\n", "broken bitmap header: no height before byte 6"),
        (b"P4 -2 2\n", "no width"),
        (b"P4 " + b"9" * 30 + b" 2\n", "no width"),
        (b"P4 " + b" " * 2**17, "no width"),
        (b"P4 0 2\n", "board size 2x0: rows and columns must be at least 1"),
        (b"P4 1000000 1000000\n", "1,000,000,000,000 cells, at most"),
        (b"P4 9 2\n\x80\x40\x00", "is cut short: 3 bytes of pixels; 2 rows of 9 pixels take 4 bytes"),
        (b"P4 2 2\n\x80\x40\n", "goes on after its board; 2 rows of 2 pixels take 2 bytes"),
        (b"P1 2 2\n101", "has 3 pixels; 2 rows of 2 are 4"),
        (b"P1 2 2\n10101", "has 5 pixels; 2 rows of 2 are 4"),
        (b"P1 2 2\n1021", "row 2, column 1: unknown symbol '2'"),
        (b"P1 2 2\n10\xff1", "row 2, column 1: unknown symbol 'ÿ'"),
    ],
)
def test_broken_bitmaps(data, message):
    with pytest.raises(InputError) as caught:
        read(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_more_states_have_no_bitmap():
    with pytest.raises(InputError, match=r"a bitmap has two states, the board 3; write \.npy, \.npz or \.txt"):
        write_pbm(Board.parse("012", 3), io.BytesIO())

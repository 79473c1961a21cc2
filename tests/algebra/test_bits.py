"""Packed words against Python's own integers, bit by bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.algebra import bits

LENGTHS = [0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 200]


@st.composite
def rows_of_ints(draw, least=0):
    length = draw(st.one_of(st.sampled_from(LENGTHS[1:] if least else LENGTHS), st.integers(least, 200)))
    rows = draw(st.lists(st.integers(0, 2**length - 1), max_size=4))
    return rows, length


@given(rows_of_ints())
def test_column_j_is_bit_j_of_the_row_and_bit_j_modulo_64_of_word_j_over_64(case):
    rows, length = case
    table = np.array([[row >> j & 1 for j in range(length)] for row in rows], np.uint8).reshape(len(rows), length)
    words = bits.pack(table)
    assert words.dtype == np.uint64
    assert words.shape == (len(rows), bits.word_count(length))
    assert words.tolist() == [[row >> 64 * w & 2**64 - 1 for w in range(words.shape[1])] for row in rows]
    assert bits.row_ints(words) == rows
    assert bits.popcount(words) == table.sum()
    again = bits.from_row_ints(rows, length)
    assert (again.dtype, again.tolist(), again.flags.writeable) == (np.uint64, words.tolist(), True)
    assert bits.unpack(words, length).dtype == np.uint8
    assert np.array_equal(bits.unpack(words, length), table)


@pytest.mark.parametrize("length", LENGTHS)
def test_words_are_as_few_as_hold_the_bits(length):
    assert 64 * (bits.word_count(length) - 1) < length <= 64 * bits.word_count(length) or length == 0
    assert bits.word_count(0) == 0


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int64])
def test_any_array_of_zeros_and_ones_in_any_layout_is_packed(dtype):
    cube = np.random.default_rng(0).integers(0, 2, (3, 130, 2)).astype(dtype).transpose(0, 2, 1)
    words = bits.pack(cube)
    assert words.shape == (3, 2, 3)
    assert np.array_equal(bits.unpack(words, 130), cube)
    assert np.array_equal(bits.unpack(words[:, ::-1, :2], 100), cube[:, ::-1, :100])
    assert bits.row_ints(words[:, 1, ::2]) == [
        sum(int(bit) << (j if j < 64 else j - 64) for j, bit in enumerate(row) if not 64 <= j < 128)
        for row in cube[:, 1]
    ]


@given(rows_of_ints(least=1), st.integers(-210, 210))
def test_rows_move_as_ints_do(case, distance):
    rows, length = case
    mask = 2**length - 1
    words = bits.from_row_ints(rows, length)
    before = words.tolist()
    lost = [row << distance & mask if distance >= 0 else row >> -distance for row in rows]
    round_ = distance % length
    turned = [row << round_ & mask | row >> (length - round_) for row in rows]
    moved = [bits.shift_columns(words, length, distance, wrap) for wrap in (False, True)]
    assert [bits.row_ints(result) for result in moved] == [lost, turned]
    for result in moved:  # never the words themselves
        result ^= np.uint64(1)
    assert words.tolist() == before

"""Boards: packing, notation, construction from every form, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lo_opt.errors import InputError
from lo_opt.puzzle import Board
from lo_opt.puzzle.board import MAX_CELLS, check_size


@st.composite
def state_arrays(draw, max_rows=4, max_cols=131, states=None):
    states = states or draw(st.sampled_from([2, 3, 5, 36]))
    shape = draw(st.tuples(st.integers(1, max_rows), st.integers(1, max_cols)))
    return draw(arrays(np.uint8, shape, elements=st.integers(0, states - 1))), states


@given(state_arrays())
def test_every_form_holds_the_same_cells(case):
    cells, states = case
    board = Board.from_array(cells, states)
    assert board.to_array().tolist() == cells.tolist()
    assert Board.parse(str(board), states) == board
    assert hash(Board.parse(str(board), states)) == hash(board)
    assert list(board.cells()) == [tuple(cell) for cell in np.argwhere(cells).tolist()]
    assert board.count == np.count_nonzero(cells)
    assert board.total == cells.sum(dtype=int)
    assert board.shape == cells.shape
    assert board.size == cells.size
    assert Board.from_blocks([cells[:1], cells[1:]], states) == board


@given(state_arrays(states=2))
def test_two_state_boards_are_packed_with_spare_bits_zero(case):
    cells, _ = case
    board = Board.from_array(cells)
    rows, cols = cells.shape
    assert board.words.tolist() == [
        [
            sum(int(cells[r, c]) << (c - 64 * w) for c in range(64 * w, min(cols, 64 * w + 64)))
            for w in range(-(-cols // 64))
        ]
        for r in range(rows)
    ]
    assert board.row_ints() == [sum(int(bit) << c for c, bit in enumerate(row)) for row in cells]
    assert Board.from_row_ints(board.row_ints(), cols) == board
    assert Board.from_cells(rows, cols, board.cells()) == board
    assert Board.from_words(~(~board.words), cols) == board
    assert board.to_packed().tolist() == np.packbits(cells, axis=1, bitorder="little").tolist()
    assert Board.from_packed(board.to_packed(), cols) == board
    assert Board.from_packed(~(~board.to_packed()), cols) == board


@pytest.mark.parametrize("cols", [1, 63, 64, 65, 128])
def test_filled_boards(cols):
    for states in (2, 3):
        for value in (0, states - 1):
            assert (Board.filled(3, cols, value, states).to_array() == value).all()
    assert Board.filled(3, cols, 1).words[0].tolist() == Board.from_array(np.ones((3, cols))).words[0].tolist()


def test_spare_bits_are_cleared():
    assert Board.from_words(np.full((1, 1), 2**64 - 1, np.uint64), 3) == Board.parse("111")
    assert Board.from_packed(np.array([[255]], np.uint8), 3) == Board.parse("111")


def test_boards_are_immutable_and_own_their_cells():
    words = np.zeros((1, 1), np.uint64)
    board = Board.from_words(words, 4)
    words[0, 0] = 1
    assert board.count == 0
    with pytest.raises(ValueError, match="read-only"):
        board.data[0, 0] = 1


def test_repr_of_small_and_large_boards():
    assert repr(Board.parse("10/01")) == "Board('10/01')"
    assert repr(Board.filled(100, 100, 1)) == "<Board 100x100, 10000 lit>"


def test_different_boards_differ():
    assert Board.parse("10") != Board.parse("01")
    assert Board.parse("10") != Board.parse("1/0")
    assert Board.parse("10") != Board.parse("10", states=3)
    assert Board.parse("10") != "10"


def test_ten_thousand_square_takes_twelve_megabytes():
    board = Board.filled(10_000, 10_000, 1)
    assert board.data.nbytes == 10_000 * 157 * 8
    assert board.count == 10**8


@pytest.mark.parametrize(
    ("values", "states", "message"),
    [
        ([[1, 0], [1]], 2, "the rows differ in length"),
        ([1, 0], 2, "1-dimensional; give rows of cells"),
        ([[[1]]], 2, "3-dimensional"),
        ([[0, 2]], 2, "cell 0,1 is 2; states go from 0 to 1"),
        ([[0], [-1]], 3, "cell 1,0 is -1; states go from 0 to 2"),
        ([[0.5]], 2, "whole numbers 0..1"),
        ([[float("nan")]], 2, "whole numbers"),
        ([[float("inf")]], 2, "cell 0,0 is inf"),
        ([["1"]], 2, "whole numbers"),
        ([[10**30]], 2, "whole numbers"),
        ([[]], 2, "1x0: rows and columns must be at least 1"),
        ([[0]], 1, "states 1: must be a whole number from 2 to 32768"),
        ([[0]], 2**20, "states 1048576"),
    ],
)
def test_bad_arrays(values, states, message):
    with pytest.raises(InputError) as caught:
        Board.from_array(values, states)
    assert message in str(caught.value)


def test_whole_floats_and_booleans_are_cells():
    assert Board.from_array([[1.0, 0.0]]) == Board.from_array([[True, False]]) == Board.parse("10")


@pytest.mark.parametrize(
    ("text", "states", "message"),
    [
        ("110/01", 2, "row 2: 2 cells, but row 1 has 3; rows must be equally long"),
        ("110/0x1", 2, "row 2, column 2: unknown symbol 'x'"),
        ("112", 2, "row 1, column 3: unknown symbol '2'"),
        ("", 2, "row 1: no cells"),
        ("11//11", 2, "row 2: 0 cells, but row 1 has 2"),
        ("01", 1, "states 1"),
        ("01", 40, "at most 36 states"),
    ],
)
def test_bad_notation(text, states, message):
    with pytest.raises(InputError) as caught:
        Board.parse(text, states)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ((0, 5), "board size 0x5: rows and columns must be at least 1"),
        ((5, -1), "board size 5x-1"),
        ((10**6, 10**6), "1,000,000,000,000 cells, at most 8,589,934,592 are allowed"),
        ((2**15, 2**15, 3), "at most 268,435,456"),
        ((2**27 + 1, 1), "134,217,729 rows that take up a multiple of 64 cells each"),
        ((2, 2, 1), "states 1"),
    ],
)
def test_bad_sizes(size, message):
    with pytest.raises(InputError) as caught:
        check_size(*size)
    assert message in str(caught.value)
    check_size(1, MAX_CELLS)


def test_cells_off_the_board():
    with pytest.raises(InputError, match=r"cell 2,0 is off the board; rows are 0\.\.1, columns 0\.\.2"):
        Board.from_cells(2, 3, [(0, 0), (2, 0)])


def test_packed_rows_of_the_wrong_width():
    with pytest.raises(InputError, match="packed rows of 9 cells need 2 bytes each"):
        Board.from_packed(np.zeros((3, 1), np.uint8), 9)


def test_many_states_have_no_digits():
    with pytest.raises(InputError, match="at most 36"):
        str(Board.from_array([[40]], 41))
    with pytest.raises(ValueError, match="not packed"):
        _ = Board.from_array([[2]], 3).words

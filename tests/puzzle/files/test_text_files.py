"""Plain text: rows of symbols, rows of numbers, lists of cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.errors import InputError
from lo_opt.puzzle import Board
from lo_opt.puzzle.files.text import board_from_text, boards_from_text, parse_cells, rows_of_numbers


@pytest.mark.parametrize(
    "text", ["10\n01", "10\n01\n", "\n\n1 0\n\n 0 1 \n", "#.\n.#", "10/01", "10/01\n", " 1 0 / 0 1", "1\t0\n0\t1\n"]
)
def test_rows_of_symbols(text):
    assert board_from_text(text) == Board.parse("10/01")


@given(st.integers(2, 36), st.data())
def test_printed_boards_read_back(states, data):
    row = st.lists(st.integers(0, states - 1), min_size=5, max_size=5)
    board = Board.from_array(data.draw(st.lists(row, min_size=1, max_size=5)), states)
    assert board_from_text("\n".join(board.row_texts()), states) == board
    assert board_from_text(str(board), states) == board
    spaced = "\n\n".join(" ".join(row) for row in board.row_texts())
    assert board_from_text(spaced, states) == board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("10\n\n1", "b.txt:3: 1 cell, but b.txt:1 has 2; rows must be equally long"),
        ("10\n1 x", "b.txt:2:3: unknown symbol 'x'"),
        ("10/1x", "b.txt:1:5: unknown symbol 'x'"),
        ("10//01", "b.txt:1:4: a row without cells next to '/'"),
        ("10/01/", "b.txt:1:7: a row without cells"),
        ("", "b.txt: empty, there are no cells in it"),
        (" \n\n", "b.txt: empty"),
        ("rule = 3\n", "b.txt:1:1: unknown symbol 'r'"),
    ],
)
def test_mistakes(text, message):
    with pytest.raises(InputError) as caught:
        board_from_text(text, origin="b.txt")
    assert message in str(caught.value)


def test_lines_of_whole_boards_are_never_one_tall_board():
    text = "10/01\n\n11/00\n"
    assert [str(board) for board in boards_from_text(text)] == ["10/01", "11/00"]
    assert [str(board) for board in boards_from_text("\n1/0/1\n")] == ["1/0/1"]
    assert [str(board) for board in boards_from_text("ab/ba\nbb/aa", symbols=("a", "b"))] == ["10/01", "00/11"]
    with pytest.raises(InputError, match=r"^b.txt: 2 boards, a whole one on each line, where one is wanted"):
        board_from_text(text, origin="b.txt")
    for mixed in ("10/01\n11", "10/01\n11\n10/01"):
        with pytest.raises(InputError, match=r"^b.txt:2: a single row, where other lines hold whole boards"):
            boards_from_text(mixed, origin="b.txt")
    with pytest.raises(InputError, match=r"^b.txt:3: 1 cell"):
        boards_from_text("10/01\n10/01\n10/0", origin="b.txt")


def test_mistakes_without_a_file():
    with pytest.raises(InputError, match=r"^line 2, column 2: unknown symbol '2'"):
        board_from_text("10\n12")
    with pytest.raises(InputError, match=r"^the text: empty"):
        board_from_text("")


def test_numbers():
    assert rows_of_numbers("1 2,3\n\n4 , 5  6\n") == [["1", "2", "3"], ["4", "5", "6"]]
    assert rows_of_numbers("1/2") == [["1"], ["2"]]
    with pytest.raises(InputError, match="weights: empty"):
        rows_of_numbers("\n")


def test_cells():
    assert parse_cells(" 0,1  2,3 ", on_grid=True) == [(0, 1), (2, 3)]
    assert parse_cells("-1,0", on_grid=True) == [(-1, 0)]
    assert parse_cells("", on_grid=True) == []
    for text in ("0", "0,1,2", "a,b", "0, 1", "1.5,2", "9" * 30 + ",0"):
        with pytest.raises(InputError, match="must be row,column such as 0,3, counted from 0"):
            parse_cells(text, on_grid=True)
    with pytest.raises(InputError, match="forbidden cell '0,1': must be the number of a button"):
        parse_cells("0,1", on_grid=False)

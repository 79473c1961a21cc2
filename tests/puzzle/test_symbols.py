"""Rows of symbols to cells: every alphabet, and the place of every mistake."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.errors import InputError
from lo_opt.puzzle.symbols import Row, check_symbols, decode


def cells(rows, *args, **kwargs):
    blocks = list(decode([Row(text, number) for number, text in enumerate(rows, 1)], *args, **kwargs))
    return np.concatenate(blocks).tolist()


@pytest.mark.parametrize(
    ("rows", "states", "symbols", "expected"),
    [
        (["10", "01"], 2, None, [[1, 0], [0, 1]]),
        (["#.", ".#"], 2, None, [[1, 0], [0, 1]]),
        (["1 0", "\t01 "], 2, None, [[1, 0], [0, 1]]),
        (["az", "90"], 36, None, [[10, 35], [9, 0]]),
        (["X-", "-X"], 2, ("X", "-"), [[1, 0], [0, 1]]),
        (["01"], 2, ("0", "1"), [[1, 0]]),
        (["■□"], 2, ("■", "□"), [[1, 0]]),
        (["💡·"], 2, ("💡", "·"), [[1, 0]]),
    ],
)
def test_every_alphabet(rows, states, symbols, expected):
    assert cells(rows, states, symbols) == expected


@pytest.mark.parametrize(
    ("rows", "states", "symbols", "message"),
    [
        (["10", "1x"], 2, None, "row 2, column 2: unknown symbol 'x'; cells are 0 or 1 throughout, or '.' and '#'"),
        (["1 0 x"], 2, None, "row 1, column 5: unknown symbol 'x'"),
        (
            ["10", "12"],
            2,
            None,
            "'2'; cells are 0 or 1 throughout, or '.' and '#' throughout; a board with it has more",
        ),
        (["10", "#."], 2, None, "row 2, column 1: unknown symbol '#'"),
        (["#.", "10"], 2, None, "row 2, column 1: unknown symbol '1'; the cells of this board are '.' and '#'"),
        (["12", "13"], 3, None, "row 2, column 2: unknown symbol '3'; cells are one of 012"),
        (
            ["X-", "X1"],
            2,
            ("X", "-"),
            "row 2, column 2: unknown symbol '1'; cells are 'X' (on) or '-' (off), as declared",
        ),
        (["10", "1"], 2, None, "row 2: 1 cell, but row 1 has 2; rows must be equally long"),
        (["10", "101"], 2, None, "row 2: 3 cells, but row 1 has 2"),
        (["10", ""], 2, None, "row 2: 0 cells, but row 1 has 2"),
        ([" ", "10"], 2, None, "row 1: no cells"),
        (["name = 3", "10"], 2, None, "row 1, column 1: unknown symbol 'n'"),
        (["10", "1ab"], 2, None, "row 2, column 2: unknown symbol 'a'"),
        ([".#"], 3, None, "states 3: two symbols write two states; use digits"),
        (["X-"], 3, ("X", "-"), "states 3: two symbols write two states"),
        (["01"], 37, None, "states 37: rows of digits can write at most 36 states"),
        (["1\ud800"], 2, None, "unknown symbol '\\ud800'"),
    ],
)
def test_mistakes_are_placed(rows, states, symbols, message):
    with pytest.raises(InputError) as caught:
        cells(rows, states, symbols)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("symbols", "message"),
    [
        (("XY", "-"), "symbol 'XY' for on: must be one character"),
        (("X", ""), "symbol '' for off"),
        (("X", " "), "symbol ' ' for off"),
        (("/", "-"), "symbol '/' for on"),
        (("X", "X"), "symbol 'X' is declared for both on and off; they must differ"),
    ],
)
def test_bad_symbols(symbols, message):
    with pytest.raises(InputError) as caught:
        check_symbols(symbols)
    assert message in str(caught.value)


@given(st.integers(1, 5), st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=20))
def test_small_blocks_give_the_same_cells(limit, rows):
    import lo_opt.puzzle.symbols as module

    whole, module._BLOCK_CELLS = module._BLOCK_CELLS, limit
    try:
        assert cells(["".join(map(str, row)) for row in rows], 5) == rows
    finally:
        module._BLOCK_CELLS = whole

"""The one-word forms: what is rows, what is a recipe, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.errors import InputError
from lo_opt.puzzle import Board
from lo_opt.puzzle.reading.notation import MAX_SEED, Recipe, is_rows


@pytest.mark.parametrize("word", ["1", "0", "110/010", "#", ".#/#.", "1/10", "11/"])
def test_words_that_are_rows(word):
    assert is_rows(word)


@pytest.mark.parametrize(
    "word", ["", "/", ".", "..", "../..", "./.", "/0/1", "/#", "12", "1#", "a", "0 1", "1\n0", "-"]
)
def test_words_that_are_not(word):
    assert not is_rows(word)


def test_states_and_symbols_decide_which_digits():
    assert is_rows("120", 3)
    assert not is_rows("120", 2)
    assert is_rows("ab9", 12)
    assert is_rows("ab/ba", 12)
    assert not is_rows("diamond", 36)
    assert is_rows("XO/OX", symbols=("X", "O"))
    assert not is_rows("01/10", symbols=("X", "O"))


@given(st.integers(2, 10), st.data())
def test_every_printed_board_is_rows(states, data):
    row = st.lists(st.integers(0, states - 1), min_size=4, max_size=4)
    board = Board.from_array(data.draw(st.lists(row, min_size=1, max_size=4)), states)
    assert is_rows(str(board), states)
    assert Board.parse(str(board), states) == board


@pytest.mark.parametrize(
    ("word", "recipe"),
    [
        ("lit:5x4", Recipe(5, 4)),
        ("lit:10000x10000", Recipe(10_000, 10_000)),
        ("random:5x4:300", Recipe(5, 4, 300)),
        ("random:1x1:0", Recipe(1, 1, 0)),
        (f"random:1x1:{MAX_SEED}", Recipe(1, 1, MAX_SEED)),
        ("lit", None),
        ("random", None),
        ("./lit:5x5", None),
        ("LIT:5x5", None),
        ("110/010", None),
    ],
)
def test_recipes(word, recipe):
    assert Recipe.parse(word) == recipe


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("lit:5", "'lit:5': the size '5' must be ROWSxCOLS, as in lit:5x5"),
        ("lit:", "the size '' must be ROWSxCOLS"),
        ("lit:5x5x5", "the size '5x5x5'"),
        ("lit:5x5:3", "the size '5x5:3'"),
        ("lit:-1x5", "the size '-1x5'"),
        ("lit:1.5x2", "the size '1.5x2'"),
        ("lit:٣x٣", "must be ROWSxCOLS"),
        ("lit:0x5", "board size 0x5: rows and columns must be at least 1"),
        ("lit:1000000x1000000", "1,000,000,000,000 cells, at most 8,589,934,592 are allowed"),
        ("lit:" + "9" * 5000 + "x1", "the size '99999999999999999999999999999… (5002 characters) must be"),
        ("random:5x5", "the seed '' must be a whole number from 0 to 2^64 - 1, as in random:5x5:300"),
        ("random:5:3", "the size '5' must be ROWSxCOLS, as in random:5x5:300"),
        ("random:5x5:-1", "the seed '-1'"),
        ("random:5x5:1.5", "the seed '1.5'"),
        ("random:5x5:x", "the seed 'x'"),
        (f"random:5x5:{MAX_SEED + 1}", "must be a whole number from 0 to 2^64 - 1"),
        ("random:5x5:3:4", "the seed '3:4'"),
    ],
)
def test_bad_recipes(word, message):
    with pytest.raises(InputError) as caught:
        Recipe.parse(word)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 250

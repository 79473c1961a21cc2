"""Rules of one's own: pictures and offsets say the same, whatever is wrong with them gets one clear line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_lights import MOVES

from lo_opt.errors import InputError, UnsupportedError
from lo_opt.puzzle import Puzzle, rule_named
from lo_opt.puzzle.rules.patterns import MAX_OFFSETS, is_picture, pattern_from_offsets, pattern_from_picture

OFFSET = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


@given(st.sets(OFFSET, min_size=1, max_size=12))
def test_a_rule_is_named_by_a_picture_that_shows_it(offsets):
    rule = pattern_from_offsets(offsets)
    assert set(rule.pattern) == offsets
    assert is_picture(rule.name)
    assert pattern_from_picture(rule.name) == rule
    assert rule_named(rule.name) == rule


@given(st.lists(OFFSET, min_size=1, max_size=8))
def test_repeats_are_kept_and_order_does_not_matter(offsets):
    assert pattern_from_offsets(offsets) == pattern_from_offsets(reversed(offsets))
    assert sorted(pattern_from_offsets(offsets).pattern) == sorted(offsets)


@pytest.mark.parametrize(
    ("picture", "rule"),
    [
        ([".#.", "###", ".#."], "plus"),
        (".#./#@#/.#.", "plus"),
        (".#./#o#/.#.", "neighbors"),
        ("#.#/.#./#.#", "x"),
        ("###/###/###", "king"),
        (" # # # / # o # / # # # ", "ring"),
        (".#.#./#...#/..@../#...#/.#.#.", "knight"),
    ],
)
def test_pictures_of_the_named_rules(picture, rule):
    assert set(pattern_from_picture(picture).pattern) == set(MOVES[rule])
    board = "10110/01101/11100/00011/10101"
    assert Puzzle.grid(board, rule=pattern_from_picture(picture)).incidence().buttons.tolist() == (
        Puzzle.grid(board, rule=rule).incidence().buttons.tolist()
    )


def test_the_pressed_cell_may_be_anywhere():
    assert pattern_from_picture("##@").pattern == ((0, -2), (0, -1), (0, 0))
    assert pattern_from_picture("o/./#").pattern == ((2, 0),)
    assert pattern_from_picture("#..").pattern == ((0, -1),)


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("", "the rows must be equally long"),
        ([], "the rows must be equally long"),
        ("##/#", "the rows must be equally long"),
        ("#x#", "row 1, column 2: unknown symbol 'x'; '#' toggled"),
        ("@.@", "2 cells are marked as pressed; mark one"),
        ("##/##", "it is 2x2 and has no centre; mark the pressed cell"),
        ("...", "a rule must toggle at least one light"),
        ("o", "a rule must toggle at least one light"),
        ("#" * 300_001, "a rule reaches at most"),
    ],
)
def test_bad_pictures(picture, message):
    with pytest.raises(InputError) as caught:
        pattern_from_picture(picture)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("offsets", "message"),
    [
        ([], "a rule must toggle at least one light"),
        ([(0,)], "offset (0,) must be [down, right], two whole numbers"),
        ([3], "offset 3 must be [down, right]"),
        (["ab"], "offset 'ab' must be [down, right]"),
        ([(0, True)], "must be [down, right]"),
        ([(0, 1.5)], "must be [down, right]"),
        ([(0, 10**9)], "a rule reaches at most 100000 cells"),
        ([(0, 0)] * (MAX_OFFSETS + 1), "offsets: more than 4096"),
    ],
)
def test_bad_offsets(offsets, message):
    with pytest.raises(InputError) as caught:
        pattern_from_offsets(offsets)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["lit-only", "unlit-only", "toggle"])
def test_rules_that_are_not_linear_are_refused_with_the_reason(name):
    with pytest.raises(UnsupportedError, match="so the order of presses matters and no linear equations"):
        Puzzle.grid("10/01", rule=name)


@given(st.text(max_size=12))
def test_any_word_is_a_rule_or_one_clear_line(text):
    try:
        rule_named(text)
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017 - most words are none, some are rules

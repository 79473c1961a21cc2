"""Effects of grids and listed buttons against plain double loops, wraps of length 1 and 2 and holes included."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_lights import RULES, WRAPS, matrix, times

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, ButtonEffects, Grid, GridEffects, Puzzle, Wrap, rule_named


def dense(incidence, buttons):
    table = np.zeros((incidence.light_count, buttons), np.int64)
    table[incidence.lights, incidence.buttons] = incidence.amounts
    return table


def check(effects, expected, states, rng):
    """Compare a board of random presses through apply, its transpose, and the incidence with the naive matrix."""
    rows, cols = effects.light_shape
    incidence = effects.incidence(states)
    assert dense(incidence, rows * cols).tolist() == expected
    assert (np.diff(incidence.indptr) >= 0).all()
    assert ((incidence.amounts > 0) & (incidence.amounts < states)).all()
    for light in range(rows * cols):
        buttons = incidence.buttons[incidence.indptr[light] : incidence.indptr[light + 1]]
        assert (np.diff(buttons) > 0).all()
    transposed = [list(column) for column in zip(*expected, strict=True)]
    vector = [rng.randrange(states) for _ in range(rows * cols)]
    board = Board.from_array(np.reshape(vector, (rows, cols)), states)
    assert effects.apply(board).to_array().ravel().tolist() == times(expected, vector, states)
    assert effects.count_at_buttons(board).to_array().ravel().tolist() == times(transposed, vector, states)


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("rule", RULES)
def test_small_grids_against_plain_loops(rule, wrap):
    rng = random.Random(0)
    for rows, cols, states in itertools.product(range(1, 5), range(1, 5), (2, 3, 5)):
        effects = GridEffects(Grid(rows, cols, Wrap(wrap)), rule_named(rule))
        check(effects, matrix(rows, cols, rule, wrap, states), states, rng)


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("rule", RULES)
def test_grids_with_holes(rule, wrap):
    rng = random.Random(1)
    for rows, cols, states in [(1, 3, 2), (3, 3, 2), (3, 4, 3), (4, 3, 2), (2, 2, 5)]:
        for _ in range(3):
            holes = frozenset(cell for cell in itertools.product(range(rows), range(cols)) if rng.random() < 0.3)
            marks = Board.from_cells(rows, cols, holes)
            grid = Grid(rows, cols, Wrap(wrap), marks)
            assert grid.cell_count == rows * cols - len(holes)
            check(GridEffects(grid, rule_named(rule)), matrix(rows, cols, rule, wrap, states, holes), states, rng)


@pytest.mark.parametrize("cols", [63, 64, 65, 66, 127, 128, 129, 130])
@pytest.mark.parametrize("wrap", WRAPS)
def test_widths_around_a_word(cols, wrap):
    rng = random.Random(cols)
    for rule, rows in itertools.product(("plus", "knight", "king", "row-col"), (1, 3)):
        effects = GridEffects(Grid(rows, cols, Wrap(wrap)), rule_named(rule))
        check(effects, matrix(rows, cols, rule, wrap, 2), 2, rng)


def test_a_light_met_twice_adds_up():
    # On a ring of two cells both neighbours are the same light; on a ring of one, both are the cell itself.
    two = Puzzle.grid("00", wrap="rows")
    assert str(two.apply(Board.parse("10"))) == "10"
    assert str(Puzzle.grid("00", wrap="rows", states=3).apply(Board.parse("10", states=3))) == "12"
    one = Puzzle.grid("0", wrap="torus", states=7)
    assert str(one.apply(Board.parse("1", states=7))) == "5"
    assert one.incidence().amounts.tolist() == [5]
    assert Puzzle.grid("0", "neighbors", "torus").incidence().amounts.tolist() == []


@pytest.mark.parametrize("rule", RULES)
def test_rules_say_what_they_do(rule):
    assert rule_named(rule).name == rule
    assert rule_named(rule).summary


def test_unknown_rule_and_wrap():
    with pytest.raises(InputError, match=r"unknown rule 'plos'; available: .*did you mean 'plus'\?"):
        rule_named("plos")
    with pytest.raises(
        InputError, match=r"unknown wrap 'tours'; available: cols, none, rows, torus; did you mean 'torus'"
    ):
        Wrap.named("tours")


def test_mask_of_another_size():
    with pytest.raises(InputError, match="mask is 2x2, the board 3x3"):
        Grid(3, 3, holes=Board.filled(2, 2, 0))


def test_a_matrix_too_large_is_refused():
    with pytest.raises(MemoryError, match="would have up to 500,000,000 entries, at most 16,777,216 are built"):
        Puzzle.grid(Board.filled(10_000, 10_000, 1)).incidence()


def test_too_many_listed_moves_are_refused(monkeypatch):
    monkeypatch.setattr("lo_opt.puzzle.effects.incidence.MAX_ENTRIES", 3)
    with pytest.raises(MemoryError, match="of 2 buttons would have up to 4 entries, at most 3 are built"):
        Puzzle.from_buttons("10", [[0, 1], [0, 1]]).incidence()


def test_ten_thousand_square_is_pressed_in_packed_rows():
    puzzle = Puzzle.grid(Board.filled(10_000, 10_000, 1))
    after = puzzle.apply(Board.from_cells(10_000, 10_000, [(0, 0), (5_000, 64)]))
    assert 10**8 - after.count == 3 + 5
    assert puzzle.start.data.nbytes + puzzle.target.data.nbytes < 26_000_000


@st.composite
def listed_buttons(draw):
    lights = draw(st.integers(1, 8))
    button = st.dictionaries(st.integers(0, lights - 1), st.integers(0, 9), max_size=5)
    return lights, draw(st.lists(button, min_size=1, max_size=6)), draw(st.sampled_from([2, 3, 5]))


@given(listed_buttons(), st.randoms(use_true_random=False))
def test_listed_buttons_against_plain_loops(case, rng):
    lights, buttons, states = case
    effects = ButtonEffects.from_lists(buttons, lights)
    expected = [[button.get(light, 0) % states for button in buttons] for light in range(lights)]
    assert dense(effects.incidence(states), len(buttons)).tolist() == expected
    presses = [rng.randrange(states) for _ in buttons]
    assert effects.apply(Board.from_array([presses], states)).to_array()[0].tolist() == times(expected, presses, states)
    vector = [rng.randrange(states) for _ in range(lights)]
    transposed = [list(column) for column in zip(*expected, strict=True)]
    counted = effects.count_at_buttons(Board.from_array([vector], states))
    assert counted.to_array()[0].tolist() == times(transposed, vector, states)


def test_repeated_lights_add_up():
    assert ButtonEffects.from_lists([[0, 0, 1]], 2).incidence(2).lights.tolist() == [1]
    assert ButtonEffects.from_lists([[0, 0, 1]], 2).incidence(3).amounts.tolist() == [2, 1]


def test_a_light_that_does_not_exist():
    with pytest.raises(InputError, match=r"button 1: light 2 does not exist; lights are 0\.\.1"):
        ButtonEffects.from_lists([[0], [2]], 2)

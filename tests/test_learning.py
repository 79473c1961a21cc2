"""Learning what buttons do: exact against enumerating every effect matrix, and contradictions named."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lo_opt as lo
from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle


@st.composite
def observed_puzzles(draw):
    """Draw (states, effect matrix lights x buttons, presses of each observation)."""
    states = draw(st.sampled_from([2, 2, 3, 4, 6]))
    lights, buttons = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    cells = st.integers(0, states - 1)
    matrix = draw(st.lists(st.lists(cells, min_size=buttons, max_size=buttons), min_size=lights, max_size=lights))
    row = st.lists(cells, min_size=buttons, max_size=buttons)
    return states, np.array(matrix), draw(st.lists(row, min_size=1, max_size=4))


@settings(max_examples=150, deadline=None)
@given(observed_puzzles(), st.data())
def test_exactly_what_all_explanations_share(drawn, data):
    states, matrix, presses = drawn
    lights, buttons = matrix.shape
    cells = st.lists(st.integers(0, states - 1), min_size=lights, max_size=lights)
    observations = []
    for x in presses:
        before = np.array(data.draw(cells))
        after = (before + matrix @ x) % states
        observations.append(([before.tolist()], dict(enumerate(x)), [after.tolist()]))
    learned = lo.learn_effects(observations, buttons, states)
    for light in range(lights):
        seen = [int(matrix[light] @ x) % states for x in presses]
        explanations = [
            row
            for row in itertools.product(range(states), repeat=buttons)
            if all(
                sum(a * b for a, b in zip(row, x, strict=True)) % states == s
                for x, s in zip(presses, seen, strict=True)
            )
        ]
        for button in range(buttons):
            possible = {row[button] for row in explanations}
            moves = learned.moves[button]
            if moves is not None:
                assert possible == {moves.get(light, 0)}
            else:
                assert button in learned.undetermined
                assert len(possible) > 1


def test_a_whole_machine_from_single_presses():
    merlin = Puzzle.read("merlin")
    board = Board.parse("101/010/110")
    observations = []
    for button in range(9):
        after = Puzzle(merlin.effects, board, merlin.target).apply(Board.from_cells(3, 3, [divmod(button, 3)]))
        observations.append((board, button, after))
        board = after
    learned = lo.learn_effects(observations)
    assert learned.undetermined == ()
    puzzle = learned.puzzle("000/000/000", "111/101/111")
    assert puzzle.layout.shape == (3, 3)
    assert lo.solve(puzzle).cost == merlin.known_cost


def test_undetermined_buttons_are_forbidden():
    learned = lo.learn_effects([("000", [0, 1], "110"), ("000", 2, "001")], buttons=4)
    assert learned.undetermined == (0, 1, 3)
    puzzle = learned.puzzle("001", "off")
    assert str(puzzle.forbidden) == "1101"
    assert lo.solve(puzzle).cost == 1


@pytest.mark.parametrize(
    ("observations", "message"),
    [
        ([], "no observations"),
        ([("00", 0, "11"), ("00", 0, "10")], "observations 0, 1 contradict each other at light 1"),
        ([("00", [0], "11"), ("00", [1], "00"), ("00", [0, 1], "00")], "observations 0, 1, 2 contradict each other"),
        ([("00", [0, 0], "01")], "observations 0 contradict each other at light 1"),
        ([("00", [], "01")], "there may be 1 to 4,096"),
        ([("00", 0, "1")], "observation 0: lights of 1x2 and 2 states before, of 1x1"),
        ([("00", 0, "11"), ("0", 0, "1")], "observation 1: the lights are 1x1, in the first observation 1x2"),
        ([("00", -1, "11")], "observation 0: button -1 must be a whole number from 0"),
        ([("00", "0", "11")], "observation 0: button '0' must be a whole number from 0"),
        ([("00", {0: -2}, "11")], "observation 0: number of presses -2 must be a whole number from 0"),
        ([("00", 10**6, "11")], "there may be 1 to 4,096"),
        ([("02", 0, "11")], "unknown symbol '2'"),
    ],
)
def test_mistakes(observations, message):
    with pytest.raises(InputError) as caught:
        lo.learn_effects(observations)
    assert message in str(caught.value)


def test_lit_only_games_are_found_out():
    # A press of a lit button toggles both lights, a press of an unlit one nothing.
    with pytest.raises(InputError, match=r"depend on more than the button \(lit-only and toggle games do\)"):
        lo.learn_effects([("10", 0, "01"), ("01", 0, "01")])

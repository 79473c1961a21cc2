"""Limits on presses, required buttons, objectives: how they are given, in words, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Objective, PressLimit, Puzzle, settled
from lo_opt.puzzle.limits import broken_limit

BOARD = Puzzle.grid("110/010")


@pytest.mark.parametrize(
    ("puzzle", "buttons", "words"),
    [
        (BOARD.at_most(3), [0, 1, 2, 3, 4, 5], "at most 3 presses in all"),
        (BOARD.at_least(1, row=1), [3, 4, 5], "at least 1 press in row 1"),
        (BOARD.exactly(2, col=0), [0, 3], "exactly 2 presses in column 0"),
        (BOARD.at_most(0, [(1, 2), (0, 0)]), [0, 5], "at most 0 presses of buttons 1_2, 0_0"),
        (BOARD.at_most(1, Board.parse("010/000")), [1], "at most 1 press of button 0_1"),
        (BOARD.limit_presses(1, 2, row=0), [0, 1, 2], "1 to 2 presses in row 0"),
        (BOARD.at_most(9, [(0, 0), (0, 1), (0, 2), (1, 0)]), [0, 1, 2, 3], "at most 9 presses of 4 buttons"),
        (BOARD.limit({(0, 1): 2, (1, 1): -1, (0, 0): 0}, upper=1), [1, 4], "at most 1 as the weighted sum of presses"),
    ],
)
def test_limits_name_their_buttons(puzzle, buttons, words):
    (limit,) = puzzle.limits
    assert limit.buttons.tolist() == buttons
    assert str(limit).startswith(words)


def test_holes_are_no_buttons():
    puzzle = Puzzle.grid("110/010", holes=Board.parse("010/000"))
    assert puzzle.exactly(2, row=0).limits[0].buttons.tolist() == [0, 2]
    assert puzzle.at_most(2).limits[0].buttons.tolist() == [0, 2, 3, 4, 5]
    with pytest.raises(InputError, match="there is no button 0,1; the mask has a hole there"):
        puzzle.at_most(1, [(0, 1)])


def test_a_limit_is_kept_once_and_equal_limits_are_equal():
    twice = BOARD.at_most(3).at_most(3)
    assert len(twice.limits) == 1
    assert twice == BOARD.at_most(3, [(r, c) for r in range(2) for c in range(3)])
    assert len({BOARD.at_most(3).limits[0], twice.limits[0], BOARD.at_most(2).limits[0]}) == 2
    assert BOARD.at_most(3).limits[0] != "at most 3"


def test_conditions_add_up_and_forget_the_published_optimum():
    known = replace(BOARD, known_cost=Fraction(2))
    puzzle = known.require([(0, 0)]).require(Board.parse("000/001")).at_most(4).with_objective("cost, presses")
    assert str(puzzle.required) == "100/001"
    assert puzzle.known_cost is None
    assert puzzle.objective is Objective.COST_THEN_PRESSES
    assert known.require([]) is known
    assert known.with_objective("cost") is known
    assert puzzle.with_target("on").limits == puzzle.limits


def test_settled_presses_what_is_required():
    puzzle = (
        BOARD.forbid([(1, 0)]).require([(0, 1)]).at_most(3).exactly(1, row=0).limit({(0, 1): 5, (0, 0): 1}, lower=5)
    )
    left = settled(puzzle)
    assert left.start == puzzle.apply(puzzle.required)
    assert (str(left.forbidden), left.required) == ("010/100", None)
    assert [(limit.lower, limit.upper) for limit in left.limits] == [(None, 2), (0, 0), (0, None)]
    assert settled(left) is left
    three = Puzzle.grid("12", states=3).require([(0, 0)])
    assert settled(three) is three


def test_broken_limits_are_named():
    limits = BOARD.at_most(1).at_least(1, row=1).limits
    assert broken_limit(limits, np.array([0, 0, 0, 1, 0, 0])) is None
    assert (
        broken_limit(limits, np.array([1, 0, 0, 1, 0, 0]))
        == "the limit of at most 1 press in all is broken: the sum is 2"
    )
    assert "at least 1 press in row 1" in broken_limit(limits, np.zeros(6, np.int64))
    assert broken_limit((), np.zeros(6, np.int64)) is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: BOARD.at_most(1, []), "it counts no button; name at least one"),
        (lambda: BOARD.limit({(0, 0): 0}, upper=1), "it counts no button; name at least one"),
        (lambda: BOARD.at_most(1, [(2, 0)]), "there is no button 2,0; rows are 0..1, columns 0..2"),
        (lambda: BOARD.at_most(1, [(0, 0), (0, 0)]), "a button is listed twice among [0, 0]"),
        (lambda: BOARD.at_most(1, Board.parse("1")), "the marks are 1x1, the buttons 2x3"),
        (lambda: BOARD.at_most(1, row=2), "there is no row 2; rows are 0..1"),
        (lambda: BOARD.at_most(1, col=-1), "there is no column -1; columns are 0..2"),
        (lambda: BOARD.at_most(1, row="a"), "there is no row 'a'"),
        (lambda: BOARD.at_most(1, row=0, col=0), "row 0 and column 0; name one of them"),
        (lambda: BOARD.at_most(1, [(0, 0)], row=0), "give cells, a row or a column, not two of them"),
        (lambda: BOARD.at_most(1.5), "side 1.5 must be a whole number"),
        (lambda: BOARD.at_most(True), "side True must be a whole number"),
        (lambda: BOARD.at_most(2**53), "must stay below 2^53"),
        (lambda: BOARD.limit({(0, 0): "2"}, upper=1), "coefficient '2' must be a whole number"),
        (lambda: BOARD.limit({(0, 0): 2**53}, upper=1), "must stay below 2^53"),
        (lambda: BOARD.limit({(0, 0): 2**52, (0, 1): 2**52}, upper=1), "coefficients add up to 2^53 or more"),
        (lambda: BOARD.limit({(0, 0): 1}), "neither a lower nor an upper side is given"),
        (lambda: BOARD.limit_presses(3, 2), "at least 3 and at most 2 contradict each other"),
        (lambda: BOARD.at_least(7), "at least 7 presses in all cannot be, for no more than 6 is possible"),
        (lambda: BOARD.at_most(-1), "at most -1 presses in all cannot be, for no less than 0 is possible"),
        (lambda: BOARD.forbid([(0, 0)]).exactly(3, row=0), "for no more than 2 is possible"),
        (lambda: BOARD.exactly(3, row=0).forbid([(0, 0)]), "for no more than 2 is possible"),
        (lambda: BOARD.require([(0, 0), (0, 1)]).at_most(1), "for no less than 2 is possible"),
        (lambda: BOARD.limit({(0, 0): -1}, lower=1), "for no more than 0 is possible"),
        (lambda: BOARD.at_most(2).at_least(3), "at most 2 presses in all and at least 3 presses in all contradict"),
        (lambda: BOARD.at_least(1).at_most(3).exactly(4), "contradict each other"),
        (lambda: Puzzle.from_buttons("01", [[0], [1]]).at_most(1, row=0), "which have no rows and columns"),
        (lambda: Puzzle.from_buttons("01", [[0], [1]]).at_most(1, [(0, 2)]), "no button 2; buttons are 0..1"),
        (lambda: BOARD.with_limit(PressLimit.of([6], upper=1)), "there is no button 6; buttons are 0..5"),
        (lambda: BOARD.with_limit(PressLimit.of([-1], upper=1)), "there is no button -1"),
        (lambda: BOARD.require([(0, 3)]), "required cell 0,3 is off the board"),
        (lambda: BOARD.require(Board.parse("1")), "required is 1x1; it must be 2x3"),
        (lambda: BOARD.require([(0, 1)]).forbid([(0, 1)]), "button 0_1 is required, but it is forbidden or no button"),
        (lambda: BOARD.forbid([(0, 1)]).require([(0, 1)]), "button 0_1 is required, but it is forbidden or no button"),
        (lambda: Puzzle.grid("10", holes=Board.parse("01")).require([(0, 1)]), "button 0_1 is required"),
        (lambda: BOARD.with_objective("press"), "unknown objective 'press'; available: cost, cost,presses, presses"),
        (
            lambda: BOARD.with_weights([[2**48] * 3] * 2).with_objective("presses,cost"),
            "prices that add up to",
        ),
        (lambda: Puzzle.read("lit:5000x5000").at_most(3), "25,000,000 buttons are too many to count"),
    ],
)
def test_what_cannot_be_asked(make, message):
    with pytest.raises(InputError) as caught:
        make()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_options_name_conditions():
    puzzle = Puzzle.read("110/010", require="0,0 1,2", at_most=4, at_least=1, objective="presses")
    assert puzzle == BOARD.require([(0, 0), (1, 2)]).limit_presses(1, 4).with_objective("presses")
    assert Puzzle.read("110/010", exactly=2) == BOARD.exactly(2)
    with pytest.raises(InputError, match="required cell '0': must be row,column"):
        Puzzle.read("110/010", require="0")
    random = Puzzle.read("random:4x4:1", require="0,0 3,3", forbid="1,1")
    assert random.required.count == 2
    import lo_opt as lo

    assert lo.solve(random).presses is not None

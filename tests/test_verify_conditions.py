"""The gate under conditions: presses that leave out a required button or break a limit are lies."""

from __future__ import annotations

import pytest

from lo_opt import Board, Goal, Proof, Puzzle, Status
from lo_opt.contract import Claim
from lo_opt.verify import fault_in_certificate, fault_in_presses, judge

PUZZLE = Puzzle.grid("010/111/010")
ONE = Board.parse("000/010/000")


@pytest.mark.parametrize(
    ("puzzle", "fault"),
    [
        (PUZZLE.require([(0, 0), (1, 1)]), "button 0_0 is not pressed, which is required"),
        (PUZZLE.at_least(2), "the limit of at least 2 presses in all is broken: the sum is 1"),
        (PUZZLE.at_most(0, row=1), "the limit of at most 0 presses in row 1 is broken: the sum is 1"),
        (PUZZLE.limit({(1, 1): -3}, lower=-2), "the limit of at least -2 as the weighted sum of presses of button 1_1"),
    ],
)
def test_a_broken_condition_is_a_lie(puzzle, fault):
    answer = judge(puzzle, Goal.OPTIMAL, "liar", Claim(Status.OPTIMAL, presses=ONE, objective=1.0, bound=1))
    assert answer.status is Status.ERROR
    assert (answer.presses, answer.cost, answer.proof) == (None, None, None)
    assert fault in answer.message


def test_kept_conditions_are_the_truth():
    puzzle = PUZZLE.require([(1, 1)]).exactly(1).at_most(1, row=1)
    assert fault_in_presses(puzzle, ONE) is None
    assert judge(puzzle, Goal.OPTIMAL, "honest", Claim(Status.OPTIMAL, presses=ONE, bound=1)).status is Status.OPTIMAL


def test_three_states_need_at_least_one_press():
    puzzle = Puzzle.grid("1", states=3).require([(0, 0)])
    assert fault_in_presses(puzzle, Board.parse("2", 3)) is None
    assert "required" in fault_in_presses(Puzzle.grid("0", states=3).require([(0, 0)]), Board.parse("0", 3))


def test_a_certificate_counts_what_is_required_as_pressed():
    puzzle = Puzzle.grid("11").require([(0, 0)]).forbid([(0, 1)])  # one press solves it, and must be made
    assert fault_in_certificate(puzzle, Board.parse("10")) == "the certificate's sum need not change"
    dark = Puzzle.grid("00").require([(0, 0)]).forbid([(0, 1)])
    assert fault_in_certificate(dark, Board.parse("10")) is None
    claim = Claim(Status.INFEASIBLE, certificate=Board.parse("10"))
    assert judge(dark, Goal.OPTIMAL, "honest", claim).proof is Proof.CERTIFICATE

"""The gate: true claims pass, and each way of lying becomes an ERROR that says what is wrong."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from lo_opt import Board, Goal, Limit, Proof, Puzzle, Status
from lo_opt.contract import Claim
from lo_opt.verify import fault_in_certificate, fault_in_presses, judge

PUZZLE = Puzzle.grid("010/111/010")
ONE = Board.parse("000/010/000")


def judged(claim: Claim, puzzle: Puzzle = PUZZLE, goal: Goal = Goal.OPTIMAL):
    return judge(puzzle, goal, "liar", claim)


def test_a_true_claim_passes():
    answer = judged(Claim(Status.OPTIMAL, presses=ONE, objective=1.0, bound=1))
    assert (answer.status, answer.cost, answer.bound, answer.proof) == (Status.OPTIMAL, 1, 1, Proof.SOLVER_CLAIM)


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        (Claim(Status.OPTIMAL, presses=Board.parse("100/010/000")), "3 lights are not at their target"),
        (Claim(Status.OPTIMAL), "gives no presses"),
        (Claim(Status.FEASIBLE), "gives no presses"),
        (Claim(Status.OPTIMAL, presses=ONE, objective=5.0), "states cost 5 for presses that cost 1"),
        (Claim(Status.FEASIBLE, presses=ONE, bound=2), "states a bound of 2 for a cost of 1"),
        (Claim(Status.OPTIMAL, presses=ONE, bound=0), "proves only a bound of 0 for a cost of 1"),
        (Claim(Status.OPTIMAL, presses=Board.parse("0")), "presses are 1x1"),
        (Claim(Status.INFEASIBLE, presses=ONE), "its own presses solve the puzzle"),
        (Claim(Status.INFEASIBLE, certificate=ONE), "changes the certificate's sum"),
        (Claim(Status.INFEASIBLE, certificate=Board.parse("11")), "certificate is 1x2"),
    ],
)
def test_lies_become_errors(claim, fault):
    answer = judged(claim)
    assert answer.status is Status.ERROR
    assert fault in answer.message
    assert (answer.presses, answer.cost, answer.proof, answer.certificate) == (None, None, None, None)


def test_a_forbidden_button_pressed_is_a_lie():
    answer = judged(Claim(Status.OPTIMAL, presses=ONE), PUZZLE.forbid([(1, 1)]))
    assert answer.status is Status.ERROR
    assert "button 1_1 is pressed" in answer.message


def test_a_certificate_whose_sum_need_not_change():
    quiet = Board.parse("01110/10101/11011/10101/01110")
    dark = Puzzle.grid(Board.filled(5, 5, 0))
    assert fault_in_certificate(dark, quiet) == "the certificate's sum need not change"
    assert fault_in_certificate(Puzzle.grid("01000/00000/00000/00000/00000"), quiet) is None


def test_optimal_of_no_objective_proves_nothing():
    answer = judged(Claim(Status.OPTIMAL, presses=ONE, bound=1), goal=Goal.FEASIBLE)
    assert (answer.status, answer.proof, answer.bound) == (Status.FEASIBLE, None, None)
    answer = judged(Claim(Status.OPTIMAL, proof=Proof.UNIQUE, presses=ONE), goal=Goal.FEASIBLE)
    assert (answer.status, answer.proof, answer.bound) == (Status.OPTIMAL, Proof.UNIQUE, 1)


def test_a_bound_that_is_met_is_a_proof():
    answer = judged(Claim(Status.FEASIBLE, Limit.TIME, presses=ONE, bound=1))
    assert (answer.status, answer.proof) == (Status.OPTIMAL, Proof.BOUND)


def test_an_unknown_with_presses_is_feasible_and_without_keeps_its_bound():
    assert judged(Claim(Status.UNKNOWN, Limit.NODES, presses=ONE)).status is Status.FEASIBLE
    answer = judged(Claim(Status.UNKNOWN, Limit.NODES, bound=1))
    assert (answer.status, answer.bound, answer.cost) == (Status.UNKNOWN, 1, None)


def test_costs_are_exact():
    puzzle = PUZZLE.with_weights([["0.1"] * 3] * 3)
    answer = judged(Claim(Status.OPTIMAL, presses=ONE, objective=1.0), puzzle)
    assert answer.cost == Fraction(1, 10)


def test_large_costs_in_doubles_are_no_lie():
    puzzle = PUZZLE.with_weights([[1, 1, 1], [1, 3017260184868708, 1], [1, 1, 1]])
    answer = judged(Claim(Status.FEASIBLE, presses=ONE, objective=3017260184868709.5), puzzle)
    assert (answer.status, answer.cost) == (Status.FEASIBLE, 3017260184868708)


def test_what_is_proved_was_not_stopped_and_no_bound_is_negative():
    answer = judged(Claim(Status.FEASIBLE, Limit.INTERRUPT, presses=ONE, bound=1))
    assert (answer.status, answer.limit) == (Status.OPTIMAL, None)
    answer = judged(Claim(Status.FEASIBLE, Limit.TIME, presses=ONE, bound=-5))
    assert (answer.limit, answer.bound, answer.gap) == (Limit.TIME, 0, 1.0)


def test_three_states():
    puzzle = Puzzle.grid("020/222/020", states=3)
    assert fault_in_presses(puzzle, Board.parse("000/010/000", 3)) is None
    assert fault_in_presses(puzzle, Board.parse("000/020/000", 3)) is not None
    holes = Puzzle.grid("020/222/020", states=3).forbid([(1, 1)])
    assert "button 1_1" in fault_in_presses(holes, Board.parse("000/010/000", 3))


def test_holes_can_not_be_pressed():
    holes = Board.parse("100/000/000")
    puzzle = Puzzle.grid("010/111/010", holes=holes)
    assert fault_in_presses(puzzle, ONE) is None
    assert "button 0_0" in fault_in_presses(puzzle, Board.parse("100/010/000"))


def test_judging_changes_nothing_else():
    claim = Claim(Status.OPTIMAL, presses=ONE, raw_status="fine", settings={"a": "b"}, message="hello", nullity=0)
    answer = judged(replace(claim, solver="s", solver_version="1", build_s=1.0, solve_s=2.0, solver_s=1.5))
    assert (answer.raw_status, answer.settings, answer.message, answer.nullity) == ("fine", {"a": "b"}, "hello", 0)
    assert (answer.solver, answer.solver_version) == ("s", "1")
    assert (answer.times.build_s, answer.times.solve_s, answer.times.solver_s) == (1.0, 2.0, 1.5)

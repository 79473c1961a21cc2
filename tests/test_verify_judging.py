"""The gate on every combination of what a claim may say, held against rules written down apart from it."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import moves

import lo_opt
from lo_opt import Board, Goal, Limit, Proof, Puzzle, Status
from lo_opt.contract import Claim
from lo_opt.verify import OBJECTIVE_SLACK, as_cost, cost_numerator, fault_in_certificate, fault_in_presses, judge

HALVES = Puzzle.grid("010/111/010").with_weights([["0.5"] * 3, ["0.5", "1.5", "0.5"], ["0.5"] * 3])
ONE = Board.parse("000/010/000")  # costs 3/2
DARK, NOTHING = Puzzle.grid("000/000/000"), Board.filled(3, 3, 0)

PROOFS = [None, Proof.EXHAUSTED, Proof.UNIQUE, Proof.CERTIFICATE, Proof.SOLVER_CLAIM]
CLAIMED = [Status.OPTIMAL, Status.FEASIBLE, Status.UNKNOWN]


def is_a_lie(status: Status, bound: int | None, own_optimum_counts: bool, numerator: int) -> bool:
    """Whether a bound contradicts presses that cost `numerator`, or is less than the optimum that is claimed."""
    if bound is None:
        return False
    return bound > numerator or (bound < numerator and status is Status.OPTIMAL and own_optimum_counts)


@pytest.mark.parametrize(("puzzle", "presses", "numerator"), [(HALVES, ONE, 3), (DARK, NOTHING, 0)])
@pytest.mark.parametrize("goal", list(Goal))
def test_every_claim_with_true_presses(puzzle, presses, numerator, goal):
    unit = puzzle.weight_denominator
    for status, proof, bound, limit in itertools.product(
        CLAIMED, PROOFS, [None, -1, 0, 1, numerator, numerator + 1], [None, Limit.TIME]
    ):
        answer = judge(puzzle, goal, "b", Claim(status, limit, proof, presses, bound=bound))
        own_optimum_counts = goal is Goal.OPTIMAL or proof not in (None, Proof.SOLVER_CLAIM)
        if is_a_lie(status, bound, own_optimum_counts, numerator):
            assert (answer.status, answer.presses, answer.cost, answer.proof) == (Status.ERROR, None, None, None)
            assert answer.message.startswith(f"b claims {status}, but ")
            continue
        assert (answer.presses, answer.cost) == (presses, as_cost(numerator, unit))
        if status is Status.OPTIMAL and own_optimum_counts:
            expected = Status.OPTIMAL, proof or Proof.SOLVER_CLAIM
        elif numerator == 0 or (bound == numerator and status is not Status.OPTIMAL):
            expected = Status.OPTIMAL, Proof.BOUND
        else:
            expected = Status.FEASIBLE, None if status is Status.OPTIMAL else proof
        assert (answer.status, answer.proof) == expected
        if answer.status is Status.OPTIMAL:
            assert (answer.bound, answer.limit, answer.gap) == (answer.cost, None, 0)
        else:
            believed = None if status is Status.OPTIMAL else bound
            assert answer.bound == (None if believed is None else as_cost(max(0, believed), unit))
            assert answer.limit is limit


@pytest.mark.parametrize("bound", [None, -2, -1, 0, 1, 2, 3])
def test_a_bound_without_presses_is_kept_but_never_negative(bound):
    answer = judge(HALVES, Goal.OPTIMAL, "b", Claim(Status.UNKNOWN, Limit.TIME, bound=bound))
    assert (answer.status, answer.limit, answer.presses, answer.cost) == (Status.UNKNOWN, Limit.TIME, None, None)
    assert answer.bound == (None if bound is None else max(Fraction(0), Fraction(bound, 2)))


@pytest.mark.parametrize("proof", PROOFS)
def test_without_a_certificate_unsolvable_is_as_believable_as_who_says_so(proof):
    answer = judge(DARK, Goal.OPTIMAL, "b", Claim(Status.INFEASIBLE, proof=proof))
    assert (answer.status, answer.proof) == (Status.INFEASIBLE, proof or Proof.SOLVER_CLAIM)
    assert answer.certificate is None


def test_a_certificate_that_holds_is_kept():
    board, quiet = Puzzle.grid("01000/00000/00000/00000/00000"), Board.parse("01110/10101/11011/10101/01110")
    answer = judge(board, Goal.OPTIMAL, "b", Claim(Status.INFEASIBLE, certificate=quiet))
    assert (answer.status, answer.proof, answer.certificate) == (Status.INFEASIBLE, Proof.CERTIFICATE, quiet)


@pytest.mark.parametrize(("objective", "true"), [(3.49, True), (2.51, True), (3.5, False), (2.5, False), (-3.0, False)])
def test_what_a_solver_states_may_differ_by_less_than_half_a_unit(objective, true):
    answer = judge(HALVES, Goal.OPTIMAL, "b", Claim(Status.FEASIBLE, presses=ONE, objective=objective))
    assert (answer.status is Status.FEASIBLE) == true
    if not true:
        assert answer.message == f"b claims feasible, but states cost {objective / 2:g} for presses that cost 3/2"


def test_what_a_solver_states_may_differ_by_what_doubles_lose():
    large = 10**12
    puzzle = Puzzle.grid("1").with_weights([[large]])
    presses = Board.parse("1")
    for share, true in [(0.9, True), (-0.9, True), (1.1, False), (-1.1, False)]:
        objective = large + share * OBJECTIVE_SLACK * large
        answer = judge(puzzle, Goal.OPTIMAL, "b", Claim(Status.FEASIBLE, presses=presses, objective=objective))
        assert (answer.status is Status.FEASIBLE) == true


def test_bounds_are_told_in_the_puzzle_s_own_unit():
    for bound, said in [(4, "states a bound of 2"), (1, "proves only a bound of 1/2")]:
        answer = judge(HALVES, Goal.OPTIMAL, "b", Claim(Status.OPTIMAL, presses=ONE, bound=bound))
        assert answer.message == f"b claims optimal, but {said} for a cost of 3/2"


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        (Claim(Status.OPTIMAL), "gives no presses"),
        (Claim(Status.FEASIBLE), "gives no presses"),
        (Claim(Status.INFEASIBLE, presses=ONE), "its own presses solve the puzzle"),
        (Claim(Status.INFEASIBLE, certificate=ONE), "button 0_1 changes the certificate's sum"),
    ],
)
def test_a_lie_is_told_as_what_was_claimed_and_what_is_wrong(claim, fault):
    answer = judge(HALVES, Goal.OPTIMAL, "b", claim)
    assert (answer.status, answer.message) == (Status.ERROR, f"b claims {claim.status}, but {fault}")


def test_who_does_not_say_what_it_is_is_lo_opt_itself():
    answer = judge(DARK, Goal.OPTIMAL, "b", Claim(Status.UNKNOWN))
    assert (answer.solver, answer.solver_version) == ("lo-opt", lo_opt.__version__)
    assert (answer.backend, answer.puzzle, answer.goal) == ("b", DARK, Goal.OPTIMAL)


def test_times_add_up():
    times = judge(DARK, Goal.OPTIMAL, "b", Claim(Status.UNKNOWN, build_s=0.25, solve_s=2.0)).times
    assert 0 <= times.verify_s < 60
    assert times.total_s == pytest.approx(2.25 + times.verify_s)
    assert times.solver_s is None


@pytest.mark.parametrize("other", ["000/010", "0000/0100/0000", "00/01/00"])
def test_boards_of_another_shape_or_number_of_states_are_no_evidence(other):
    three = Board.parse("000/010/000", 3)
    assert fault_in_presses(DARK, Board.parse(other)).startswith("presses are ")
    assert fault_in_presses(DARK, three) == "presses are 3x3 of 3 states, which the puzzle is not"
    assert fault_in_certificate(DARK, Board.parse(other)).startswith("certificate is ")
    assert fault_in_certificate(DARK, three) == "certificate is 3x3, which the board of lights is not"


@st.composite
def pressed_puzzles(draw):
    rows, cols = draw(st.sampled_from([(1, 1), (1, 4), (2, 3), (3, 3), (4, 2)]))
    states, rule = draw(st.integers(2, 4)), draw(st.sampled_from(["plus", "neighbors", "king"]))
    wrap = draw(st.sampled_from(["none", "torus"]))
    values = st.lists(st.integers(0, states - 1), min_size=rows * cols, max_size=rows * cols)

    def board() -> Board:
        return Board.from_array(np.array(draw(values)).reshape(rows, cols), states)

    start = board()
    puzzle = Puzzle.grid(start, rule=rule, wrap=wrap, target=draw(st.sampled_from([start, board()])), states=states)
    if draw(st.booleans()):
        forbidden = draw(st.sets(st.integers(0, rows * cols - 1), min_size=1))
        puzzle = puzzle.forbid([divmod(j, cols) for j in forbidden])
    return puzzle, rule, wrap, draw(values)


@settings(max_examples=200, deadline=None)
@given(pressed_puzzles())
def test_presses_and_certificates_against_plain_loops(case):
    puzzle, rule, wrap, values = case
    rows, cols = puzzle.start.shape
    effect = moves(rows, cols, rule, wrap)
    board = Board.from_array(np.array(values).reshape(rows, cols), puzzle.states)
    start, target = puzzle.start.to_array().ravel().tolist(), puzzle.target.to_array().ravel().tolist()
    can = puzzle.pressable().tolist()
    cells = range(rows * cols)
    after = [(start[i] + sum(effect[j].count(i) * values[j] for j in cells)) % puzzle.states for i in cells]
    barred = [j for j in cells if values[j] and not can[j]]
    wrong = [i for i in cells if after[i] != target[i]]
    fault = fault_in_presses(puzzle, board)
    if barred:
        assert fault == f"button {puzzle.button_name(barred[0])} is pressed, which is forbidden or no button"
    elif wrong:
        assert fault == f"{len(wrong)} lights are not at their target, the first at {puzzle.light_name(wrong[0])}"
    else:
        assert fault is None
    assert cost_numerator(puzzle, board) == sum(values)
    changing = [j for j in cells if can[j] and sum(values[i] for i in effect[j]) % puzzle.states]
    owed = sum(values[i] * (target[i] - start[i]) for i in cells) % puzzle.states
    fault = fault_in_certificate(puzzle, board)
    if changing:
        assert fault == f"button {puzzle.button_name(changing[0])} changes the certificate's sum"
    else:
        assert fault == (None if owed else "the certificate's sum need not change")

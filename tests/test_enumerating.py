"""The best solutions and all optimal ones: ordered, complete, counted and verified, by linear algebra and solvers."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import pytest
from conditions import allowed_solutions, conditioned_puzzles, measures
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from puzzles import RULES, WRAPS, every_solution, moves, random_solvable

import lo_opt as lo
from lo_opt import Board, Limit, Proof, Puzzle, Status, backends, enumerating
from lo_opt.contract import Availability, Claim, Listing
from lo_opt.control import Control
from lo_opt.verify import fault_in_presses

FIXED = Puzzle.grid("0111/0100/0110/0000")  # 16 solutions of 5, 7, 9 or 11 presses, one of 5


def listed(ranking):
    return [(s.presses.to_array().ravel().tolist()) for s in ranking.solutions]


def check_ranking(drawn, k, backend):
    puzzle, rule, wrap = drawn
    expected = allowed_solutions(puzzle, rule, wrap)
    best = [presses for measured, presses in expected if measured == expected[0][0]]
    ranking = lo.solutions(puzzle, k, backend=backend)
    found = [measures(puzzle, s.cost, s.press_count) for s in ranking.solutions]
    assert found == [measured for measured, _ in expected[:k]], backend
    assert ranking.complete
    assert ranking.answer.status is (Status.OPTIMAL if expected else Status.INFEASIBLE)
    assert ranking.optimal_count in (len(best), None)
    assert ranking.total in (len(expected), None)
    if k > len(expected):
        assert (ranking.optimal_count, ranking.total) == (len(best), len(expected))
    every = lo.solutions(puzzle, all_optimal=True, backend=backend)
    assert sorted(map(tuple, listed(every))) == sorted(best), backend
    assert (every.count, every.optimal_count, every.complete) == (len(best), len(best), True)
    for solution in every.solutions:
        assert fault_in_presses(puzzle, solution.presses) is None


@settings(max_examples=120, deadline=None)
@given(conditioned_puzzles(max_cells=9), st.integers(1, 20))
def test_linear_algebra_lists_what_trying_everything_does(drawn, k):
    check_ranking(drawn, k, "gf2")
    check_ranking(drawn, k, "auto")


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(conditioned_puzzles(max_cells=5), st.integers(1, 6), st.sampled_from(["cpsat", "scip", "highs"]))
def test_solvers_list_what_trying_everything_does(drawn, k, backend):
    check_ranking(drawn, k, backend)


def test_counts_of_the_fixed_puzzle():
    ranking = lo.solutions(FIXED, k=16)
    costs = [solution.cost for solution in ranking.solutions]
    assert costs == sorted(costs)
    assert set(costs) == {5, 7, 9, 11}
    assert (ranking.count, ranking.optimal_count, ranking.total, ranking.complete) == (16, 1, 16, True)
    assert lo.solutions(FIXED, k=99).count == 16
    only = lo.solutions(FIXED, all_optimal=True)
    assert str(only.solutions[0].presses) == "1101/0110/0000/0000"
    assert only.answer.presses == only.solutions[0].presses
    assert only.answer.proof is Proof.EXHAUSTED


def test_independent_parts_multiply():
    switches = Puzzle.from_buttons([1] * 40, [[i] for i in range(40)] * 2)  # two buttons a light
    ranking = lo.solutions(switches, k=50)
    assert (ranking.count, ranking.optimal_count, ranking.total) == (50, 2**40, 2**40)
    assert {solution.cost for solution in ranking.solutions} == {40}
    weighted = switches.with_weights([[1] * 40 + [1] * 10 + [2] * 30])
    every = lo.solutions(weighted, all_optimal=True)
    assert (every.count, every.optimal_count, every.complete) == (1024, 1024, True)


def test_weights_are_exact():
    ranking = lo.solutions(FIXED.with_weights([["0.1"] * 4] * 4), k=2)
    assert [solution.cost for solution in ranking.solutions] == [Fraction(1, 2), Fraction(7, 10)]


def test_too_many_optimal_solutions_are_counted_and_cut(monkeypatch):
    monkeypatch.setattr(enumerating, "MAX_SOLUTIONS", 10)
    free = FIXED.with_weights([[0] * 4] * 4)
    ranking = lo.solutions(free, all_optimal=True)
    assert (ranking.count, ranking.optimal_count, ranking.complete) == (10, 16, False)
    ranking = lo.solutions(free, all_optimal=True, backend="cpsat")
    assert (ranking.count, ranking.optimal_count, ranking.complete) == (10, None, False)


def test_an_unsolvable_puzzle_has_no_solutions_and_a_certificate():
    for backend in ("gf2", "cpsat"):
        ranking = lo.solutions(Puzzle.grid("10"), k=3, backend=backend)
        assert (ranking.solutions, ranking.complete, ranking.optimal_count, ranking.total) == ((), True, 0, 0)
        assert ranking.answer.proof is Proof.CERTIFICATE


def test_no_free_button_leaves_one_solution():
    for backend in ("gf2", "cpsat"):
        ranking = lo.solutions(Puzzle.grid("11").require([(0, 0)]).forbid([(0, 1)]), k=3, backend=backend)
        assert (ranking.count, ranking.total, ranking.complete) == (1, 1, True)


def test_a_solver_takes_over_beyond_the_filter():
    many = Puzzle.from_buttons([0] * 30, [[i] for i in range(30)] * 2).at_least(1)
    ranking = lo.solutions(many, k=3)
    assert [solution.cost for solution in ranking.solutions] == [2, 2, 2]
    assert "auto chose cpsat" in ranking.answer.message
    with pytest.raises(lo.UnsupportedError, match=r"filtering all 2\^30 solutions"):
        lo.solutions(many, k=3, backend="gf2")


def test_no_time_lists_nothing_that_is_not_proved():
    for backend in ("gf2", "cpsat"):
        ranking = lo.solutions(random_solvable(14, 1), k=5, backend=backend, time_limit_s=1e-6)
        if not ranking.complete:
            assert ranking.count <= 1
            assert ranking.answer.status in (Status.UNKNOWN, Status.FEASIBLE)
            assert ranking.answer.limit is Limit.TIME


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "give k, how many of the best, or all_optimal"),
        ({"k": 2, "all_optimal": True}, "give k, how many of the best, or all_optimal"),
        ({"k": 0}, "0 best are asked for; it must be a whole number from 1 to 1,000,000"),
        ({"k": 10**6 + 1}, "1000001 best are asked for"),
        ({"k": 2.5}, "2.5 best are asked for"),
        ({"k": True}, "True best are asked for"),
        ({"k": 2, "backend": "chase"}, "light chasing keeps no limits on presses"),
        ({"k": 2, "backend": "sweep"}, "the search by classes keeps no limits on presses"),
    ],
)
def test_what_cannot_be_listed(arguments, message):
    with pytest.raises(lo.InputError, match=message):
        lo.solutions(FIXED, **arguments)


def test_three_states_are_not_listed_by_exclusion():
    with pytest.raises(lo.UnsupportedError, match="takes two states, not 3; ask for one solution"):
        lo.solutions(Puzzle.grid("12", states=3), k=2, backend="cpsat")


@settings(max_examples=60)
@given(st.data())
def test_more_states_are_listed_as_trying_all_presses_finds_them(data):
    states, backend = data.draw(st.sampled_from([3, 4, 5, 6])), data.draw(st.sampled_from(["gf2", "auto"]))
    rows, cols = data.draw(st.sampled_from([(1, 1), (1, 3), (2, 2), (1, 4)]))
    rule, wrap = data.draw(st.sampled_from(RULES)), data.draw(st.sampled_from(WRAPS))
    cells = data.draw(st.lists(st.integers(0, states - 1), min_size=rows * cols, max_size=rows * cols))
    start = Board.from_array(np.array(cells).reshape(rows, cols), states)
    weights = data.draw(st.none() | st.lists(st.integers(0, 3), min_size=rows * cols, max_size=rows * cols))
    puzzle = Puzzle.grid(start, rule=rule, wrap=wrap)
    if weights is not None:
        puzzle = puzzle.with_weights(np.array(weights).reshape(rows, cols))
    expected = sorted(cost for _, cost in every_solution(puzzle, moves(rows, cols, rule, wrap)))
    optimal = expected.count(expected[0]) if expected else 0
    for wanted, costs in (({"k": 5}, expected[:5]), ({"all_optimal": True}, expected[:optimal])):
        ranking = lo.solutions(puzzle, backend=backend, **wanted)
        assert [solution.cost for solution in ranking.solutions] == costs
        assert (ranking.complete, ranking.optimal_count, ranking.total) == (True, optimal, len(expected))
        assert len({solution.presses for solution in ranking.solutions}) == ranking.count


def test_more_states_say_what_they_cannot_list():
    many = Puzzle.from_buttons([0], [[0]] * 24, states=3)
    for backend in ("gf2", "auto"):
        with pytest.raises(lo.UnsupportedError, match=r"picked out of 9\.41e"):
            lo.solutions(many, k=2, backend=backend)
    with pytest.raises(lo.UnsupportedError, match="linear algebra keeps no limits"):
        lo.solutions(Puzzle.grid("12", states=3).at_most(3), k=2, backend="gf2")
    unsolvable = lo.solutions(Puzzle.grid("10", states=3), k=2)
    assert (unsolvable.count, unsolvable.total, unsolvable.complete) == (0, 0, True)
    assert unsolvable.answer.certificate is not None


@dataclass
class Liar:
    """Lists whatever it is told to."""

    boards: tuple[str, ...]
    name: str = "liar"
    summary: str = "lies"
    asked: list[object] = field(default_factory=list)

    def availability(self):
        return Availability("1")

    def refuse(self, puzzle, settings):
        return None

    def refuse_listing(self, puzzle):
        return None

    def solve(self, puzzle, settings, control):
        raise AssertionError

    def list_best(self, puzzle, wanted, control):
        presses = tuple(Board.parse(board) for board in self.boards)
        return Listing(Claim(Status.OPTIMAL, presses=presses[0]), presses, complete=True)


BEST, SECOND = "1101/0110/0000/0000", "0000/0111/1110/0100"


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        ((BEST, "0000/0000/0000/0000"), "in solution 2 6 lights are not at their target"),
        ((SECOND, BEST), "they are not in order"),
        ((BEST, BEST), "one of them is listed twice"),
    ],
)
def test_lies_in_a_list_become_an_error(monkeypatch, boards, message):
    monkeypatch.setattr(enumerating, "backend_named", lambda name: Liar(boards))
    ranking = lo.solutions(FIXED, k=2)
    assert ranking.answer.status is Status.ERROR
    assert (ranking.solutions, ranking.complete) == ((), False)
    assert message in ranking.answer.message


def test_backends_are_resolved_as_for_solving():
    with pytest.raises(lo.InputError, match="unknown backend 'gf3'"):
        lo.solutions(FIXED, k=1, backend="gf3")
    assert backends.backend("gf2").name == lo.solutions(FIXED, k=1, backend="gf2").answer.backend


def test_a_long_list_ends_where_the_time_to_check_it_does():
    whole = lo.solutions(FIXED, k=16, backend="gf2")
    presses = tuple(solution.presses for solution in whole.solutions)
    listing = Listing(Claim(Status.OPTIMAL), presses, complete=True, optimal_count=1, total=16)
    for control, count in ((Control.limited(60), 16), (Control.limited(0.0), 1)):
        fault, checked = enumerating._checked(FIXED, whole.answer, listing, control)
        assert (fault, len(checked.presses), checked.complete) == (None, count, count == 16)
        assert (checked.optimal_count, checked.total) == (1, 16)

"""Required buttons, limits and objectives through every backend, against every press tried."""

from __future__ import annotations

import pytest
from conditions import allowed_solutions, conditioned_puzzles, measures
from hypothesis import HealthCheck, given, settings
from puzzles import random_solvable

import lo_opt as lo
from lo_opt import Board, Proof, Puzzle, Status
from lo_opt.backends import backend as backend_named
from lo_opt.backends import selectors
from lo_opt.contract import Settings
from lo_opt.verify import fault_in_certificate

ARTICLE = Puzzle.grid("11011/01000/10101/00010/10110")
LIMITED = [s for s in selectors() if backend_named(s).refuse(ARTICLE.at_most(25), Settings()) is None]
SOLVERS = [s for s in LIMITED if ":" in s]


def check_against_all(puzzle: Puzzle, rule: str, wrap: str, name: str) -> None:
    expected = allowed_solutions(puzzle, rule, wrap)
    answer = lo.solve(puzzle, name)
    if not expected:
        assert answer.status is Status.INFEASIBLE, name
        assert answer.proof in (Proof.CERTIFICATE, Proof.EXHAUSTED), name
        return
    assert answer.status is Status.OPTIMAL, (name, answer)
    assert measures(puzzle, answer.cost, answer.press_count) == expected[0][0], name
    assert answer.bound == answer.value == expected[0][0][0]


@settings(max_examples=150, deadline=None)
@given(conditioned_puzzles(max_cells=9))
def test_linear_algebra_keeps_all_conditions(drawn):
    for name in ("gf2", "auto"):
        check_against_all(*drawn, name)


@settings(max_examples=60, deadline=None)
@given(conditioned_puzzles(max_cells=9, limits=False, rules=("plus",), wraps=("none",)))
def test_required_buttons_and_objectives_need_no_limits(drawn):
    for name in ("gf2", "sweep", "chase", "auto"):
        check_against_all(*drawn, name)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(conditioned_puzzles(max_cells=8))
def test_every_program_keeps_all_conditions(drawn):
    for name in SOLVERS:
        if backend_named(name).refuse(drawn[0], Settings()) is None:
            check_against_all(*drawn, name)


@pytest.mark.parametrize("backend", LIMITED)
def test_limits_raise_the_optimum_of_the_article_board(backend):
    least = lo.solve(ARTICLE.require([(2, 2)]).at_most(2, row=0).at_least(3, col=4), backend)
    assert (least.status, least.cost, least.bound) == (Status.OPTIMAL, 15, 15)
    most = lo.solve(ARTICLE.at_most(10), backend)
    assert (most.status, most.proof, most.presses) == (Status.INFEASIBLE, Proof.EXHAUSTED, None)
    odd = lo.solve(ARTICLE.exactly(13), backend)
    assert (odd.status, odd.cost) == (Status.OPTIMAL, 13)


@pytest.mark.parametrize("backend", ["gf2", "sweep", "chase", "auto", "cpsat"])
def test_required_buttons_that_leave_no_solution_have_a_certificate(backend):
    puzzle = Puzzle.grid("111/111/111").require([(0, 1)])  # the only solution leaves it out
    answer = lo.solve(puzzle, backend)
    assert (answer.status, answer.proof) == (Status.INFEASIBLE, Proof.CERTIFICATE)
    assert fault_in_certificate(puzzle, answer.certificate) is None
    assert fault_in_certificate(Puzzle.grid("111/111/111"), answer.certificate) is not None


def test_an_unsolvable_board_has_its_certificate_under_limits_too():
    for backend in ("gf2", "cpsat"):
        answer = lo.solve(Puzzle.grid("10").at_most(1), backend)
        assert (answer.status, answer.proof) == (Status.INFEASIBLE, Proof.CERTIFICATE)


def test_three_states_by_programs():
    dark = Puzzle.grid(Board.filled(2, 2, 0, 3), states=3)
    puzzle = Puzzle.grid(dark.apply(Board.parse("20/10", 3)), states=3).require([(0, 0), (1, 1)]).at_most(2, row=0)
    expected = allowed_solutions(puzzle, "plus", "none")
    for name in ("scip", "cbc", "cpsat", "highs"):
        answer = lo.solve(puzzle, name)
        assert (answer.cost if expected else None) == (expected[0][0][0] if expected else None)
        assert answer.status is (Status.OPTIMAL if expected else Status.INFEASIBLE)
    one = Puzzle.grid("1", states=3).at_most(1)  # two presses are needed
    assert lo.solve(one, "cpsat").status is Status.INFEASIBLE
    assert lo.solve(Puzzle.grid("1", states=3).at_most(2), "auto").press_count == 2


def test_what_keeps_no_limits_says_so_with_a_cure():
    for backend, words in (("sweep", "search by classes"), ("chase", "light chasing")):
        with pytest.raises(lo.UnsupportedError, match=f"{words} keeps no limits on presses; use auto or a solver"):
            lo.solve(ARTICLE.at_most(20), backend)
    wide = Puzzle.read("lit:39x39").at_most(900)
    with pytest.raises(lo.UnsupportedError, match=r"all 2\^32 solutions, here at most 2\^26; use auto or cpsat:coset"):
        lo.solve(wide, "gf2")


def test_auto_filters_small_kernels_and_leaves_large_ones_to_a_solver():
    small = lo.solve(random_solvable(9, 9).at_most(60), "auto")
    assert "auto chose linear algebra" in small.message
    assert small.status is Status.OPTIMAL
    large = lo.solve(random_solvable(24, 1).at_most(400), "auto", goal="feasible", time_limit_s=10)
    assert "linear algebra" in large.message
    many = Puzzle.from_buttons([0] * 30, [[i] for i in range(30)] * 2).at_least(60)  # nullity 30
    answer = lo.solve(many, "auto", time_limit_s=30)
    assert "auto chose cpsat" in answer.message
    assert (answer.status, answer.cost) == (Status.OPTIMAL, 60)


def test_a_solvers_claim_stays_one_where_filtering_is_too_long():
    many = Puzzle.from_buttons([0] * 30, [[i] for i in range(30)] * 2).exactly(7)  # buttons come in pairs
    answer = lo.solve(many, "cpsat", time_limit_s=60)
    assert (answer.status, answer.proof) == (Status.INFEASIBLE, Proof.SOLVER_CLAIM)


def test_no_time_under_limits_leaves_what_is_true():
    puzzle = random_solvable(19, 19).at_most(300)
    answer = lo.solve(puzzle, "gf2", time_limit_s=1e-6)
    assert answer.status in (Status.UNKNOWN, Status.FEASIBLE, Status.OPTIMAL)


def test_compare_holds_answers_against_the_filtered_optimum():
    comparison = lo.compare(ARTICLE.exactly(15), ["gf2", "cpsat", "scip"])
    assert comparison.agree
    assert comparison.optimum == 15
    weighted = ARTICLE.with_weights([[1, 2, 3, 4, 5]] * 5).with_objective("presses,cost")
    comparison = lo.compare(weighted, ["gf2", "cpsat", "chase"])
    assert (comparison.agree, comparison.optimum) == (True, 11)
    assert lo.compare(Puzzle.read("lit:39x39").at_most(900), [], time_limit_s=5).optimum is None

"""One battery over every backend: each goal, option and way an answer can end; a refusal is checked, not skipped."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from puzzles import brute_force, grid_puzzles, random_solvable

import lo_opt as lo
from lo_opt import Board, Limit, Proof, Puzzle, Status
from lo_opt.backends import backend as backend_named
from lo_opt.backends import selectors
from lo_opt.contract import Settings
from lo_opt.verify import fault_in_certificate, fault_in_presses

ARTICLE = "11011/01000/10101/00010/10110"
EVERY = [s for s in selectors() if backend_named(s).refuse(Puzzle.grid(ARTICLE), Settings()) is None]
SOLVERS = [s for s in EVERY if ":" in s]
ALGEBRA = ["gf2", "sweep", "auto"]


def test_every_declared_backend_is_available_here():
    assert {"gf2", "sweep", "chase", "auto", "scip:parity", "cbc:parity", "cpsat:parity", "highs:parity"} <= set(EVERY)
    for selector in EVERY:
        there = backend_named(selector).availability()
        assert there.available, f"{selector}: {there.reason}"


@pytest.mark.parametrize("backend", EVERY)
def test_optimum_of_the_article_board(backend):
    answer = lo.solve(Puzzle.grid(ARTICLE), backend)
    assert (answer.status, answer.cost, answer.bound, answer.gap) == (Status.OPTIMAL, 11, 11, 0.0)
    assert answer.limit is None
    assert answer.proof in (Proof.EXHAUSTED, Proof.SOLVER_CLAIM)
    assert answer.press_count == 11
    assert fault_in_presses(answer.puzzle, answer.presses) is None
    assert answer.solver
    assert answer.solver_version
    assert 0 <= answer.times.solve_s <= answer.times.total_s


@pytest.mark.parametrize("backend", EVERY)
def test_feasible_goal_gives_some_solution_and_claims_no_minimum(backend):
    answer = lo.solve(Puzzle.grid(ARTICLE), backend, goal="feasible")
    assert fault_in_presses(answer.puzzle, answer.presses) is None
    assert answer.cost >= 11
    if answer.status is Status.OPTIMAL:
        assert answer.proof is Proof.EXHAUSTED
        assert answer.cost == 11
    else:
        assert answer.status is Status.FEASIBLE
        assert answer.proof is None
        assert answer.bound is None
        assert answer.gap == math.inf


@pytest.mark.parametrize("backend", EVERY)
@pytest.mark.parametrize("goal", ["optimal", "feasible"])
def test_unsolvable_board_comes_with_a_certificate(backend, goal):
    puzzle = Puzzle.grid("10000/00000/00000/00000/00000")
    answer = lo.solve(puzzle, backend, goal=goal)
    assert (answer.status, answer.proof) == (Status.INFEASIBLE, Proof.CERTIFICATE)
    assert fault_in_certificate(puzzle, answer.certificate) is None
    assert (answer.presses, answer.cost, answer.bound) == (None, None, None)


@pytest.mark.parametrize("backend", EVERY)
def test_forbidden_buttons_that_leave_no_solution_have_a_certificate_too(backend):
    puzzle = Puzzle.grid("111/111/111").forbid([(1, 1)])  # the only solution presses the centre
    answer = lo.solve(puzzle, backend)
    assert (answer.status, answer.proof) == (Status.INFEASIBLE, Proof.CERTIFICATE)
    assert fault_in_certificate(puzzle, answer.certificate) is None


@pytest.mark.parametrize("backend", EVERY)
def test_weights_are_exact_decimals(backend):
    puzzle = random_solvable(4, 1).with_weights([["0.1", "0.2", "0.3", "0.7"]] * 4)
    expected = brute_force(puzzle, "plus", "none")
    answer = lo.solve(puzzle, backend)
    assert (answer.status, answer.cost) == (Status.OPTIMAL, expected)
    assert isinstance(expected, Fraction)


@pytest.mark.parametrize("backend", EVERY)
def test_forbidden_buttons_raise_the_optimum(backend):
    free = random_solvable(4, 3)
    puzzle = free.forbid([(0, 0), (1, 2)])
    expected = brute_force(puzzle, "plus", "none")
    answer = lo.solve(puzzle, backend)
    if expected is None:
        assert answer.status is Status.INFEASIBLE
    else:
        assert (answer.status, answer.cost) == (Status.OPTIMAL, expected)


@pytest.mark.parametrize("backend", EVERY)
def test_target_and_dark_board(backend):
    on = lo.solve(Puzzle.grid("000/000/000", target="on"), backend)
    assert (on.status, on.cost) == (Status.OPTIMAL, 5)
    dark = lo.solve(Puzzle.grid("000/000/000"), backend)
    assert (dark.status, dark.cost, dark.bound, dark.press_count) == (Status.OPTIMAL, 0, 0, 0)
    dark = lo.solve(Puzzle.grid("000/000/000"), backend, goal="feasible")
    assert (dark.status, dark.cost) == (Status.OPTIMAL, 0)
    assert dark.proof in (Proof.UNIQUE, Proof.BOUND, Proof.EXHAUSTED)


@pytest.mark.parametrize("backend", EVERY)
def test_one_light(backend):
    assert lo.solve(Puzzle.grid("1"), backend).cost == 1
    assert lo.solve(Puzzle.grid("0"), backend).cost == 0


@pytest.mark.parametrize("backend", EVERY)
def test_other_rules_and_wraps_are_solved_or_refused_with_a_cure(backend):
    for rule, wrap in (("king", "none"), ("knight", "torus"), ("row-col", "rows"), ("neighbors", "cols")):
        puzzle = random_solvable(4, 5, rule=rule, wrap=wrap)
        if backend == "chase":
            with pytest.raises(lo.UnsupportedError, match=r"plus rule.*; use gf2"):
                lo.solve(puzzle, backend)
            continue
        answer = lo.solve(puzzle, backend)
        assert (answer.status, answer.cost) == (Status.OPTIMAL, brute_force(puzzle, rule, wrap))


@pytest.mark.parametrize("backend", SOLVERS)
def test_threads_and_seed_are_passed_on(backend):
    answer = lo.solve(Puzzle.grid(ARTICLE), backend, threads=2, seed=7)
    assert (answer.status, answer.cost) == (Status.OPTIMAL, 11)
    assert "7" in answer.settings.values()
    assert "2" in answer.settings.values() or "2 asked" in answer.message


@pytest.mark.parametrize("backend", EVERY)
def test_no_time_at_all_leaves_what_is_true(backend):
    answer = lo.solve(random_solvable(19, 19), backend, time_limit_s=1e-6)
    if answer.status is Status.UNKNOWN:
        assert answer.limit is Limit.TIME
        assert (answer.presses, answer.cost, answer.gap) == (None, None, math.inf)
    elif answer.status is Status.FEASIBLE:
        assert answer.limit is Limit.TIME
        assert fault_in_presses(answer.puzzle, answer.presses) is None
    else:
        assert (answer.status, answer.proof) == (Status.OPTIMAL, Proof.EXHAUSTED)


@pytest.mark.parametrize("backend", ["scip", "cbc", "cpsat", "highs"])
def test_stopped_by_the_limit_with_valid_bounds(backend):
    puzzle = random_solvable(16, 16)  # no solver proves this one in seconds on the parity formulation
    optimum = lo.solve(puzzle, "gf2").cost
    answer = lo.solve(puzzle, backend, time_limit_s=2)
    assert answer.status in (Status.FEASIBLE, Status.UNKNOWN)
    assert answer.limit is Limit.TIME
    assert answer.times.total_s < 12
    if answer.bound is not None:
        assert answer.bound <= optimum
    if answer.status is Status.FEASIBLE:
        assert answer.cost >= optimum


@pytest.mark.parametrize("backend", EVERY)
def test_three_states_are_solved_or_refused_with_a_cure(backend):
    dark = Puzzle.grid(Board.filled(2, 3, 0, 3), states=3)
    puzzle = Puzzle.grid(dark.apply(Board.parse("102/021", 3)), states=3)
    if backend_named(backend).refuse(puzzle, Settings()) is not None:
        with pytest.raises(lo.UnsupportedError, match=r"states; use "):
            lo.solve(puzzle, backend)
        return
    answer = lo.solve(puzzle, backend)
    assert (answer.status, answer.cost) == (Status.OPTIMAL, brute_force(puzzle, "plus", "none"))


@pytest.mark.parametrize("backend", ALGEBRA)
def test_only_solution_is_optimal_whatever_the_goal(backend):
    for goal in ("optimal", "feasible"):
        answer = lo.solve(random_solvable(6, 6), backend, goal=goal)
        assert (answer.status, answer.proof, answer.nullity) == (Status.OPTIMAL, Proof.UNIQUE, 0)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(grid_puzzles(max_cells=9))
def test_all_backends_agree_with_brute_force(drawn):
    puzzle, rule, wrap = drawn
    expected = brute_force(puzzle, rule, wrap)
    for name in EVERY:
        if backend_named(name).refuse(puzzle, Settings()) is not None:
            continue
        answer = lo.solve(puzzle, name)
        assert answer.cost == expected, name
        assert answer.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL), name


@settings(max_examples=300, deadline=None)
@given(grid_puzzles(max_cells=10))
def test_exact_methods_agree_with_brute_force(drawn):
    puzzle, rule, wrap = drawn
    expected = brute_force(puzzle, rule, wrap)
    for name in ("gf2", "sweep", "auto", *(["chase"] if (rule, wrap) == ("plus", "none") else [])):
        answer = lo.solve(puzzle, name)
        assert answer.cost == expected, name
        assert answer.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL), name


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(2, 9), st.integers(0, 2**32), st.booleans(), st.booleans())
def test_exact_methods_agree_on_larger_boards(rows, cols, seed, weighted, barred):
    import numpy as np

    rng = np.random.default_rng(seed)
    lights = Puzzle.grid(Board.filled(rows, cols, 0)).apply(Board.from_array(rng.integers(0, 2, (rows, cols))))
    puzzle = Puzzle.grid(lights)
    if weighted:
        puzzle = puzzle.with_weights(rng.integers(0, 10, (rows, cols)))
    if barred:
        puzzle = puzzle.forbid([tuple(cell) for cell in np.argwhere(rng.random((rows, cols)) < 0.1)])
    answers = [lo.solve(puzzle, name) for name in ("gf2", "sweep", "chase", "auto")]
    assert len({(a.status, a.cost) for a in answers}) == 1

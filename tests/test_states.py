"""Puzzles of more than two states: linear algebra, integer programs and brute force against each other."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import brute_force, known_values

import lo_opt as lo
from lo_opt import Board, Proof, Puzzle, Status
from lo_opt.algebra.leaders import minimum_distribution
from lo_opt.algebra.modular import ModularElimination
from lo_opt.linear import equations
from lo_opt.verify import fault_in_certificate

LIGHTS_OUT_2000 = known_values()["lights_out_2000_boards_by_min_presses"]


def solvable(rows: int, cols: int, states: int, seed: int, **options: str) -> Puzzle:
    rng = random.Random(seed)
    dark = Puzzle.grid(Board.filled(rows, cols, 0, states), states=states, **options)
    presses = Board.from_array([[rng.randrange(states) for _ in range(cols)] for _ in range(rows)], states)
    return Puzzle.grid(dark.apply(presses), states=states, **options)


def test_lights_out_2000_distribution_and_worst_case():
    puzzle = Puzzle.grid(Board.filled(5, 5, 0, 3), states=3)
    system = equations(puzzle)
    form = ModularElimination(system.indptr, system.unknowns, system.amounts, 25, 3)
    space = form.space(puzzle.toggles())
    assert len(space.orders) == LIGHTS_OUT_2000["nullity"]
    found = minimum_distribution(space)
    assert list(found.values()) == LIGHTS_OUT_2000["values"]
    assert max(found) == LIGHTS_OUT_2000["gods_number"] == 24


def test_lights_out_2000_nullity():
    answer = lo.solve(solvable(5, 5, 3, 1), "gf2")
    assert (answer.status, answer.proof, answer.nullity) == (Status.OPTIMAL, Proof.EXHAUSTED, 3)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([(1, 5), (2, 3), (2, 2), (3, 2), (1, 4)]),
    st.sampled_from([3, 4, 5, 6]),
    st.sampled_from(["plus", "king", "ring", "x", "neighbors"]),
    st.sampled_from(["none", "torus", "rows"]),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_linear_algebra_against_brute_force(shape, states, rule, wrap, seed, weighted):
    if states ** (shape[0] * shape[1]) > 10**5:
        states = 3
    rng = random.Random(seed)
    start = Board.from_array([[rng.randrange(states) for _ in range(shape[1])] for _ in range(shape[0])], states)
    puzzle = Puzzle.grid(start, rule=rule, wrap=wrap, states=states)
    if rng.random() < 0.6:
        dark = Puzzle.grid(Board.filled(*shape, 0, states), rule=rule, wrap=wrap, states=states)
        puzzle = Puzzle.grid(dark.apply(start), rule=rule, wrap=wrap, states=states)
    if weighted:
        puzzle = puzzle.with_weights([[rng.randrange(4) for _ in range(shape[1])] for _ in range(shape[0])])
    if rng.random() < 0.4:
        puzzle = puzzle.forbid([(rng.randrange(shape[0]), rng.randrange(shape[1]))])
    expected = brute_force(puzzle, rule, wrap)
    for backend in ("gf2", "auto"):
        answer = lo.solve(puzzle, backend)
        assert answer.cost == expected
        if expected is None:
            assert (answer.status, answer.proof) == (Status.INFEASIBLE, Proof.CERTIFICATE)
            assert fault_in_certificate(puzzle, answer.certificate) is None
        else:
            assert answer.status is Status.OPTIMAL


@pytest.mark.parametrize(("rows", "cols", "states"), [(4, 4, 3), (3, 5, 4), (4, 3, 5), (3, 3, 6)])
def test_solvers_agree_with_linear_algebra(rows, cols, states):
    puzzle = solvable(rows, cols, states, seed=rows * cols)
    best = lo.solve(puzzle, "gf2")
    assert best.status is Status.OPTIMAL
    for backend in ("cpsat", "scip"):
        answer = lo.solve(puzzle, backend)
        assert (answer.status, answer.cost) == (Status.OPTIMAL, best.cost)


@pytest.mark.parametrize("backend", ["cpsat", "scip", "highs", "cbc"])
def test_a_solvers_infeasible_is_confirmed_by_a_certificate(backend):
    puzzle = Puzzle.grid("10", states=3)
    answer = lo.solve(puzzle, backend)
    assert (answer.status, answer.proof) == (Status.INFEASIBLE, Proof.CERTIFICATE)
    assert fault_in_certificate(puzzle, answer.certificate) is None


def test_goal_feasible_and_limits():
    puzzle = solvable(4, 4, 3, 7)
    feasible = lo.solve(puzzle, "gf2", goal="feasible")
    assert feasible.presses is not None
    limited = puzzle.at_most(2, row=0)
    with pytest.raises(lo.UnsupportedError, match=r"keeps no limits.*use cpsat"):
        lo.solve(limited, "gf2")
    answer = lo.solve(limited, "auto")
    assert "auto chose cpsat" in answer.message
    assert answer.status in (Status.OPTIMAL, Status.INFEASIBLE)


def test_a_board_far_beyond_brute_force():
    puzzle = solvable(60, 60, 3, 3)
    answer = lo.solve(puzzle, "auto")
    assert answer.status in (Status.OPTIMAL, Status.FEASIBLE)
    assert puzzle.apply(answer.presses) == puzzle.target

"""One battery over every solver, each status path and option; what one cannot take is skipped with its reason."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from solverprograms import ARTICLE, SOLVERS, covering, market_split, run

from lo_opt.answer import Goal, Limit, Status
from lo_opt.formulations import Program
from lo_opt.formulations.parity import PARITY
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER
from lo_opt.puzzle import Puzzle

pytestmark = pytest.mark.parametrize("name", SOLVERS)


def test_time_limit_with_an_incumbent(name):
    program = covering()
    outcome = run(name, program, time_limit_s=1.5)
    assert (outcome.status, outcome.limit) == (Status.FEASIBLE, Limit.TIME)
    assert program.violation(outcome.values) == ""
    assert outcome.bound < program.cost(outcome.values)
    assert math.isclose(outcome.objective, program.cost(outcome.values), rel_tol=1e-6)


@pytest.mark.parametrize("goal", Goal)
def test_time_limit_without_an_incumbent(name, goal):
    outcome = run(name, market_split(), time_limit_s=0.3, goal=goal)
    assert (outcome.status, outcome.limit) == (Status.UNKNOWN, Limit.TIME)
    assert outcome.values is outcome.objective is None


def test_time_gone_before_building(name):
    outcome = run(name, ARTICLE, time_limit_s=0.0)
    assert (outcome.status, outcome.limit, outcome.values) == (Status.UNKNOWN, Limit.TIME, None)


def test_seed_and_threads_are_passed_on_and_recorded(name):
    for threads in (1, 2, 1):  # HiGHS sizes its scheduler once a thread, and must not complain of the next size
        outcome = run(name, ARTICLE, threads=threads, seed=2**40 + 7)
        assert outcome.status is Status.OPTIMAL, outcome
        assert any("seed" in key.lower() for key in outcome.settings)
        assert all(isinstance(value, str) for value in outcome.settings.values())
        if name == "scip":
            assert ("one thread" in outcome.message) == (threads > 1)
        else:
            assert any("threads" in key or "workers" in key for key in outcome.settings) or threads == 1


def test_costs_that_only_differ_in_the_last_digit_are_told_apart_or_not_called_optimal(name):
    cheap, dear = 10**9, 10**9 + 1
    program = Program.of([0] * 4, [1] * 4, [dear, cheap, dear, dear], [([0, 1, 2, 3], [1, 1, 1, 1], 2, 2)])
    outcome = run(name, program)
    if outcome.status is Status.OPTIMAL:
        assert program.cost(outcome.values) == cheap + dear
    else:
        assert outcome.status is Status.FEASIBLE
        assert outcome.bound <= cheap + dear
        assert outcome.message
    assert name != "cpsat" or outcome.status is Status.OPTIMAL


def test_large_costs_are_still_exact(name):
    rng = np.random.default_rng(5)
    weights = 10**6 + rng.integers(0, 3, (4, 4))
    puzzle = Puzzle.grid("1111/1111/1111/1111").with_weights(weights.tolist())
    effects = puzzle.incidence()
    matrix = np.zeros((16, 16), np.int64)
    matrix[effects.lights, effects.buttons] = 1
    presses = np.arange(2**16)[:, None] >> np.arange(16) & 1
    least = (presses @ puzzle.costs())[(presses @ matrix.T % 2 == 1).all(axis=1)].min()
    program = PARITY.build(puzzle)
    outcome = run(name, program)
    assert (outcome.status, outcome.message) == (Status.OPTIMAL, "")
    assert program.cost(outcome.values) == outcome.bound == least
    assert name == "cpsat" or "1e-09" in outcome.settings.values()


@st.composite
def programs(draw):
    size = draw(st.integers(1, 4))
    lower = draw(st.lists(st.integers(-2, 1), min_size=size, max_size=size))
    upper = [low + draw(st.integers(0, 3)) for low in lower]
    objective = draw(st.lists(st.integers(-5, 5), min_size=size, max_size=size))
    rows = []
    for _ in range(draw(st.integers(0, 3))):
        chosen = draw(st.lists(st.integers(0, size - 1), unique=True, max_size=size))
        coefficients = [draw(st.sampled_from([-3, -2, -1, 1, 2, 3])) for _ in chosen]
        sides = sorted(draw(st.tuples(st.integers(-6, 6), st.integers(-6, 6))))
        shape = draw(st.sampled_from(["both", "equal", "least", "most"]))
        low = NO_LOWER if shape == "most" else sides[0]
        high = NO_UPPER if shape == "least" else sides[0] if shape == "equal" else sides[1]
        rows.append((chosen, coefficients, low, high))
    return Program.of(lower, upper, objective, rows, constant=draw(st.integers(-9, 9)))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(program=programs())
def test_agrees_with_trying_everything(name, program):
    boxes = [range(low, high + 1) for low, high in zip(program.lower.tolist(), program.upper.tolist(), strict=True)]
    costs = [
        program.cost(np.array(values))
        for values in itertools.product(*boxes)
        if not program.violation(np.array(values))
    ]
    outcome = run(name, program)
    if not costs:
        assert outcome.status is Status.INFEASIBLE
    else:
        assert outcome.status is Status.OPTIMAL, outcome
        assert program.cost(outcome.values) == outcome.bound == min(costs)


@pytest.mark.parametrize(
    ("puzzle", "least"),
    [
        (Puzzle.grid("1111/1111/1111/1111"), 4),
        (Puzzle.grid("11111/11111/11111/11111/11111"), 15),
        (Puzzle.grid("10000/00000/00000/00000/00000"), None),
        (Puzzle.grid("111/111/111", states=3), 5),
    ],
    ids=["4x4", "5x5", "unsolvable 5x5", "3 states"],
)
def test_puzzles_through_the_parity_formulation(name, puzzle, least):
    program = PARITY.build(puzzle)
    outcome = run(name, program)
    assert outcome.status is (Status.INFEASIBLE if least is None else Status.OPTIMAL)
    assert least is None or program.cost(outcome.values) == least

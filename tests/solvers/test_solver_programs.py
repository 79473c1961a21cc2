"""Small programs with known optima through every solver that takes them, and time that is gone while one is built."""

import math

import numpy as np
import pytest
from solverprograms import ARTICLE, SOLVERS, run, usable

from lo_opt.answer import Goal, Limit, Status
from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.formulations import Program
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER

# name -> program and its least cost, None if there is none
SMALL = {
    "the article's board": (ARTICLE, 11),
    "two equations": (Program.of([0, 0, 0], [5, 5, 5], [3, 1, 2], [([0, 1], [1, 1], 4, 4), ([1, 2], [1, 2], 5, 5)]), 8),
    "at least": (Program.of([0, 0], [3, 3], [2, 3], [([0, 1], [1, 1], 5, NO_UPPER)]), 12),
    "at most": (Program.of([0, 0], [3, 3], [-2, -3], [([0, 1], [1, 1], NO_LOWER, 5)]), -13),
    "between": (Program.of([0, -5], [9, 9], [3, 2], [([0, 1], [1, 2], -2, 11), ([0], [1], 3, NO_UPPER)]), 5),
    "negative bounds": (Program.of([-3, 2], [4, 5], [1, -1]), -8),
    "a constant": (Program.of([-3, 2], [4, 5], [1, -1], constant=10), 2),
    "a constant and a common divisor": (Program.of([1, 0], [4, 5], [500, -750], constant=7), 7 + 500 - 3750),
    "a fixed variable": (Program.of([1, 0], [1, 0], [5, 7]), 5),
    "no costs": (Program.of([0, 0], [1, 1], [0, 0], [([0, 1], [1, 1], 1, 1)]), 0),
    "no variables": (Program.of([], [], [], constant=3), 3),
    "an empty row": (Program.of([0], [1], [1], [([], [], 0, 0)]), 0),
    "an empty row that cannot hold": (Program.of([0], [1], [1], [([], [], 1, 1)]), None),
    "even is not odd": (Program.of([0, 0], [9, 9], [1, 1], [([0, 1], [2, -2], 1, 1)]), None),
    "xor": (Program.of([0] * 3, [1] * 3, [1, 2, 4], xors=[([0, 1, 2], 1), ([0, 1], 0)]), 4),
    "xor of one": (Program.of([0, 0], [1, 1], [1, 1], xors=[([0], 1), ([1], 0)]), 1),
    "xor of none, even": (Program.of([0], [1], [1], xors=[([], 0)]), 0),
    "xor of none, odd": (Program.of([0], [1], [1], xors=[([], 1)]), None),
    "xor beside a row": (Program.of([0] * 4, [1] * 4, [1] * 4, [([0, 1], [1, 1], 2, 2)], [([0, 1, 2, 3], 1)]), 3),
    "xor that contradict": (Program.of([0] * 2, [1] * 2, [1] * 2, xors=[([0, 1], 1), ([0, 1], 0)]), None),
}
TAKEN = [(name, case) for name in SOLVERS for case in SMALL if SMALL[case][0].needs <= SOLVERS[name].takes]


def test_what_is_left_out_is_refused():
    left_out = [(name, case) for name in SOLVERS for case in SMALL if (name, case) not in TAKEN]
    assert {name for name, _ in left_out} == {"cbc", "highs"}
    for name, case in left_out:
        assert case.startswith("xor")
        assert "takes no XOR rows" in str(SOLVERS[name].refuse(SMALL[case][0].needs))


@pytest.mark.parametrize(("name", "case"), TAKEN)
def test_optimum_or_proof_of_none(name, case):
    program, least = SMALL[case]
    outcome = run(name, program)
    if least is None:
        assert (outcome.status, outcome.limit, outcome.values) == (Status.INFEASIBLE, None, None)
        assert outcome.bound is outcome.objective is None
        return
    assert (outcome.status, outcome.limit) == (Status.OPTIMAL, None)
    assert outcome.message == ""
    assert program.violation(outcome.values) == ""
    assert program.cost(outcome.values) == outcome.bound == least
    assert math.isclose(outcome.objective, least, abs_tol=1e-6)
    assert outcome.values.dtype == np.int64


@pytest.mark.parametrize(("name", "case"), TAKEN)
def test_goal_feasible_proves_nothing_about_the_cost(name, case):
    program, least = SMALL[case]
    outcome = run(name, program, goal=Goal.FEASIBLE)
    if least is None:
        assert (outcome.status, outcome.values) == (Status.INFEASIBLE, None)
        return
    assert (outcome.status, outcome.limit) == (Status.FEASIBLE, None)
    assert program.violation(outcome.values) == ""
    assert outcome.bound is outcome.objective is None


@pytest.mark.parametrize("name", [name for name in SOLVERS if name != "highs"])  # which takes all arrays in one call
def test_time_gone_while_building(name):
    solver = usable(name, ARTICLE)
    readings = []

    class Leaving(Control):
        """A deadline that passes at its second reading."""

        @property
        def expired(self):
            readings.append(1)
            return len(readings) > 1

    outcome = solver.solve(ARTICLE, Settings(), Leaving())
    assert (outcome.status, outcome.limit, outcome.raw_status) == (Status.UNKNOWN, Limit.TIME, "")
    assert outcome.message == "the time was gone before the model was built"

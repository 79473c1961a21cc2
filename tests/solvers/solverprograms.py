"""Programs for the solver tests, with known answers, and the solvers to run them on."""

import numpy as np
import pytest

from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.formulations import PressMap, Program, Rows
from lo_opt.formulations.parity import PARITY
from lo_opt.formulations.rows import NO_UPPER
from lo_opt.puzzle import Puzzle
from lo_opt.solvers import cbc, cpsat, highs, scip

SOLVERS = {module.SOLVER.name: module.SOLVER for module in (scip, cbc, cpsat, highs)}


def usable(name, program):
    """Return the solver, which takes the program, or skip the test with the reason why it is not there."""
    solver = SOLVERS[name]
    availability = solver.availability()
    if not availability.available:
        pytest.skip(f"{availability.reason}; {availability.cure}")
    assert solver.refuse(program.needs) is None
    return solver


def run(name, program, time_limit_s=60.0, **settings):
    return usable(name, program).solve(program, Settings(**settings), Control.limited(time_limit_s))


def covering(size=400, seed=0):
    """A random covering problem: any solver covers at once, none proves the least cost within seconds."""
    rng = np.random.default_rng(seed)
    columns = np.concatenate([np.sort(rng.choice(size, 12, replace=False)) for _ in range(size)])
    ones = np.ones(size, np.int64)
    rows = Rows(np.arange(size + 1) * 12, columns, np.ones(len(columns), np.int64), ones, np.full(size, NO_UPPER))
    return Program(0 * ones, ones, rng.integers(90, 110, size), PressMap.direct(size), rows)


def market_split(rows=6, columns=50, seed=0):
    """Equations that halve random sums (Cornuejols and Dawande): none is found or excluded soon."""
    rng = np.random.default_rng(seed)
    matrix = rng.integers(1, 100, (rows, columns))
    half = matrix.sum(axis=1) // 2
    return Program(
        np.zeros(columns, np.int64),
        np.ones(columns, np.int64),
        np.ones(columns, np.int64),
        PressMap.direct(columns),
        Rows(np.arange(rows + 1) * columns, np.tile(np.arange(columns), rows), matrix.ravel(), half, half),
    )


ARTICLE = PARITY.build(Puzzle.grid("11011/01000/10101/00010/10110"))  # optimum 11

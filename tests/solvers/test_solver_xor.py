"""Solvers that take XOR rows, on small systems against all assignments: presolving must not lose a row."""

from __future__ import annotations

import itertools
import random

import pytest

from lo_opt.answer import Status
from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.formulations.program import Program
from lo_opt.solvers.cpsat import SOLVER as CPSAT
from lo_opt.solvers.scip import SOLVER as SCIP

RING = [([3, 0, 1], 0), ([0, 1, 2], 0), ([1, 2, 3], 1), ([2, 3, 0], 0)]


def least(size: int, rows: list[tuple[list[int], int]]) -> int | None:
    kept = (v for v in itertools.product((0, 1), repeat=size) if all(sum(v[j] for j in r) % 2 == p for r, p in rows))
    return min(map(sum, kept), default=None)


@pytest.mark.parametrize("solver", [SCIP, CPSAT], ids=lambda solver: solver.name)
def test_a_ring_of_four(solver):
    outcome = solver.solve(Program.of([0] * 4, [1] * 4, [1] * 4, xors=RING), Settings(), Control())
    assert outcome.status is Status.OPTIMAL
    assert outcome.values.tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize("solver", [SCIP, CPSAT], ids=lambda solver: solver.name)
def test_random_systems(solver):
    for seed in [34, 349, *range(120)]:
        rng = random.Random(seed)
        size = rng.randint(2, 7)
        count = rng.randint(1, size + 1)
        columns = [rng.sample(range(size), rng.randint(1, min(size, 5))) for _ in range(count)]
        rows = [(row, rng.randint(0, 1)) for row in columns]
        expected = least(size, rows)
        outcome = solver.solve(Program.of([0] * size, [1] * size, [1] * size, xors=rows), Settings(), Control())
        assert outcome.status is (Status.INFEASIBLE if expected is None else Status.OPTIMAL), seed
        assert expected is None or int(outcome.values.sum()) == expected, seed

"""What counts as a disagreement, on made-up records."""

from __future__ import annotations

import pytest

from bench.bench_harness import record, records_of
from lo_opt.bench import Records, disagreements

KNOWN = {"optimum": 10, "bound": 10}


def test_true_statements_agree():
    cells = [
        record("a", cost=10, bound=10),
        record("b", status="feasible", cost=12, bound=9),
        record("c", status="unknown", bound=10),
        record("d", status="killed"),
        record("e", status="feasible", goal="feasible", cost=14),
    ]
    assert disagreements(records_of(*cells, **KNOWN)) == []


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (record("a", cost=12, bound=12), "proves at least 12, but linear algebra solves it at cost 10"),
        (record("a", status="feasible", cost=13, bound=11), "proves at least 11"),
        (record("a", status="infeasible"), "says unsolvable, but linear algebra solves it at cost 10"),
        (record("a", status="feasible", cost=9), "linear algebra proves at least 10, but random 5x5 seed 1 by a"),
        (record("a", status="error", message="a claims optimal, but ..."), "by a, goal optimal: a claims optimal"),
    ],
)
def test_against_linear_algebra(cell, said):
    (line,) = disagreements(records_of(cell, **KNOWN))
    assert said in line
    assert "random 5x5 seed 1 by a" in line


def test_against_a_certificate():
    cells = record("a", cost=3, bound=3), record("b", status="infeasible")
    (line,) = disagreements(records_of(*cells, status="infeasible"))
    assert line == (
        "linear algebra (random 5x5 seed 1) says unsolvable, "
        "but random 5x5 seed 1 by a, goal optimal solves it at cost 3"
    )


def test_without_a_reference_cells_are_held_against_each_other():
    cells = record("a", cost=12, bound=12), record("b", cost=11, bound=11), record("c", rows=6, cost=5, bound=5)
    (line,) = disagreements(Records(None, cells, {}))
    assert "by a, goal optimal proves at least 12, but random 5x5 seed 1 by b" in line


def test_fractions_are_compared_exactly():
    cells = record("a", cost="21/2", bound="21/2"), record("b", cost="31/3", bound="31/3")
    assert len(disagreements(records_of(*cells, optimum="21/2", bound="21/2"))) == 1

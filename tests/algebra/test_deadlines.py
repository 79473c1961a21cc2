"""Every long computation of the algebra stops at the deadline, wherever it comes; what is at hand is still returned."""

from __future__ import annotations

import numpy as np
import pytest
from gf2_cases import KNIGHT, NEIGHBORS, PLUS, ExpiringControl, grid_matrix, random_space, sparse

from lo_opt.algebra import matroid, pacing
from lo_opt.algebra.components import lightest_of_system
from lo_opt.algebra.connectivity import connected_components
from lo_opt.algebra.cosets import lightest_by_transform
from lo_opt.algebra.elimination import Elimination, checks, row_echelon
from lo_opt.algebra.elimination.introws import IntRowElimination
from lo_opt.algebra.elimination.packed import PackedElimination
from lo_opt.algebra.matroid import lightest_by_parts, matroid_components
from lo_opt.algebra.modular import (
    ModularElimination,
    ModularSpace,
    best_members,
    cost_distribution,
    echelon_generators,
    lightest_modular,
    lightest_of_modular_system,
    modular_components,
)
from lo_opt.algebra.modular import elimination as modular_elimination
from lo_opt.algebra.reduction import restrict
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control, DeadlineError

CELLS = 81
BOARD = sparse(grid_matrix(9, 9))
KNIGHTS = sparse(grid_matrix(9, 9, KNIGHT))
AMOUNTS = np.ones(len(BOARD[1]), np.int64)
LIT = np.ones(CELLS, np.int64)
SPACE = random_space(np.random.default_rng(0), 400, 20)
WIDE = SolutionSpace(np.zeros(20_000, np.uint8), np.ones((1, 313), np.uint64))
GENERATORS = np.random.default_rng(1).integers(0, 3, (20, 400))
MODULAR = ModularElimination(*BOARD, AMOUNTS, CELLS, 3)


@pytest.fixture
def impatient(monkeypatch):
    """Every unit of work is followed by a look at the deadline."""
    monkeypatch.setattr(pacing, "BUDGET", 0)


COMPUTATIONS = {
    "elimination": lambda control: Elimination(*KNIGHTS, CELLS, control),
    "solve": lambda control: Elimination(*KNIGHTS, CELLS).solve(LIT, control),
    "certificate": lambda control: Elimination(*BOARD, CELLS).certificate(np.eye(CELLS, dtype=int)[0], control),
    "kernel": lambda control: Elimination(*BOARD, CELLS).kernel(control),
    "int rows": lambda control: IntRowElimination([3, 6, 5], 3, control),
    "wide int rows": lambda control: IntRowElimination([1 << 20_000, 1], 20_001, control),
    "packed rows": lambda control: PackedElimination(SPACE.kernel, SPACE.size, control),
    "echelon": lambda control: row_echelon(SPACE.kernel, SPACE.size, control),
    "components": lambda control: connected_components(*BOARD, CELLS, control),
    "matroid": lambda control: matroid_components(SPACE, control),
    "restrict": lambda control: restrict(SPACE, np.arange(30), control),
    "wide restrict": lambda control: restrict(WIDE, [0], control),
    "modular elimination": lambda control: ModularElimination(*BOARD, AMOUNTS, CELLS, 3, control),
    "modular solve": lambda control: MODULAR.solve(LIT, control),
    "modular certificate": lambda control: MODULAR.certificate(LIT, control),
    "modular kernel": lambda control: ModularElimination(*BOARD, AMOUNTS, CELLS, 2).kernel(control),
    "modular echelon": lambda control: echelon_generators(GENERATORS, 3, None, control),
    "modular components": lambda control: modular_components(ModularSpace.from_bits(SPACE), control),
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", COMPUTATIONS)
def test_it_stops_wherever_the_deadline_comes(name):
    """A control that expires never counts the looks; one that expires at the first, the middle or the last stops it."""
    patient = ExpiringControl(checks=1 << 40)
    COMPUTATIONS[name](patient)
    looks = len(patient.looks)
    assert looks
    for checks_left in {0, looks // 2, looks - 1}:
        with pytest.raises(DeadlineError):
            COMPUTATIONS[name](ExpiringControl(checks=checks_left))
    COMPUTATIONS[name](ExpiringControl(checks=looks))


def looks_of(compute):
    control = ExpiringControl(checks=1 << 40)
    compute(control)
    return len(control.looks)


@pytest.mark.usefixtures("impatient")
def test_a_whole_looks_at_the_deadline_in_each_of_its_steps():
    steps = ["components", "modular elimination", "modular certificate", "modular solve"]
    whole = looks_of(lambda control: lightest_of_modular_system(*BOARD, AMOUNTS, LIT, LIT, 3, control))
    assert whole > sum(looks_of(COMPUTATIONS[step]) for step in steps)
    space, weights = ModularSpace.from_bits(SPACE), np.arange(SPACE.size)
    parts = looks_of(COMPUTATIONS["modular components"])
    assert parts > looks_of(lambda control: echelon_generators(space.generators, 2, None, control))
    for search in (
        lambda control: lightest_modular(space, weights, control),
        lambda control: cost_distribution(space, weights, control),
        lambda control: next(iter(best_members(space, weights, 3, control)), None),
    ):
        assert looks_of(search) > parts


@pytest.mark.parametrize("name", COMPUTATIONS)
def test_what_is_quick_is_done_after_the_deadline(name):
    COMPUTATIONS[name](Control.limited(0.0))


def by_transform(space, weights, indices, control):
    return lightest_by_transform(space, weights, control)


def outcomes(compute):
    """What comes of a computation for every moment at which its deadline may pass, None for a `DeadlineError`."""
    looks, step = 0, 1
    found = []
    while True:
        control = ExpiringControl(checks=looks)
        try:
            found.append(compute(control))
        except DeadlineError:
            found.append(None)
        if len(control.looks) <= looks:
            return found
        looks += step
        step += looks // 20


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("size", "offsets"), [(9, PLUS), (12, NEIGHBORS), (12, KNIGHT)])
def test_a_system_keeps_the_solution_it_has(size, offsets):
    dense = grid_matrix(size, size, offsets).astype(np.int64)
    matrix, weights = sparse(dense), np.ones(size**2, np.int64)
    right = dense @ np.random.default_rng(2).integers(0, 2, size**2) % 2
    found = outcomes(lambda control: lightest_of_system(*matrix, right, weights, by_transform, control))
    assert found[0] is None
    least = found[-1].lightest
    assert least.exhausted
    kept = [one.lightest for one in found if one is not None]
    assert any(not one.exhausted for one in kept) or found[-1].nullity == 0
    for one in kept:
        assert (dense @ one.presses % 2 == right).all()
        assert one.bound <= least.cost <= one.cost == one.presses.sum()
        assert one.exhausted <= (one.cost == least.cost)


@pytest.mark.usefixtures("impatient")
def test_a_modular_system_keeps_the_solution_it_has():
    dense = grid_matrix(8, 8).astype(np.int64)
    matrix, amounts = sparse(dense), np.ones(dense.sum(), np.int64)
    right = dense @ np.random.default_rng(3).integers(0, 3, 64) % 3
    found = outcomes(lambda control: lightest_of_modular_system(*matrix, amounts, right, np.ones(64, int), 3, control))
    assert found[0] is None
    least = found[-1].lightest
    assert least.exhausted
    kept = [one.lightest for one in found if one is not None]
    for one in kept:
        assert (dense @ one.presses % 3 == right).all()
        assert one.bound <= least.cost <= one.cost == one.presses.sum()


@pytest.mark.usefixtures("impatient")
def test_a_space_that_cannot_be_split_in_time_stays_as_it_is():
    late = Control.limited(0.0)
    weights = np.arange(SPACE.size)
    found = lightest_by_parts(SPACE, weights, by_transform, late)
    assert found.how == "not searched"
    assert (
        found.bound <= lightest_by_parts(SPACE, weights, by_transform).cost <= found.cost == weights @ SPACE.particular
    )
    modular = ModularSpace.from_bits(SPACE)
    assert lightest_modular(modular, weights, late).cost == found.cost
    assert lightest_modular(modular, weights, late).bound == found.bound
    assert cost_distribution(modular, weights, late) is None


def test_a_part_too_large_to_be_searched_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(matroid, "MAX_SEARCHED_ENTRIES", 1000)
    monkeypatch.setattr(matroid, "_LISTED_NULLITY", 10)
    found = lightest_by_parts(SPACE, np.ones(400, int), by_transform)
    assert found.how.startswith("not searched: a kernel of 20 patterns of ")
    assert found.bound <= found.cost == SPACE.particular.sum()


def test_a_kernel_too_large_leaves_the_solution(monkeypatch):
    monkeypatch.setattr(checks.refuse_large_kernel, "__defaults__", (600,))
    with pytest.raises(MemoryError, match="8 patterns of 81 unknowns has 648 entries, at most 600"):
        Elimination(*BOARD, CELLS).kernel()
    found = lightest_of_system(*BOARD, LIT, LIT, by_transform)
    assert found.lightest.how.startswith("not searched: a kernel of 8 patterns")
    assert (grid_matrix(9, 9) @ found.lightest.presses % 2 == 1).all()
    assert found.nullity == 8
    monkeypatch.setattr(modular_elimination, "MAX_GENERATOR_ENTRIES", 600)
    modular = lightest_of_modular_system(*BOARD, AMOUNTS, LIT, LIT, 2)
    assert modular.lightest.how.startswith("not searched: a kernel of 8 patterns")
    assert (grid_matrix(9, 9) @ modular.lightest.presses % 2 == 1).all()
    assert modular.orders.tolist() == [2] * 8

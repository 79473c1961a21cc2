"""The lightest members, their number, all costs and the k best, against every solution listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from modular_cases import System, random_space, space_of, systems

from lo_opt.algebra.cosets import lightest_by_transform
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.modular import (
    ModularSpace,
    best_members,
    cosets,
    cost_distribution,
    lightest_modular,
    lightest_modular_bounded,
    lightest_of_modular_system,
    members,
)
from lo_opt.algebra.modular.costs import column_classes, reduce_costs
from lo_opt.control import Control, Progress
from lo_opt.errors import InputError
from lo_opt.puzzle import Puzzle


@pytest.fixture(scope="module", params=[(1, 1), (3, 20), (1 << 12, 1 << 21)], ids=["tiny", "small", "usual"])
def zones(request: pytest.FixtureRequest) -> Iterator[None]:
    """Cut spaces into parts of different sizes, so that every zone of coordinates occurs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(members, "_BATCH", request.param[0])
        patch.setattr(members, "_PART", request.param[1])
        yield


@settings(max_examples=150, deadline=None)
@given(systems(solvable=True))
def test_finds_proves_and_counts_the_lightest(zones: None, system: System) -> None:
    costs = system.solutions() @ system.weights
    best = lightest_modular(space_of(system), system.weights)
    assert best.cost == best.bound == costs.min() == best.presses @ system.weights
    assert best.exhausted
    assert best.optimal_count == np.count_nonzero(costs == costs.min())
    assert system.solved_by(best.presses)


@settings(max_examples=150, deadline=None)
@given(systems(solvable=True))
def test_the_distribution_counts_every_member(zones: None, system: System) -> None:
    counts = Counter((system.solutions() @ system.weights).tolist())
    assert cost_distribution(space_of(system), system.weights) == dict(sorted(counts.items()))


@settings(max_examples=150, deadline=None)
@given(systems(solvable=True), st.integers(0, 12))
def test_the_best_members_are_the_k_cheapest(zones: None, system: System, k: int) -> None:
    costs = sorted((system.solutions() @ system.weights).tolist())
    found = list(best_members(space_of(system), system.weights, k))
    assert [cost for cost, _ in found] == costs[:k]
    assert len({tuple(presses) for _, presses in found}) == len(found)
    assert all(system.solved_by(presses) and presses @ system.weights == cost for cost, presses in found)


@settings(max_examples=100, deadline=None)
@given(systems(solvable=True))
def test_local_search_gives_a_member_and_a_true_interval(system: System) -> None:
    least = (system.solutions() @ system.weights).min()
    found = lightest_modular_bounded(space_of(system), system.weights, patience=3)
    assert found.bound <= least <= found.cost == found.presses @ system.weights
    assert found.exhausted == (found.bound == found.cost)
    assert system.solved_by(found.presses)


@pytest.mark.parametrize("patience", [1, 6, 20])
def test_local_search_ends_after_as_many_rounds_without_improvement_as_its_patience(patience: int) -> None:
    reports: list[Progress] = []
    space = random_space(3, 30, 90, seed=7)
    control = Control(report=reports.append)
    found = lightest_modular_bounded(space, np.ones(90, np.int64), control, patience=patience)
    incumbents = [report.incumbent or 0 for report in reports]
    assert incumbents == sorted(incumbents, reverse=True)
    assert incumbents[-1] == found.cost
    shares = [report.share for report in reports]
    assert shares[-patience:] == [idle / patience for idle in range(1, patience + 1)]


@settings(max_examples=200, deadline=None)
@given(systems())
def test_a_system_is_solved_by_components_or_refuted(system: System) -> None:
    solutions = system.solutions()
    found = lightest_of_modular_system(*system.csr, system.right, system.weights, system.modulus)
    if found.lightest is None:
        assert not len(solutions)
        assert found.certificate is not None
        assert found.certificate.dtype == np.int64
        assert not (found.certificate @ system.matrix % system.modulus).any()
        assert found.certificate @ system.right % system.modulus
        return
    costs = solutions @ system.weights
    assert found.lightest.cost == costs.min()
    assert found.lightest.optimal_count == np.count_nonzero(costs == costs.min())
    assert np.prod(found.orders, initial=1) == len(solutions)
    assert system.solved_by(found.lightest.presses)


def test_many_equal_components_are_solved_once() -> None:
    count = 500
    indptr = np.arange(0, 4 * count + 1, 4)
    amounts = np.tile([1, 2, 3, 1], count)
    found = lightest_of_modular_system(indptr, np.arange(4 * count), amounts, [3] * count, [5, 4, 2, 9] * count, 4)
    assert found.parts == count
    assert found.lightest is not None
    assert found.lightest.cost == 2 * count
    assert len(found.orders) == 3 * count


def test_two_states_agree_with_the_transform() -> None:
    effects = Puzzle.grid(np.zeros((11, 11), int)).incidence()
    rng = np.random.default_rng(11)
    lights = np.bincount(effects.lights, rng.integers(0, 2, 121)[effects.buttons], 121).astype(np.int64) % 2
    space = Elimination(effects.indptr, effects.buttons, 121).space(lights)
    assert space is not None
    weights = rng.integers(1, 10, 121)
    expected = lightest_by_transform(space, weights)
    found = lightest_modular(ModularSpace.from_bits(space), weights)
    assert (found.cost, found.optimal_count) == (expected.cost, expected.optimal_count)


@pytest.mark.parametrize(("modulus", "generators"), [(3, 9), (4, 7), (5, 6), (6, 5), (31, 3)])
def test_larger_spaces_agree_with_a_plain_loop(modulus: int, generators: int) -> None:
    space = random_space(modulus, generators, 40, seed=modulus)
    weights = np.random.default_rng(1).integers(1, 6, 40)
    choices = np.indices(space.orders.tolist()).reshape(space.nullity, -1)
    costs = np.zeros(choices.shape[1], np.int64)
    for j in range(space.size):
        costs += weights[j] * ((space.particular[j] + space.generators[:, j] @ choices) % modulus)
    best = lightest_modular(space, weights)
    assert (best.cost, best.optimal_count) == (costs.min(), np.count_nonzero(costs == costs.min()))
    assert cost_distribution(space, weights) == dict(sorted(Counter(costs.tolist()).items()))
    assert [cost for cost, _ in best_members(space, weights, 50)] == np.sort(costs)[:50].tolist()


def test_a_large_prime_modulus() -> None:
    space = random_space(32749, 1, 12, seed=1)
    costs = ((space.particular + np.arange(32749)[:, np.newaxis] * space.generators[0]) % 32749).sum(axis=1)
    assert lightest_modular(space, np.ones(12, np.int64)).cost == costs.min()


def test_an_executor_changes_nothing() -> None:
    space = random_space(3, 8, 30, seed=4)
    weights = np.ones(30, np.int64)
    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(2) as executor:
        patch.setattr(members, "_BATCH", 9)
        patch.setattr(members, "_PART", 81)
        control = Control(executor=executor, workers=2)
        alone, together = lightest_modular(space, weights), lightest_modular(space, weights, control)
        assert together.presses.tolist() == alone.presses.tolist()
        assert together.optimal_count == alone.optimal_count
        assert cost_distribution(space, weights, control) == cost_distribution(space, weights)


def test_at_the_deadline_there_is_an_incumbent_and_a_true_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    space = random_space(3, 8, 30, seed=5)
    weights = np.ones(30, np.int64)
    least = lightest_modular(space, weights).cost
    monkeypatch.setattr(members, "_BATCH", 9)
    monkeypatch.setattr(members, "_PART", 81)
    late = Control.limited(0.0)
    best = lightest_modular(space, weights, late)
    assert best.bound <= least <= best.cost == best.presses.sum()
    assert not best.exhausted
    assert best.optimal_count is None
    assert cost_distribution(space, weights, late) is None
    assert list(best_members(space, weights, 3, late)) == []


@pytest.mark.parametrize("limit", [10**10, 10])
def test_an_interrupt_leaves_an_incumbent(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr(members, "_BATCH", 9)
    monkeypatch.setattr(members, "_PART", 81)
    monkeypatch.setattr(cosets, "MEMBERS_LIMIT", limit)
    space = random_space(3, 8, 30, seed=6)

    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    best = lightest_modular(space, np.ones(30, np.int64), Control(report=interrupt))
    assert best.interrupted
    assert not best.exhausted
    assert best.bound <= best.cost == best.presses.sum()


def test_beyond_the_limit_the_answer_is_an_interval_and_listing_is_refused() -> None:
    space = random_space(3, 30, 90, seed=7)
    weights = np.ones(90, np.int64)
    best = lightest_modular(space, weights)
    assert not best.exhausted
    assert best.bound <= best.cost == best.presses.sum()
    assert best.cost < space.particular.sum()
    with pytest.raises(InputError, match="is out of reach; the limit is 1e"):
        cost_distribution(space, weights)


def test_as_many_members_as_the_limit_are_listed_and_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "_BATCH", 9)
    monkeypatch.setattr(members, "_PART", 81)
    space, weights = random_space(3, 6, 20, seed=8), np.ones(20, np.int64)
    monkeypatch.setattr(cosets, "MEMBERS_LIMIT", space.member_count)
    assert sum((cost_distribution(space, weights) or {}).values()) == space.member_count == 3**6
    reports: list[Progress] = []
    best = lightest_modular(space, weights, Control(report=reports.append))
    assert best.exhausted
    assert [report.share for report in reports] == [(part + 1) / 9 for part in range(9)]
    assert [report.incumbent for report in reports][-1] == best.cost
    monkeypatch.setattr(cosets, "MEMBERS_LIMIT", space.member_count - 1)
    with pytest.raises(InputError, match="729 members is out of reach"):
        cost_distribution(space, weights)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([2, 3, 4, 5, 6, 8, 9, 12, 13]), st.integers(0, 3), st.integers(0, 12), st.integers(0, 2**32))
def test_columns_are_unit_multiples_of_their_representatives(modulus: int, width: int, size: int, seed: int) -> None:
    columns = np.random.default_rng(seed).integers(0, modulus, (size, width))
    found = column_classes(columns, modulus)
    assert (np.gcd(found.factors, modulus) == 1).all()
    for column, label, factor in zip(columns, found.classes, found.factors, strict=True):
        expected = found.representatives[label] * factor % modulus if label >= 0 else np.zeros(width)
        assert column.tolist() == expected.tolist()
    assert len(np.unique(found.representatives, axis=0)) == len(found.representatives)


def test_tables_are_0_where_no_choice_leads() -> None:
    reduced = reduce_costs(ModularSpace(4, np.array([1]), np.array([[2]]), np.array([2])), [1])
    assert (reduced.tables.tolist(), reduced.fixed, reduced.spans.tolist()) == ([[0, 0, 2, 0]], 1, [2])


def test_costs_that_overflow_are_refused() -> None:
    space = ModularSpace(3, np.array([1]), np.array([[1]]), np.array([3]))
    with pytest.raises(InputError, match=r"weights times 2 presses add up to more than 2\*\*62"):
        lightest_modular(space, [1 << 61])

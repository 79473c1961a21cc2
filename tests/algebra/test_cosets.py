import json
import math
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from gf2_cases import ExpiringControl, grid_matrix, interrupting, members, random_space, spaces_with_weights, sparse
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from lo_opt.algebra import blocks, transform
from lo_opt.algebra.cosets import (
    best_members,
    cost_distribution,
    lightest_by_transform,
    member,
    reduce_kernel,
    restrict,
)
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control
from lo_opt.errors import InputError


@pytest.fixture
def tiny_blocks(monkeypatch):
    """Blocks of 16 bytes, two a part, so that small spaces have many."""
    monkeypatch.setattr(transform, "_CACHE_BYTES", 16)
    monkeypatch.setattr(blocks, "_TASK_BYTES", 32)


@given(spaces_with_weights())
def test_the_reduced_kernel_prices_every_member(case):
    space, weights = case
    reduced = reduce_kernel(space, weights)
    columns = [int(row[0]) if len(row) else 0 for row in reduced.columns]
    assert columns == sorted(set(columns) - {0})
    for choice, presses in enumerate(members(space)):
        value = sum(int(f) * (-1) ** (choice & g).bit_count() for f, g in zip(reduced.balance, columns, strict=True))
        assert reduced.cost(value) == presses @ weights >= reduced.floor
        assert_array_equal(member(space, choice), presses)


@given(spaces_with_weights())
def test_the_lightest_is_that_of_all_members(case):
    space, weights = case
    costs = members(space) @ weights
    found = lightest_by_transform(space, weights)
    assert found.cost == found.bound == costs.min() == found.presses @ weights
    assert found.optimal_count == (costs == costs.min()).sum()
    assert found.exhausted
    assert found.how.startswith(f"all 2^{space.nullity} costs ")
    assert (members(space) == found.presses).all(axis=1).any()


@given(spaces_with_weights())
def test_the_distribution_counts_all_members(case):
    space, weights = case
    distribution = cost_distribution(space, weights)
    assert distribution == Counter((members(space) @ weights).tolist())
    assert list(distribution) == sorted(distribution)


@given(spaces_with_weights(), st.integers(0, 40))
def test_the_best_members_come_in_order(case, k):
    space, weights = case
    found = list(best_members(space, weights, k))
    costs = sorted((members(space) @ weights).tolist())
    assert [cost for cost, _ in found] == costs[:k]
    assert [cost for cost, _ in best_members(space, weights, 1)] == costs[:1]
    assert all(presses @ weights == cost for cost, presses in found)
    assert len({presses.tobytes() for _, presses in found}) == len(found)


def test_many_blocks_give_the_same_as_one(tiny_blocks):
    rng = np.random.default_rng(3)
    for largest in (2, 10, 2**20, 2**40):
        space, weights = random_space(rng, 30, 8), rng.integers(0, largest, 30)
        costs = np.sort(members(space) @ weights)
        found = lightest_by_transform(space, weights)
        assert (found.cost, found.optimal_count) == (costs[0], (costs == costs[0]).sum())
        assert cost_distribution(space, weights) == Counter(costs.tolist())
        assert [cost for cost, _ in best_members(space, weights, 20)] == costs[:20].tolist()


@pytest.mark.parametrize("seed", range(25))
def test_ties_are_counted_over_all_blocks_and_parts(tiny_blocks, seed):
    rng = np.random.default_rng(seed)
    space, weights = random_space(rng, 14, 8, 0.3), rng.integers(0, 2, 14)
    costs = members(space) @ weights
    assert lightest_by_transform(space, weights).optimal_count == (costs == costs.min()).sum()
    shares = []
    assert cost_distribution(space, weights, Control(report=lambda report: shares.append(report.share))) == Counter(
        costs.tolist()
    )
    assert shares == sorted(shares)
    assert (shares[0] > 0, shares[-1]) == (True, 1)


def test_a_first_part_of_nothing_but_heavy_members_is_told_as_it_is(tiny_blocks):
    space = SolutionSpace(np.ones(8, np.uint8), np.array([[1 << i] for i in range(8)], np.uint64))
    weights = np.array([1, 1, 1, 1, 10, 10, 10, 10])  # unpressed in the last parts only
    found = lightest_by_transform(space, weights, ExpiringControl())
    assert not found.exhausted
    assert found.cost == found.presses @ weights == 40


def test_kernel_columns_may_take_several_words():
    kernel = np.eye(70, 80, 3, dtype=np.uint8)
    kernel[:, 79] = 1
    space = SolutionSpace(np.ones(80, np.uint8), np.packbits(kernel, axis=1, bitorder="little"))
    space = SolutionSpace(space.particular, np.pad(space.kernel, ((0, 0), (0, 6))).view(np.uint64))
    reduced = reduce_kernel(space, np.ones(80, np.int64))
    assert reduced.columns.shape == (71, 2)
    assert (reduced.fixed, reduced.total) == (9, 71)
    with pytest.raises(InputError, match=r"2\*\*70"):
        lightest_by_transform(space, np.ones(80, np.int64))


@given(spaces_with_weights(), st.data())
def test_restriction_keeps_the_members_with_zeros(case, data):
    space, _ = case
    zeros = data.draw(st.lists(st.integers(0, space.size - 1), max_size=5)) if space.size else []
    kept = [presses for presses in members(space) if not presses[zeros].any()]
    part = restrict(space, np.array(zeros, np.intp))
    if part is None:
        assert not kept
    else:
        assert sorted(map(bytes, members(part))) == sorted(map(bytes, kept))


@pytest.mark.parametrize("parts", [1, 3, 7])
def test_a_deadline_leaves_a_valid_interval(tiny_blocks, parts):
    rng = np.random.default_rng(parts)
    space, weights = random_space(rng, 30, 8), rng.integers(1, 10, 30)
    least = (members(space) @ weights).min()
    control = ExpiringControl(checks=parts - 1)
    found = lightest_by_transform(space, weights, control)
    assert found.bound <= least <= found.cost == found.presses @ weights
    assert not found.exhausted
    assert found.optimal_count is None
    assert found.how.startswith(f"{parts} of ")
    assert cost_distribution(space, weights, ExpiringControl(checks=parts - 1)) is None
    assert list(best_members(space, weights, 2, ExpiringControl(checks=parts - 1))) == []


def test_a_deadline_with_the_last_part_is_no_deadline(tiny_blocks):
    space = random_space(np.random.default_rng(0), 20, 5)
    assert lightest_by_transform(space, np.ones(20, np.int64), ExpiringControl(checks=math.inf)).exhausted
    one_block = random_space(np.random.default_rng(0), 20, 2)
    assert lightest_by_transform(one_block, np.ones(20, np.int64), ExpiringControl()).exhausted


def test_an_interrupt_leaves_a_valid_interval(tiny_blocks):
    rng = np.random.default_rng(5)
    space, weights = random_space(rng, 30, 8), rng.integers(1, 10, 30)
    found = lightest_by_transform(space, weights, interrupting(after=2))
    assert found.interrupted
    assert not found.exhausted
    assert found.bound <= (members(space) @ weights).min() <= found.cost == found.presses @ weights


def test_progress_is_reported(tiny_blocks):
    space = random_space(np.random.default_rng(6), 30, 8)
    reports = []
    found = lightest_by_transform(space, np.ones(30, np.int64), Control(report=reports.append))
    assert [report.share for report in reports] == sorted(report.share for report in reports)
    assert reports[-1].share == 1
    assert reports[-1].incumbent == found.cost >= reports[-1].bound


def test_any_executor_gives_the_same_answer(tiny_blocks):
    space = random_space(np.random.default_rng(7), 40, 9)
    weights = np.ones(40, np.int64)
    alone = lightest_by_transform(space, weights)
    best = [(cost, presses.tolist()) for cost, presses in best_members(space, weights, 9)]
    for pool in (ThreadPoolExecutor(2), ProcessPoolExecutor(2, get_context("spawn"))):
        with pool:
            control = Control(executor=pool, workers=2)
            found = lightest_by_transform(space, weights, control)
            assert found.presses.tolist() == alone.presses.tolist()
            assert (found.cost, found.optimal_count, found.exhausted) == (alone.cost, alone.optimal_count, True)
            assert cost_distribution(space, weights, control) == cost_distribution(space, weights)
            assert [(c, presses.tolist()) for c, presses in best_members(space, weights, 9, control)] == best


class _Stuck(Executor):
    """Takes tasks and never runs one."""

    def __init__(self):
        self.futures = []

    def submit(self, fn, /, *args, **kwargs):
        self.futures.append(Future())
        return self.futures[-1]


def test_a_stuck_executor_is_left_at_the_deadline(tiny_blocks):
    space = random_space(np.random.default_rng(8), 40, 9)
    stuck = _Stuck()
    limited = Control.limited(0.05)
    found = lightest_by_transform(space, np.ones(40, np.int64), Control(limited.deadline, stuck, workers=2))
    assert not found.exhausted
    assert found.cost == found.presses.sum() == space.particular.sum()
    assert 0 < len(stuck.futures) <= 6
    assert all(future.cancelled() for future in stuck.futures)


@pytest.mark.parametrize(
    ("weights", "message"),
    [([1, -1], "negative"), ([1], "shape"), ([0.5, 1], "integers"), ([2**61, 2**61], r"2\*\*62")],
)
def test_bad_weights_are_refused(weights, message):
    space = SolutionSpace(np.zeros(2, np.uint8), np.array([[3]], np.uint64))
    with pytest.raises(InputError, match=message):
        lightest_by_transform(space, weights)


def test_all_lit_squares_need_the_known_number_of_presses():
    values = json.loads((Path(__file__).parents[1] / "data" / "known_values.json").read_text())
    for n, minimum in enumerate(values["min_presses_all_lit_n_by_n_plus"]["values"][:24], start=1):
        space = Elimination(*sparse(grid_matrix(n, n)), n * n).space(np.ones(n * n, np.uint8))
        assert lightest_by_transform(space, np.ones(n * n, np.int64)).cost == minimum

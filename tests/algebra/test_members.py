"""Lists of the lightest members, with and without limits, against all members."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from gf2_cases import ExpiringControl, interrupting, members, random_space, spaces_with_weights
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.algebra import blocks
from lo_opt.algebra.bits import pack, unpack
from lo_opt.algebra.listing import list_lightest
from lo_opt.algebra.members import SumLimit, lightest_members
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control


@pytest.fixture
def small_blocks(monkeypatch):
    """Transforms of 8 entries, two to six blocks a part."""
    monkeypatch.setattr(blocks, "block_bits", lambda dtype: 3)
    monkeypatch.setattr(blocks, "_TASK_BYTES", 96)


@st.composite
def limited(draw):
    """A space with weights and up to two limits of any sign."""
    space, weights = draw(spaces_with_weights())
    limits = []
    for _ in range(draw(st.integers(0, 2))):
        factors = draw(st.lists(st.integers(-4, 4), min_size=space.size, max_size=space.size))
        sides = sorted(draw(st.tuples(st.integers(-9, 9), st.integers(-9, 9))))
        lower, upper = draw(st.sampled_from([(None, sides[1]), (sides[0], None), tuple(sides), (None, None)]))
        limits.append(SumLimit(np.array(factors, np.int64), lower, upper))
    return space, np.asarray(weights), limits


def allowed(space, limits):
    every = members(space)
    kept = np.ones(len(every), bool)
    for limit in limits:
        sums = every @ limit.weights
        kept &= (limit.lower is None) | (sums >= (limit.lower if limit.lower is not None else 0))
        kept &= (limit.upper is None) | (sums <= (limit.upper if limit.upper is not None else 0))
    return every[kept]


@settings(max_examples=150, deadline=None)
@given(limited(), st.integers(1, 12), st.booleans())
def test_lists_agree_with_all_members(case, most, ties_only):
    space, weights, limits = case
    every = allowed(space, limits)
    costs = np.sort(every @ weights)
    best = int((costs == costs[:1]).sum())
    for make in (lightest_members, list_lightest):
        found = make(space, weights, most, limits, ties_only=ties_only)
        assert found.costs.tolist() == costs[: min(most, best) if ties_only else most].tolist()
        assert (found.allowed, found.lightest_count) == (len(every), best)
        assert found.exhausted
        rows = found.packed(space) if make is lightest_members else found.rows
        listed = unpack(rows, space.size)
        assert (listed @ weights).tolist() == found.costs.tolist()
        assert len({bytes(row) for row in listed}) == len(listed)
        assert {bytes(row) for row in listed} <= {bytes(row.astype(np.uint8)) for row in every}


@pytest.mark.parametrize("order", [1, -1])
def test_integers_are_wide_enough_for_many_columns_that_agree_in_half_their_bits(order):
    """Whichever half: the sum of 16 weights of 10 fits no 8 bits, while no other half has more than one of them."""
    columns = [1 << bit for bit in range(8)] + [high << 4 | 1 for high in range(16)]
    bits = unpack(np.array(columns, np.uint64)[:, np.newaxis], 8)[:, ::order]
    space = SolutionSpace(np.zeros(24, np.uint8), pack(bits.T))
    weights = np.array([1] * 8 + [10] * 16)
    found = lightest_members(space, weights, 256)
    assert found.costs.tolist() == sorted(members(space) @ weights)


@pytest.mark.parametrize("ties_only", [False, True])
@pytest.mark.parametrize("most", [1, 5, 300])
def test_blocks_and_executors_change_nothing(small_blocks, most, ties_only):
    rng = np.random.default_rng(most)
    space, weights = random_space(rng, 30, 9), rng.integers(0, 3, 30)
    limits = [SumLimit(rng.integers(-2, 3, 30), -3, 4), SumLimit(np.ones(30, np.int64), None, 16)]
    every = allowed(space, limits)
    costs = np.sort(every @ weights)
    count = int((costs == costs[0]).sum()) if ties_only else len(costs)
    alone = lightest_members(space, weights, most, limits, ties_only=ties_only)
    assert alone.costs.tolist() == costs[: min(most, count)].tolist()
    assert alone.allowed == len(every)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        control = Control(executor=pool, workers=2)
        found = lightest_members(space, weights, most, limits, ties_only=ties_only, control=control)
    assert found.choices.tolist() == alone.choices.tolist()
    assert (found.allowed, found.lightest_count) == (alone.allowed, alone.lightest_count)


def test_stopped_early_it_keeps_what_is_certain(small_blocks):
    rng = np.random.default_rng(5)
    space, weights = random_space(rng, 30, 8), rng.integers(1, 10, 30)
    limits = [SumLimit(np.ones(30, np.int64), 5, 20)]
    least = (allowed(space, limits) @ weights).min()
    for control, interrupted in ((ExpiringControl(checks=1), False), (interrupting(after=2), True)):
        for kept in ([], limits):
            found = list_lightest(space, weights, 3, kept, control=control)
            assert (found.exhausted, found.interrupted) == (False, interrupted)
            assert found.bound <= least
            assert (unpack(found.rows, 30) @ weights).tolist() == found.costs.tolist()


def test_independent_parts_are_listed_one_by_one():
    ones = np.eye(60, dtype=np.uint8)
    kernel = np.array([[int("".join(map(str, row[::-1])), 2)] for row in ones], np.uint64)
    space = SolutionSpace(np.zeros(60, np.uint8), kernel)  # every vector, 2^60 of them
    found = list_lightest(space, [2] * 58 + [1, 3], 5)
    assert found.bound == found.costs[0]
    assert (found.costs.tolist(), found.allowed, found.lightest_count) == ([0, 1, 2, 2, 2], 2**60, 1)
    ties = list_lightest(space, [0] * 10 + [1] * 50, 1000, ties_only=True)
    assert (len(ties.costs), ties.lightest_count) == (1000, 1024)

"""Smallest sets of columns with a given sum: against trying all sets, far ones, and numbers beyond 64 bits."""

import functools
import itertools
import operator

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.analysis.nearest import nearest_sets


def by_trying(columns, syndrome):
    """Return all smallest sets, empty if there are none; columns of zeros are in none."""
    for size in range(len(columns) + 1):
        found = [
            chosen
            for chosen in itertools.combinations(range(len(columns)), size)
            if functools.reduce(operator.xor, (columns[j] for j in chosen), 0) == syndrome
        ]
        if found:
            return found
    return []


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 31), max_size=9), st.integers(0, 31))
def test_against_trying_all_sets(columns, syndrome):
    expected = by_trying(columns, syndrome)
    found = nearest_sets(np.array(columns, np.uint64), syndrome)
    if not expected:
        assert found is None
        return
    assert (found.size, found.count) == (len(expected[0]), len(expected))
    assert set(found.sets) <= set(expected)
    assert len(found.sets) == min(20, len(expected))


def test_a_far_board_with_one_way_is_found_at_once():
    """Every one of the C(16, 8) states in the middle leads to the same set."""
    columns = np.uint64(1) << np.arange(16, dtype=np.uint64)
    found = nearest_sets(columns, 2**16 - 1)
    assert (found.size, found.count, found.sets) == (16, 1, (tuple(range(16)),))


def test_more_ways_than_64_bits_hold():
    columns = np.repeat(np.uint64(1) << np.arange(16, dtype=np.uint64), 20)
    found = nearest_sets(columns, 2**16 - 1)
    assert (found.size, found.count, len(found.sets)) == (16, 20**16, 20)
    for chosen in found.sets:
        assert sorted(j // 20 for j in chosen) == list(range(16))

"""Programs: sums by rows, exact costs, and what is wrong with values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.formulations import Feature, PressMap, Program
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER, row_sums


@given(st.lists(st.lists(st.integers(-9, 9), max_size=4), max_size=6))
def test_row_sums_equal_the_plain_loop(rows):
    indptr = np.cumsum([0, *map(len, rows)])
    entries = np.array([value for row in rows for value in row], np.int64)
    assert row_sums(indptr, entries).tolist() == [sum(row) for row in rows]


def test_needs_follow_from_bounds_and_rows():
    assert Program.of([0, 0], [1, 1], [1, 1]).needs == frozenset()
    assert Program.of([0, 0], [1, 2], [1, 1]).needs == {Feature.INTEGER}
    assert Program.of([-1, 0], [1, 1], [1, 1]).needs == {Feature.INTEGER}
    assert Program.of([0, 0], [1, 1], [1, 1], xors=[([0, 1], 1)]).needs == {Feature.XOR}


def test_bounds_that_cross_are_refused():
    with pytest.raises(ValueError, match="above its upper bound"):
        Program.of([2], [1], [1])
    with pytest.raises(ValueError, match="above its upper bound"):
        Program.of([0], [1], [1], [([0], [1], 2, 1)])
    assert Program.of([2], [2], [1], [([0], [1], 2, 2)]).violation(np.array([2])) == ""


def test_a_row_with_no_bound_at_all_is_refused():
    with pytest.raises(ValueError, match="no bound at all"):
        Program.of([0], [1], [1], [([0], [1], 0, NO_UPPER), ([0], [1], NO_LOWER, NO_UPPER)])


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ([1, 2, 0], ""),
        ([2, 2, 0], "v_0 is 2; it must be at most 1"),
        ([0, -1, 0], "v_1 is -1; it must be at least 0"),
        ([0, 1, 0], "row_0 is 1; it must be at least 2"),
        ([1, 3, 0], "row_1 is 7; it must be at most 5"),
        ([1, 2, 1], "xor_0 has the wrong parity"),
    ],
)
def test_violation_names_the_first_thing_missed(values, wrong):
    program = Program.of(
        [0, 0, 0],
        [1, 3, 1],
        [1, 1, 1],
        rows=[([0, 1], [1, 1], 2, NO_UPPER), ([0, 1], [1, 2], NO_LOWER, 5)],
        xors=[([0, 2], 1), ([], 0)],
    )
    assert program.violation(np.array(values)) == wrong


def test_an_empty_row_is_checked_too():
    impossible = Program.of([0], [1], [1], rows=[([], [], 1, 1)])
    assert impossible.violation(np.array([0])) == "row_0 is 0; it must be at least 1"


def test_cost_is_exact_beyond_64_bits():
    program = Program.of([0] * 4, [9] * 4, [2**62] * 4, constant=5)
    assert program.cost(np.array([9, 9, 9, 9])) == 36 * 2**62 + 5


def test_without_objective_keeps_the_rows():
    program = Program.of([0, 0], [1, 1], [3, 4], [([0, 1], [1, 1], 1, 1)], constant=7)
    free = program.without_objective()
    assert free.cost(np.array([1, 1])) == 0
    assert free.violation(np.array([1, 1])) == program.violation(np.array([1, 1])) != ""


def test_press_map_is_affine_and_may_ignore_the_variables():
    presses = PressMap(np.array([0, 1, 1]), np.array([0, 1, -1]), np.array([1, -1, 5]))
    assert presses.apply(np.array([1, 1])).tolist() == [1, 0, 1]
    assert presses.apply(np.array([0, 0])).tolist() == [0, 1, 1]

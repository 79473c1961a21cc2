"""XOR rows as linear rows: the same assignments, and the names of rows and new variables."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.formulations.linearize import hull, linearized, zero_one_vectors
from lo_opt.formulations.program import Program
from lo_opt.formulations.rows import NO_UPPER, XorRows

xor_rows = st.lists(st.tuples(st.lists(st.integers(0, 5), unique=True, max_size=6), st.integers(0, 1)), max_size=3)


def allowed(program, variables):
    ranges = [range(low, high + 1) for low, high in zip(program.lower.tolist(), program.upper.tolist(), strict=True)]
    return {
        choice[:variables] for choice in itertools.product(*ranges) if not program.violation(np.array(choice, np.int64))
    }


@settings(max_examples=60, deadline=None)
@given(xor_rows)
def test_linear_rows_allow_the_same_assignments(rows):
    program = Program.of([0] * 6, [1] * 6, [1] * 6, [([0, 1], [1, 1], 0, 1)], rows)
    linear = linearized(program)
    assert linear.xors.count == 0
    assert allowed(linear, 6) == allowed(program, 6)
    names = [linear.names.row(i) for i in range(linear.rows.count)]
    assert len(set(names)) == len(names)
    assert len({linear.names.variable(j) for j in range(linear.variable_count)}) == linear.variable_count


def test_nothing_to_rewrite_is_the_same_program():
    program = Program.of([0], [1], [1])
    assert linearized(program) is program


@pytest.mark.parametrize("parity", [0, 1])
@pytest.mark.parametrize("length", range(8))
def test_hull_cuts_off_each_wrong_vector_by_one_row_of_its_own(length, parity):
    rows = hull(XorRows.of([(list(range(length)), parity)]))
    wrong = zero_one_vectors(length, 1 - parity)
    assert rows.count == len(wrong)
    assert set(rows.upper.tolist()) <= {NO_UPPER}
    for i, vector in enumerate(wrong):
        broken = np.flatnonzero(rows.activity(vector.astype(np.int64)) < rows.lower)
        assert broken.tolist() == [i]
    for vector in zero_one_vectors(length, parity):
        assert (rows.activity(vector.astype(np.int64)) >= rows.lower).all()


@pytest.mark.parametrize("parity", [0, 1])
def test_rows_of_up_to_four_become_their_hull_and_longer_ones_take_a_variable(parity):
    rows = [(list(range(length)), parity) for length in (4, 5, 6)]
    linear = linearized(Program.of([0] * 6, [1] * 6, [1] * 6, [([0], [1], 0, 1), ([1], [1], 0, 1)], rows))
    assert linear.rows.count == 2 + 8 + 2
    assert linear.upper.tolist() == [1] * 6 + [(5 - parity) // 2, (6 - parity) // 2]
    assert [linear.names.variable(j) for j in (5, 6, 7)] == ["v_5", "k_xor_1", "k_xor_2"]
    assert [linear.names.row(i) for i in (0, 1, 2, 9)] == ["row_0", "row_1", "xor_0_0", "xor_0_7"]
    assert [linear.names.row(i) for i in (10, 11)] == ["xor_1", "xor_2"]


def test_priority_and_costs_of_new_variables_are_zero():
    from dataclasses import replace

    program = replace(
        Program.of([0] * 5, [1] * 5, [3] * 5, xors=[([0, 1, 2, 3, 4], 0)]), priority=np.array([5, 4, 3, 2, 1])
    )
    linear = linearized(program)
    assert linear.priority.tolist() == [5, 4, 3, 2, 1, 0]
    assert linear.objective.tolist() == [3, 3, 3, 3, 3, 0]
    assert (linear.names.variable(5), linear.names.row(0)) == ("k_xor_0", "xor_0")


def test_chosen_rows_lose_the_mark_of_being_implied():
    xors = XorRows.of([([0, 1], 1), ([], 0), ([2], 1)], implied=1)
    assert (xors.needed.count, xors.needed.implied, xors.chosen(np.array([2])).implied) == (2, 0, 0)
    assert xors.needed.indptr.tolist() == [0, 2, 2]
    assert xors.chosen(np.array([2])).columns.tolist() == [2]

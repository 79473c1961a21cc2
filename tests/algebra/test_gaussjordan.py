"""Gauss–Jordan step by step: what a step says of its rows, against the matrix before it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from lo_opt.algebra.gaussjordan import StepKind, elimination_steps


@pytest.mark.parametrize("modulus", [2, 3, 7])
@pytest.mark.parametrize("density", [0.2, 0.7])
def test_a_pivot_row_comes_from_where_the_step_says(modulus: int, density: float) -> None:
    rng = np.random.default_rng(modulus)
    matrix = rng.integers(1, modulus, (9, 9)) * (rng.random((9, 9)) < density)
    steps = list(elimination_steps(matrix, rng.integers(0, modulus, 9), modulus))
    swaps = 0
    for before, step in itertools.pairwise(steps):
        assert step.kind is StepKind.PIVOT or step.swapped is None
        if step.kind is not StepKind.PIVOT:
            continue
        top, column = step.pivots[-1]
        source = top if step.swapped is None else step.swapped
        assert step.swapped != top
        assert set(step.changed) == {top, source}
        entry = before.matrix[source, column]
        assert (entry * step.matrix[top] % modulus == before.matrix[source]).all()
        assert step.matrix[top, column] == 1
        if source != top:
            swaps += 1
            assert (step.matrix[source] == before.matrix[top]).all()
    assert swaps


def test_what_a_step_shows_is_read_only() -> None:
    for step in elimination_steps([[0, 1], [1, 1]], [1, 0], 2):
        with pytest.raises(ValueError, match="read-only"):
            step.matrix[0, 0] = 1

"""Sparse systems: elimination by substitution and packed words next to textbook elimination, and many components.

Run: pytest benchmarks/micro/algebra_systems.py
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from lo_opt.algebra.components import connected_components, lightest_of_system
from lo_opt.algebra.cosets import lightest_by_transform
from lo_opt.algebra.elimination import Elimination

RULES = {
    "plus": [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)],
    "knight": [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)],
    "ring": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)],
    "x": [(0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)],
}


def grid(size, rule, torus):
    """(indptr, indices) of a square grid."""
    row, col = np.divmod(np.arange(size * size), size)
    moved = [(row + r, col + c) for r, c in RULES[rule]]
    inside = np.stack([(r >= 0) & (r < size) & (c >= 0) & (c < size) | torus for r, c in moved], axis=1)
    cells = np.stack([r % size * size + c % size for r, c in moved], axis=1)
    return np.concatenate([[0], np.cumsum(inside.sum(axis=1))]), cells[inside]


def random_matrix(equations, unknowns, density):
    """(indptr, indices) of a matrix without structure."""
    ones = np.random.default_rng(0).random((equations, unknowns)) < density
    return np.concatenate([[0], np.cumsum(ones.sum(axis=1))]), np.nonzero(ones)[1]


def eliminate(indptr, indices, unknowns):
    """The rank by Gauss–Jordan elimination over all cells, a row a Python int: the textbook way."""
    bounds = pairwise(indptr)
    rows = [sum(1 << int(j) for j in indices[start:stop]) for start, stop in bounds]
    rank = 0
    for column in range(unknowns):
        pivot = next((i for i in range(rank, len(rows)) if rows[i] >> column & 1), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(len(rows)):
            if i != rank and rows[i] >> column & 1:
                rows[i] ^= rows[rank]
        rank += 1
    return rank


def solve(indptr, indices, unknowns):
    """Everything: elimination, kernel, and an all-lit right-hand side solved or refuted."""
    form = Elimination(indptr, indices, unknowns)
    right = np.ones(len(indptr) - 1, np.uint8)
    if form.space(right) is None:
        assert form.certificate(right) is not None
    return form


@pytest.mark.parametrize("size", [10, 40])
def test_textbook(benchmark, size):
    benchmark.group = f"{size} × {size} torus"
    benchmark.pedantic(eliminate, (*grid(size, "plus", True), size * size), rounds=1)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [10, 40, 100, 200])
def test_torus(benchmark, size, rule):
    benchmark.group = f"{size} × {size} torus"
    matrix = grid(size, rule, True)
    form = benchmark.pedantic(solve, (*matrix, size * size), rounds=3, warmup_rounds=1)
    assert size > 10 or form.rank == eliminate(*matrix, size * size)


@pytest.mark.parametrize("rule", RULES)
def test_bounded_grid(benchmark, rule):
    benchmark.group = "100 × 100 grid"
    benchmark.pedantic(solve, (*grid(100, rule, False), 10_000), rounds=3, warmup_rounds=1)


@pytest.mark.parametrize("density", [0.002, 0.05, 0.5])
def test_random_matrix(benchmark, density):
    benchmark.group = "random 3,000 × 3,000"
    benchmark.pedantic(solve, (*random_matrix(3000, 3000, density), 3000), rounds=1)


@pytest.mark.parametrize("size", [1, 4, 10, 40])
def test_200_000_switches(benchmark, size):
    benchmark.group = "200,000 switches in blocks"
    count = 200_000 // size
    rng = np.random.default_rng(size)
    block, row, column = np.nonzero(rng.random((count, size, size)) < min(0.5, 2.5 / size))
    places = rng.permutation(count * size)
    indices, equations = places[block * size + column], block * size + row
    indptr = np.searchsorted(equations, np.arange(count * size + 1))
    right = np.bincount(equations, rng.integers(0, 2, count * size)[indices], count * size).astype(np.int64) % 2
    weights = rng.integers(1, 10, count * size)

    def solve_part(space, weights, _indices, control):
        return lightest_by_transform(space, weights, control)

    arguments = (indptr, indices, right, weights, solve_part)
    found = benchmark.pedantic(lightest_of_system, arguments, rounds=3)
    assert found.lightest.exhausted


def test_components_of_a_million_entries(benchmark):
    benchmark.group = "components, 1,000,000 entries"
    indices = np.random.default_rng(0).integers(0, 500_000, 1_000_000)
    benchmark.pedantic(connected_components, (np.arange(0, 1_000_001, 2), indices, 500_000), rounds=3)

"""Any solution of a grid, n × n: row algebra, next to copying the packed board and to plain elimination.

Run: pytest benchmarks/micro/grid_algebra.py
"""

from __future__ import annotations

import numpy as np
import pytest

from lo_opt.algebra import bits
from lo_opt.algebra.gridranks import Axis, Bilinear, grid_nullity
from lo_opt.algebra.pathgrid import solve_path_grid
from lo_opt.algebra.tensorgrid import solve_king_grid

PLUS = Bilinear(own=1, down=1, across=1, diagonal=0)


def effect(presses, cols):
    """The lights that presses move under the plus rule."""
    mask = (1 << cols) - 1
    padded = [0, *presses, 0]
    return [
        (row << 1 & mask) ^ row >> 1 ^ row ^ above ^ below
        for above, row, below in zip(padded, padded[1:], padded[2:], strict=False)
    ]


def random_rows(size):
    words = np.random.default_rng(size).integers(0, 2**64, (size, bits.word_count(size)), np.uint64)
    return [row & (1 << size) - 1 for row in bits.row_ints(words)]


def eliminate(rows, cols):
    """Gauss–Jordan elimination over all cells, an augmented row a Python int: the textbook way to a solution."""
    count = len(rows) * cols
    wanted = sum(row << cols * r for r, row in enumerate(rows))
    matrix = []
    for cell in range(count):
        r, c = divmod(cell, cols)
        near = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        row = sum(1 << y * cols + x for y, x in near if 0 <= y < len(rows) and 0 <= x < cols)
        matrix.append(row | (wanted >> cell & 1) << count)
    used = 0
    presses = []
    for cell in range(count):
        pivot = next((i for i in range(used, count) if matrix[i] >> cell & 1), None)
        if pivot is None:
            continue
        matrix[used], matrix[pivot] = matrix[pivot], matrix[used]
        for i in range(count):
            if i != used and matrix[i] >> cell & 1:
                matrix[i] ^= matrix[used]
        presses.append(cell)
        used += 1
    x = sum((matrix[i] >> count & 1) << cell for i, cell in enumerate(presses))
    return [x >> cols * r & (1 << cols) - 1 for r in range(len(rows))]


@pytest.mark.parametrize("size", [40, 1000, 10_000, 30_000])
def test_plus(benchmark, size):
    benchmark.group = f"{size} × {size}"
    rows = effect(random_rows(size), size)
    solution = benchmark.pedantic(solve_path_grid, (rows, size, True), rounds=5, warmup_rounds=1)
    assert effect(solution.presses, size) == rows


@pytest.mark.parametrize("size", [30_000])
def test_plus_all_lit(benchmark, size):
    benchmark.group = f"{size} × {size}"
    rows = [(1 << size) - 1] * size
    solution = benchmark.pedantic(solve_path_grid, (rows, size, True), rounds=5, warmup_rounds=1)
    assert effect(solution.presses, size) == rows


@pytest.mark.parametrize("size", [1000, 10_000, 30_000])
def test_king(benchmark, size):
    benchmark.group = f"{size} × {size}"
    rows = random_rows(size)
    assert size % 3 != 2  # else nearly every board is unsolvable
    solution = benchmark.pedantic(solve_king_grid, (rows, size), rounds=3, warmup_rounds=1)
    assert solution.presses is not None


@pytest.mark.parametrize("size", [1000, 10_000, 30_000])
def test_copying_the_packed_board(benchmark, size):
    benchmark.group = f"{size} × {size}"
    words = bits.from_row_ints(random_rows(size), size)
    benchmark.pedantic(words.copy, rounds=10, warmup_rounds=1)


@pytest.mark.parametrize("size", [40])
def test_plain_elimination(benchmark, size):
    benchmark.group = f"{size} × {size}"
    rows = effect(random_rows(size), size)
    presses = benchmark.pedantic(eliminate, (rows, size), rounds=3)
    assert effect(presses, size) == rows


@pytest.mark.parametrize("size", [25_000])
def test_nullity(benchmark, size):
    benchmark.group = f"{size} × {size}"
    assert benchmark(grid_nullity, Axis(size), Axis(size), PLUS) == 0


def test_nullity_of_all_squares_to_2000(benchmark):
    values = benchmark(lambda: [grid_nullity(Axis(size), Axis(size), PLUS) for size in range(1, 2001)])
    assert values[:5] == [0, 0, 0, 4, 2]

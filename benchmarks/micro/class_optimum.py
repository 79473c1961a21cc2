"""The lightest solution of n × n boards by parity classes, next to walking through all solutions in Gray-code order.

Run: pytest benchmarks/micro/class_optimum.py
"""

from __future__ import annotations

import numpy as np
import pytest
from plainly import walk

from lo_opt.algebra.bits import pack, row_ints
from lo_opt.algebra.classes import compiled, lightest_by_classes
from lo_opt.algebra.classes.entries import Addresses, sort_entries
from lo_opt.algebra.classes.pairs import compiled_pairs, fitting_pairs
from lo_opt.algebra.classes.parts import reduce_coset
from lo_opt.algebra.classes.streamed import StreamedTable
from lo_opt.algebra.classes.tables import StoredTable
from lo_opt.algebra.pathgrid import path_grid_space
from lo_opt.control import Control

needs_numba = pytest.mark.skipif(not compiled.available(), reason="needs the extra `fast`")


def lit(size):
    return [(1 << size) - 1] * size


def random_solvable(size):
    presses = np.pad(np.random.default_rng(size).integers(0, 2, (size, size)), 1)
    lights = presses[1:-1, 1:-1] + presses[:-2, 1:-1] + presses[2:, 1:-1] + presses[1:-1, :-2] + presses[1:-1, 2:]
    return row_ints(pack(lights % 2))


def parity_classes(size):
    rows, cols = np.divmod(np.arange(size * size), size)
    return (2 * (rows % 2) + cols % 2).astype(np.intp)


def unit_weights(size):
    return np.ones(size * size, np.int64)


def random_weights(size):
    return np.random.default_rng(size).integers(1, 10, size * size)


def solve(size, rows, weights):
    space = path_grid_space(rows, size, True)
    assert space is not None
    return lightest_by_classes(space, weights, parity_classes(size), Control())


@pytest.mark.parametrize("size", [19, 32])
def test_walking(benchmark, size):
    benchmark.group = f"all lit, {size} × {size}"
    space = path_grid_space(lit(size), size, True)
    benchmark.pedantic(walk, (space,), rounds=1)


@pytest.mark.parametrize("size", [19, 32, 39, 61, 65, 119])
def test_all_lit(benchmark, size):
    benchmark.group = f"all lit, {size} × {size}"
    found = benchmark.pedantic(solve, (size, lit(size), unit_weights(size)), rounds=3, warmup_rounds=1)
    assert found.exhausted
    assert size > 32 or found.cost == {19: 141, 32: 428}[size]


@pytest.mark.parametrize("size", [39, 61, 65])
@pytest.mark.parametrize("weights", [unit_weights, random_weights])
def test_random_boards(benchmark, size, weights):
    benchmark.group = f"random board, {size} × {size}"
    found = benchmark.pedantic(solve, (size, random_solvable(size), weights(size)), rounds=3, warmup_rounds=1)
    assert found.exhausted


def test_every_size_up_to_78(benchmark):
    benchmark.group = "all lit, 1 … 78"
    found = benchmark.pedantic(lambda: [solve(n, lit(n), unit_weights(n)) for n in range(1, 79)], rounds=1)
    assert all(one.exhausted for one in found)


def class_of(size):
    space = path_grid_space(lit(size), size, True)
    return reduce_coset(space, unit_weights(size), parity_classes(size)).part([0])


def test_stored_table(benchmark):
    benchmark.group = "all costs of one class of 119 × 119, 2^24"
    benchmark.pedantic(StoredTable, (class_of(119),), rounds=3, warmup_rounds=1)


@pytest.mark.parametrize("fast", [False, pytest.param(True, marks=needs_numba)])
def test_streamed_table(benchmark, fast):
    benchmark.group = "all costs of one class of 119 × 119, 2^24"
    part = class_of(119)

    def stream():
        table = StreamedTable(part, fast)
        assert table.know(table.minimum + 20, Control())

    benchmark.pedantic(stream, rounds=3, warmup_rounds=1)


@pytest.mark.parametrize("loop", [fitting_pairs, pytest.param(compiled_pairs, marks=needs_numba)])
@pytest.mark.parametrize("block_bits", [18, 22])
def test_pairs(benchmark, loop, block_bits):
    """About 8·10^7 pairs, one in forty of which is light enough."""
    benchmark.group = f"pairs, blocks of 2^{block_bits}"
    random = np.random.default_rng(0)
    size, bits = 20_000, 22

    def entries():
        places = random.integers(0, 1 << bits, size).astype(np.uint64)
        levels = (60 - random.exponential(8, size)).astype(np.int64).clip(0)
        addresses = Addresses(lambda indices: places[indices.astype(np.intp)], bits, block_bits)
        return sort_entries(np.arange(size, dtype=np.uint64), levels, addresses, lambda c: c, False, Control())

    x, y = entries(), entries()
    table = random.integers(20, 255, 1 << block_bits).astype(np.uint8)

    def scan():
        blocks = range(1 << (bits - block_bits))
        return sum(len(hits) for block in blocks for hits, _ in loop(x, y, block, table, -1, 95, 110))

    benchmark.pedantic(scan, rounds=3, warmup_rounds=1)

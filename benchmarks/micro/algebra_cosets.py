"""All costs of a coset at once: the transform next to walking through the members in Gray-code order.

Run: pytest benchmarks/micro/algebra_cosets.py
"""

from __future__ import annotations

import numpy as np
import pytest
from plainly import walk

from lo_opt.algebra.bits import pack
from lo_opt.algebra.bounded import lightest_bounded
from lo_opt.algebra.cosets import cost_distribution, lightest_by_transform
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.algebra.transform import walsh_hadamard


def random_space(nullity, size):
    """A kernel with no geometry to use."""
    rng = np.random.default_rng(nullity)
    return SolutionSpace(rng.integers(0, 2, size).astype(np.uint8), pack(rng.integers(0, 2, (nullity, size))))


@pytest.mark.parametrize("dtype", [np.int16, np.int32, np.int64])
@pytest.mark.parametrize("bits", [16, 20, 24])
def test_transform(benchmark, bits, dtype):
    benchmark.group = f"Walsh–Hadamard, 2^{bits}"
    values = np.random.default_rng(0).integers(-1, 2, 1 << bits).astype(dtype)
    benchmark.pedantic(walsh_hadamard, (values,), rounds=10, warmup_rounds=1)


@pytest.mark.parametrize("nullity", [16, 20])
def test_walking(benchmark, nullity):
    benchmark.group = f"900 unknowns, nullity {nullity}"
    benchmark.pedantic(walk, (random_space(nullity, 900),), rounds=3)


@pytest.mark.parametrize("nullity", [16, 20, 24, 28])
def test_lightest_by_transform(benchmark, nullity):
    benchmark.group = f"900 unknowns, nullity {nullity}"
    space = random_space(nullity, 900)
    found = benchmark.pedantic(lightest_by_transform, (space, np.ones(900, np.int64)), rounds=3, warmup_rounds=1)
    assert nullity > 16 or found.cost == walk(space)


@pytest.mark.parametrize("nullity", [16, 20, 24])
def test_distribution(benchmark, nullity):
    benchmark.group = f"900 unknowns, nullity {nullity}"
    space = random_space(nullity, 900)
    counts = benchmark.pedantic(cost_distribution, (space, np.ones(900, np.int64)), rounds=3, warmup_rounds=1)
    assert sum(counts.values()) == 1 << nullity


def test_random_matrix_of_nullity_30(benchmark):
    benchmark.group = "3,000 unknowns, nullity 30"
    found = benchmark.pedantic(lightest_by_transform, (random_space(30, 3000), np.ones(3000, np.int64)), rounds=1)
    assert found.exhausted


@pytest.mark.parametrize("nullity", [24, 60, 200])
def test_bounded(benchmark, nullity):
    benchmark.group = f"900 unknowns, nullity {nullity}"
    arguments = (random_space(nullity, 900), np.ones(900, np.int64))
    benchmark.pedantic(lightest_bounded, arguments, {"patience": 20}, rounds=1)

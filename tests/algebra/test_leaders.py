"""Statistics of coset leaders against all cosets listed, published tables, and worst cases known otherwise."""

from __future__ import annotations

import json
import math
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from modular_cases import members, random_space

from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.leaders import minimum_distribution, split
from lo_opt.algebra.leaders.listing import Weighted, merged
from lo_opt.algebra.leaders.residues import coprime_moduli, from_residues, to_residues
from lo_opt.algebra.modular import ModularElimination, ModularSpace
from lo_opt.control import Control
from lo_opt.puzzle import Puzzle

PUBLISHED = json.loads((Path(__file__).parents[1] / "data" / "distributions.json").read_text("utf-8"))


def kernel_of(size: int, states: int) -> ModularSpace:
    effects = Puzzle.grid(np.zeros((size, size), int), states=states).incidence()
    form = ModularElimination(effects.indptr, effects.buttons, effects.amounts, size**2, states)
    space = form.space(np.zeros(size**2, np.int64))
    assert space is not None
    return space


def by_listing(space: ModularSpace, weights: np.ndarray) -> dict[int, int]:
    """The least cost of every coset, from all vectors: those of one coset are told by its least member."""
    kernel = np.array(list(members(ModularSpace(space.modulus, space.particular * 0, space.generators, space.orders))))
    counts: Counter[int] = Counter()
    for vector in product(range(space.modulus), repeat=space.size):
        coset = (np.array(vector, np.int64) + kernel) % space.modulus
        counts[int((coset @ weights).min())] += 1
    return {cost: counts[cost] // len(kernel) for cost in sorted(counts)}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([(2, 9), (3, 6), (4, 5), (5, 4), (6, 4), (8, 3), (9, 3)]),
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(0, 2**32),
)
def test_agrees_with_all_cosets_listed(case: tuple[int, int], generators: int, top: int, seed: int) -> None:
    modulus, size = case
    space = random_space(modulus, generators, size, seed)
    weights = np.random.default_rng(seed).integers(0, top + 1, size)
    assert minimum_distribution(space, weights) == by_listing(space, weights)
    assert minimum_distribution(space) == by_listing(space, np.ones(size, np.int64))


@pytest.mark.parametrize("table", PUBLISHED, ids=lambda table: f"{table['rows']}x{table['cols']}-{table['states']}")
def test_published_tables(table: dict[str, object]) -> None:
    counts = minimum_distribution(kernel_of(table["rows"], table["states"]))
    assert counts == dict(enumerate(table["counts"]))


@pytest.mark.parametrize(
    ("size", "states", "worst"), [(4, 2, 7), (5, 2, 15), (5, 3, 24), (17, 2, None), (5, 4, None), (9, 3, None)]
)
def test_all_solvable_boards_are_counted(size: int, states: int, worst: int | None) -> None:
    space = kernel_of(size, states)
    counts = minimum_distribution(space)
    assert counts is not None
    assert sum(counts.values()) == states**space.size // space.member_count
    assert counts[0] == 1
    assert worst in (None, max(counts))


def test_takes_a_space_of_bits() -> None:
    effects = Puzzle.grid(np.zeros((5, 5), int)).incidence()
    space = Elimination(effects.indptr, effects.buttons, 25).space(np.zeros(25, np.int64))
    assert space is not None
    assert minimum_distribution(space) == dict(enumerate(PUBLISHED[0]["counts"]))


def test_one_solution_each_leaves_binomials() -> None:
    space = kernel_of(3, 2)
    assert minimum_distribution(space) == dict(enumerate([1, 9, 36, 84, 126, 126, 84, 36, 9, 1]))


@pytest.mark.parametrize(("size", "states"), [(9, 2), (11, 2), (19, 2), (8, 3), (30, 2)])
def test_what_is_out_of_reach_is_refused(size: int, states: int) -> None:
    assert minimum_distribution(kernel_of(size, states)) is None


@pytest.mark.parametrize(("length", "top"), [(3, 2), (6, 3000), (9, 3000)])
def test_equal_vectors_are_merged_however_long(length: int, top: int) -> None:
    """Vectors of one word and of several, which begin alike."""
    rng = np.random.default_rng(length)
    moduli = np.array([97, 89])
    vectors = rng.integers(0, 2, (length, 60)).astype(np.int16)
    vectors[:-2] = 0
    vectors[0, 0] = top
    ways = rng.integers(0, 89, (2, 60))
    expected = {column: np.zeros(2, np.int64) for column in map(tuple, vectors.T.tolist())}
    for column, some in zip(vectors.T.tolist(), ways.T, strict=True):
        expected[tuple(column)] += some
    halves = [Weighted(vectors[:, :25], ways[:, :25]), Weighted(vectors[:, 25:], ways[:, 25:])]
    found = merged(halves, moduli)
    assert found.count == len(expected)
    for column, some in zip(found.vectors.T.tolist(), found.ways.T.tolist(), strict=True):
        assert some == (expected[tuple(column)] % moduli).tolist()


@pytest.mark.parametrize("limit", [8, 100, 1 << 20])
def test_splits_are_distinct_and_within_the_limit(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    monkeypatch.setattr(split, "INSIDE_LIMIT", limit)
    rng = np.random.default_rng(limit)
    values = np.indices([2] * 4).reshape(4, 16).T @ rng.integers(0, 2, (4, 9)) % 2
    sizes = rng.integers(1, 6, 9).tolist()
    found = list(split.candidate_splits(values, sizes))
    assert len({tuple(one.inside) for one in found}) == len(found) > 1
    for one in found:
        assert sorted([*one.inside, *one.outside]) == list(range(9))
        assert math.prod(sizes[label] for label in one.inside) * one.fibres <= limit
        assert sorted(one.order) == list(range(16))
        in_fibres = values[one.order][:, one.inside].reshape(one.fibres, 16 // one.fibres, -1)
        assert (in_fibres == in_fibres[:, :1]).all()


def test_stops_at_the_deadline() -> None:
    assert minimum_distribution(kernel_of(5, 3), control=Control.limited(0.0)) is None


@given(st.lists(st.integers(0, 2**200), min_size=1, max_size=5))
def test_residues_keep_big_counts(counts: list[int]) -> None:
    moduli = coprime_moduli(2**200)
    assert from_residues(to_residues(counts, moduli), moduli) == counts

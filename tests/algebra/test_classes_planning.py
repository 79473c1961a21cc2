"""The ladder, expected costs, sides and spans against their definitions."""

from __future__ import annotations

import itertools
import math

import numpy as np
from class_cases import Case, cases
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.algebra.classes.linear import LinearMap, Span, reduced_echelon
from lo_opt.algebra.classes.parts import merge_classes, reduce_coset
from lo_opt.algebra.classes.planning import Ladder, expected_least, pairs_by_level
from lo_opt.algebra.classes.sides import join

increasing = st.lists(st.integers(1, 50), min_size=1, max_size=8).map(lambda steps: list(itertools.accumulate(steps)))


@given(increasing, increasing, st.integers(0, 20))
def test_climbs_growing_sides_at_the_least_cost(first: list[int], second: list[int], goal: int) -> None:
    ladder = Ladder(first, second)
    reached, spent = ladder.climb((-1, -1), math.inf, goal)
    assert spent == sum(first[: reached[0] + 1]) + sum(second[: reached[1] + 1])
    assert ladder.height(reached) >= goal
    if len(first) + len(second) > 2 * goal:  # Exhausting a side is another way to the top, which greed may miss.
        ways = [
            sum(first[:i]) + sum(second[: goal - i])
            for i in range(goal + 1)
            if i <= len(first) and goal - i <= len(second)
        ]
        assert spent <= min(ways)


@given(increasing, increasing, st.integers(1, 100))
def test_climbs_in_rounds_as_far_as_at_once(first: list[int], second: list[int], budget: int) -> None:
    ladder = Ladder(first, second)
    reached, total = (-1, -1), 0.0
    while ladder.height(reached) < math.inf:
        target, spent = ladder.climb(reached, budget, math.inf)
        assert target != reached
        assert spent <= budget or sum(target) == sum(reached) + 1
        reached, total = target, total + spent
    assert (reached, total) == ladder.climb((-1, -1), math.inf, math.inf)


def test_expected_least_is_where_one_choice_is_expected() -> None:
    histogram = np.array([math.comb(16, k) for k in range(17)])
    reached = expected_least([histogram] * 4, 32)
    whole = [math.comb(64, k) for k in range(65)]
    assert sum(whole[: reached + 1]) / 2**64 * 2**32 >= 1 > sum(whole[:reached]) / 2**64 * 2**32


@settings(max_examples=100, deadline=None)
@given(cases(max_nullity=7))
def test_a_side_lists_every_choice_once(case: Case) -> None:
    coset = reduce_coset(case.space, case.weights, case.labels)
    x, y, *_ = parts = [coset.part(union.labels) for union in merge_classes(coset)]
    side = join(*parts, coset.dimension)
    xs = np.arange(1 << x.rank, dtype=np.uint64)
    ys, costs = side.extend(np.arange(1 << y.rank, dtype=np.uint64), np.arange(1 << y.rank))
    assert (ys & np.uint64((1 << y.rank) - 1)).tolist() == costs.tolist()
    fitting = [(i, j) for i in xs for j in ys if side.x_key(xs[i : i + 1])[0] == side.y_key(np.array([j]))[0]]
    choices = [side.choice(int(i), int(j)) for i, j in fitting]
    assert sorted(choices) == list(range(1 << coset.dimension))
    for (i, j), choice in zip(fitting, choices, strict=True):
        values = [sum((choice & v).bit_count() % 2 << k for k, v in enumerate(part.basis)) for part in parts]
        assert values[0] == i
        assert values[1] == int(j) & ((1 << y.rank) - 1)
        assert values[2] == side.x_first(np.array([i]))[0] ^ side.y_first(np.array([j]))[0]
        assert values[3] == side.x_second(np.array([i]))[0] ^ side.y_second(np.array([j]))[0]


def test_pairs_by_level_is_a_convolution() -> None:
    x, y = np.array([1, 2, 0, 3]), np.array([2, 1])
    counts = pairs_by_level(x, y, 1, 2)
    assert counts.tolist() == [2.0 * sum(x[i] * y[s - i] for i in range(4) if 0 <= s - i < 2) for s in range(5)]


@given(st.lists(st.integers(0, 255), max_size=10), st.integers(0, 255))
def test_reduced_echelon_and_span_agree(rows: list[int], vector: int) -> None:
    echelon, pivots = reduced_echelon(rows, 0b1111)
    assert pivots == sorted(set(pivots))
    for row, pivot in zip(echelon, pivots, strict=True):
        assert row >> pivot & 1
        assert all(other is row or not other >> pivot & 1 for other in echelon)
    span = Span()
    for row in rows:
        relation = span.add(row)
        assert not xor(other for k, other in enumerate(rows) if relation >> k & 1)
    reachable = {xor(chosen) for size in range(len(rows) + 1) for chosen in itertools.combinations(rows, size)}
    assert (vector in span) == (vector in reachable)
    if vector in span:
        assert xor(row for k, row in enumerate(rows) if span.express(vector) >> k & 1) == vector


@given(st.lists(st.integers(0, 2**64 - 1), max_size=40), st.integers(0))
def test_linear_maps_add_up_images(images: list[int], seed: int) -> None:
    word = seed % (1 << len(images)) if images else 0
    result = LinearMap(np.array(images, np.uint64))(np.array([word], np.uint64))
    assert result.tolist() == [xor(image for k, image in enumerate(images) if word >> k & 1)]


def xor(values) -> int:
    result = 0
    for value in values:
        result ^= value
    return result

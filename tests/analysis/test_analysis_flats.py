"""Counting along chains of flats: against every press vector, group by group counting, and exact sums."""

from __future__ import annotations

import contextlib
import itertools
from collections import Counter

import numpy as np
import pytest
from flat_cases import needs_loops, parts, parts_of
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt import Board, Puzzle, SolverError
from lo_opt.algebra.classes import compiled
from lo_opt.analysis.counting import CountPlan, TooLargeError, count_boards
from lo_opt.analysis.exact import Counting
from lo_opt.analysis.flats import bottom, descent, elimination
from lo_opt.analysis.flats.descent import Descent, tail_sums
from lo_opt.analysis.flats.elimination import Elimination
from lo_opt.analysis.regions import Part, Regions
from lo_opt.control import Control


def compared_parts(parts):
    """Return how many of the parts both ways can count; they count them alike."""
    compared = 0
    for part in parts:
        if part.nullity and CountPlan.of(part).work <= 1 << 31 and (plan := Elimination.of(part)) is not None:
            assert plan.count(Control()) == count_boards(part).boards
            compared += 1
    return compared


def by_press_vectors(part):
    """Return the boards by least cost from the costs of every press vector, button by button."""
    columns = [c for c, group in zip(part.columns.tolist(), part.buttons, strict=True) for _ in group]
    prices = [p for p, group in zip(part.prices.tolist(), part.buttons, strict=True) for _ in group]
    vectors = Counter()
    members = [[(c & u).bit_count() & 1 for c in columns] for u in range(1 << part.nullity)]
    for presses in itertools.product((0, 1), repeat=len(columns)):
        costs = (sum(p for p, x, y in zip(prices, presses, member, strict=True) if x != y) for member in members)
        vectors[min(costs)] += 1
    return {cost: vectors[cost] >> part.nullity for cost in sorted(vectors)}


@needs_loops
@settings(max_examples=25, deadline=None)
@given(parts(max_nullity=3, max_groups=4, max_size=2))
def test_every_press_vector(part):
    assert Elimination.of(part).count(Control()) == by_press_vectors(part)


@needs_loops
@settings(max_examples=80, deadline=None)
@given(parts())
def test_groups_and_flats_count_alike(part):
    assert Elimination.of(part).count(Control()) == count_boards(part).boards


@needs_loops
@settings(max_examples=40, deadline=None)
@given(parts(max_nullity=6, max_groups=8, max_size=3), st.integers(1, 200), st.integers(1, 40), st.integers(1, 3))
def test_the_count_does_not_depend_on_how_it_is_cut(part, stored, at_once, workers):
    expected = count_boards(part).boards
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(elimination, "_STORED", stored)
        patch.setattr(elimination, "_ROWS_AT_ONCE", at_once)
        patch.setattr(descent, "_ROWS_AT_ONCE", at_once)
        patch.setattr(descent, "_STEPS_AT_ONCE", 10 * at_once)
        assert Elimination.of(part).count(Control(workers=workers)) == expected


@needs_loops
def test_weights_are_summed_in_as_many_limbs_as_they_need():
    compared = []

    @settings(max_examples=30, deadline=None)
    @given(parts(max_nullity=5), st.integers(8, 40))
    def count_alike(part, bits):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(descent, "_WEIGHT_BITS", bits)
            patch.setattr(elimination, "_STORED", 100)
            plan = Elimination.of(part)
            if plan is None:
                return  # the ways alone have more bits
            with contextlib.suppress(TooLargeError):
                assert plan.count(Control()) == count_boards(part).boards
                compared.append(plan.passes)

    count_alike()
    assert len(compared) > 10
    assert max(compared) > 1


@needs_loops
def test_large_weights_take_several_passes():
    ends = itertools.pairwise([0, 16, 40, 74, 108])
    buttons = tuple(np.arange(first, last) for first, last in ends)
    part = Part(3, np.array([1, 2, 4, 7]), np.ones(4, np.int64), buttons)
    plan = Elimination.of(part)
    assert plan.passes > 1
    assert plan.count(Control()) == count_boards(part).boards


@needs_loops
@pytest.mark.parametrize(
    ("rows", "cols", "options"),
    [
        *((n, n, {}) for n in (4, 5)),
        *((rows, cols, {}) for rows, cols in [(2, 3), (3, 5), (4, 9), (5, 7), (5, 11), (8, 9), (9, 11)]),
        (5, 6, {"wrap": "torus"}),
        (3, 9, {"wrap": "torus"}),
        (5, 8, {"rule": "king"}),
    ],
)
def test_boards_that_both_can_count(rows, cols, options):
    assert compared_parts(parts_of(rows, cols, **options)) > 0


@needs_loops
def test_weighted_boards_that_both_can_count():
    weights = [[1 + (r + c) % 3 for c in range(5)] for r in range(5)]
    assert compared_parts(Regions.of(Puzzle.grid(Board.filled(5, 5, 0)).with_weights(weights)).parts) > 0


@needs_loops
def test_14x14():
    counting = Counting.of(Regions.of(Puzzle.grid(Board.filled(14, 14, 0))))
    boards = counting.count(Control())
    assert sum(boards.values()) == 2**192
    assert max(boards) == 123
    assert (boards[0], boards[1]) == (1, 196)


@needs_loops
def test_neither_table_nor_sums_depend_on_how_they_are_cut(monkeypatch):
    (part,) = parts_of(5, 11)
    expected = count_boards(part).boards
    monkeypatch.setattr(bottom, "_SUMS_AT_ONCE", 1)
    monkeypatch.setattr(descent, "_SUMS_AT_ONCE", 1)
    assert Elimination.of(part).count(Control()) == expected


@pytest.mark.parametrize(
    ("module", "limit"), [(elimination, "MAX_SUMS"), (elimination, "MAX_TABLE_STEPS"), (elimination, "MAX_VALUES")]
)
def test_too_large_tables_and_sums_are_refused(monkeypatch, module, limit):
    (part,) = parts_of(5, 11)
    assert Elimination.of(part) is not None
    monkeypatch.setattr(module, limit, 1)
    assert Elimination.of(part) is None


def test_the_work_foreseen_includes_the_sums_at_the_end():
    weights = [[1 + (17 * r + c) % 180 for c in range(17)] for r in range(5)]  # values up to thousands
    part = Regions.of(Puzzle.grid(Board.filled(5, 17, 0)).with_weights(weights)).parts[0]
    plan = Elimination.of(part)
    assert tail_sums(plan.chain) > 1 << 20
    assert plan.likely_s() > 10
    assert plan.count(Control.limited(1.0)) is None


@needs_loops
def test_a_wrong_sum_is_no_answer(monkeypatch):
    (part,) = parts_of(4, 4)
    monkeypatch.setattr(Descent, "weighed", lambda *arguments: {0: 1})
    with pytest.raises(SolverError, match="not all boards"):
        Elimination.of(part).count(Control())


@needs_loops
def test_sums_carry_beyond_64_bits():
    from lo_opt.analysis.flats.loops import gather

    profiles = np.zeros((40, 16), np.int16)
    weights = np.full(40, 2**62 + 12345, np.uint64)
    low, high = np.zeros(1, np.uint64), np.zeros(1, np.uint32)
    ones = np.ones(8, np.int32)
    gather(profiles, weights, np.zeros((8, 64), np.int16), np.array([1, 3], np.uint64), ones, ones * 0, 0, low, high)
    assert int(high[0]) * 2**64 + int(low[0]) == 40 * 4 * (2**62 + 12345)


def test_parts_beyond_any_chain_are_refused_at_once():
    for n in (9, 16, 19):
        assert all(Elimination.of(part) is None for part in parts_of(n, n))
    huge = Part(1, np.array([1]), np.array([1]), (np.arange(40_000),))
    assert Elimination.of(huge) is None
    dear = Part(1, np.ones(60, np.int64), 2 ** np.arange(60), tuple(np.arange(60).reshape(-1, 1)))
    assert Elimination.of(dear) is None


def test_without_compiled_loops_only_groups_are_counted(monkeypatch):
    monkeypatch.setattr(compiled, "available", lambda: False)
    assert Counting.of(Regions.of(Puzzle.grid(Board.filled(14, 14, 0)))) is None
    assert Counting.of(Regions.of(Puzzle.grid(Board.filled(5, 5, 0)))) is not None

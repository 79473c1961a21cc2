"""Counting along chains of flats: against every press vector, group by group counting, and exact sums."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt import Board, Puzzle, SolverError
from lo_opt.algebra.classes import compiled
from lo_opt.analysis.counting import CountPlan, count_boards
from lo_opt.analysis.exact import Counting
from lo_opt.analysis.flats import descent, elimination
from lo_opt.analysis.flats.balances import Balance, Balances
from lo_opt.analysis.flats.chains import chains_of, independent, radices
from lo_opt.analysis.flats.descent import Descent
from lo_opt.analysis.flats.elimination import Elimination
from lo_opt.analysis.flats.sums import summed_products
from lo_opt.analysis.flats.symmetries import automorphisms, cell_maps, combined
from lo_opt.analysis.regions import Part, Regions
from lo_opt.control import Control

needs_loops = pytest.mark.skipif(not compiled.installed(), reason="numba is not installed")


def parts_of(rows, cols, **options):
    return [part for part in Regions.of(Puzzle.grid(Board.filled(rows, cols, 0), **options)).parts if part.nullity]


@st.composite
def parts(draw, max_nullity=5, max_groups=9, max_size=4):
    nullity = draw(st.integers(1, max_nullity))
    columns = [1 << i for i in range(nullity)]
    columns += draw(st.lists(st.integers(1, (1 << nullity) - 1), max_size=max_groups - nullity))
    groups = [(column, draw(st.sampled_from([1, 1, 1, 2, 3]))) for column in columns]
    sizes = Counter()
    for group in groups:
        sizes[group] += draw(st.integers(1, max_size))
    ends = np.cumsum([0, *sizes.values()])
    buttons = tuple(np.arange(first, last) for first, last in itertools.pairwise(ends))
    return Part(nullity, np.array([c for c, _ in sizes]), np.array([p for _, p in sizes]), buttons)


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
@settings(max_examples=30, deadline=None)
@given(parts(max_nullity=5), st.integers(8, 40))
def test_weights_are_summed_in_as_many_limbs_as_they_need(part, bits):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(descent, "_WEIGHT_BITS", bits)
        patch.setattr(elimination, "_STORED", 100)
        plan = Elimination.of(part)
        if plan is None:
            return  # the ways alone have more bits
        assert plan.count(Control()) in (None, count_boards(part).boards)


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
        *((rows, cols, {}) for rows, cols in [(2, 3), (3, 5), (4, 9), (5, 7), (5, 11), (6, 13), (8, 9), (9, 11)]),
        (5, 6, {"wrap": "torus"}),
        (3, 9, {"wrap": "torus"}),
        (6, 6, {"rule": "king"}),
    ],
)
def test_boards_that_both_can_count(rows, cols, options):
    for part in parts_of(rows, cols, **options):
        if CountPlan.of(part).work <= 1 << 31 and (plan := Elimination.of(part)) is not None:
            assert plan.count(Control()) == count_boards(part).boards


@needs_loops
def test_weighted_boards_that_both_can_count():
    weights = [[1 + (r + c) % 3 for c in range(5)] for r in range(5)]
    for part in Regions.of(Puzzle.grid(Board.filled(5, 5, 0)).with_weights(weights)).parts:
        if part.nullity:
            assert Elimination.of(part).count(Control()) == count_boards(part).boards


@needs_loops
def test_14x14():
    counting = Counting.of(Regions.of(Puzzle.grid(Board.filled(14, 14, 0))))
    boards = counting.count(Control())
    assert sum(boards.values()) == 2**192
    assert max(boards) == 123
    assert (boards[0], boards[1]) == (1, 196)


@needs_loops
def test_progress_is_told_and_rises(monkeypatch):
    monkeypatch.setattr(descent, "_STEPS_AT_ONCE", 1000)
    heard = []
    (part,) = parts_of(5, 11)
    Elimination.of(part).count(Control(report=heard.append))
    shares = [report.share for report in heard]
    assert shares == sorted(shares)
    assert shares[-1] == 1


@needs_loops
def test_the_deadline_ends_merging_and_counting(monkeypatch):
    (part,) = parts_of(5, 11)
    plan = Elimination.of(part)
    assert plan.count(Control.limited(0.0)) is None
    monkeypatch.setattr(elimination, "_HOPELESS", math.inf)
    assert plan.count(Control.limited(1e-9)) is None
    profiles, weights = plan._merged(Control())
    monkeypatch.setattr(descent, "_STEPS_AT_ONCE", 100)
    run = Descent.of(plan.chain, plan.stored, profiles)
    ((_, limb),) = run.limbs(weights)
    assert run.weighed(limb, Control.limited(0.0), 0, 1) is None


@needs_loops
@pytest.mark.parametrize(("limit_s", "ends"), [(300, False), (2000, True)])
def test_a_slow_count_is_given_up_early(monkeypatch, limit_s, ends):
    (part,) = parts_of(5, 11)
    plan = Elimination.of(part)
    profiles, weights = plan._merged(Control())
    run = Descent.of(plan.chain, plan.stored, profiles)
    ((_, limb),) = run.limbs(weights)
    monkeypatch.setattr(descent, "_STEPS_AT_ONCE", 1)
    monkeypatch.setattr("time.perf_counter", itertools.count().__next__)  # each look at the clock takes a second
    heard = []
    limited = Control.limited(limit_s)
    assert (run.weighed(limb, Control(limited.deadline, report=heard.append), 0, 1) is not None) == ends
    assert heard[-1].share == 1 if ends else heard[-1].share < 0.1


@needs_loops
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_is_passed_on(monkeypatch, workers):
    monkeypatch.setattr(descent, "_STEPS_AT_ONCE", 1000)

    def interrupt(report):
        raise KeyboardInterrupt

    (part,) = parts_of(5, 11)
    with pytest.raises(KeyboardInterrupt):
        Elimination.of(part).count(Control(report=interrupt, workers=workers))


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


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 6), st.integers(1, 3), st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_products_are_summed_exactly(rows, left, right, seed):
    rng = np.random.default_rng(seed)
    low = rng.integers(0, 2**64, (rows, left), np.uint64, endpoint=False)
    high = rng.integers(0, 2**32, (rows, left), np.uint32) * rng.integers(0, 2, dtype=np.uint32)
    other = rng.integers(0, 2 ** int(rng.integers(1, 64)), (rows, right), np.uint64)
    whole = [[(int(h) << 64) + int(x) for h, x in zip(*both, strict=True)] for both in zip(high, low, strict=True)]
    expected = [[sum(whole[r][a] * int(other[r, b]) for r in range(rows)) for b in range(right)] for a in range(left)]
    assert summed_products(low, high, other) == expected


def test_many_largest_rows_are_summed_exactly():
    rows = 5000
    low, high = np.full((rows, 1), 2**64 - 1, np.uint64), np.full((rows, 1), 2**32 - 1, np.uint32)
    assert summed_products(low, high, low) == [[rows * (2**96 - 1) * (2**64 - 1)]]


@settings(max_examples=60, deadline=None)
@given(parts(max_nullity=6, max_groups=14))
def test_chains_hold_every_column_once_and_flats_are_closed(part):
    balances = Balances.of(part)
    everything = Counter(balance.ways for balance in balances.columns)
    for chain in chains_of(balances):
        assert len(chain.layers) == len(chain.basis) == part.nullity
        assert Counter(balance.ways for balance in chain.inside(part.nullity)) == everything
        columns = {combined(chain.basis, balance.column): balance for balance in chain.inside(part.nullity)}
        assert columns.keys() == {balance.column for balance in balances.columns}
        for rank, layer in enumerate(chain.layers):
            assert layer
            assert all(balance.column.bit_length() == rank + 1 for balance in layer)
        ranks = range(part.nullity + 1)
        assert [chain.vectors(rank) for rank in ranks] == sorted((chain.vectors(r) for r in ranks), reverse=True)
        halved = chain.halved()
        assert halved.halvings == len(independent(chain.layers[-1]))
        for before, after in zip(chain.layers[-1], halved.layers[-1], strict=True):
            kept = sum(times for _, times in after.ways)
            assert kept == sum(times for _, times in before.ways) >> (after != before)


def test_balances_of_one_column_are_added_up():
    part = Part(1, np.array([1, 1]), np.array([1, 3]), (np.arange(2), np.arange(1)))
    (balance,) = Balances.of(part).columns
    assert Balances.of(part).unit == 1
    assert dict(balance.ways) == {-5: 1, -3: 2, -1: 1, 1: 1, 3: 2, 5: 1}
    assert (balance.top, balance.halved().ways) == (5, ((1, 1), (3, 2), (5, 1)))


@settings(max_examples=40, deadline=None)
@given(parts(max_nullity=4))
def test_automorphisms_keep_the_columns_and_what_they_add_to_the_cells(part):
    inside = Balances.of(part).columns
    rank = part.nullity
    maps = automorphisms(inside, rank)
    assert maps[0] == tuple(1 << i for i in range(rank))
    kind = {balance.column: balance.ways for balance in inside}
    for images, cells in zip(maps, cell_maps(maps, rank, shifted=False).tolist(), strict=True):
        moved = {combined(images, column): ways for column, ways in kind.items()}
        assert moved == kind
        for column in kind:
            for cell, taken in enumerate(cells):
                assert (column & taken).bit_count() % 2 == (combined(images, column) & cell).bit_count() % 2
        depths = radices(inside, rank)
        assert [depths[taken] for taken in cells] == depths
    shifted = cell_maps(maps, rank, shifted=True)
    assert len(np.unique(shifted, axis=0)) == len(maps) << rank


def test_all_of_the_projective_plane_has_168_automorphisms():
    assert len(automorphisms(tuple(Balance(column, ((-1, 1), (1, 1))) for column in range(1, 8)), 3)) == 168


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

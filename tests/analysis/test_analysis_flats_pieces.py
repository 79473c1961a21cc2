"""What counting along chains of flats is made of: exact sums, chains, balances, and automorphisms of flats."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from flat_cases import parts
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.analysis.flats import bottom
from lo_opt.analysis.flats.balances import Balance, Balances
from lo_opt.analysis.flats.chains import chains_of, independent, radices
from lo_opt.analysis.flats.sums import summed_products
from lo_opt.analysis.flats.symmetries import automorphisms, cell_maps, combined
from lo_opt.analysis.regions import Part


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


def test_maps_that_are_no_group_make_no_classes(monkeypatch):
    ways = ((-1, 1), (1, 1))
    part = Part(3, np.array([1, 2, 4]), np.ones(3, np.int64), (np.arange(2), np.arange(2, 4), np.arange(4, 6)))
    (chain, *_) = (chain for chain in chains_of(Balances.of(part)) if chain.bottom == 3)
    here = bottom._padded(radices(chain.inside(3), 3))
    whole = automorphisms(tuple(Balance(1 << i, ways) for i in range(3)), 3)
    monkeypatch.setattr(bottom, "automorphisms", lambda *flat: whole)
    assert len(whole) == 6
    classes, least = bottom._classes(chain, here)
    assert classes.max() + 1 == len(least) < len(classes)
    monkeypatch.setattr(bottom, "automorphisms", lambda *flat: [(1, 2, 4), (2, 4, 1)])  # without the way back
    with pytest.raises(AssertionError, match="not a group"):
        bottom._classes(chain, here)

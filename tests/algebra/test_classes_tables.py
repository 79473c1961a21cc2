"""Tables of costs, stored, streamed and compiled, against each other and against the definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lo_opt.algebra.classes import compiled
from lo_opt.algebra.classes.direct import DirectCosts
from lo_opt.algebra.classes.levels import byte_levels, levels_of
from lo_opt.algebra.classes.parts import Part
from lo_opt.algebra.classes.spectra import CompiledSpectra, PlainSpectra
from lo_opt.algebra.classes.streamed import StreamedTable
from lo_opt.algebra.classes.tables import StoredTable
from lo_opt.control import Control

needs_numba = pytest.mark.skipif(not compiled.available(), reason="needs the extra `fast`")


def random_part(rank: int, columns: int, largest: int, seed: int) -> Part:
    random = np.random.default_rng(seed)
    return Part(
        basis=tuple(1 << i for i in range(rank)),
        columns=random.permutation(np.arange(1, 1 << rank, dtype=np.uint64))[:columns],
        balance=random.integers(1, largest + 1, columns) * random.choice([-1, 1], columns),
    )


def costs_by_definition(part: Part) -> np.ndarray:
    indices = np.arange(1 << part.rank, dtype=np.uint64)[:, np.newaxis]
    signs = 1 - 2 * (np.bitwise_count(indices & part.columns) & 1).astype(np.int64)
    return (part.total - signs @ part.balance) // 2


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 8), st.integers(0, 200), st.sampled_from([1, 9, 2**20, 2**44]), st.integers(0, 999))
def test_stored_and_streamed_tables_follow_the_definition(rank: int, size: int, largest: int, seed: int) -> None:
    part = random_part(rank, min(size, (1 << rank) - 1), largest, seed)
    costs = costs_by_definition(part)
    width = max(1, part.total // 100)
    limit = int(np.median(costs))
    for table in (StoredTable(part), StreamedTable(part, fast=False)):
        assert table.know(limit, Control())
        assert table.minimum == costs.min()
        indices, listed = table.tail(limit)
        assert indices.tolist() == np.flatnonzero(costs <= limit).tolist()
        assert listed.tolist() == costs[costs <= limit].tolist()
        assert table.costs(np.arange(1 << rank, dtype=np.uint64)).tolist() == costs.tolist()
        assert table.reader(rank)(0).tolist() == costs.tolist()
        assert (
            np.trim_zeros(table.histogram(width), "b").tolist()
            == np.bincount(levels_of(costs, costs.min(), width)).tolist()
        )


@needs_numba
def test_compiled_spectra_equal_the_plain_ones() -> None:
    part = random_part(18, 700, 9, 3)
    plain, fast = PlainSpectra(part), CompiledSpectra(part)
    whole = np.concatenate([plain.block(k).copy() for k in range(1 << (18 - plain.block_bits))])
    assert np.concatenate([fast.block(k).copy() for k in range(4)]).tolist() == whole.tolist()
    least = int(np.quantile(whole, 0.99))
    for spectra, blocks in ((plain, 1 << (18 - plain.block_bits)), (fast, 4)):
        found = list(spectra.large(0, blocks, least))
        assert np.concatenate([pair[0] for pair in found]).tolist() == np.flatnonzero(whole >= least).tolist()
        assert np.concatenate([pair[1] for pair in found]).tolist() == whole[whole >= least].tolist()


@given(st.integers(0, 8), st.integers(0, 200), st.sampled_from([1, 9, 2**44]), st.integers(0, 999))
def test_direct_costs_follow_the_definition(rank: int, size: int, largest: int, seed: int) -> None:
    part = random_part(rank, min(size, (1 << rank) - 1), largest, seed)
    indices = np.random.default_rng(seed).integers(0, 1 << rank, 3000).astype(np.uint64)
    assert DirectCosts(part)(indices).tolist() == costs_by_definition(part)[indices.astype(np.intp)].tolist()


@needs_numba
def test_the_compiled_list_goes_on_where_it_was_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lo_opt.algebra.classes.spectra._COLLECTED_AT_ONCE", 1 << compiled.BLOCK_BITS)
    found = list(CompiledSpectra(random_part(18, 50, 1, 0)).large(0, 4, -1000))
    assert [len(indices) for indices, _ in found] == [1 << compiled.BLOCK_BITS] * 4
    assert np.concatenate([indices for indices, _ in found]).tolist() == list(range(1 << 18))


@needs_numba
def test_a_streamed_table_reads_any_block() -> None:
    part = random_part(18, 300, 9, 5)
    whole = StoredTable(part).reader(18)(0)
    for fast, bits in ((False, 17), (False, 18), (True, 16), (True, 17)):
        read = StreamedTable(part, fast).reader(bits)
        last = (1 << (18 - bits)) - 1
        assert read(last).tolist() == whole[last << bits :].tolist()


@given(st.lists(st.integers(0, 32767), min_size=1), st.integers(1, 10**6))
@example([0, 32767], 32768)
def test_byte_levels_are_levels_capped(costs: list[int], width: int) -> None:
    table = np.array(costs, np.int16)
    expected = np.minimum(levels_of(table, int(table.min()), width), 255)
    assert byte_levels(table, int(table.min()), width).tolist() == expected.tolist()


def test_histograms_of_a_sample_are_never_too_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lo_opt.algebra.classes.streamed._SAMPLE_BITS", 17)
    part = random_part(18, 40, 1, 8)
    heavy = Part(part.basis, np.append(part.columns, np.uint64(1 << 17)), np.append(part.balance, 1000))
    table = StreamedTable(heavy, fast=False)
    whole = StoredTable(heavy).reader(18)(0)
    assert table.maximum < whole.max()
    assert len(table.histogram(1)) > whole.max() - whole.min()
    assert table.know(10, Control())
    assert table.minimum == whole.min()
    assert len(table.histogram(1)) > whole.max() - whole.min()


def test_lists_beyond_the_limit_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lo_opt.algebra.classes.streamed.ENTRY_LIMIT", 100)
    table = StreamedTable(random_part(10, 40, 1, 8), fast=False)
    with pytest.raises(MemoryError):
        table.know(25, Control())
    assert table.known_upto < 0


def test_a_pass_that_is_stopped_leaves_the_table_as_it_was() -> None:
    table = StreamedTable(random_part(10, 40, 1, 8), fast=False)
    assert not table.know(10, Control.limited(0.0))
    assert table.known_upto < 0

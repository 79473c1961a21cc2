"""Pairs found by both loops against all pairs one by one."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.algebra.classes import compiled
from lo_opt.algebra.classes.entries import Addresses, Entries, sort_entries
from lo_opt.algebra.classes.pairs import compiled_pairs, fitting_pairs
from lo_opt.control import Control

LOOPS = [
    fitting_pairs,
    pytest.param(compiled_pairs, marks=pytest.mark.skipif(not compiled.available(), reason="needs the extra `fast`")),
]
ADDRESS_BITS, BLOCK_BITS, KEY_BITS = 7, 3, 1


def entries(random: np.random.Generator, size: int, fast: bool = False) -> Entries:
    place = random.integers(0, 1 << ADDRESS_BITS, size).astype(np.uint64)
    costs = random.choice([0, 1, 2, 3, 5, 8, 4095], size) + 9
    addresses = Addresses(lambda indices: place[indices.astype(np.intp)], ADDRESS_BITS, BLOCK_BITS)
    found = sort_entries(np.arange(size, dtype=np.uint64), costs, addresses, lambda costs: costs - 9, fast, Control())
    assert found is not None
    assert (np.diff(found.keys.astype(np.int64)) >= 0).all()
    at = found.indices.astype(np.intp)
    assert sorted(at) == list(range(size))
    assert (found.buckets << np.uint64(BLOCK_BITS) | found.low == place[at]).all()
    assert (found.costs == costs[at]).all()
    assert (found.levels == costs[at] - 9).all()
    return found


@pytest.mark.parametrize("loop", LOOPS)
@settings(max_examples=100, deadline=None)
@given(st.data())
def test_lists_exactly_the_light_pairs_of_the_window(loop, data: st.DataObject) -> None:
    random = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    x, y = (entries(random, data.draw(st.integers(0, 40)), loop is compiled_pairs) for _ in range(2))
    table = random.integers(0, 256, 1 << BLOCK_BITS).astype(np.uint8)
    block = data.draw(st.integers(0, (1 << (ADDRESS_BITS - BLOCK_BITS - KEY_BITS)) - 1))
    above = data.draw(st.integers(-1, 10))
    upto = data.draw(st.integers(max(above, 8), 9000))
    limit = data.draw(st.integers(0, 400))
    x_buckets, y_buckets = (np.searchsorted(e.starts, np.arange(len(e.low)), side="right") - 1 for e in (x, y))
    expected = {
        (i, j)
        for i in range(len(x.low))
        for j in range(len(y.low))
        if x_buckets[i] ^ y_buckets[j] == block
        and above < int(x.levels[i]) + int(y.levels[j]) <= upto
        and int(table[x.low[i] ^ y.low[j]]) + int(x.levels[i]) + int(y.levels[j]) <= limit
    }
    within = [level <= upto for level in (*x.levels, *y.levels)]
    if not all(within):  # The lists of a search never reach beyond the window.
        return
    found = [pair for xs, ys in loop(x, y, block, table, above, upto, limit) for pair in zip(xs, ys, strict=True)]
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.parametrize("loop", LOOPS)
def test_more_pairs_than_one_batch_holds(loop, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_PAIRS_AT_ONCE", "_COMPILED_AT_ONCE", "_HITS_AT_ONCE"):
        monkeypatch.setattr(f"lo_opt.algebra.classes.pairs.{name}", 50)
    random = np.random.default_rng(1)
    x, y = entries(random, 300), entries(random, 200)
    table = np.zeros(1 << BLOCK_BITS, np.uint8)
    batches = [
        list(zip(xs.tolist(), ys.tolist(), strict=True))
        for block in range(1 << (ADDRESS_BITS - BLOCK_BITS))
        for xs, ys in loop(x, y, block, table, -1, 8190, 8190)
    ]
    assert max(len(batch) for batch in batches) < 500
    assert sorted(pair for batch in batches for pair in batch) == [(i, j) for i in range(300) for j in range(200)]


@pytest.mark.parametrize(
    "fast", [False, pytest.param(True, marks=pytest.mark.skipif(not compiled.available(), reason="needs numba"))]
)
def test_sorting_in_chunks_gives_the_same_order_and_stops_when_told(
    fast: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = entries(np.random.default_rng(2), 1000)
    monkeypatch.setattr("lo_opt.algebra.classes.entries._CHUNK", 64)
    chunked = entries(np.random.default_rng(2), 1000, fast)
    for name in ("starts", "low", "levels", "indices", "costs"):
        assert (getattr(whole, name) == getattr(chunked, name)).all()
    addresses = Addresses(lambda indices: indices, ADDRESS_BITS, BLOCK_BITS)
    numbers = np.arange(100)
    assert sort_entries(numbers.astype(np.uint64), numbers, addresses, lambda c: c, fast, Control.limited(0.0)) is None


def test_entries_travel_without_what_can_be_computed_again() -> None:
    made = entries(np.random.default_rng(3), 50)
    copy = pickle.loads(pickle.dumps(made))
    assert "keys" in vars(made)
    assert "keys" not in vars(copy)
    assert (copy.keys == made.keys).all()

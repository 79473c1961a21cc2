"""Pairs of list entries that fit and are light enough, found block by block of the look-up table; knows no search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.classes import compiled

LEVEL_BITS = 12
"""Enough for `tables.LEVEL_LIMIT`."""

_PAIRS_AT_ONCE = 1 << 18
_COMPILED_AT_ONCE = 1 << 25
_HITS_AT_ONCE = 1 << 16


@dataclass(frozen=True)
class Entries:
    """Values of one part of a side, sorted by bucket and then by level.

    Two entries fit, and point into block B of the looked-up part, exactly if their buckets differ by XOR with B; they
    point to the place `low ^ low` of that block. Bucket k holds the entries from `starts[k]` to `starts[k + 1]`.
    `keys`, uint64, is bucket << LEVEL_BITS | level, increasing; `indices` and `costs` are the values t and f(t).
    """

    keys: NDArray[np.uint64]
    starts: NDArray[np.int64]
    low: NDArray[np.uint32]
    levels: NDArray[np.int16]
    indices: NDArray[np.uint64]
    costs: NDArray[np.int64]


def sort_entries(
    addresses: NDArray[np.uint64],
    address_bits: int,
    block_bits: int,
    levels: NDArray[np.int64],
    indices: NDArray[np.uint64],
    costs: NDArray[np.int64],
) -> Entries:
    """Return entries for the values `indices`.

    Of the `address_bits` bits of an address the low `block_bits` are the place, the others the bucket.

    >>> addresses = np.array([0b110, 0b001, 0b101], np.uint64)
    >>> levels, indices = np.array([0, 0, 3]), np.arange(3, dtype=np.uint64)
    >>> entries = sort_entries(addresses, 3, 2, levels, indices, levels + 7)
    >>> entries.indices.tolist(), entries.low.tolist(), entries.starts.tolist()
    ([1, 0, 2], [1, 2, 1], [0, 1, 3])
    """
    keys = addresses >> np.uint64(block_bits) << np.uint64(LEVEL_BITS) | levels.astype(np.uint64)
    order = np.argsort(keys, kind="stable")
    low = (addresses & np.uint64((1 << block_bits) - 1)).astype(np.uint32)
    keys = keys[order]
    borders = np.arange((1 << (address_bits - block_bits)) + 1, dtype=np.uint64) << np.uint64(LEVEL_BITS)
    return Entries(
        keys, np.searchsorted(keys, borders), low[order], levels[order].astype(np.int16), indices[order], costs[order]
    )


def fitting_pairs(
    x: Entries, y: Entries, block: int, table: NDArray[np.uint8], above: int, upto: int, limit: int
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield positions (in x, in y) of fitting pairs that point into `block` and are light enough.

    Tested are the pairs with `above` < level + level ≤ `upto`; light enough are those whose levels and the level at
    their place in `table`, uint8 (2**block_bits,), add up to at most `limit`. About 2**18 pairs are tested
    at a time; a batch without hits is yielded empty.
    """
    bucket = (x.keys >> np.uint64(LEVEL_BITS) ^ np.uint64(block)) << np.uint64(LEVEL_BITS)
    levels = x.levels.astype(np.int64)
    first = np.searchsorted(y.keys, bucket + np.clip(above + 1 - levels, 0, 1 << LEVEL_BITS).astype(np.uint64))
    last = np.searchsorted(y.keys, bucket + np.clip(upto + 1 - levels, 0, 1 << LEVEL_BITS).astype(np.uint64))
    counts = last - first
    useful = np.flatnonzero(counts)
    ends = np.cumsum(counts[useful])
    begin = 0
    while begin < len(useful):
        done = int(ends[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(ends, done + _PAIRS_AT_ONCE, side="right")))
        chosen = useful[begin:end]
        sizes = counts[chosen]
        xs = np.repeat(chosen, sizes)
        ys = np.arange(len(xs)) + np.repeat(first[chosen] - (ends[begin:end] - sizes - done), sizes)
        total = table[x.low[xs] ^ y.low[ys]].astype(np.int16)
        total += x.levels[xs]
        total += y.levels[ys]
        hits = np.flatnonzero(total <= limit)
        yield xs[hits], ys[hits]
        begin = end


def compiled_pairs(
    x: Entries, y: Entries, block: int, table: NDArray[np.uint8], above: int, upto: int, limit: int
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Do what `fitting_pairs` does, compiled."""
    scan = compiled.scan_pairs()
    room = max(_HITS_AT_ONCE, int(np.diff(y.starts).max()))
    hit_x, hit_y = np.empty(room, np.int64), np.empty(room, np.int64)
    bucket, position = 0, 0
    while bucket < len(x.starts) - 1:
        bucket, position, hits, _ = scan(
            x.low, x.levels, x.starts, y.low, y.levels, y.starts,
            block, table, above, upto, limit, bucket, position, _COMPILED_AT_ONCE, hit_x, hit_y,
        )  # fmt: skip
        yield hit_x[:hits].copy(), hit_y[:hits].copy()

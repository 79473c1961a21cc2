"""Pairs of list entries that fit and are light enough, found block by block of the look-up table; knows no search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.classes import compiled
from lo_opt.algebra.classes.entries import Entries
from lo_opt.algebra.classes.levels import LEVEL_BITS

_PAIRS_AT_ONCE = 1 << 18
_COMPILED_AT_ONCE = 1 << 25
_HITS_AT_ONCE = 1 << 16


def fitting_pairs(
    x: Entries, y: Entries, block: int, table: NDArray[np.uint8], above: int, upto: int, limit: int
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield positions (in x, in y), both intp (k,), of fitting pairs that point into `block` and are light enough.

    Tested are the pairs with `above` < level + level ≤ `upto`; light enough are those whose levels and the level at
    their place in `table`, uint8 (2**block_bits,), add up to at most `limit`. About 2**18 pairs are tested
    at a time; a batch without hits is yielded empty.
    """
    bucket = (x.buckets ^ np.uint64(block)) << np.uint64(LEVEL_BITS)
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
    """Yield what `fitting_pairs` does, by compiled loops: see `fitting_pairs` for all arguments."""
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

"""Lists of partial choices sorted so that those that fit lie together; knows addresses and levels, no pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.classes import compiled
from lo_opt.algebra.classes.deadlines import Stop
from lo_opt.algebra.classes.levels import LEVEL_BITS

ENTRY_LIMIT = 1 << 28
"""Lists do not grow longer than that: memory would not hold them."""

_CHUNK = 1 << 20
_COUNTED_KEYS = 1 << 25


@dataclass(frozen=True)
class Entries:
    """Values of one part of a side, sorted by bucket and then by level.

    Two entries fit, and point into block B of the looked-up part, exactly if their buckets differ by XOR with B; they
    point to the place `low ^ low` of that block. Bucket k holds the entries from `starts[k]` to `starts[k + 1]`;
    `indices` and `costs` are the values t and f(t), in the narrowest integers that hold them. All are (n,), for n
    entries, but `starts`, which is (buckets + 1,).
    """

    starts: NDArray[np.int64]
    low: NDArray[np.uint32]
    levels: NDArray[np.int16]
    indices: NDArray[Any]
    costs: NDArray[Any]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what can be computed again."""
        return {name: value for name, value in self.__dict__.items() if name not in ("buckets", "keys")}

    @property
    def copied_bytes(self) -> int:
        """What a copy of it takes, in bytes."""
        return sum(array.nbytes for array in self.__getstate__().values())

    @cached_property
    def buckets(self) -> NDArray[np.uint64]:
        """The bucket of each entry, uint64 (n,), not falling."""
        return np.repeat(np.arange(len(self.starts) - 1, dtype=np.uint64), np.diff(self.starts))

    @cached_property
    def keys(self) -> NDArray[np.uint64]:
        """bucket << LEVEL_BITS | level of each entry, uint64 (n,), not falling."""
        return self.buckets << np.uint64(LEVEL_BITS) | self.levels.astype(np.uint64)


@dataclass(frozen=True)
class Addresses:
    """Addresses of `bits` bits, the low `block_bits` being the place in a block, the others the bucket."""

    of: Callable[[NDArray[np.uint64]], NDArray[np.uint64]]
    bits: int
    block_bits: int


def sort_entries(
    indices: NDArray[np.uint64],
    costs: NDArray[Any],
    addresses: Addresses,
    level_of: Callable[[NDArray[Any]], NDArray[np.int64]],
    fast: bool,
    stop: Stop,
) -> Entries | None:
    """Return entries for the values `indices`, or None if time was up before they were sorted.

    `indices` and `costs` are (n,), the values t of a part and f(t); `level_of` gives the levels of some costs.

    >>> from lo_opt.control import Control
    >>> addresses = Addresses(lambda t: t ^ np.uint64(0b110), 3, 2)
    >>> entries = sort_entries(
    ...     np.array([0, 3, 7], np.uint64), np.array([7, 10, 7]), addresses, lambda costs: costs - 7, False, Control()
    ... )
    >>> entries.starts.tolist(), entries.indices.tolist(), entries.low.tolist(), entries.levels.tolist()
    ([0, 1, 3], [7, 0, 3], [1, 2, 1], [0, 0, 3])
    """
    size = len(indices)
    keys, low, levels = np.empty(size, np.uint64), np.empty(size, np.uint32), np.empty(size, np.int16)
    place = np.uint64((1 << addresses.block_bits) - 1)
    for first in range(0, size, _CHUNK):
        chunk = slice(first, first + _CHUNK)
        address = addresses.of(indices[chunk])
        low[chunk] = address & place
        levels[chunk] = level_of(costs[chunk])
        keys[chunk] = address >> np.uint64(addresses.block_bits)
        if stop.expired:
            return None
    depth = int(levels.max(initial=0)) + 1
    keys *= np.uint64(depth)
    keys += levels.astype(np.uint64)
    key_count = depth << (addresses.bits - addresses.block_bits)
    counted = fast and compiled.available() and key_count <= _COUNTED_KEYS
    order = _counted_order(keys, key_count, stop) if counted else np.argsort(keys, kind="stable")
    if order is None:
        return None
    borders = np.arange(0, key_count + 1, depth, dtype=np.uint64)
    index_type = np.uint32 if int(indices.max(initial=0)) <= np.iinfo(np.uint32).max else np.uint64
    return Entries(
        starts=np.searchsorted(_taken(keys, order, np.dtype(np.uint64)), borders),
        low=_taken(low, order, np.dtype(np.uint32)),
        levels=_taken(levels, order, np.dtype(np.int16)),
        indices=_taken(indices, order, np.dtype(index_type)),
        costs=_taken(costs, order, costs.dtype),
    )


def _counted_order(keys: NDArray[np.uint64], key_count: int, stop: Stop) -> NDArray[np.uint32] | None:
    """Return the stable order of `keys`, all below `key_count`, by counting; None if time was up."""
    cursors = np.zeros(key_count + 1, np.int64)
    for first in range(0, len(keys), _CHUNK):
        cursors[1:] += np.bincount(keys[first : first + _CHUNK].astype(np.intp), minlength=key_count)
    np.cumsum(cursors, out=cursors)
    order = np.empty(len(keys), np.uint32)
    for first in range(0, len(keys), _CHUNK):
        compiled.scatter_positions()(keys[first : first + _CHUNK], first, cursors, order)
        if stop.expired:
            return None
    return order


def _taken(values: NDArray[Any], order: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return `values[order]` as `dtype`, in pieces, so that no large copy of `order` is made."""
    result = np.empty(len(order), dtype)
    for first in range(0, len(order), _CHUNK):
        result[first : first + _CHUNK] = values[order[first : first + _CHUNK]]
    return result

"""The Walsh–Hadamard transform of integer tables, kept in cache; knows sums of signs, nothing of what they weigh."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.errors import InputError

Table = NDArray[np.signedinteger[Any]]

_CACHE_BYTES = 1 << 18
_SLAB_BITS = 10


def integer_type(largest: int, smallest_type: type[np.signedinteger[Any]] = np.int16) -> np.dtype[Any]:
    """Return the narrowest signed dtype, `smallest_type` or wider, that holds every integer from -largest to largest.

    >>> [integer_type(total).name for total in (100, 2**15 - 1, 2**15, 2**31)]
    ['int16', 'int16', 'int32', 'int64']
    """
    for candidate in (np.dtype(smallest_type), np.dtype(np.int16), np.dtype(np.int32), np.dtype(np.int64)):
        if largest <= np.iinfo(candidate).max and candidate.itemsize >= np.dtype(smallest_type).itemsize:
            return candidate
    raise InputError(f"weights add up to {largest}, more than 64-bit integers hold; scale them down")


def block_bits(dtype: np.dtype[Any]) -> int:
    """Return the binary logarithm of how many entries of `dtype` one transform keeps in the cache.

    >>> block_bits(np.dtype(np.int16)), block_bits(np.dtype(np.int64))
    (17, 15)
    """
    return (_CACHE_BYTES // dtype.itemsize).bit_length() - 1


def walsh_hadamard(values: Table) -> None:
    """Replace `values`, contiguous (2**k,) signed integers, by W with W[u] = sum over v of values[v] * (-1)**|u & v|.

    In place and in natural order. Sums wrap silently beyond the dtype: choose it by `integer_type(sum of |values|)`.
    Long tables go through the cache in about k / 10 passes.

    >>> table = np.array([4, 2, 0, -1], np.int16)
    >>> walsh_hadamard(table)
    >>> table.tolist()
    [5, 3, 7, 1]
    """
    size = values.size
    if values.ndim != 1 or size == 0 or size & (size - 1) or not values.flags.c_contiguous:
        raise InputError(f"a transform needs a contiguous vector of 2**k entries, not shape {values.shape}")
    capacity = 1 << block_bits(values.dtype)
    scratch = np.empty((2, min(size, capacity)), values.dtype)
    inner = size
    while inner > capacity:
        rows = min(inner // capacity, 1 << _SLAB_BITS)
        inner //= rows
        _transform_middle_axis(values.reshape(-1, rows, inner), scratch)
    for block in values.reshape(-1, inner):
        _transform_in_cache(block, scratch[0])


def butterflies(values: Table, scratch: Table, rows: int) -> tuple[Table, Table]:
    """Transform axis 0 of `values` seen as (rows, values.size // rows), `rows` a power of two.

    Both arguments are flat, of one size and dtype, and are overwritten in turn; returned are the one that holds the
    result and then the other. Every pass runs over contiguous memory, so that NumPy's loops are vectorised.

    >>> result, _ = butterflies(np.array([4, 2, 0, -1], np.int16), np.empty(4, np.int16), 2)
    >>> result.tolist()
    [4, 1, 4, 3]
    """
    half = rows // 2
    while half:
        shape = (rows // (2 * half), 2, half * (values.size // rows))
        before, after = values.reshape(shape), scratch.reshape(shape)
        np.add(before[:, 0], before[:, 1], out=after[:, 0])
        np.subtract(before[:, 0], before[:, 1], out=after[:, 1])
        values, scratch = scratch, values
        half //= 2
    return values, scratch


def _transform_in_cache(values: Table, scratch: Table) -> None:
    """Transform one block in place: high bits along axis 0, transpose, low bits along axis 0, transpose back."""
    rows = 1 << ((values.size.bit_length() - 1) // 2)
    columns = values.size // rows
    result, other = butterflies(values, scratch, rows)
    other.reshape(columns, rows)[...] = result.reshape(rows, columns).T
    result, other = butterflies(other, result, columns)
    other.reshape(rows, columns)[...] = result.reshape(columns, rows).T
    if other is not values:
        values[...] = other


def _transform_middle_axis(values: Table, scratch: Table) -> None:
    """Transform axis 1 of (outer, rows, inner) in slabs of columns that fit `scratch`."""
    rows = values.shape[1]
    width = scratch.shape[1] // rows
    for part in values:
        for start in range(0, part.shape[1], width):
            slab = part[:, start : start + width]
            scratch[0].reshape(slab.shape)[...] = slab
            result, _ = butterflies(scratch[0], scratch[1], rows)
            slab[...] = result.reshape(slab.shape)


class BlockTransform:
    """One transform after another of 2**bits entries in the same buffers, its result left in a transposed order.

    Fill `entries` (2**bits,) and call `run`; the entry at position p of the result belongs to index `index_at(p)`.
    `entries` may be narrower than the result: its dtype must hold every sum over the first half of the index bits
    (`row_bits` high ones), which halves the memory traffic of sparse blocks.

    >>> block = BlockTransform(2, np.dtype(np.int8), np.dtype(np.int16))
    >>> block.entries[...] = [4, 2, 0, -1]
    >>> result = block.run()
    >>> [int(result[p]) for p in sorted(range(4), key=block.index_at)]
    [5, 3, 7, 1]
    """

    def __init__(self, bits: int, entry_type: np.dtype[Any], result_type: np.dtype[Any]) -> None:
        self.row_bits = bits // 2
        self.column_bits = bits - self.row_bits
        self.entries: Table = np.empty(1 << bits, entry_type)
        self._entry_scratch: Table = np.empty_like(self.entries)
        self._wide: tuple[Table, Table] = (np.empty(1 << bits, result_type), np.empty(1 << bits, result_type))

    def run(self) -> Table:
        """Transform `entries` (destroyed) and return the result, valid until the next run."""
        rows, columns = 1 << self.row_bits, 1 << self.column_bits
        halfway, _ = butterflies(self.entries, self._entry_scratch, rows)
        self._wide[0].reshape(columns, rows)[...] = halfway.reshape(rows, columns).T
        return butterflies(*self._wide, columns)[0]

    def index_at(self, position: int) -> int:
        """Return the natural index of the entry at `position` of the result."""
        low, high = divmod(position, 1 << self.row_bits)
        return high << self.column_bits | low

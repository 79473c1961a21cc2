"""Costs of a part computed block by block, without keeping them: by NumPy, or compiled when that pays; no search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.blocks import BlockSpectra, plan_blocks
from lo_opt.algebra.classes import compiled
from lo_opt.algebra.classes.linear import LinearMap
from lo_opt.algebra.classes.parts import Part
from lo_opt.algebra.reduction import ReducedKernel

Signed = NDArray[np.signedinteger[Any]]

_COLLECTED_AT_ONCE = 1 << 20
_BLOCKS_AT_ONCE = 1 << 10


class Spectra(Protocol):
    """The transform W(t) = sum over columns of F(g) (-1)**|t & g|, in blocks of 2**block_bits values t."""

    @property
    def block_bits(self) -> int:
        """Binary logarithm of the size of a block."""
        ...

    def block(self, number: int) -> Signed:
        """Return W, (2**block_bits,), for t from number << block_bits on, natural order; valid until the next call."""
        ...

    def large(self, first: int, stop: int, least: int) -> Iterator[tuple[NDArray[np.uint64], Signed]]:
        """Yield (t, W(t)) for all W(t) ≥ `least` in the blocks first … stop - 1, in order, after short whiles."""
        ...


def spectra_of(part: Part, fast: bool) -> Spectra:
    """Return the spectra of `part`, compiled if `fast`, numba is there and 16-bit integers hold them."""
    if fast and compiled.available() and part.rank >= compiled.BLOCK_BITS and part.total <= np.iinfo(np.int16).max:
        return CompiledSpectra(part)
    return PlainSpectra(part)


class PlainSpectra:
    """Spectra by NumPy."""

    def __init__(self, part: Part) -> None:
        columns = part.columns[:, np.newaxis]
        reduced = ReducedKernel(part.rank, columns, np.zeros(0, np.intp), part.balance, part.total, 0)
        self._plan = plan_blocks(reduced)
        self._spectra = BlockSpectra(self._plan)
        self.block_bits = self._plan.low_bits
        # Where the entry at each position of a block belongs: positions are indices with their bits rotated.
        images = [self._spectra.choice_at(0, 1 << i) for i in range(self.block_bits)]
        self._index = LinearMap(np.array(images, np.uint64))
        self._order = self._index(np.arange(1 << self.block_bits, dtype=np.uint64)).astype(np.intp)
        self._natural: Signed = np.empty(1 << self.block_bits, self._plan.result_type)

    def block(self, number: int) -> Signed:
        """Return W, (2**block_bits,), for t from number << block_bits on, natural order; valid until the next call."""
        _, values = next(self._spectra.part(number))
        self._natural[self._order] = values
        return self._natural

    def large(self, first: int, stop: int, least: int) -> Iterator[tuple[NDArray[np.uint64], Signed]]:
        """Yield (t, W(t)) for all W(t) ≥ `least` in the blocks first … stop - 1, one block at a time."""
        for start in range(first, stop, self._plan.ranges().step):
            for number, values in self._spectra.part(start):
                if number == stop:
                    return
                found = np.flatnonzero(values >= least)
                indices = self._order[found].astype(np.uint64) | np.uint64(number << self.block_bits)
                order = np.argsort(indices)
                yield indices[order], values[found][order]


class CompiledSpectra:
    """Spectra by compiled loops, in 16-bit integers."""

    block_bits = compiled.BLOCK_BITS

    def __init__(self, part: Part) -> None:
        lanes = part.columns & np.uint64((1 << compiled.LANE_BITS) - 1)
        places = part.columns >> np.uint64(compiled.LANE_BITS) & np.uint64((1 << compiled.PLACE_BITS) - 1)
        order = np.argsort(places, kind="stable")
        self._columns = (
            places[order].astype(np.int32),
            lanes[order].astype(np.uint8),
            part.columns[order] >> np.uint64(compiled.BLOCK_BITS),
            part.balance[order].astype(np.int16),
            compiled.lane_signs(),
        )
        self._block = np.empty((1 << compiled.PLACE_BITS, 1 << compiled.LANE_BITS), np.int16)

    def block(self, number: int) -> Signed:
        """Return W, (2**block_bits,), for t from number << block_bits on, natural order; valid until the next call."""
        compiled.transform_block()(*self._columns, np.uint64(number), self._block)
        return self._block.reshape(-1)

    def large(self, first: int, stop: int, least: int) -> Iterator[tuple[NDArray[np.uint64], Signed]]:
        """Yield (t, W(t)) for all W(t) ≥ `least` in the blocks first … stop - 1, some 2**26 values at a time."""
        collect = compiled.collect_blocks()
        indices = np.empty(_COLLECTED_AT_ONCE, np.uint64)
        values = np.empty(_COLLECTED_AT_ONCE, np.int16)
        while first < stop:
            upto = min(first + _BLOCKS_AT_ONCE, stop)
            found, first = collect(
                *self._columns, first, upto, max(least, np.iinfo(np.int16).min), self._block, indices, values
            )
            yield indices[:found].copy(), values[:found].copy()


def costs_of(spectrum: Signed, total: int, out: Signed) -> Signed:
    """Write the costs (total - W) / 2 of the spectrum W to `out`, of its shape and type, and return it.

    Both have one parity, so halving each first is exact and cannot overflow.

    >>> costs_of(np.array([5, 1, -3], np.int16), 5, np.zeros(3, np.int16)).tolist()
    [0, 2, 4]
    """
    np.right_shift(spectrum, 1, out=out)
    return np.subtract(spectrum.dtype.type(total >> 1), out, out=out)

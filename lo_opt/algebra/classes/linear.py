"""Small linear algebra over GF(2) on Python ints, and linear maps applied to whole arrays; knows no costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_CHUNK_BITS = 11


def reduced_echelon(rows: Sequence[int], mask: int) -> tuple[list[int], list[int]]:
    """Return the reduced row echelon form of `rows` with pivots only in the bits of `mask`, and the pivot bits.

    Rows that vanish on `mask` are left out; the other bits are carried along (an identity appended to the rows comes
    back as the transformation).

    >>> reduced_echelon([0b0110, 0b0101, 0b0011], 0b1111)
    ([5, 6], [0, 1])
    """
    done: list[int] = []
    pivots: list[int] = []
    for row in rows:
        for pivot, other in zip(pivots, done, strict=True):
            if row >> pivot & 1:
                row ^= other
        low = row & mask
        if not low:
            continue
        pivot = (low & -low).bit_length() - 1
        done = [other ^ row if other >> pivot & 1 else other for other in done]
        done.append(row)
        pivots.append(pivot)
    order = sorted(range(len(pivots)), key=pivots.__getitem__)
    return [done[k] for k in order], [pivots[k] for k in order]


class Span:
    """A growing list of vectors of GF(2)**n, as ints, that can say how another vector is their combination.

    A combination is an int too: bit k stands for the k-th vector that was added, dependent ones included.

    >>> span = Span()
    >>> [span.add(vector) for vector in (0b011, 0b110, 0b101)]
    [0, 0, 7]
    >>> span.express(0b101)
    3
    """

    def __init__(self) -> None:
        self._echelon: dict[int, tuple[int, int]] = {}
        self._added = 0

    def add(self, vector: int) -> int:
        """Add a vector; return 0 if it was independent, else the vanishing combination that it completes."""
        rest, combination = self._reduce(vector, 1 << self._added)
        self._added += 1
        if not rest:
            return combination
        self._echelon[rest.bit_length()] = (rest, combination)
        return 0

    def __contains__(self, vector: int) -> bool:
        return not self._reduce(vector, 0)[0]

    def express(self, vector: int) -> int:
        """Return a combination that gives `vector`, which must be in the span."""
        rest, combination = self._reduce(vector, 0)
        if rest:
            raise ValueError(f"{vector:#b} is not in the span")
        return combination

    def _reduce(self, vector: int, combination: int) -> tuple[int, int]:
        while vector and (known := self._echelon.get(vector.bit_length())) is not None:
            vector ^= known[0]
            combination ^= known[1]
        return vector, combination


@dataclass(frozen=True)
class LinearMap:
    """A linear map from words to words: bit k of the argument contributes `images[k]`, uint64 (bits,).

    >>> rotate = LinearMap(np.array([2, 4, 1], np.uint64))
    >>> rotate(np.array([0, 1, 3, 7], np.uint64)).tolist()
    [0, 2, 6, 7]
    """

    images: NDArray[np.uint64]

    @classmethod
    def from_masks(cls, masks: Sequence[int], bits: int, shift: int = 0) -> LinearMap:
        """Return the map whose output bit i is the parity of the argument, `bits` wide, under `masks[i] >> shift`.

        >>> LinearMap.from_masks([0b011, 0b110], 3)(np.array([0b100, 0b010], np.uint64)).tolist()
        [2, 3]
        """
        images = [sum((mask >> (k + shift) & 1) << i for i, mask in enumerate(masks)) for k in range(bits)]
        return cls(np.array(images, np.uint64))

    def __call__(self, words: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the image of each word; bits beyond the map's width must be zero."""
        result = np.zeros(words.shape, np.uint64)
        for first in range(0, len(self.images), _CHUNK_BITS):
            part = self.images[first : first + _CHUNK_BITS]
            table = np.zeros(1, np.uint64)
            for image in part:
                table = np.concatenate([table, table ^ image])
            chosen = words >> np.uint64(first) & np.uint64(len(table) - 1)
            result ^= table[chosen.astype(np.intp)]
        return result

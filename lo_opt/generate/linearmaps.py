"""A linear map over GF(2) applied to very many packed vectors at once, by tables of bytes; knows no puzzle."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words


class ByteMap:
    """The map that takes unit vector j to `images[j]`, words uint64 (n, w): 32 w bytes of tables for each n.

    >>> swap = ByteMap(np.array([[2], [1]], np.uint64))
    >>> swap.apply(np.array([[1, 0], [1, 1]], np.uint8)).tolist()
    [[2], [3]]
    """

    def __init__(self, images: Words) -> None:
        self._width = images.shape[1]
        self._tables = [_sums(images[first : first + 8]) for first in range(0, len(images), 8)]

    def apply(self, vectors: NDArray[np.uint8]) -> Words:
        """Return the images, uint64 (B, w), of 0/1 vectors uint8 (B, n)."""
        packed = np.packbits(vectors, axis=1, bitorder="little")
        out = np.zeros((len(vectors), self._width), np.uint64)
        for byte, table in enumerate(self._tables):
            out ^= table[packed[:, byte]]
        return out


def _sums(images: Iterable[Words]) -> Words:
    """Return the sums of all subsets of up to 8 images, uint64 (256, w); bit i of the index takes image i."""
    rows = list(images)
    table = np.zeros((256, len(rows[0])), np.uint64)
    for i, image in enumerate(rows):
        table[1 << i : 2 << i] = table[: 1 << i] ^ image
    return table

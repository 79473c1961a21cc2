"""All choices from several lists of cost vectors, added up, with the number of ways; knows vectors and counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.leaders.residues import Residues

Vectors = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True)
class Weighted:
    """Cost vectors in columns, `vectors` (length, n), and how many ways lead to each, `ways` int64 (p, n) residues."""

    vectors: Vectors
    ways: Residues

    @property
    def count(self) -> int:
        """Number of vectors n."""
        return int(self.vectors.shape[1])


def sums(parts: Sequence[Weighted], moduli: Residues, length: int, dtype: np.dtype[Any]) -> Weighted:
    """Return all sums of one vector from each of `parts`, the ways multiplied.

    >>> pair = Weighted(np.array([[0, 1]], np.int16), np.array([[1, 2]]))
    >>> both = sums([pair, pair], np.array([97]), 1, np.dtype(np.int16))
    >>> both.vectors.tolist(), both.ways.tolist()
    ([[0, 1, 1, 2]], [[1, 2, 2, 4]])
    """
    vectors, ways = np.zeros((length, 1), dtype), np.ones((len(moduli), 1), np.int64)
    for part in parts:
        vectors = (vectors[:, :, np.newaxis] + part.vectors[:, np.newaxis, :]).reshape(length, -1)
        products = ways[:, :, np.newaxis] * part.ways[:, np.newaxis, :] % moduli[:, np.newaxis, np.newaxis]
        ways = products.reshape(len(moduli), -1)
    return Weighted(vectors, ways)


def blocks(
    parts: Sequence[Weighted], moduli: Residues, length: int, dtype: np.dtype[Any], block_size: int
) -> Iterator[tuple[Weighted, Residues]]:
    """Yield all sums as `sums` does, in blocks of about `block_size`, each with a factor (p,) for all of its ways.

    >>> pair = Weighted(np.array([[0, 1]], np.int16), np.array([[1, 2]]))
    >>> found = blocks([pair, pair], np.array([97]), 1, np.dtype(np.int16), 2)
    >>> [(block.vectors.tolist(), block.ways.tolist(), factor.tolist()) for block, factor in found]
    [([[0, 1]], [[1, 2]], [1]), ([[1, 2]], [[1, 2]], [2])]
    """
    outer = len(parts)
    size = 1
    while outer and size * parts[outer - 1].count <= block_size:
        outer -= 1
        size *= parts[outer].count
    inner = sums(parts[outer:], moduli, length, dtype)
    for choice in np.ndindex(*(part.count for part in parts[:outer])):
        offset, factor = np.zeros(length, dtype), np.ones(len(moduli), np.int64)
        for part, i in zip(parts[:outer], choice, strict=True):
            offset += part.vectors[:, i]
            factor = factor * part.ways[:, i] % moduli
        yield Weighted(inner.vectors + offset[:, np.newaxis], inner.ways), factor


def merged(parts: Sequence[Weighted], moduli: Residues) -> Weighted:
    """Return the distinct vectors of all `parts`, the ways of equal ones added; vectors are not negative.

    >>> some = Weighted(np.array([[0, 1, 0], [2, 0, 2]], np.int16), np.array([[1, 2, 96]]))
    >>> found = merged([some], np.array([97]))
    >>> found.vectors.tolist(), found.ways.tolist()
    ([[1, 0], [0, 2]], [[2, 0]])
    """
    vectors = np.concatenate([part.vectors for part in parts], axis=1)
    ways = np.concatenate([part.ways for part in parts], axis=1)
    if vectors.shape[1] < 2:
        return Weighted(vectors, ways)
    keys = _packed(vectors)
    order = np.argsort(keys[0]) if len(keys) == 1 else np.lexsort(keys)
    keys = keys[:, order]
    first = np.flatnonzero(np.concatenate([[True], (keys[:, 1:] != keys[:, :-1]).any(axis=0)]))
    total = np.add.reduceat(ways[:, order], first, axis=1) % moduli[:, np.newaxis]
    return Weighted(vectors[:, order[first]], total)


def _packed(vectors: Vectors) -> NDArray[np.uint64]:
    """Return the columns packed into few words each, (words, n)."""
    bits = max(1, int(vectors.max()).bit_length())
    a_word = 64 // bits
    keys = np.zeros((-(-len(vectors) // a_word), vectors.shape[1]), np.uint64)
    for i, row in enumerate(vectors):
        keys[i // a_word] |= row.astype(np.uint64) << np.uint64(bits * (i % a_word))
    return keys

"""Which rearrangements of a profile's cells leave everything inside a flat as it is; knows no weights."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.flats.balances import Balance

MAX_MAPS = 256
_MAX_TRIED = 1 << 14


@functools.lru_cache(1 << 10)
def automorphisms(inside: tuple[Balance, ...], rank: int) -> list[tuple[int, ...]]:
    """Return linear maps that permute the columns of a flat and keep their ways, at most `MAX_MAPS`, identity first.

    Those that are not found quickly are left out: profiles are then merged less often, but counted alike. Up to rank 3
    there are 168 at most, so none is left out and they are a group, as the table at the bottom of a chain needs.

    A map is given by the images of the unit vectors 1, 2, 4, ... below 2**rank, which the columns must span.

    >>> ways = ((-1, 1), (1, 1))
    >>> automorphisms((Balance(1, ways), Balance(2, ways)), 2)
    [(1, 2), (2, 1)]
    """
    kind = {balance.column: balance.ways for balance in inside}
    often = Counter(kind.values())
    order = sorted(kind, key=lambda column: (often[kind[column]], column))
    basis: list[int] = []
    written = {0: 0}
    for column in order:
        if column not in written:
            written |= {other ^ column: bits | 1 << len(basis) for other, bits in written.items()}
            basis.append(column)
    decided: list[list[tuple[int, int]]] = [[] for _ in basis]  # columns whose image the first i images fix
    for column in kind:
        bits = written[column]
        decided[bits.bit_length() - 1].append((column, bits))

    tried = 0

    def extended(images: list[int], spanned: set[int]) -> Iterator[list[int]]:
        if len(images) == len(basis):
            yield images
            return
        for image in (column for column in order if column not in spanned):
            nonlocal tried
            tried += 1
            more = [*images, image]
            if all(kind.get(combined(more, bits)) == kind[column] for column, bits in decided[len(images)]):
                yield from extended(more, spanned | {other ^ image for other in spanned})
            if tried > _MAX_TRIED:
                return

    maps = []
    for images in extended([], {0}):
        maps.append(tuple(combined(images, written[1 << i]) for i in range(rank)))
        if len(maps) == MAX_MAPS:
            break
    identity = tuple(1 << i for i in range(rank))
    return [identity, *(found for found in maps if found != identity)]


def combined(vectors: Sequence[int], bits: int) -> int:
    """Return the sum over GF(2) of the vectors at the places of `bits`."""
    total = 0
    for i, vector in enumerate(vectors):
        if bits >> i & 1:
            total ^= vector
    return total


def spanned(vectors: Sequence[int]) -> set[int]:
    """Return all sums over GF(2) of the vectors."""
    span = {0}
    for vector in vectors:
        span |= {other ^ vector for other in span}
    return span


def cell_maps(maps: Sequence[tuple[int, ...]], rank: int, *, shifted: bool) -> NDArray[np.int64]:
    """Return what these linear maps do to the cells, int64 (maps, 2**rank): cell w takes the value of cell [m, w].

    Cell w sees column p with the sign (-1)**|w & p|, so it goes where bit i is |w & image of 2**i| mod 2. If `shifted`,
    each is followed by all translations of the cells, which turn the signs of columns: (maps * 2**rank, 2**rank).
    """
    cells = np.arange(1 << rank, dtype=np.int64)
    images = np.array(maps, np.int64).reshape(len(maps), rank, 1)
    odd = np.bitwise_count(images & cells).astype(np.int64) & 1
    moved: NDArray[np.int64] = (odd << np.arange(rank).reshape(1, rank, 1)).sum(axis=1)
    if shifted:
        moved = (moved[:, np.newaxis] ^ cells[:, np.newaxis]).reshape(-1, 1 << rank)
    return moved

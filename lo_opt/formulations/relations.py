"""Short linear relations over GF(2) among distinct vectors, from which all others follow; knows vectors, no puzzle."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence

import numpy as np

from lo_opt.algebra.bits import from_row_ints

MAX_PAIRED = 2**11  # beyond so many vectors each is defined by basis vectors: to look at pairs would take too long
MAX_TRIPLES_EACH = 10  # of triples not needed, so many times the number of vectors are kept

Relation = tuple[int, ...]


def short_relations(vectors: Sequence[int], basis: Sequence[int]) -> tuple[list[Relation], list[Relation]]:
    """Return relations, each a tuple of indices of vectors that add up to 0: the needed ones, and triples implied.

    `vectors` are distinct and not 0, one int each; those at the indices in `basis` are the unit vectors 1, 2, 4, ...
    in this order. The needed relations are as many as there are other vectors, each of which one of them defines by
    vectors that come before it: by two where that is possible, else by the nearest vector and what it differs in.

    >>> short_relations([1, 2, 4, 3, 7, 6], basis=[0, 1, 2])
    ([(1, 2, 5), (0, 4, 5), (2, 3, 4)], [(0, 1, 3)])
    """
    if len(vectors) > MAX_PAIRED:
        return [_by_basis(vectors, basis, index) for index in sorted({*range(len(vectors))} - {*basis})], []
    triples = list(itertools.islice(_triples(vectors), MAX_TRIPLES_EACH * len(vectors)))
    through: list[list[Relation]] = [[] for _ in vectors]
    for triple in triples:
        for index in triple:
            through[index].append(triple)
    words = from_row_ints(vectors, len(basis))
    known = np.zeros(len(vectors), np.bool_)
    known[list(basis)] = True
    nearest = np.full(len(vectors), -1, np.intp)
    terms = np.bitwise_count(words).sum(
        axis=1, dtype=np.int64
    )  # that define each vector, by basis vectors or a near one
    needed: dict[Relation, None] = {}
    fresh = list(basis)
    while True:
        while fresh:
            index = fresh.pop()
            apart = np.bitwise_count(words ^ words[index]).sum(axis=1, dtype=np.int64) + 1
            closer = apart < terms
            nearest[closer], terms[closer] = index, apart[closer]
            for triple in through[index]:
                unknown = [other for other in triple if not known[other]]
                if len(unknown) == 1:
                    known[unknown] = True
                    needed[triple] = None
                    fresh += unknown
        left = np.flatnonzero(~known)
        if not len(left):
            return list(needed), [triple for triple in triples if triple not in needed]
        index = int(left[terms[left].argmin()])
        near = int(nearest[index])
        needed[_by_basis(vectors, basis, index, *([near] if near >= 0 else []))] = None
        known[index] = True
        fresh.append(index)


def _by_basis(vectors: Sequence[int], basis: Sequence[int], *indices: int) -> Relation:
    """Return the relation of the vectors at `indices` and the basis vectors that their sum takes."""
    rest = functools.reduce(int.__xor__, (vectors[index] for index in indices))
    return tuple(sorted([*indices, *(unit for place, unit in enumerate(basis) if rest >> place & 1)]))


def _triples(vectors: Sequence[int]) -> Iterator[Relation]:
    """Yield i < j < k with vectors[i] ^ vectors[j] ^ vectors[k] = 0."""
    place = {vector: index for index, vector in enumerate(vectors)}
    for i, left in enumerate(vectors):
        for j in range(i + 1, len(vectors)):
            k = place.get(left ^ vectors[j], -1)
            if k > j:
                yield i, j, k

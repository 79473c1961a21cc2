"""Which classes of kernel columns to list inside and which outside, and what that costs; knows sizes, no vectors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import prod

import numpy as np
from numpy.typing import NDArray

INSIDE_LIMIT = 1 << 20
"""At most so many numbers are kept for the classes inside."""

_TRIPLES_UP_TO = 24


@dataclass(frozen=True)
class Split:
    """The classes `inside` depend on the member only through its fibre, the others are `outside`.

    `order`, intp (members,), lists the members fibre by fibre; all `fibres` are equally large.
    """

    inside: list[int]
    outside: list[int]
    order: NDArray[np.intp]
    fibres: int


def candidate_splits(values: NDArray[np.int64], sizes: list[int]) -> Iterator[Split]:
    """Yield ways to split the classes with the combinations `values`, int64 (members, classes), of `sizes` shapes.

    >>> values = np.array([[0, 0, 0], [1, 0, 1], [0, 1, 1], [1, 1, 0]])
    >>> [(split.inside, split.fibres) for split in candidate_splits(values, [2, 3, 4])][:3]
    [([], 1), ([0], 2), ([1], 2)]
    """
    count = len(sizes)
    seen: set[tuple[int, ...]] = set()
    by_size = sorted(range(count), key=lambda label: -sizes[label])
    largest_first = [tuple(by_size[:n]) for n in range(count + 1)]
    spanning = [chosen for n in range(4 if count <= _TRIPLES_UP_TO else 3) for chosen in combinations(range(count), n)]
    for chosen, close in [*((c, True) for c in spanning), *((c, False) for c in largest_first)]:
        fibre_of, fibres = fibres_over(values[:, list(chosen)])
        inside = sorted(chosen)
        if close:
            first = np.unique(fibre_of, return_index=True)[1]
            inside = np.flatnonzero((values[first][fibre_of] == values).all(axis=0)).tolist()
        if tuple(inside) in seen or prod(sizes[label] for label in inside) * fibres > INSIDE_LIMIT:
            continue
        seen.add(tuple(inside))
        outside = [label for label in range(count) if label not in inside]
        yield Split(inside, outside, np.argsort(fibre_of, kind="stable"), fibres)


def fibres_over(values: NDArray[np.int64]) -> tuple[NDArray[np.intp], int]:
    """Number the distinct rows of `values` (members, some classes); return each member's, and how many there are.

    >>> fibres_over(np.array([[0], [1], [0], [1]]))[1]
    2
    """
    if not values.shape[1]:
        return np.zeros(len(values), np.intp), 1
    rows, fibre_of = np.unique(values, axis=0, return_inverse=True)
    return fibre_of.ravel(), len(rows)


def independent_classes(values: NDArray[np.int64], lengths: list[int], preferred: list[int]) -> list[int]:
    """Return classes whose combinations take all values of `lengths` independently; early ones of `preferred` first.

    >>> independent_classes(np.array([[0, 0, 0], [1, 0, 1], [0, 1, 1], [1, 1, 0]]), [2, 2, 2], [2, 0, 1])
    [2, 0]
    """
    chosen: list[int] = []
    fibre_of, fibres = np.zeros(len(values), np.int64), 1
    for label in preferred:
        if fibres == len(values):
            break
        finer = fibre_of * lengths[label] + values[:, label]
        if len(np.unique(finer)) == fibres * lengths[label]:
            chosen.append(label)
            fibre_of, fibres = finer, fibres * lengths[label]
    return chosen

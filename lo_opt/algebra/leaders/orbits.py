"""The unknowns of one class of kernel columns, as the costs they add under each translation; knows one class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import comb

Shape = tuple[int, ...]
"""Costs that a class adds when its combination is 0, 1, 2, ... spans."""

Shapes = dict[Shape, int]
"""How many ways to fill the class's unknowns lead to each shape."""


def filling_count(unknowns: Mapping[tuple[int, int], int], modulus: int) -> int:
    """Return how many fillings `shapes_of` goes through, those that permute equal unknowns counted once.

    >>> filling_count({(1, 1): 4, (2, 1): 1}, 3)
    45
    """
    total = 1
    for count in unknowns.values():
        total *= comb(count + modulus - 1, modulus - 1)
    return total


def shapes_of(unknowns: Mapping[tuple[int, int], int], span: int, modulus: int) -> Shapes:
    """Return the shapes of a class with `unknowns`: how many there are of each (factor, weight).

    An unknown with value x costs weight * ((x + factor * t) mod m) at the combination t, a multiple of `span`.

    >>> shapes_of({(1, 1): 2}, 1, 2)
    {(0, 2): 1, (1, 1): 2, (2, 0): 1}
    """
    shapes: Shapes = {(0,) * (modulus // span): 1}
    for (factor, weight), count in unknowns.items():
        single = [tuple(weight * ((x + factor * t) % modulus) for t in range(0, modulus, span)) for x in range(modulus)]
        following: Counter[Shape] = Counter()
        for values, ways in _fillings(count, modulus):
            more = tuple(
                sum(n * shape[i] for n, shape in zip(values, single, strict=True)) for i in range(modulus // span)
            )
            for shape, before in shapes.items():
                following[tuple(a + b for a, b in zip(shape, more, strict=True))] += before * ways
        shapes = dict(sorted(following.items()))
    return shapes


def up_to_rotation(shapes: Shapes) -> Shapes:
    """Return the shapes with those that are rotations of each other counted as one.

    >>> up_to_rotation({(0, 2): 1, (1, 1): 2, (2, 0): 1})
    {(0, 2): 2, (1, 1): 2}
    """
    orbits: Counter[Shape] = Counter()
    for shape, ways in shapes.items():
        orbits[min(shape[i:] + shape[:i] for i in range(len(shape)))] += ways
    return dict(orbits)


def _fillings(count: int, modulus: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield (how many of `count` unknowns have each value 0..m-1, in how many ways)."""
    if modulus == 1:
        yield (count,), 1
        return
    for first in range(count + 1):
        for others, ways in _fillings(count - first, modulus - 1):
            yield (first, *others), ways * comb(count, first)

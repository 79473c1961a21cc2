"""Laws of weights and random choices of buttons, the same on every machine; knows numbers, no puzzle.

All draws come from `random.Random.random`, whose sequence Python promises to keep, and every law from a stream of its
own, so that a change to one of them leaves the others as they were.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from lo_opt.errors import unknown_name

Rows = list[list[int]]
HEAVIEST = 1000


def stream(seed: int, purpose: str) -> random.Random:
    """Return the generator of one purpose; streams of different purposes have nothing to do with each other."""
    return random.Random(f"{purpose}:{seed}")


def chosen(items: Iterable[int], count: int, seed: int, purpose: str) -> list[int]:
    """Return `count` of the items, all equally likely, sorted; a smaller count gives a subset of a larger one's.

    >>> set(chosen(range(9), 2, 1, "forbidden")) < set(chosen(range(9), 5, 1, "forbidden"))
    True
    """
    draw = stream(seed, purpose).random
    return sorted(sorted(items, key=lambda _: draw())[:count])


def unit(rows: int, cols: int, seed: int) -> Rows:  # noqa: ARG001 - every law has the same arguments
    """Return weight 1 everywhere."""
    return [[1] * cols for _ in range(rows)]


def uniform(rows: int, cols: int, seed: int) -> Rows:
    """Return whole weights 1 to 9, each equally likely.

    >>> weights = uniform(50, 50, 1)
    >>> min(map(min, weights)), max(map(max, weights))
    (1, 9)
    """
    draw = stream(seed, "weights uniform").random
    return [[1 + int(9 * draw()) for _ in range(cols)] for _ in range(rows)]


def heavy_tailed(rows: int, cols: int, seed: int) -> Rows:
    """Return whole weights w with P(w >= k) = 1/k (a Pareto law with exponent 1), at most 1000.

    >>> weights = sum(heavy_tailed(100, 100, 1), [])
    >>> 0.48 < sum(w >= 2 for w in weights) / len(weights) < 0.52, max(weights) > 500
    (True, True)
    """
    draw = stream(seed, "weights heavy-tailed").random
    return [[min(HEAVIEST, int(1 / (1 - draw()))) for _ in range(cols)] for _ in range(rows)]


def distance(rows: int, cols: int, seed: int) -> Rows:  # noqa: ARG001 - nothing is random here
    """Return 1 plus the distance from the centre of the board, in half cells along rows and columns.

    >>> distance(3, 2, 0)
    [[4, 4], [2, 2], [4, 4]]
    """
    return [[1 + abs(2 * r - rows + 1) + abs(2 * c - cols + 1) for c in range(cols)] for r in range(rows)]


Law = Callable[[int, int, int], Rows]
LAWS: dict[str, Law] = {"unit": unit, "uniform": uniform, "heavy-tailed": heavy_tailed, "distance": distance}


def law_named(name: str) -> Law:
    """Return the law of weights of that name: a function of rows, columns and seed.

    >>> law_named("uniform") is uniform
    True
    """
    if name not in LAWS:
        raise unknown_name("law of weights", name, LAWS)
    return LAWS[name]

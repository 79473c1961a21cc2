"""Two parts joined into a side: which of their values fit together and what they say of the other side; no search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.classes.entries import Addresses
from lo_opt.algebra.classes.linear import LinearMap, Span
from lo_opt.algebra.classes.parts import Part


@dataclass(frozen=True)
class Side:
    """How a value t_X of one part and an extended value (t_Y, s) of another determine the whole choice v.

    The spans of X and Y share `overlap` dimensions, so that as many parities must agree; outside both lie `free`
    dimensions, and their bits s are put above the bits of t_Y. `x_key(t_X) == y_key(t_Y)` says that the values fit.
    The looked-up part Z then has the value `x_first(t_X) ^ y_first(t_Y)`, the remaining part W
    `x_second(t_X) ^ y_second(t_Y)`. Bit i of v is the parity of t_X | (t_Y, s) << x_rank under `masks[i]`.
    """

    x_rank: int
    y_rank: int
    overlap: int
    free: int
    x_key: LinearMap
    y_key: LinearMap
    x_first: LinearMap
    y_first: LinearMap
    x_second: LinearMap
    y_second: LinearMap
    masks: tuple[int, ...]

    def choice(self, x: int, y: int) -> int:
        """Return v for fitting values t_X and (t_Y, s)."""
        both = x | y << self.x_rank
        return sum(((both & mask).bit_count() & 1) << i for i, mask in enumerate(self.masks))

    def addresses(self, first_rank: int, block_bits: int) -> tuple[Addresses, Addresses]:
        """Return the addresses of X and Y: the key above the value of the looked-up part, `first_rank` bits wide."""
        shift, bits = np.uint64(first_rank), first_rank + self.overlap
        return (
            Addresses(lambda x: self.x_first(x) | self.x_key(x) << shift, bits, block_bits),
            Addresses(lambda y: self.y_first(y) | self.y_key(y) << shift, bits, block_bits),
        )

    def second_place(self, x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.uint64]:
        """Return the values t_W for fitting values t_X and (t_Y, s)."""
        return self.x_second(x.astype(np.uint64)) ^ self.y_second(y.astype(np.uint64))

    def extend(self, indices: NDArray[np.uint64], costs: NDArray[Any]) -> tuple[NDArray[np.uint64], NDArray[Any]]:
        """Return k values of Y, uint64 (k,), and their costs once for each s, both (k << free,)."""
        free = np.arange(1 << self.free, dtype=np.uint64) << np.uint64(self.y_rank)
        return (free[:, np.newaxis] | indices).ravel(), np.tile(costs, len(free))


def join(x: Part, y: Part, first: Part, second: Part, dimension: int) -> Side:
    """Return the side of `x` and `y` with the other two parts as `first` (looked up) and `second`.

    >>> left, right = (Part((1 << i,), np.array([1], np.uint64), np.array([1])) for i in range(2))
    >>> empty = Part((), np.zeros(0, np.uint64), np.zeros(0, np.int64))
    >>> side = join(left, empty, right, empty, 2)
    >>> side.overlap, side.free, side.choice(1, 1)
    (0, 1, 3)
    """
    span = Span()
    for vector in x.basis:
        span.add(vector)
    relations = [relation for vector in y.basis if (relation := span.add(vector))]
    free = 0
    for i in range(dimension):
        if 1 << i not in span:
            span.add(1 << i)
            free += 1
    x_bits, y_bits = x.rank, y.rank + free

    def maps(masks: list[int]) -> tuple[LinearMap, LinearMap]:
        return LinearMap.from_masks(masks, x_bits), LinearMap.from_masks(masks, y_bits, x_bits)

    x_key, y_key = maps(relations)
    x_first, y_first = maps([span.express(vector) for vector in first.basis])
    x_second, y_second = maps([span.express(vector) for vector in second.basis])
    return Side(
        x_rank=x.rank,
        y_rank=y.rank,
        overlap=len(relations),
        free=free,
        x_key=x_key,
        y_key=y_key,
        x_first=x_first,
        y_first=y_first,
        x_second=x_second,
        y_second=y_second,
        masks=tuple(span.express(1 << i) for i in range(dimension)),
    )

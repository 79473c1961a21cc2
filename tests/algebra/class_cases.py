"""Small random cosets with classes, and their costs by brute force."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from lo_opt.algebra.bits import from_row_ints, pack, unpack
from lo_opt.algebra.spaces import SolutionSpace


@dataclass(frozen=True)
class Case:
    space: SolutionSpace
    weights: NDArray[np.int64]
    labels: NDArray[np.intp]

    def costs(self) -> NDArray[np.int64]:
        """The cost of every member, one after another."""
        kernel = unpack(self.space.kernel, self.space.size)
        choices = np.arange(1 << self.space.nullity)[:, np.newaxis] >> np.arange(self.space.nullity) & 1
        members = (choices @ kernel + self.space.particular) % 2
        return members @ self.weights

    def contains(self, presses: NDArray[np.uint8]) -> bool:
        """Whether `presses` is a member."""
        rows = [*unpack(self.space.kernel, self.space.size), presses ^ self.space.particular]
        return rank(rows) == self.space.nullity


def rank(rows: list[NDArray[np.uint8]]) -> int:
    pivots: list[int] = []
    for row in rows:
        value = int("0" + "".join(map(str, row)), 2)
        for pivot in pivots:
            value = min(value, value ^ pivot)
        if value:
            pivots.append(value)
    return len(pivots)


@st.composite
def cases(draw: st.DrawFn, max_nullity: int = 10) -> Case:
    """Cosets of nullity up to `max_nullity` with repeated and zero columns, ranks per class high or low."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    nullity = draw(st.integers(0, max_nullity))
    size = nullity + draw(st.integers(0, 30))
    class_count = draw(st.integers(1, 6))
    labels = random.integers(0, class_count, size)
    kernel = random.integers(0, 2, (nullity, size), np.uint8)
    kernel[:, random.random(size) < draw(st.sampled_from([0.0, 0.2]))] = 0
    if draw(st.booleans()) and nullity:
        # Each class sees only a few combinations of the choice: low ranks, as on a grid.
        for label in range(class_count):
            low = draw(st.integers(1, nullity))
            basis = random.integers(0, 2, (nullity, low))
            chosen = labels == label
            kernel[:, chosen] = basis @ random.integers(0, 2, (low, int(chosen.sum()))) % 2
    # An identity at random places makes the rows independent.
    places = random.permutation(size)[:nullity]
    kernel[:, places] = np.eye(nullity, dtype=np.uint8)
    weights = draw(
        st.sampled_from(
            [
                np.ones(size, np.int64),
                random.integers(0, 2, size),
                random.integers(1, 10, size),
                6 * random.integers(0, 4, size),
                random.integers(0, 1 << 46, size),
                (1 << random.integers(0, 40, size)).astype(np.int64),
            ]
        )
    )
    particular = random.integers(0, 2, size, np.uint8)
    return Case(SolutionSpace(particular, pack(kernel)), weights, labels.astype(np.intp))


def plus_grid(n: int) -> Case:
    """The all-lit n x n board with the plus rule, unit weights and its four parity classes, by chasing the lights."""
    full = (1 << n) - 1

    def chase(first: int, lit: int) -> tuple[int, int]:
        above, row, flat = 0, first, 0
        for r in range(n):
            flat |= row << (r * n)
            above, row = row, (row << 1 & full) ^ (row >> 1) ^ row ^ above ^ lit
        return flat, row

    pivots: dict[int, tuple[int, int]] = {}
    kernel = []

    def reduce(residue: int, chosen: int) -> tuple[int, int]:
        while residue and (known := pivots.get(residue.bit_length())) is not None:
            residue, chosen = residue ^ known[0], chosen ^ known[1]
        return residue, chosen

    for j in range(n):
        residue, chosen = reduce(chase(1 << j, 0)[1], 1 << j)
        if residue:
            pivots[residue.bit_length()] = residue, chosen
        else:
            kernel.append(chase(chosen, 0)[0])
    residue, first = reduce(chase(0, full)[1], 0)
    assert not residue
    particular = unpack(from_row_ints([chase(first, full)[0]], n * n), n * n)[0]
    rows, columns = np.divmod(np.arange(n * n), n)
    space = SolutionSpace(particular, from_row_ints(kernel, n * n))
    return Case(space, np.ones(n * n, np.int64), (2 * (rows % 2) + columns % 2).astype(np.intp))

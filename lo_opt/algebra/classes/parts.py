"""A coset cut into classes of buttons, each with its own low rank and columns; knows no search and no puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bits import Words, from_row_ints, pack, row_ints, unpack
from lo_opt.algebra.classes.congruence import cost_modulus
from lo_opt.algebra.classes.linear import reduced_echelon
from lo_opt.algebra.reduction import reduce_kernel
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.errors import InputError

RANK_LIMIT = 62
"""Ranks of classes must fit a 64-bit word; beyond about 40 their tables could not be enumerated anyway."""


@dataclass(frozen=True)
class Part:
    """One class, or a union: its cost is f(t) = sum over columns of |F| where the column's sign is wrong at t.

    `basis` are r independent kernel columns as ints over the coordinates of the whole coset; bit i of t is the parity
    of the choice under `basis[i]`. `columns`, uint64 (groups,), are the class's columns in that basis, and `balance`,
    int64 (groups,), the signed weights F, so that f(t) = (sum |F| - sum F(g) (-1)**|t & g|) / 2.
    """

    basis: tuple[int, ...]
    columns: NDArray[np.uint64]
    balance: NDArray[np.int64]

    @property
    def rank(self) -> int:
        """Dimension r of the class."""
        return len(self.basis)

    @property
    def total(self) -> int:
        """The sum of |F|: the largest cost imaginable."""
        return int(np.abs(self.balance).sum())


@dataclass(frozen=True)
class Coset:
    """A solution space in coordinates that keep only what the cost depends on.

    The choice v in GF(2)**dimension costs `fixed + scale * (sum over parts of f)`. It stands for the member x0 + uK
    with u the sum of `lifts[i]` over the bits i of v; 2**`indifferent` members have the same cost each. The sums of f
    are congruent to one another modulo `modulus` (0 if there is only one value).
    """

    dimension: int
    fixed: int
    scale: int
    modulus: int
    indifferent: int
    lifts: tuple[int, ...]
    rows: NDArray[np.uint8]
    balance: NDArray[np.int64]
    classes: NDArray[np.intp]

    def cost(self, units: int) -> int:
        """Return the cost of a choice whose parts cost `units` together."""
        return self.fixed + self.scale * units

    def lift(self, choice: int) -> int:
        """Return u, row i of the kernel in bit i, for the choice v."""
        result = 0
        for i, vector in enumerate(self.lifts):
            if choice >> i & 1:
                result ^= vector
        return result

    def part(self, labels: Sequence[int]) -> Part:
        """Return the union of the classes `labels`."""
        members = np.flatnonzero(np.isin(self.classes, labels))
        rows = row_ints(pack(self.rows[:, members]))
        echelon, pivots = reduced_echelon(rows, -1)
        if len(pivots) > RANK_LIMIT:
            raise InputError(f"a class has rank {len(pivots)}; at most {RANK_LIMIT} can be handled")
        coordinates = unpack(from_row_ints(echelon, len(members)), len(members))
        return Part(
            basis=tuple(sum((row >> pivot & 1) << i for i, row in enumerate(rows)) for pivot in pivots),
            columns=pack(coordinates.T)[:, 0] if len(pivots) else np.zeros(len(members), np.uint64),
            balance=self.balance[members],
        )

    def ranks(self) -> dict[int, int]:
        """Return the rank of each class that has columns at all."""
        return {
            int(label): len(reduced_echelon(row_ints(pack(self.rows[:, self.classes == label])), -1)[1])
            for label in np.unique(self.classes)
        }


def reduce_coset(space: SolutionSpace, weights: ArrayLike, labels: NDArray[np.intp]) -> Coset:
    """Return what is left of `space` once equal columns are merged and those without influence dropped.

    A column whose buttons are spread over several classes goes to the first of them. `weights` are n non-negative
    integers, `labels` n class numbers.

    >>> space = SolutionSpace(np.array([1, 0, 0, 1], np.uint8), np.array([[0b0111]], np.uint64))
    >>> coset = reduce_coset(space, [2, 2, 2, 5], np.array([0, 0, 1, 1]))
    >>> coset.dimension, coset.fixed, coset.scale, coset.ranks()
    (1, 7, 2, {0: 1})
    """
    if labels.shape != (space.size,):
        raise InputError(f"expected one label for each of {space.size} unknowns, got shape {labels.shape}")
    reduced = reduce_kernel(space, weights)
    classes = np.full(len(reduced.columns), np.iinfo(np.intp).max, np.intp)
    free = reduced.groups >= 0
    np.minimum.at(classes, reduced.groups[free], labels[free])
    useful = reduced.balance != 0
    balance = reduced.balance[useful]
    rows = _transpose(reduced.columns[useful], space.nullity)
    width = rows.shape[1]
    tagged = [row | 1 << (width + i) for i, row in enumerate(row_ints(pack(rows)))]
    echelon, _ = reduced_echelon(tagged, (1 << width) - 1)
    rows = unpack(from_row_ints([row & ((1 << width) - 1) for row in echelon], width), width)
    scale = int(np.gcd.reduce(balance)) if width else 1
    balance //= scale
    return Coset(
        dimension=len(echelon),
        fixed=reduced.cost(scale * int(np.abs(balance).sum())),
        scale=scale,
        modulus=cost_modulus(rows, balance),
        indifferent=space.nullity - len(echelon),
        lifts=tuple(row >> width for row in echelon),
        rows=rows,
        balance=balance,
        classes=classes[useful],
    )


def merge_classes(coset: Coset) -> list[list[int]]:
    """Return four groups of classes, some perhaps empty: the classes, merged where the union has the least rank."""
    groups = [[label] for label in coset.ranks()]
    while len(groups) > 4:
        candidates = [(coset.part(a + b).rank, i, j) for i, a in enumerate(groups) for j, b in enumerate(groups[:i])]
        _, i, j = min(candidates)
        groups[j] += groups.pop(i)
    return groups + [[] for _ in range(4 - len(groups))]


def _transpose(columns: Words, bits: int) -> NDArray[np.uint8]:
    """Return packed columns (groups, words) as 0/1 rows, uint8 (bits, groups)."""
    return np.ascontiguousarray(unpack(columns, bits).T)

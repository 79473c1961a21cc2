"""A coset cut into classes of buttons, each with its own low rank and columns; knows no search and no puzzle."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bits import Words, from_row_ints, pack, row_ints, unpack
from lo_opt.algebra.classes.congruence import cost_modulus
from lo_opt.algebra.classes.linear import Span, reduced_echelon
from lo_opt.algebra.reduction import reduce_kernel
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.errors import InputError, UnsupportedError

RANK_LIMIT = 62
"""Ranks of classes must fit a 64-bit word; beyond about 40 their tables could not be enumerated anyway."""

CLASS_LIMIT = 16
"""More classes than this are no structure worth merging into four parts."""


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
    are congruent to one another modulo `modulus` (0 if there is only one value). `rows`, uint8 (dimension, groups), are
    the distinct kernel columns that matter, `balance`, int64 (groups,), and `classes`, intp (groups,), their signed
    weights and labels.
    """

    dimension: int
    fixed: int
    scale: int
    indifferent: int
    lifts: tuple[int, ...]
    rows: NDArray[np.uint8]
    balance: NDArray[np.int64]
    classes: NDArray[np.intp]

    @cached_property
    def modulus(self) -> int:
        """What all sums of f differ by is a multiple of it; 0 if there is only one sum."""
        return cost_modulus(self.rows, self.balance)

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
        """Return the union of the classes `labels`; raises `UnsupportedError` if its rank exceeds `RANK_LIMIT`."""
        members = np.flatnonzero(np.isin(self.classes, labels))
        rows = row_ints(pack(self.rows[:, members]))
        echelon, pivots = reduced_echelon(rows, -1)
        if len(pivots) > RANK_LIMIT:
            raise UnsupportedError(f"a class has rank {len(pivots)}; at most {RANK_LIMIT} can be handled")
        coordinates = unpack(from_row_ints(echelon, len(members)), len(members))
        return Part(
            basis=_columns(rows, pivots),
            columns=pack(coordinates.T)[:, 0] if len(pivots) else np.zeros(len(members), np.uint64),
            balance=self.balance[members],
        )

    @cached_property
    def bases(self) -> dict[int, tuple[int, ...]]:
        """For each class that has columns at all a basis of their span, as ints over the coordinates."""
        labels = np.unique(self.classes).tolist()
        rows = {label: row_ints(pack(self.rows[:, self.classes == label])) for label in labels}
        return {label: _columns(rows[label], reduced_echelon(rows[label], -1)[1]) for label in labels}

    def ranks(self) -> dict[int, int]:
        """Return the rank of each class that has columns at all."""
        return {label: len(basis) for label, basis in self.bases.items()}


def reduce_coset(space: SolutionSpace, weights: ArrayLike, labels: NDArray[np.intp]) -> Coset:
    """Return what is left of `space` once equal columns are merged and those without influence dropped.

    A column whose buttons are spread over several classes goes to the first of them. `weights` are n non-negative
    integers (n,), `labels` n class numbers, intp (n,).

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
        indifferent=space.nullity - len(echelon),
        lifts=tuple(row >> width for row in echelon),
        rows=rows,
        balance=balance,
        classes=classes[useful],
    )


@dataclass(frozen=True)
class Union:
    """Classes taken together, and a basis of the span of all their columns, as in `Part`: of any rank."""

    labels: tuple[int, ...]
    basis: tuple[int, ...]

    def with_other(self, other: Union) -> Union:
        """Return the union of both."""
        span = Span()
        independent = tuple(vector for vector in (*self.basis, *other.basis) if not span.add(vector))
        return Union(self.labels + other.labels, independent)


def merge_classes(coset: Coset) -> list[Union]:
    """Return four unions of classes, some perhaps empty: the classes, merged where that gives the least rank.

    Raises `UnsupportedError` if there are more than `CLASS_LIMIT` classes.
    """
    if (count := len(np.unique(coset.classes))) > CLASS_LIMIT:
        raise UnsupportedError(f"{count} classes; at most {CLASS_LIMIT} are merged into four")
    groups = [Union((label,), basis) for label, basis in coset.bases.items()]
    merged: dict[tuple[int, ...], Union] = {}
    while len(groups) > 4:
        for first, second in itertools.combinations(groups, 2):
            labels = first.labels + second.labels
            if labels not in merged:
                merged[labels] = first.with_other(second)
        first, second = min(
            itertools.combinations(groups, 2), key=lambda pair: len(merged[pair[0].labels + pair[1].labels].basis)
        )
        groups = [group for group in groups if group not in (first, second)]
        groups.append(merged[first.labels + second.labels])
    return groups + [Union((), ()) for _ in range(4 - len(groups))]


def _columns(rows: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return the columns of packed `rows` at `places`, row i in bit i."""
    return tuple(sum((row >> place & 1) << i for i, row in enumerate(rows)) for place in places)


def _transpose(columns: Words, bits: int) -> NDArray[np.uint8]:
    """Return packed columns (groups, words) as 0/1 rows, uint8 (bits, groups)."""
    return np.ascontiguousarray(unpack(columns, bits).T)

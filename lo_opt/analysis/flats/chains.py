"""Chains of flats: nested spans of kernel columns, chosen so that counting along them is quick; counts nothing."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from lo_opt.analysis.flats.balances import Balance, Balances

MAX_NULLITY = 12
MAX_COLUMNS = 64
MAX_BOTTOM = 3
"""Rank of the flat up to which profiles are merged in a table: 2**3 cells."""

MAX_PROFILES = 1 << 21
MAX_TABLE = 1 << 27
"""Profiles, and profiles times their largest values, that the table at the bottom may have."""

_BEAM = 64


@dataclass(frozen=True)
class Chain:
    """Flats F(0) < F(1) < ... < F(nullity), each the span of its columns, of one rank more than the one before.

    `basis[:j]` spans F(j). `layers[j]` holds the columns of F(j + 1) that are not in F(j), written in that basis: bit i
    of `column` is the coefficient of `basis[i]`, so that bit j is the highest. Profiles are merged at F(bottom).
    """

    basis: tuple[int, ...]
    layers: tuple[tuple[Balance, ...], ...]
    bottom: int
    halvings: int = 0

    def inside(self, rank: int) -> tuple[Balance, ...]:
        """Return the columns in the flat of this rank."""
        return tuple(itertools.chain(*self.layers[:rank]))

    def vectors(self, rank: int) -> int:
        """Return how many vectors of values the columns outside the flat of this rank have."""
        return _vectors(list(itertools.chain(*self.layers[rank:])))

    def halved(self) -> Chain:
        """Return the chain with as many independent columns of the last layer halved as it has, long ones first.

        Quiet patterns turn the signs of independent columns independently, so that the sum over all vectors, of
        anything that depends on the profile alone, is 2**(columns halved) times what is left.
        """
        *lower, last = self.layers
        kept = set(independent(sorted(last, key=lambda balance: -len(balance.ways))))
        halved = tuple(balance.halved() if balance.column in kept else balance for balance in last)
        return Chain(self.basis, (*lower, halved), self.bottom, len(kept))


def independent(balances: Sequence[Balance]) -> list[int]:
    """Return the columns that are not in the span of those before."""
    chosen: list[int] = []
    for balance in balances:
        if _reduced(balance.column, _echelon(chosen)):
            chosen.append(balance.column)
    return chosen


def radices(inside: Sequence[Balance], rank: int) -> list[int]:
    """Return how many depths below the deepest cell matter in each of the 2**rank cells of a flat, 1 for cell 0.

    Profiles are turned so that cell 0 is largest. Cell v can catch up with it by twice the tops of the columns that
    tell v from 0, and all cells of a profile differ by even numbers; what is deeper never becomes the largest.
    """
    return [1 + sum(b.top for b in inside if (b.column & cell).bit_count() & 1) for cell in range(1 << rank)]


def chains_of(balances: Balances) -> list[Chain]:
    """Return some chains through the flats that hold most columns, the fewest vectors outside the bottom first.

    None where the part is too large to look for any.
    """
    nullity = balances.nullity
    if not 1 <= nullity <= MAX_NULLITY or len(balances.columns) > MAX_COLUMNS:
        return []
    if any(balance.column == 0 for balance in balances.columns):
        return []
    found = []
    for bottom in range(1, min(MAX_BOTTOM, nullity) + 1):
        bases = _bottoms(balances, bottom)
        for _ in range(bottom, nullity - 1):
            bases = _fullest(bases, balances, bottom)[:_BEAM]
        if bottom < nullity:
            bases = [(*base, added[0].column) for base in bases for added in _covers(balances, base)[1]]
        found += [_chain(balances, basis, bottom) for basis in bases]
    return sorted(found, key=lambda chain: chain.vectors(chain.bottom))


def _bottoms(balances: Balances, rank: int) -> list[tuple[int, ...]]:
    """Return bases of the flats of this rank with the most vectors inside whose table is small enough."""
    bases: list[tuple[int, ...]] = [()]
    for _ in range(rank):
        bases = _fullest(bases, balances)
    allowed = []
    for basis in bases:
        chain = _chain(balances, basis, rank)
        inside = chain.inside(rank)
        profiles = math.prod(radices(inside, rank))
        outside = sum(b.top for b in balances.columns) - sum(b.top for b in inside)
        if profiles <= MAX_PROFILES and profiles * (outside + 1) <= MAX_TABLE:
            allowed.append(basis)
    return allowed[:_BEAM]


def _covers(balances: Balances, basis: tuple[int, ...]) -> tuple[list[Balance], list[list[Balance]]]:
    """Return the columns in the span of `basis`, and for each flat of one rank more that holds it those it adds."""
    echelon = _echelon(basis)
    classes: dict[int, list[Balance]] = {0: []}
    for balance in balances.columns:
        classes.setdefault(_reduced(balance.column, echelon), []).append(balance)
    return classes.pop(0), list(classes.values())


def _fullest(bases: Sequence[tuple[int, ...]], balances: Balances, bottom: int = 0) -> list[tuple[int, ...]]:
    """Return a basis for each flat of one rank more that holds one of these, the most vectors inside first.

    What counts most are the vectors inside the flat of rank `bottom`.
    """
    flats: dict[frozenset[int], tuple[int, int, tuple[int, ...]]] = {}
    for base in bases:
        lowest = -_vectors(_covers(balances, base[:bottom])[0])
        inside, classes = _covers(balances, base)
        for added in classes:
            columns = [*inside, *added]
            key = frozenset(balance.column for balance in columns)
            found = (lowest, -_vectors(columns), (*base, added[0].column))
            flats[key] = min(flats.get(key, found), found)
    return [basis for *_, basis in sorted(flats.values())]


def _vectors(columns: Sequence[Balance]) -> int:
    return math.prod(len(balance.ways) for balance in columns)


def _chain(balances: Balances, basis: tuple[int, ...], bottom: int) -> Chain:
    """Return the chain of a basis, of a flat or of everything."""
    written = {0: 0}
    for i, vector in enumerate(basis):
        written |= {other ^ vector: bits | 1 << i for other, bits in written.items()}
    layers: list[list[Balance]] = [[] for _ in basis]
    for balance in balances.columns:
        if bits := written.get(balance.column):
            layers[bits.bit_length() - 1].append(Balance(bits, balance.ways))
    return Chain(basis, tuple(map(tuple, layers)), bottom)


def _echelon(basis: Sequence[int]) -> list[int]:
    """Return vectors with the same span whose leading bits differ, in decreasing order."""
    rest: list[int] = []
    for vector in basis:
        rest = sorted([*rest, _reduced(vector, rest)], reverse=True)
    return rest


def _reduced(vector: int, echelon: Sequence[int]) -> int:
    """Return the smallest number that differs from `vector` by a sum of `echelon`."""
    for other in echelon:
        if vector ^ other < vector:
            vector ^= other
    return vector

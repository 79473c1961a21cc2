"""A part as one number a kernel column: how far its buttons are from half pressed; knows parts, no flats."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from lo_opt.analysis.regions import Part


@dataclass(frozen=True)
class Balance:
    """What the buttons of one column contribute: `ways` maps a value to the press vectors that give it.

    A group of n buttons of price p, c of them pressed, gives p * (n - 2c) over the part's unit; groups of one column
    are added up. Values come in pairs of opposite sign with equal ways.
    """

    column: int
    ways: tuple[tuple[int, int], ...]

    @property
    def top(self) -> int:
        """The largest value."""
        return self.ways[-1][0]

    def halved(self) -> Balance:
        """Return the values that are not negative, 0 with half its ways: as many ways in all as one sign has."""
        kept = ((value, times if value else times // 2) for value, times in self.ways if value >= 0)
        return Balance(self.column, tuple(kept))


@dataclass(frozen=True)
class Balances:
    """All columns of a part.

    With value y(p) at column p, member u costs (total - unit * sum over p of (-1)**|u & p| y(p)) / 2. So the least cost
    is (total - unit * M) / 2 with M the largest of these sums.
    """

    nullity: int
    unit: int
    total: int
    buttons: int
    columns: tuple[Balance, ...]

    @classmethod
    def of(cls, part: Part) -> Balances:
        """Return the balances of a part, the columns in increasing order.

        >>> import numpy as np
        >>> part = Part(1, np.array([1]), np.array([3]), (np.arange(4),))
        >>> Balances.of(part).unit, Balances.of(part).columns[0].ways
        (6, ((-2, 1), (-1, 4), (0, 6), (1, 4), (2, 1)))
        """
        groups = list(zip(part.columns.tolist(), part.prices.tolist(), part.sizes.tolist(), strict=True))
        unit = unit_of(part)
        found: dict[int, Counter[int]] = {}
        for column, price, size in sorted(groups):
            before = found.get(column, Counter({0: 1}))
            after: Counter[int] = Counter()
            for pressed in range(size + 1):
                value, times = price * (size - 2 * pressed) // unit, math.comb(size, pressed)
                for other, others in before.items():
                    after[other + value] += others * times
            found[column] = after
        columns = tuple(Balance(column, tuple(sorted(ways.items()))) for column, ways in found.items())
        return cls(part.nullity, unit, part.total, int(part.sizes.sum()), columns)


def unit_of(part: Part) -> int:
    """Return the largest number that divides whatever a group of the part may contribute."""
    groups = zip(part.prices.tolist(), part.sizes.tolist(), strict=True)
    return math.gcd(*(math.gcd(price * size, 2 * price) for price, size in groups)) or 1

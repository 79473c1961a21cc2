"""The ways to pair four parts into two sides, and which one is cheapest; knows histograms, no tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lo_opt.algebra.classes.parts import Part
from lo_opt.algebra.classes.planning import Histogram, Ladder, pairs_by_level
from lo_opt.algebra.classes.sides import Side, join
from lo_opt.errors import UnsupportedError

OVERLAP_LIMIT = 20
"""Values of a side are kept in 2**overlap buckets."""

_PAIRINGS = ((0, 3, 1, 2), (0, 1, 2, 3), (0, 2, 1, 3))


@dataclass(frozen=True)
class Pairing:
    """Parts X, Y against Z, W and back: `order` holds their numbers, `sides` how each side determines the choice."""

    order: tuple[int, int, int, int]
    sides: tuple[Side, Side]

    def ladder(self, histograms: Sequence[Histogram]) -> Ladder:
        """Return the ladder of this pairing, given how many values of each part have each level."""
        a, b, c, d = (histograms[k] for k in self.order)
        first, second = self.sides
        return Ladder(
            pairs_by_level(a, b, first.overlap, first.free), pairs_by_level(c, d, second.overlap, second.free)
        )


def pairings(parts: Sequence[Part], dimension: int) -> list[Pairing]:
    """Return the pairings of four parts whose spans do not overlap too much.

    Raises `UnsupportedError` if there are none.
    """
    found = []
    for pairing in _PAIRINGS:
        # The smaller part of a side gets the free bits, and is the one to be looked up block by block.
        a, b = sorted(pairing[:2], key=lambda k: -parts[k].rank)
        c, d = sorted(pairing[2:], key=lambda k: -parts[k].rank)
        x, y, z, w = (parts[k] for k in (a, b, c, d))
        sides = join(x, y, w, z, dimension), join(z, w, y, x, dimension)
        if max(side.overlap for side in sides) <= OVERLAP_LIMIT:
            found.append(Pairing((a, b, c, d), sides))
    if not found:
        ranks = ", ".join(str(part.rank) for part in parts)
        raise UnsupportedError(
            f"classes of ranks {ranks} in {dimension} dimensions overlap too much to help; every way to pair them "
            f"shares more than {OVERLAP_LIMIT} dimensions"
        )
    return found


def cheapest(candidates: Sequence[Pairing], histograms: Sequence[Histogram], goal: float) -> tuple[Pairing, Ladder]:
    """Return the pairing, and its ladder, that reaches the height `goal` with the fewest pairs."""
    ladders = [(pairing, pairing.ladder(histograms)) for pairing in candidates]
    return min(ladders, key=lambda entry: entry[1].climb((-1, -1), math.inf, goal)[1])

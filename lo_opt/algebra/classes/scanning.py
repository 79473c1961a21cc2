"""One unit of work: the pairs of a side that point into some blocks, tested at their exact costs; no planning."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.classes import compiled
from lo_opt.algebra.classes.deadlines import Stop
from lo_opt.algebra.classes.entries import Entries
from lo_opt.algebra.classes.levels import byte_levels, levels_of
from lo_opt.algebra.classes.pairs import compiled_pairs, fitting_pairs
from lo_opt.algebra.classes.sides import Side
from lo_opt.algebra.classes.spectra import Signed
from lo_opt.algebra.classes.tables import CostTable


@dataclass(frozen=True)
class Window:
    """Pairs of one side to test: those with `above` < level + level ≤ `upto`, levels being `width` wide.

    Choices whose other side has a sum of levels ≤ `known` were met before and are not counted again.
    """

    side: Side
    x: Entries
    y: Entries
    first: CostTable
    second: CostTable
    floor: int
    width: int
    block_bits: int
    above: int
    upto: int
    known: int
    fast: bool

    @property
    def copied_bytes(self) -> int:
        """What a copy of it takes, in bytes."""
        return self.x.copied_bytes + self.y.copied_bytes + self.first.copied_bytes + self.second.copied_bytes


@dataclass(frozen=True)
class Found:
    """The lightest pair (t_X, extended t_Y) that some blocks hold, if it costs no more than was known.

    `ties` is how many pairs, not met before, have this `cost`; `complete` whether time allowed to test all.
    """

    cost: int
    pair: tuple[int, int] | None
    ties: int
    complete: bool

    def merge(self, other: Found) -> Found:
        """Return the better of both, with ties counted together; equal ones in a fixed order.

        >>> Found(5, (1, 2), 1, True).merge(Found(5, (0, 3), 1, True))
        Found(cost=5, pair=(0, 3), ties=2, complete=True)
        """
        complete = self.complete and other.complete
        if self.cost != other.cost:
            better = min(self, other, key=lambda found: found.cost)
            return Found(better.cost, better.pair, better.ties, complete)
        pairs = [pair for pair in (self.pair, other.pair) if pair is not None]
        return Found(self.cost, min(pairs, default=None), self.ties + other.ties, complete)


def scan_blocks(window: Window, blocks: range, best: int, stop: Stop) -> Found:
    """Test the pairs of `window` that point into `blocks` of its first part; `best` is the least cost known so far."""
    found = Found(best, None, 0, True)
    read = window.first.reader(window.block_bits)
    pairs = compiled_pairs if window.fast and compiled.available() else fitting_pairs
    for block in blocks:
        if stop.expired:
            return replace(found, complete=False)
        first_costs = read(block)
        table = byte_levels(first_costs, window.first.minimum, window.width)
        limit = _level_limit(window, found.cost)
        for xs, ys in pairs(window.x, window.y, block, table, window.above, window.upto, limit):
            if len(xs):
                found = found.merge(_judge(window, first_costs, xs, ys, found.cost))
            if stop.expired:
                return replace(found, complete=False)
    return found


def _level_limit(window: Window, cost: int) -> int:
    """Return the largest sum of three levels that a choice of this cost can have."""
    return min((cost - window.floor) // window.width, np.iinfo(np.int16).max)


def _judge(window: Window, block_costs: Signed, xs: NDArray[np.intp], ys: NDArray[np.intp], best: int) -> Found:
    """Return the lightest of the given pairs at their exact costs, if it costs at most `best`."""
    side, x, y = window.side, window.x, window.y
    first_costs = block_costs[x.low[xs] ^ y.low[ys]].astype(np.int64)
    costs = x.costs[xs].astype(np.int64) + y.costs[ys] + first_costs
    light = np.flatnonzero(costs + window.second.minimum <= best)
    xs, ys, costs, first_costs = xs[light], ys[light], costs[light], first_costs[light]
    second_costs = window.second.costs(side.second_place(x.indices[xs], y.indices[ys]))
    costs += second_costs
    if not len(costs) or (least := int(costs.min())) > best:
        return Found(best, None, 0, True)
    ties = np.flatnonzero(costs == least)
    other = levels_of(first_costs[ties], window.first.minimum, window.width)
    other += levels_of(second_costs[ties], window.second.minimum, window.width)
    tied_x, tied_y = x.indices[xs[ties]], y.indices[ys[ties]]
    lowest = np.lexsort((tied_y, tied_x))[0]
    pair = int(tied_x[lowest]), int(tied_y[lowest])
    return Found(least, pair, int(np.count_nonzero(other > window.known)), True)

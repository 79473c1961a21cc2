"""Counting the boards of a part along a chain of flats: which chain, how much work, and the count; draws nothing.

Write the least cost of a press vector as (total - M) / 2 with M = max over u of sum over columns p of (-1)**|u & p|
y(p), y(p) the balance of the buttons of column p. The columns outside a flat F are summed first. Those inside see of u
only its class modulo the members that F is blind to, so that of the sums outside only the largest of each class
matters: a profile of 2**rank(F) values. Profiles that an automorphism of the columns inside, or a translation of the
classes, makes equal are merged and their weights, numbers of press vectors, added; the columns of the next smaller flat
follow. Near the bottom a profile is a largest value and a few small depths below it, so that all are merged in a table.
"""

from __future__ import annotations

import itertools
import math
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.counting import TooLargeError
from lo_opt.analysis.flats.balances import Balances, unit_of
from lo_opt.analysis.flats.bottom import MAX_TABLE_STEPS, MAX_VALUES, table_rows, table_steps, table_values
from lo_opt.analysis.flats.chains import MAX_BOTTOM, Chain, chains_of
from lo_opt.analysis.flats.descent import MAX_SUMS, STEP_S, Descent, tail_steps, tail_sums, weight_bits
from lo_opt.analysis.flats.layers import pattern_count, patterns_of
from lo_opt.analysis.flats.symmetries import MAX_MAPS, automorphisms, cell_maps, combined, spanned
from lo_opt.analysis.regions import Part
from lo_opt.control import Control, DeadlineError
from lo_opt.errors import SolverError

MAX_STEPS = 1 << 36
"""Profiles that counting a part may look up: some minutes."""

_STORED = 1 << 20  # profiles held at once, before they are merged
_STORED_VALUES = 1 << 26
_PATTERN_VALUES = 1 << 26
_ROWS_AT_ONCE = 1 << 14
_HOPELESS = 4  # times the time left, foreseen; less may do, as machines differ
_START_S = 2.0  # loading the loops, merging the first profiles
_MAX_BUTTONS = 1 << 10
_LARGEST = 1 << 14  # sums and differences of them are 16-bit numbers
_ARRANGED = 1 << 30  # rearrangements looked at, at most, if there are more automorphisms than one
_CELL_MAPS = 1 << 22  # cells of all rearrangements


@dataclass(frozen=True)
class Elimination:
    """How a part is counted: the chain, halved in its first layer, and the rank of the flat whose profiles are stored.

    The chain is gone down from the largest flat. As far as `stored`, all profiles of a flat are merged before the next
    layer follows; from there on they are followed one by one to the table at the bottom, in about `passes` passes.
    """

    balances: Balances
    chain: Chain
    stored: int
    symmetries: int
    passes: int

    @classmethod
    def of(cls, part: Part) -> Elimination | None:
        """Return the quickest elimination found, None if none is known to be possible.

        >>> from lo_opt.analysis.counting import count_boards
        >>> part = Part(2, np.array([1, 2, 3]), np.array([1, 1, 1]), (np.arange(8), np.arange(4), np.arange(8)))
        >>> Elimination.of(part).count(Control()) == count_boards(part).boards
        True
        """
        if part.nullity < 1 or part.sizes.sum() > _MAX_BUTTONS or part.total // unit_of(part) >= _LARGEST:
            return None
        balances = Balances.of(part)
        outside = sorted(len(balance.ways) for balance in balances.columns)[: -((1 << MAX_BOTTOM) - 1)]
        if math.prod(outside) >> balances.nullity > MAX_STEPS * MAX_MAPS:  # whatever the chain
            return None
        plans = [cls._along(balances, chain) for chain in chains_of(balances)]
        possible = [plan for plan in plans if plan is not None]
        if not possible:
            return None
        maps = automorphisms(balances.columns, balances.nullity)
        possible = [replace(plan, symmetries=plan._kept_by(maps)) for plan in possible]
        return min(possible, key=lambda plan: plan.likely_steps)

    def _kept_by(self, maps: Sequence[tuple[int, ...]]) -> int:
        """Return how many of these linear maps take the stored flat to itself: so many profiles each are alike."""
        basis = self.chain.basis[: self.stored]
        flat = spanned(basis)
        return sum(all(combined(images, column) in flat for column in basis) for images in maps)

    @classmethod
    def _along(cls, balances: Balances, chain: Chain) -> Elimination | None:
        """Return the plan for one chain, None if numbers or arrays would become too large."""
        halved = chain.halved() if len(chain.layers) > chain.bottom else chain
        if halved.vectors(chain.bottom) > MAX_STEPS * MAX_MAPS:
            return None
        if any(pattern_count(layer) << rank > _PATTERN_VALUES for rank, layer in enumerate(halved.layers)):
            return None
        if math.prod(sum(times for _, times in b.ways) for b in chain.inside(chain.bottom)) >= 1 << 63:
            return None
        if table_values(chain) > MAX_VALUES or table_steps(chain) > MAX_TABLE_STEPS or tail_sums(chain) > MAX_SUMS:
            return None
        ranks = range(min(chain.bottom + 1, balances.nullity), balances.nullity + 1)
        stored = next(rank for rank in ranks if halved.vectors(rank) <= min(_STORED, _STORED_VALUES >> rank))
        below = list(itertools.chain(*halved.layers[chain.bottom : stored]))
        bits = weight_bits(
            math.prod(max(times for _, times in balance.ways) for balance in below),
            halved.vectors(stored) * math.prod(sum(times for _, times in balance.ways) for balance in below),
        )
        if bits < 1:
            return None
        above = list(itertools.chain(*halved.layers[stored:]))
        weight = math.prod(max(times for _, times in balance.ways) for balance in above)
        return cls(balances, halved, stored, 1, -(-weight.bit_length() // bits))

    @property
    def vectors(self) -> int:
        """How many vectors of balances lie outside the bottom: more than the profiles that will be looked up."""
        return self.chain.vectors(self.chain.bottom)

    @property
    def likely_steps(self) -> int:
        """About how many profiles will be looked up; `count` knows the number when it has merged the stored ones.

        Each is merged with what the translations and symmetries make of it, unless that is the same; and all are looked
        up again for each limb of the weights. Then the table is summed, in each pass.
        """
        looked_up = max(1, self.vectors // self.symmetries)
        return (
            looked_up + tail_steps(self.chain, table_rows(self.chain, self.chain.bottom))
        ) * self.passes + table_steps(self.chain)

    def likely_s(self, workers: int = 1) -> float:
        """Return about how many seconds counting takes with so many workers."""
        return _START_S + self.likely_steps * STEP_S / min(workers, os.cpu_count() or 1)

    def count(self, control: Control) -> dict[int, int] | None:
        """Return how many boards have each least cost, in increasing order, None if it would take beyond the deadline.

        `TooLargeError` if it would take longer than minutes: only merging the profiles shows that.

        It runs in `control.workers` threads, whatever the executor, and holds less than 2 GiB, mostly far less: the
        tables of all threads are bounded, and so are the profiles and patterns held at once.
        """
        if self.likely_s(control.workers) > _HOPELESS * control.remaining_s:
            return None
        try:
            sums = self._sums(control)
        except DeadlineError:
            return None
        return None if sums is None else self._boards(sums)

    def _sums(self, control: Control) -> dict[int, int] | None:
        """Return the press vectors by largest value, None as `count`; raises `DeadlineError`, `TooLargeError`."""
        profiles, weights = self._merged(control)
        common = math.gcd(*weights)
        descent = Descent.of(self.chain, self.stored, profiles, control)
        limbs = descent.limbs([weight // common for weight in weights])
        if limbs is None or descent.steps * len(limbs) > MAX_STEPS:
            raise TooLargeError
        sums: Counter[int] = Counter()
        for done, (shift, limb) in enumerate(limbs):
            found = descent.weighed(limb, control, done, len(limbs))
            if found is None:
                return None
            for largest, times in found.items():
                sums[largest] += (times << shift) * common
        return sums

    def _merged(self, control: Control) -> tuple[NDArray[np.int16], list[int]]:
        """Return the profiles of the stored flat, int16 (N, 2**stored), all different, and their exact weights.

        Raises `DeadlineError`.
        """
        from lo_opt.analysis.flats.loops import arrange, expand

        profiles, weights = np.zeros((1, 1 << len(self.chain.layers)), np.int16), [1]
        for rank in range(len(self.chain.layers) - 1, self.stored - 1, -1):
            patterns, ways = patterns_of(self.chain.layers[rank], rank + 1)
            made = np.empty((len(profiles) * len(patterns), 1 << rank), np.int16)
            unweighed = np.zeros(max(len(made), len(patterns)), np.uint64)
            expand(profiles, unweighed, patterns, unweighed, 0, made, unweighed)
            maps = automorphisms(self.chain.inside(rank), rank)
            maps = maps[: max(1, min(_ARRANGED // len(made) >> rank, _CELL_MAPS >> 2 * rank))]
            moved = cell_maps(maps, rank, shifted=True)
            for first in range(0, len(made), _ROWS_AT_ONCE):
                arrange(made[first : first + _ROWS_AT_ONCE], moved)
                control.check()
            rows = made.view(np.dtype((np.void, made.itemsize << rank))).ravel()
            _, kept, same = np.unique(rows, return_index=True, return_inverse=True)
            all_weights = (weight * times for weight in weights for times in ways)
            merged = [0] * len(kept)
            for i, weight in zip(same.tolist(), all_weights, strict=True):
                merged[i] += weight
            profiles, weights = made[kept], merged
        return profiles, weights

    def _boards(self, sums: dict[int, int]) -> dict[int, int]:
        """Return boards by cost from press vectors by largest value, having made sure that they are all boards."""
        again = self.balances.nullity - self.chain.halvings  # a board comes up 2**again times
        boards = {(self.balances.total - self.balances.unit * at) // 2: times >> again for at, times in sums.items()}
        if sum(boards.values()) != 1 << self.balances.buttons - self.balances.nullity:
            raise SolverError("the boards counted are not all boards: this is a defect of lo-opt, please report it")
        return {cost: boards[cost] for cost in sorted(boards) if boards[cost]}

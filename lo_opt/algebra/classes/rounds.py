"""Rounds of pairs, cheapest first, until the optimum is proved; knows tables and sides, no members."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from lo_opt.algebra.classes import compiled
from lo_opt.algebra.classes.deadlines import Countdown
from lo_opt.algebra.classes.entries import ENTRY_LIMIT, sort_entries
from lo_opt.algebra.classes.levels import LEVEL_LIMIT, levels_of
from lo_opt.algebra.classes.pairings import Pairing, cheapest
from lo_opt.algebra.classes.parts import Coset
from lo_opt.algebra.classes.planning import Ladder, expected_least
from lo_opt.algebra.classes.scanning import Found, Window, scan_blocks
from lo_opt.algebra.classes.sides import Side
from lo_opt.algebra.classes.streamed import StreamedTable
from lo_opt.algebra.classes.tables import CostTable
from lo_opt.algebra.parallel import results_of
from lo_opt.control import Control

_FIRST_ROUND = 1 << 18
_LEVELS = 240
_SMALL_ROUND = 1 << 20
_COUNTING_PAIRS = 1 << 22
_COMPILING_PAIRS = 1 << 26
_UNIT_VALUES = 1 << 24
_UNIT_PAIRS = {True: 1 << 25, False: 1 << 23}  # Some 0.2 s, compiled or not: so long workers go on after an interrupt.
_SENT_BYTES = 1 << 23
_PAIRS_PER_VISIT = 1 << 10


@dataclass
class State:
    """What a search knows: the best choice and its cost, a proved floor of all costs, and how many reach the best.

    Costs are sums of f, as in `Coset`. `ties` is the whole number only when `counted`.
    """

    incumbent: tuple[int, int]  # Cost and choice in one assignment: an interrupt cannot come between them.
    floor: int = 0
    ties: int = 0
    counted: bool = False
    pairs: float = 0.0

    @property
    def best(self) -> int:
        """The best cost so far."""
        return self.incumbent[0]

    def bound(self, modulus: int) -> int:
        """Return the floor rounded up to a possible cost: one congruent to the best modulo `modulus`.

        >>> State((10, 0), floor=7).bound(2)
        8
        """
        return self.best - max(0, self.best - self.floor) // modulus * modulus if modulus else self.best


class Rounds:
    """Rounds of pairs, each up to some levels of the two sides; after each the floor rises."""

    def __init__(
        self,
        coset: Coset,
        candidates: Sequence[Pairing],
        tables: Sequence[CostTable],
        state: State,
        control: Control,
        fast: bool | None,
    ) -> None:
        self._coset = coset
        self._candidates = candidates
        self._tables = tables
        self._state = state
        self._control = control
        self._fast = fast
        self._reached = (-1, -1)
        self._width, self._pairing, self._ladder, self._expected = self._plan()

    def run(self) -> None:
        """Climb until no untested choice can be lighter than the best; then count the best ones if that is cheap.

        Raises `MemoryError` where the lists outgrow the memory; the state keeps what was known before.
        """
        state, modulus = self._state, self._coset.modulus
        if not self._know_tables():
            return
        state.floor = max(state.floor, self._minima)
        self._width, self._pairing, self._ladder, self._expected = self._plan()
        streamed = sum(2.0**table.rank for table in self._tables if isinstance(table, StreamedTable))
        # A round that computes large tables again should find enough pairs to make that worth while.
        budget, growth = max(_FIRST_ROUND, streamed / 64), 8.0 if streamed else 3.0
        while self._ladder.height(self._reached) < (goal := self._height_above(state.best - modulus)):
            target, spent = self._ladder.climb(self._reached, budget, goal)
            if not self._test(target, spent):
                return
            budget = growth * state.pairs
        target, spent = self._ladder.climb(self._reached, math.inf, self._height_above(state.best))
        if spent <= max(_COUNTING_PAIRS, state.pairs / 4):
            state.counted = self._test(target, spent)

    @property
    def _minima(self) -> int:
        return sum(table.minimum for table in self._tables)

    def _height_above(self, cost: int) -> int:
        """Return the height from which on all choices cost more than `cost`."""
        return (cost - self._minima) // self._width + 1

    def _plan(self) -> tuple[int, Pairing, Ladder, int]:
        """Return the width of a level, the pairing with the fewest pairs, its ladder, and the height expected."""
        width = max(1, *(-(-(table.maximum - table.minimum) // LEVEL_LIMIT) for table in self._tables))
        expected = expected_least([table.histogram(width) for table in self._tables], self._coset.dimension)
        width *= max(1, -(-expected // _LEVELS))
        histograms = [table.histogram(width) for table in self._tables]
        expected = expected_least(histograms, self._coset.dimension)
        return width, *cheapest(self._candidates, histograms, expected + 1), expected

    def _know_tables(self) -> bool:
        """Make all minima exact, and the lists about as long as needed; return whether time allowed it."""
        levels, _ = self._ladder.climb((-1, -1), math.inf, self._expected + 1)
        for i, k in enumerate(self._pairing.order):
            table = self._tables[k]
            if not self._know(table, table.minimum + (levels[i // 2] + 1) * self._width):
                return False
            known = (table.minimum for table in self._tables if table.known_upto >= table.minimum)
            self._state.floor = max(self._state.floor, sum(known))
        return True

    def _know(self, table: CostTable, largest: int) -> bool:
        return table.know(largest, self._control, lambda share: self._tell("short lists", share, self._state.best))

    def _tell(self, stage: str, share: float, best: int) -> None:
        bound = self._coset.cost(self._state.bound(self._coset.modulus))
        self._control.tell(stage, share, self._coset.cost(best), bound)

    def _test(self, target: tuple[int, int], spent: float) -> bool:
        """Test all pairs up to the levels `target`, raising the floor; return whether there was time to."""
        for index in range(2):
            if target[index] == self._reached[index]:
                continue
            window = self._window(index, target[index], spent)
            if window is None:
                return False
            found = self._scan(window, spent)
            self._accept(found, window.side)
            if not found.complete:
                return False
            self._reached = (target[0], self._reached[1]) if index == 0 else (self._reached[0], target[1])
            height = self._ladder.height(self._reached)
            untested = self._state.best if math.isinf(height) else self._minima + int(height) * self._width
            self._state.floor = max(self._state.floor, min(self._state.best, untested))
        self._state.pairs += spent
        return True

    def _accept(self, found: Found, side: Side) -> None:
        """Take over what a scan found."""
        state = self._state
        if found.cost == state.best:
            state.ties += found.ties
        elif found.pair is not None:
            state.incumbent = found.cost, side.choice(*found.pair)
            state.ties = found.ties

    def _window(self, index: int, upto: int, pairs: float) -> Window | None:
        """Return the new pairs of side `index` up to the level `upto`; None if time does not allow it."""
        order = self._pairing.order if index == 0 else self._pairing.order[2:] + self._pairing.order[:2]
        x, y, second, first = (self._tables[k] for k in order)
        side = self._pairing.sides[index]
        x_largest, y_largest = (self._largest(table, upto) for table in (x, y))
        if not (self._know(x, x_largest) and self._know(y, y_largest)):
            return None
        xs, x_costs = x.tail(x_largest)
        ys, y_costs = y.tail(y_largest)
        if max(len(xs), len(ys) * 2.0**side.free) > ENTRY_LIMIT:
            raise MemoryError(f"more than {ENTRY_LIMIT:.1e} entries")
        fast = self._fast
        if fast is None:
            worth_while = pairs > _COMPILING_PAIRS or any(table.fast for table in self._tables)
            fast = worth_while and compiled.available()
        block_bits = self._block_bits(first, len(xs), side.overlap, pairs, fast)
        x_addresses, y_addresses = side.addresses(first.rank, block_bits)
        width, control = self._width, self._control
        x_entries = sort_entries(xs, x_costs, x_addresses, lambda c: levels_of(c, x.minimum, width), fast, control)
        ys, y_costs = side.extend(ys, y_costs)
        y_entries = sort_entries(ys, y_costs, y_addresses, lambda c: levels_of(c, y.minimum, width), fast, control)
        if x_entries is None or y_entries is None:
            return None
        return Window(
            side=side,
            x=x_entries,
            y=y_entries,
            first=first,
            second=second,
            floor=self._minima,
            width=width,
            block_bits=block_bits,
            above=self._reached[index],
            upto=upto,
            known=self._reached[1 - index],
            fast=fast,
        )

    def _largest(self, table: CostTable, upto: int) -> int:
        """Return the largest cost of a value whose level, capped at `LEVEL_LIMIT`, is at most `upto`."""
        if upto >= LEVEL_LIMIT:
            return table.ceiling
        return table.minimum + (upto + 1) * self._width - 1

    @staticmethod
    def _block_bits(first: CostTable, entries: int, overlap: int, pairs: float, fast: bool) -> int:
        """Return the size of a block: in the cache if possible, but not so small that visits outweigh the pairs."""
        bits, most = max(19, first.least_block_bits), 22 if fast else 26
        while bits < min(first.rank, most):
            blocks = 2.0 ** (first.rank - bits)
            visits = blocks * blocks * 2.0**overlap * _PAIRS_PER_VISIT if fast else blocks * entries
            if visits <= pairs:
                break
            bits += 1
        return min(first.rank, bits)

    def _scan(self, window: Window, pairs: float) -> Found:
        """Return the best pair of `window`, tested here or on the executor.

        Every unit needs all of both lists, whatever blocks it looks up. Lists too long to be sent with each unit are
        therefore not given to other processes, but scanned by as many threads in this one.
        """
        control = self._control
        if control.executor is None or pairs <= _SMALL_ROUND:
            return self._scanned(window, pairs, replace(control, executor=None))
        if isinstance(control.executor, ThreadPoolExecutor) or window.copied_bytes <= _SENT_BYTES:
            return self._scanned(window, pairs, control)
        workers = min(control.workers, os.cpu_count() or 1)
        with ThreadPoolExecutor(workers) as threads:
            return self._scanned(window, pairs, replace(control, executor=threads, workers=workers))

    def _scanned(self, window: Window, pairs: float, control: Control) -> Found:
        """Return the best pair of `window`, tested in units of some 0.2 s, in order or where `control` says."""
        blocks = 1 << (window.first.rank - window.block_bits)
        chunk = min(_UNIT_VALUES >> window.block_bits, int(blocks * _UNIT_PAIRS[window.fast] / (pairs + 1)))
        if control.executor is not None:
            chunk = min(chunk, blocks // (4 * control.workers))
        starts = range(0, blocks, max(1, chunk))
        found = Found(self._state.best, None, 0, True)
        done = 0
        for result in self._results(window, starts, control):
            done += 1
            found = found.merge(result)
            self._tell("pairs", done / len(starts), found.cost)
            if not result.complete:
                break
        return found if done == len(starts) else replace(found, complete=False)

    def _results(self, window: Window, starts: range, control: Control) -> Iterator[Found]:
        best, blocks = self._state.best, 1 << (window.first.rank - window.block_bits)
        stop = control if control.executor is None else Countdown(control.remaining_s)
        units = ((window, range(start, min(start + starts.step, blocks)), best, stop) for start in starts)
        if control.executor is None:  # The deadline is for the unit to obey: it says whether it was complete.
            return (scan_blocks(*unit) for unit in units)
        return results_of(scan_blocks, units, control)

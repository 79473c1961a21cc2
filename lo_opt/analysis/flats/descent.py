"""Profiles followed one by one down a chain to the table at its bottom, in threads, with exact sums of weights."""

from __future__ import annotations

import math
import os
import queue
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.parallel import results_of
from lo_opt.analysis.flats.bottom import Bottom
from lo_opt.analysis.flats.chains import Chain
from lo_opt.analysis.flats.layers import as_halves, as_lanes, patterns_of
from lo_opt.analysis.flats.sums import SUMMED_ROWS, summed_products
from lo_opt.control import Control

STEP_S = 1.2e-8
"""Seconds that a step, one profile looked up in the table, takes, roughly."""

MAX_SUMS = 1 << 22
"""Long whole numbers that the sums at the end may be made of: seconds, and no memory to speak of."""

_LIMB_PAIRS = 18  # of a sum of 96 bits and a number of 64 bits
_STEPS_A_SUM = 4
_PRODUCTS_A_STEP = 32

_STEPS_AT_ONCE = 1 << 24
_ROWS_AT_ONCE = 1 << 12
_SUMS_AT_ONCE = 1 << 14  # long whole numbers
_TABLE_BYTES = 3 << 29  # of all threads
_WEIGHT_BITS = 64  # of the weight of one step
_SUM_BITS = 96  # of all weights together, so of any sum
_TRIAL_S = 3.0  # the speed so far tells after this how long it will take

Table = tuple[NDArray[np.uint64], NDArray[np.uint32]]


def weight_bits(most: int, in_all: int) -> int:
    """Return how many bits b weights may have: so many that no step and no sum overflows.

    A step weighs less than 2**b * `most`, the product of the most ways of each layer; all steps together weigh less
    than 2**b * `in_all`, the number of weights times the product of all ways of each layer.

    >>> weight_bits(216, 40_000 * 4096**4)
    32
    """
    return min(_WEIGHT_BITS - most.bit_length(), _SUM_BITS - in_all.bit_length())


def tail_sums(chain: Chain) -> int:
    """Return how many sums the table and the weights of a chain make: a largest value outside, a rise inside."""
    inside = sum(balance.top for balance in chain.inside(chain.bottom))
    outside = sum(balance.top for layer in chain.layers[chain.bottom :] for balance in layer)
    return (outside + 1) * (2 * inside + 1)


def tail_steps(chain: Chain, classes: int) -> int:
    """Return how much work these sums are over a table of so many rows, in steps of the descent."""
    a_sum = _STEPS_A_SUM * -(-classes // SUMMED_ROWS) + classes // _PRODUCTS_A_STEP
    return tail_sums(chain) * _LIMB_PAIRS * a_sum


@dataclass(frozen=True)
class Layer:
    """The patterns of one layer, int16 (m, cells), and their ways, uint64 (m,), with the exact largest and sum."""

    patterns: NDArray[np.int16]
    ways: NDArray[np.uint64]
    most: int
    sum: int


@dataclass(frozen=True)
class Descent:
    """The stored profiles of one flat, the layers below it from the bottom up, and the table at the bottom.

    `largest` is the largest value that a profile at the bottom can have. Without layers the only profile is 0.
    """

    profiles: NDArray[np.int16]
    layers: tuple[Layer, ...]
    bottom: Bottom
    largest: int

    @classmethod
    def of(cls, chain: Chain, stored: int, profiles: NDArray[np.int16], control: Control) -> Descent:
        """Return the descent from the flat of rank `stored`, whose profiles these are, int16 (N, 2**stored).

        Raises `DeadlineError`.
        """
        layers = []
        for rank in range(chain.bottom, stored):
            patterns, ways = patterns_of(chain.layers[rank], rank + 1)
            held = [times if times < 1 << _WEIGHT_BITS else 0 for times in ways]  # too large ones leave no limbs
            layers.append(Layer(patterns, np.array(held, np.uint64), max(ways), sum(ways)))
        largest = sum(balance.top for layer in chain.layers[chain.bottom :] for balance in layer)
        return cls(profiles, tuple(layers), Bottom.of(chain, control), largest)

    @property
    def steps(self) -> int:
        """How many profiles are looked up at the bottom."""
        return len(self.profiles) * math.prod(len(layer.patterns) for layer in self.layers)

    def limbs(self, weights: list[int]) -> list[tuple[int, NDArray[np.uint64]]] | None:
        """Return the weights in limbs, each with its shift; None if not even one bit at a time can be summed."""
        bits = weight_bits(
            math.prod(layer.most for layer in self.layers),
            len(weights) * math.prod(layer.sum for layer in self.layers),
        )
        if bits < 1:
            return None
        return [
            (shift, np.array([weight >> shift & (1 << bits) - 1 for weight in weights], np.uint64))
            for shift in range(0, max(weights).bit_length(), bits)
        ]

    def weighed(self, weights: NDArray[np.uint64], control: Control, done: int, passes: int) -> dict[int, int] | None:
        """Return how many press vectors have each largest value; None at, or foreseeably beyond, the deadline.

        `DeadlineError` if that comes while the tables are summed. `done` of `passes` calls were made before this one.
        """
        shape = (len(self.bottom.values), self.largest + 1)
        if not self.layers:
            low = np.zeros(shape, np.uint64)
            low[self.bottom.classes[0], 0] = weights[0]
            return self._by_largest([(low, np.zeros(shape, np.uint32))], control)
        bytes_each = 12 * shape[0] * shape[1]
        threads = max(1, min(control.workers, os.cpu_count() or 1, _TABLE_BYTES // bytes_each))
        tables = [(np.zeros(shape, np.uint64), np.zeros(shape, np.uint32)) for _ in range(threads)]
        idle: queue.SimpleQueue[Table] = queue.SimpleQueue()
        for table in tables:
            idle.put(table)

        def follow(start: int, stop: int) -> None:
            table = idle.get()
            try:
                self._follow(len(self.layers) - 1, self.profiles, weights, start, stop, table)
            finally:  # or the threads that still wait for a table would wait for ever
                idle.put(table)

        count = self._count(len(self.layers) - 1, len(self.profiles))
        at_once = max(1, _STEPS_AT_ONCE * count // self.steps)
        parts = [(start, min(start + at_once, count)) for start in range(0, count, at_once)]
        began, finished = time.perf_counter(), 0
        with ThreadPoolExecutor(threads) as pool:
            here = replace(control, executor=pool if threads > 1 else None, workers=threads)
            for _ in results_of(follow, parts, here):
                finished += 1
                share = finished / len(parts)
                control.tell("counting", (done + share) / passes)
                elapsed = time.perf_counter() - began
                if elapsed > _TRIAL_S and elapsed * (1 - share) / share > control.remaining_s:
                    break
        return self._by_largest(tables, control) if finished == len(parts) else None

    def _count(self, layer: int, profiles: int) -> int:
        """Return how many pieces a layer's work has: profiles at the bottom, pairs of profile and pattern above."""
        return profiles * len(self.layers[layer].patterns) if layer else profiles

    def _follow(
        self,
        number: int,
        profiles: NDArray[np.int16],
        weights: NDArray[np.uint64],
        start: int,
        stop: int,
        table: Table,
    ) -> None:
        from lo_opt.analysis.flats.loops import expand, gather

        layer = self.layers[number]
        if number == 0:
            low, high = table
            gather(
                as_halves(profiles[start:stop]), weights[start:stop], as_lanes(layer.patterns), layer.ways,
                self.bottom.radices, self.bottom.classes, self.largest, low.ravel(), high.ravel(),
            )  # fmt: skip
            return
        for first in range(start, stop, _ROWS_AT_ONCE):
            rows = min(_ROWS_AT_ONCE, stop - first)
            made, made_weights = np.empty((rows, layer.patterns.shape[1]), np.int16), np.empty(rows, np.uint64)
            expand(profiles, weights, layer.patterns, layer.ways, first, made, made_weights)
            self._follow(number - 1, made, made_weights, 0, self._count(number - 1, rows), table)

    def _by_largest(self, tables: list[Table], control: Control) -> dict[int, int]:
        """Return the press vectors of the tables by largest value, the columns inside the bottom flat added.

        Raises `DeadlineError`.
        """
        sums: Counter[int] = Counter()
        at_once = max(1, _SUMS_AT_ONCE // self.bottom.values.shape[1])
        for low, high in tables:
            for first in range(0, self.largest + 1, at_once):
                control.check()
                block = slice(first, first + at_once)
                for largest, row in enumerate(
                    summed_products(low[:, block], high[:, block], self.bottom.values), first
                ):
                    for rise, times in enumerate(row, -self.bottom.reach):
                        sums[largest + rise] += times
        return {largest: times for largest, times in sums.items() if times}

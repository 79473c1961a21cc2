"""Costs of a class too large to keep: the lightest in a list, the others computed again block by block; no search."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.classes.deadlines import Countdown, Stop
from lo_opt.algebra.classes.direct import DirectCosts
from lo_opt.algebra.classes.entries import ENTRY_LIMIT
from lo_opt.algebra.classes.levels import LEVEL_LIMIT, levels_of
from lo_opt.algebra.classes.parts import Part
from lo_opt.algebra.classes.spectra import Signed, costs_of, spectra_of
from lo_opt.algebra.classes.tables import Tail, Tell, silent
from lo_opt.algebra.parallel import results_of
from lo_opt.control import Control

_SAMPLE_BITS = 22
_UNIT_BITS = 24  # 0.1 s if compiled, else 0.4 s: so long workers go on after an interrupt.


class StreamedTable:
    """The costs f(t) of a part too large to keep: the lightest ones in a list, others computed again when needed.

    Before the first `know`, `minimum` and the histogram are guessed from a sample.
    """

    def __init__(self, part: Part, fast: bool) -> None:
        self.rank = part.rank
        self.known_upto = -1.0
        self._part = part
        self._direct = DirectCosts(part)
        self.fast = fast
        self._indices = np.zeros(0, np.uint64)
        self._tail_costs: NDArray[Any] = np.zeros(0, np.int64)
        spectra = spectra_of(part, fast)
        self.least_block_bits = spectra.block_bits
        blocks = 1 << (part.rank - spectra.block_bits)
        stride = max(1, blocks >> max(0, _SAMPLE_BITS - spectra.block_bits))
        sample = [np.unique(spectra.block(number), return_counts=True) for number in range(0, blocks, stride)]
        values, inverse = np.unique(np.concatenate([pair[0] for pair in sample]), return_inverse=True)
        counts = np.bincount(inverse, weights=np.concatenate([pair[1] for pair in sample]))
        self._sample_costs = ((part.total - values.astype(np.int64)) // 2)[::-1]
        self._sample_counts = counts[::-1] * stride
        self.maximum = int(self._sample_costs[-1])
        self.ceiling = part.total
        self.copied_bytes = part.columns.nbytes + part.balance.nbytes + self._direct.table_bytes
        # The least of N normal values lies about sqrt(2 log N) deviations below the mean.
        mean = float(np.average(self._sample_costs, weights=counts[::-1]))
        growth = math.sqrt(part.rank / max(1.0, part.rank - math.log2(stride)))
        self.minimum = max(0, math.floor(mean - (mean - float(self._sample_costs[0])) * growth))

    def __getstate__(self) -> dict[str, Any]:
        """Leave the list at home: those who look up costs elsewhere do not need it."""
        return self.__dict__ | {"_indices": np.zeros(0, np.uint64), "_tail_costs": np.zeros(0, np.int64)}

    def know(self, largest: int, control: Control, tell: Tell = silent) -> bool:
        """List all t with f(t) <= `largest`, in one pass; return whether time allowed it.

        Raises `MemoryError` where they would be more than `ENTRY_LIMIT`.
        """
        if largest <= self.known_upto:
            return True
        largest = max(largest, int(self._sample_costs[0]))  # So that the list is not empty, and the minimum in it.
        if self._sample_counts[self._sample_costs <= largest].sum() > ENTRY_LIMIT:
            raise MemoryError(f"more than {ENTRY_LIMIT:.1e} entries")
        unit_bits = min(self.rank, _UNIT_BITS)
        stop: Stop = control if control.executor is None else Countdown(control.remaining_s)
        units = 1 << (self.rank - unit_bits)
        parts = ((self._part, self.fast, unit, unit_bits, largest, stop) for unit in range(units))
        found: dict[int, tuple[NDArray[np.uint64], NDArray[Any]]] = {}
        for unit, indices, costs, complete in results_of(collect_tail, parts, control):
            if not complete:
                return False
            found[unit] = indices, costs
            tell(len(found) / units)
        if len(found) < units:
            return False
        self._indices = np.concatenate([found[unit][0] for unit in range(units)])
        self._tail_costs = np.concatenate([found[unit][1] for unit in range(units)])
        self.known_upto = largest
        self.minimum = int(self._tail_costs.min())
        return True

    def histogram(self, width: int) -> NDArray[np.int64]:
        """Return how many t have each level, int64 (highest level + 1,), from the sample where not known."""
        # Never shorter than the true one: the ladder takes its end for the end of all pairs.
        length = min((self._part.total - self.minimum) // width, LEVEL_LIMIT) + 1
        unknown = self._sample_costs > self.known_upto
        levels = np.maximum(0, levels_of(self._sample_costs[unknown], self.minimum, width))
        counts = np.bincount(levels, self._sample_counts[unknown], minlength=length)
        known = np.bincount(levels_of(self._tail_costs, self.minimum, width), minlength=length)
        return known.astype(np.int64) + np.rint(counts).astype(np.int64)

    def tail(self, largest: int) -> Tail:
        """Return all t with f(t) <= `largest`, increasing, and their costs, both (k,); they must be known."""
        found = self._tail_costs <= largest
        return self._indices[found], self._tail_costs[found]

    def costs(self, indices: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return f at each of `indices`, int64 (k,), computed one by one."""
        return self._direct(indices)

    def reader(self, bits: int) -> Callable[[int], Signed]:
        """Return what gives f, (2**bits,), for t from block << bits on, in one thread and valid until its next call."""
        spectra = spectra_of(self._part, self.fast)
        step = 1 << spectra.block_bits
        pieces = 1 << (bits - spectra.block_bits)
        costs = np.empty(1 << bits, spectra.block(0).dtype)

        def read(block: int) -> Signed:
            for piece in range(pieces):
                costs_of(spectra.block(block * pieces + piece), self._part.total, costs[piece * step :][:step])
            return costs

        return read


def collect_tail(
    part: Part, fast: bool, unit: int, unit_bits: int, largest: int, stop: Stop
) -> tuple[int, NDArray[np.uint64], NDArray[Any], bool]:
    """Return (unit, indices, costs, complete): all t of one unit of 2**unit_bits with f(t) <= `largest`, increasing."""
    spectra = spectra_of(part, fast)
    blocks = 1 << max(0, unit_bits - spectra.block_bits)
    indices: list[NDArray[np.uint64]] = [np.zeros(0, np.uint64)]
    costs: list[NDArray[Any]] = [np.zeros(0, np.int16)]
    for found, values in spectra.large(unit * blocks, (unit + 1) * blocks, part.total - 2 * largest):
        indices.append(found)
        costs.append(costs_of(values, part.total, np.empty_like(values)))
        if stop.expired:
            return unit, np.concatenate(indices), np.concatenate(costs), False
    return unit, np.concatenate(indices), np.concatenate(costs), True

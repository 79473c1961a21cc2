"""All costs of one class: kept in memory when they fit, computed again block by block when not; no search."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.classes import compiled
from lo_opt.algebra.classes.deadlines import Countdown, Stop
from lo_opt.algebra.classes.direct import DirectCosts
from lo_opt.algebra.classes.parts import Part
from lo_opt.algebra.classes.spectra import Signed, spectra_of
from lo_opt.algebra.parallel import results_of
from lo_opt.algebra.transform import integer_type, walsh_hadamard
from lo_opt.control import Control

LEVEL_LIMIT = 4095
"""Levels are capped here: a capped level is still a true lower bound, and histograms stay short."""

ENTRY_LIMIT = 1 << 28
"""Lists do not grow longer than that: memory would not hold them."""

_CHUNK = 1 << 18
_CACHED = 1 << 15
_SAMPLE_BITS = 22
_UNIT_BITS = 24  # 0.1 s if compiled, else 0.4 s: so long workers go on after an interrupt.
_COMPILED_RANK = 25

Tell = Callable[[float], None]
Tail = tuple[NDArray[np.uint64], NDArray[Any]]


def silent(share: float) -> None:
    """Take a report of progress, and do nothing."""


def levels_of(costs: NDArray[Any], minimum: int, width: int) -> NDArray[np.int64]:
    """Return the level of each cost: how many whole `width` it lies above `minimum`, at most `LEVEL_LIMIT`.

    >>> levels_of(np.array([5, 7, 8, 11]), 5, 3).tolist()
    [0, 0, 1, 2]
    """
    return np.minimum((costs.astype(np.int64) - minimum) // width, LEVEL_LIMIT)


def byte_levels(costs: Signed, minimum: int, width: int) -> NDArray[np.uint8]:
    """Return the level of each cost, at most 255, in the narrow integers of `costs` all the way.

    The costs lie between `minimum` and the largest of their integers.

    >>> byte_levels(np.array([5, 7, 8, 11, 2000], np.int16), 5, 3).tolist()
    [0, 0, 1, 2, 255]
    """
    levels = np.empty(len(costs), np.uint8)
    for first in range(0, len(costs), _CACHED):
        some = costs[first : first + _CACHED] - costs.dtype.type(minimum)
        if width > np.iinfo(some.dtype).max:
            some.fill(0)
        elif width > 1:
            some //= width
        levels[first : first + _CACHED] = np.minimum(some, 255, out=some)
    return levels


class CostTable(Protocol):
    """What a search asks of the costs f(t) of a part."""

    @property
    def rank(self) -> int:
        """Number of bits of t."""
        ...

    @property
    def minimum(self) -> int:
        """The least cost; an estimate as long as `known_upto` is below it."""
        ...

    @property
    def maximum(self) -> int:
        """About the largest cost."""
        ...

    @property
    def ceiling(self) -> int:
        """No cost is above it."""
        ...

    @property
    def copied_bytes(self) -> int:
        """What a copy for `reader` and `costs` elsewhere takes, in bytes."""
        ...

    @property
    def fast(self) -> bool:
        """Whether compiled loops are in use."""
        ...

    @property
    def known_upto(self) -> float:
        """The cost up to which everything is known."""
        ...

    def know(self, largest: int, control: Control, tell: Tell = ...) -> bool:
        """Make `known_upto` at least `largest`, telling the share done; return whether time allowed it.

        Raises `MemoryError` where the list would be longer than `ENTRY_LIMIT`.
        """
        ...

    def histogram(self, width: int) -> NDArray[np.int64]:
        """Return how many t have each level, int64 (highest level + 1,), estimated where not known."""
        ...

    def tail(self, largest: int) -> Tail:
        """Return all t with f(t) <= `largest`, increasing, and their costs; they must be known."""
        ...

    def costs(self, indices: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return f at each of `indices`."""
        ...

    @property
    def least_block_bits(self) -> int:
        """The smallest `bits` that `reader` takes."""
        ...

    def reader(self, bits: int) -> Callable[[int], Signed]:
        """Return a function for one thread that gives f for t from block << bits on, valid until its next call."""
        ...


def fits(part: Part, stored_bytes: int) -> bool:
    """Return whether all costs of `part` together take at most `stored_bytes`."""
    return integer_type(part.total).itemsize << part.rank <= stored_bytes


def table_of(part: Part, stored_bytes: int, fast: bool | None) -> CostTable:
    """Return the costs of `part`, stored if they take up to `stored_bytes`."""
    if fits(part, stored_bytes):
        return StoredTable(part)
    return StreamedTable(part, part.rank >= _COMPILED_RANK and compiled.available() if fast is None else fast)


class StoredTable:
    """The costs f(t) of a part for all 2**rank values t, natural order, in the narrowest integers that hold them."""

    fast = False
    known_upto = math.inf
    least_block_bits = 0

    def __init__(self, part: Part) -> None:
        self.rank = part.rank
        spectrum = np.zeros(1 << part.rank, integer_type(part.total))
        np.add.at(spectrum, part.columns.astype(np.intp), part.balance.astype(spectrum.dtype))
        walsh_hadamard(spectrum)
        self._costs = _costs_of(spectrum, part.total, spectrum)
        self.minimum = int(self._costs.min())
        self.maximum = self.ceiling = int(self._costs.max())
        self.copied_bytes = self._costs.nbytes

    def know(self, largest: int, control: Control, tell: Tell = silent) -> bool:  # noqa: ARG002
        """Return True: everything is known."""
        return True

    def histogram(self, width: int) -> NDArray[np.int64]:
        """Return how many t have each level, int64 (highest level + 1,)."""
        counts = np.zeros(LEVEL_LIMIT + 1, np.int64)
        for first in range(0, self._costs.size, _CHUNK):
            chunk = levels_of(self._costs[first : first + _CHUNK], self.minimum, width)
            found = np.bincount(chunk)
            counts[: len(found)] += found
        return counts[: np.flatnonzero(counts)[-1] + 1]

    def tail(self, largest: int) -> Tail:
        """Return all t with f(t) <= `largest`, increasing, and their costs."""
        found = np.flatnonzero(self._costs <= largest)
        return found.astype(np.uint64), self._costs[found]

    def costs(self, indices: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return f at each of `indices`."""
        return self._costs[indices.astype(np.intp)].astype(np.int64)

    def reader(self, bits: int) -> Callable[[int], Signed]:
        """Return a function that gives f for t from block << bits on."""
        return lambda block: self._costs[block << bits : (block + 1) << bits]


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
        """Return all t with f(t) <= `largest`, increasing, and their costs; they must be known."""
        found = self._tail_costs <= largest
        return self._indices[found], self._tail_costs[found]

    def costs(self, indices: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return f at each of `indices`, one by one."""
        return self._direct(indices)

    def reader(self, bits: int) -> Callable[[int], Signed]:
        """Return a function for one thread that gives f for t from block << bits on, valid until its next call."""
        spectra = spectra_of(self._part, self.fast)
        step = 1 << spectra.block_bits
        pieces = 1 << (bits - spectra.block_bits)
        costs = np.empty(1 << bits, spectra.block(0).dtype)

        def read(block: int) -> Signed:
            for piece in range(pieces):
                _costs_of(spectra.block(block * pieces + piece), self._part.total, costs[piece * step :][:step])
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
        costs.append(_costs_of(values, part.total, np.empty_like(values)))
        if stop.expired:
            return unit, np.concatenate(indices), np.concatenate(costs), False
    return unit, np.concatenate(indices), np.concatenate(costs), True


def _costs_of(spectrum: Signed, total: int, out: Signed) -> Signed:
    """Write (total - W) / 2 to `out`. Both have one parity, so halving each first is exact and cannot overflow."""
    np.right_shift(spectrum, 1, out=out)
    return np.subtract(spectrum.dtype.type(total >> 1), out, out=out)

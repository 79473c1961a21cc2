"""All costs of one class, as a search asks for them, and kept in memory where they fit; no search."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.classes.levels import LEVEL_LIMIT, levels_of
from lo_opt.algebra.classes.parts import Part
from lo_opt.algebra.classes.spectra import Signed, costs_of
from lo_opt.algebra.transform import integer_type, walsh_hadamard
from lo_opt.control import Control

_CHUNK = 1 << 18

Tell = Callable[[float], None]
Tail = tuple[NDArray[np.uint64], NDArray[Any]]


def silent(share: float) -> None:
    """Take a report of progress, and do nothing."""


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
        """Return all t with f(t) <= `largest`, increasing, and their costs, both (k,); they must be known."""
        ...

    def costs(self, indices: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return f at each of `indices`, int64 (k,)."""
        ...

    @property
    def least_block_bits(self) -> int:
        """The smallest `bits` that `reader` takes."""
        ...

    def reader(self, bits: int) -> Callable[[int], Signed]:
        """Return what gives f, (2**bits,), for t from block << bits on, in one thread and valid until its next call."""
        ...


def fits(part: Part, stored_bytes: int) -> bool:
    """Return whether all costs of `part` together take at most `stored_bytes`."""
    return integer_type(part.total).itemsize << part.rank <= stored_bytes


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
        self._costs = costs_of(spectrum, part.total, spectrum)
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
        """Return all t with f(t) <= `largest`, increasing, and their costs, both (k,)."""
        found = np.flatnonzero(self._costs <= largest)
        return found.astype(np.uint64), self._costs[found]

    def costs(self, indices: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return f at each of `indices`, int64 (k,)."""
        return self._costs[indices.astype(np.intp)].astype(np.int64)

    def reader(self, bits: int) -> Callable[[int], Signed]:
        """Return a function that gives f, (2**bits,), for t from block << bits on."""
        return lambda block: self._costs[block << bits : (block + 1) << bits]

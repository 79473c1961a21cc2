"""All solutions of A x = b over GF(2) as one point and a kernel basis, and what a search for the lightest returns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words


@dataclass(frozen=True)
class SolutionSpace:
    """The affine space x0 + span(kernel) over GF(2).

    `particular` is x0, uint8 (n,) of 0/1. `kernel` holds the basis packed by rows, uint64 (nullity, word_count(n)), bit
    order of `lo_opt.algebra.bits`; the rows are linearly independent.
    """

    particular: NDArray[np.uint8]
    kernel: Words

    @property
    def size(self) -> int:
        """Number of unknowns n."""
        return int(self.particular.shape[0])

    @property
    def nullity(self) -> int:
        """Dimension of the kernel."""
        return int(self.kernel.shape[0])


@dataclass(frozen=True)
class Lightest:
    """The lightest member of a `SolutionSpace` found, and what was proved about it.

    `presses` is an integer array (n,), uint8 for two states, `cost` its exact integer cost, `bound` a proved lower
    bound on every member's cost (equal to `cost` when `exhausted`). `optimal_count` is the number of members that
    reach `cost`, None when not counted. `how` says in one clause by which way, for people. `interrupted` tells that a
    KeyboardInterrupt ended the search, `out_of_memory` that it would have needed more memory to go on.
    """

    presses: NDArray[np.integer]
    cost: int
    bound: int
    exhausted: bool
    optimal_count: int | None
    how: str
    interrupted: bool = False
    out_of_memory: bool = False

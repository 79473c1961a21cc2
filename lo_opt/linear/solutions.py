"""All solutions of a two-state puzzle, as boards: one of them and the kernel, or the certificate that there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lo_opt.algebra.bits import Words
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.puzzle import Board

MAX_KERNEL_BYTES = 2**31


@dataclass(frozen=True)
class Solutions:
    """One solution and a way to the kernel, or a certificate that there is no solution.

    `nullity` is the dimension of the space of quiet patterns that press no barred button; `kernel` returns a basis of
    it, packed, uint64 (nullity, word_count(button_count)), made at each call.
    """

    button_count: int
    nullity: int
    presses: Board | None
    certificate: Board | None
    kernel: Callable[[], Words]

    def space(self) -> SolutionSpace:
        """Return the solutions as an affine space; `MemoryError` if its basis would exceed 2 GiB."""
        if self.presses is None:
            raise ValueError("the puzzle has no solution")
        return SolutionSpace(self.presses.to_array().ravel().astype(np.uint8), self._bounded_kernel())

    def quiet_space(self) -> SolutionSpace:
        """Return the quiet patterns, the empty one included, as a linear space; errors as for `space`."""
        return SolutionSpace(np.zeros(self.button_count, np.uint8), self._bounded_kernel())

    def _bounded_kernel(self) -> Words:
        if self.nullity * self.button_count > 8 * MAX_KERNEL_BYTES:
            raise MemoryError(f"{self.nullity:,} quiet patterns of {self.button_count:,} buttons exceed 2 GiB")
        return self.kernel()

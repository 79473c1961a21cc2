"""All solutions of a two-state puzzle, as boards: one of them and the kernel, or the certificate that there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lo_opt.algebra.bits import Words
from lo_opt.algebra.elimination.checks import refuse_large_kernel
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control
from lo_opt.puzzle import Board


@dataclass(frozen=True)
class Solutions:
    """One solution and a way to the kernel, or a certificate that there is no solution.

    `nullity` is the dimension of the space of quiet patterns that press no barred button; `kernel` returns a basis of
    it, packed, uint64 (nullity, word_count(button_count)), made at each call under
    a control or None.
    """

    button_count: int
    nullity: int
    presses: Board | None
    certificate: Board | None
    kernel: Callable[[Control | None], Words]

    def space(self, control: Control | None = None) -> SolutionSpace:
        """Return the solutions as an affine space.

        Raises `MemoryError` if the basis would have more than 2**30 entries, `DeadlineError` if there is no time for
        it.
        """
        if self.presses is None:
            raise ValueError("the puzzle has no solution")
        return SolutionSpace(self.presses.to_array().ravel().astype(np.uint8), self._bounded_kernel(control))

    def quiet_space(self, control: Control | None = None) -> SolutionSpace:
        """Return the quiet patterns, the empty one included, as a linear space; errors as for `space`."""
        return SolutionSpace(np.zeros(self.button_count, np.uint8), self._bounded_kernel(control))

    def _bounded_kernel(self, control: Control | None) -> Words:
        refuse_large_kernel(self.nullity, self.button_count)
        return self.kernel(control)

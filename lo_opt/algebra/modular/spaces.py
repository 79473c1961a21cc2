"""All solutions of A x = b modulo m as one point and independent generators; knows no way to find them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import unpack
from lo_opt.algebra.spaces import SolutionSpace


@dataclass(frozen=True)
class ModularSpace:
    """The affine space of all x0 + c_0 g_0 + ... + c_(κ-1) g_(κ-1) modulo `modulus`.

    `particular` is x0, int64 (n,), `generators` int64 (κ, n), both of 0..modulus-1. `orders`, int64 (κ,), are the
    additive orders of the generators, prime powers where they come from `ModularElimination`. Every member is uniquely
    of this form with 0 <= c_i < orders[i].
    """

    modulus: int
    particular: NDArray[np.int64]
    generators: NDArray[np.int64]
    orders: NDArray[np.int64]

    @classmethod
    def from_bits(cls, space: SolutionSpace) -> ModularSpace:
        """Return a space over GF(2) in this form.

        >>> space = SolutionSpace(np.array([1, 0], np.uint8), np.array([[3]], np.uint64))
        >>> ModularSpace.from_bits(space).generators.tolist()
        [[1, 1]]
        """
        generators = unpack(space.kernel, space.size).astype(np.int64)
        return cls(2, space.particular.astype(np.int64), generators, np.full(len(generators), 2, np.int64))

    @property
    def size(self) -> int:
        """Number of unknowns n."""
        return int(self.particular.shape[0])

    @property
    def nullity(self) -> int:
        """Number of generators κ: the dimension of the kernel if the modulus is prime."""
        return int(self.generators.shape[0])

    @property
    def member_count(self) -> int:
        """Number of members, the product of the orders."""
        return prod(self.orders.tolist())

    def member(self, choice: Sequence[int]) -> NDArray[np.int64]:
        """Return the member with the coefficients `choice` (κ,).

        >>> space = ModularSpace(4, np.array([1, 2]), np.array([[2, 3]]), np.array([4]))
        >>> space.member([3]).tolist()
        [3, 3]
        """
        return (self.particular + np.asarray(choice, np.int64) @ self.generators) % self.modulus

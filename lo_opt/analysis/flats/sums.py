"""Exact sums of products of long whole numbers by products of matrices of doubles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

SUMMED_ROWS = 1 << 12
"""Rows whose products one product of matrices adds up."""

_LEFT_BITS = 16
_RIGHT_BITS = 24  # 16 + 24 + 12 bits of rows = 52: every sum is a whole number that a double holds exactly


def summed_products(low: NDArray[np.uint64], high: NDArray[np.uint32], right: NDArray[np.uint64]) -> list[list[int]]:
    """Return (high * 2**64 + low).T @ right in exact whole numbers: rows (n, a) and (n, b) give (a, b).

    >>> low, high, right = np.array([[2**63]], np.uint64), np.array([[3]], np.uint32), np.array([[2**63]], np.uint64)
    >>> summed_products(low, high, right) == [[(3 * 2**64 + 2**63) * 2**63]]
    True
    """
    total = np.zeros((low.shape[1], right.shape[1]), object)
    for first in range(0, len(low), SUMMED_ROWS):
        rows = slice(first, first + SUMMED_ROWS)
        others = list(_limbs(right[rows], _RIGHT_BITS))
        for base, whole in ((0, low[rows]), (64, high[rows])):
            for shift, limb in _limbs(whole, _LEFT_BITS):
                for other_shift, other in others:
                    product = (limb.T @ other).astype(np.int64).astype(object)
                    total += product << (base + shift + other_shift)
    return [[int(entry) for entry in row] for row in total.tolist()]


def _limbs(whole: NDArray[np.uint64] | NDArray[np.uint32], bits: int) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Yield the shift and the limb, as doubles, of each limb of `bits` bits that is not 0 everywhere."""
    largest = int(whole.max(initial=0))
    for shift in range(0, largest.bit_length(), bits):
        yield shift, (whole >> whole.dtype.type(shift) & whole.dtype.type((1 << bits) - 1)).astype(np.float64)

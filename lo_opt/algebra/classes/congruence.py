"""The modulus to which all costs of a coset agree; knows signed weights on columns, no search."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

_WORK_LIMIT = 1 << 34


def cost_modulus(columns: NDArray[np.uint8], balance: NDArray[np.int64]) -> int:
    """Return a number Δ ≥ 1 such that the costs of all members are congruent modulo Δ; 0 if they are all equal.

    `columns`, uint8 (κ, groups) of 0/1, holds the distinct non-zero kernel columns, `balance`, int64 (groups,), the
    signed weight F of each: the sum of w_j (-1)**x0_j. The cost of the member u is a polynomial in its bits, with
    coefficients (-2)**(|J|-1) F(J), F(J) being the sum of F over the columns that contain the index set J. By
    inclusion and exclusion Δ is exactly their gcd. Sets of four and more only add multiples of 8·gcd(F), so Δ is exact
    up to a factor 8 above gcd(F), which it never exceeds here. Where pairs or triples are too many to look at within
    some seconds, what the smaller sets prove is returned, a divisor. The sum of |F| must be below 2**53.

    >>> cost_modulus(np.array([[1, 1, 0], [0, 1, 1]], np.uint8), np.array([1, 1, 1]))
    2
    >>> cost_modulus(np.array([[1, 1, 0], [0, 1, 1]], np.uint8), np.array([3, 9, 9]))
    6
    """
    common = int(np.gcd.reduce(balance)) if balance.size else 0
    if common == 0:
        return 0
    rows = columns.astype(np.float64)
    signed = (balance // common).astype(np.float64)
    # Sums of fewer than 2**53 units are exact in double precision, in any order of summation.
    modulus = math.gcd(8, *(int(value) for value in rows @ signed))
    work = rows.shape[0] * rows.size
    if work > _WORK_LIMIT:
        return common * math.gcd(2, modulus)
    weighted = rows * signed
    pairs = np.triu(weighted @ rows.T, 1).astype(np.int64)
    modulus = math.gcd(modulus, 2 * int(np.gcd.reduce(pairs.ravel())))
    if modulus < 8:
        return common * modulus
    if work * rows.shape[0] > _WORK_LIMIT:
        return common * 4
    for row in rows:  # All pairs being even, so are the triples with a repeated index.
        triples = ((weighted * row) @ rows.T).astype(np.int64)
        if (triples & 1).any():
            return common * 4
    return common * 8

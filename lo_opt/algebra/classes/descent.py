"""A light member of a coset at once, by steepest descent over single basis vectors; knows no proof."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def descend(rows: NDArray[np.uint8], balance: NDArray[np.int64]) -> tuple[int, int]:
    """Return (cost, choice) of a choice that flipping no single bit makes lighter.

    `rows`, uint8 (κ, groups) of 0/1, are the basis vectors, `balance`, int64 (groups,), the signed weights F; the cost
    of a choice v is the sum of |F| over the groups whose sign is wrong at v. The sum of |F| is below 2**53.

    >>> descend(np.array([[1, 1, 0], [0, 1, 1]], np.uint8), np.array([-2, -1, 5]))
    (0, 1)
    """
    signed = balance.astype(np.float64)
    vectors = rows.astype(np.float64)
    choice = 0
    while len(vectors):
        gains = -(vectors @ signed)
        steepest = int(gains.argmax())
        if gains[steepest] <= 0:
            break
        signed[rows[steepest] != 0] *= -1
        choice ^= 1 << steepest
    return int(np.abs(balance).sum() - signed.sum()) // 2, choice

"""Big counts kept exactly as residues modulo several coprime numbers, for NumPy to add; knows numbers only."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, prod

import numpy as np
from numpy.typing import NDArray

Residues = NDArray[np.int64]

_LARGEST = 1 << 31  # products of two residues fit a signed 64-bit integer


def coprime_moduli(bound: int) -> Residues:
    """Return pairwise coprime numbers up to 2**31, int64 (p,), whose product exceeds `bound`.

    >>> coprime_moduli(2**40).tolist()
    [2147483648, 2147483647]
    """
    moduli: list[int] = []
    candidate = _LARGEST
    while prod(moduli) <= bound:
        if gcd(candidate, prod(moduli)) == 1:
            moduli.append(candidate)
        candidate -= 1
    return np.array(moduli, np.int64)


def to_residues(counts: Sequence[int], moduli: Residues) -> Residues:
    """Return the residues of `counts` (n,), int64 (p, n).

    >>> to_residues([10, 2**40], np.array([7, 9])).tolist()
    [[3, 2], [1, 7]]
    """
    return np.array([[count % modulus for count in counts] for modulus in moduli.tolist()], np.int64)


def from_residues(residues: Residues, moduli: Residues) -> list[int]:
    """Return the counts, below the product of the moduli, with these residues (p, n), by the Chinese remainder theorem.

    >>> from_residues(np.array([[3, 2], [1, 7]]), np.array([7, 9]))
    [10, 16]
    """
    whole = prod(moduli.tolist())
    units = [whole // modulus * pow(whole // modulus, -1, modulus) for modulus in moduli.tolist()]
    return [
        sum(unit * residue for unit, residue in zip(units, column, strict=True)) % whole
        for column in residues.T.tolist()
    ]

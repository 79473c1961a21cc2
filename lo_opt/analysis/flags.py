"""What parity alone forces every board of a part to save below the average of its solutions; knows parts, no puzzle.

Press c_g buttons in each group and write y_g = size - 2 c_g, times the price. Then member u costs half of the part's
total less Y(u), Y(u) = sum of y_g (-1)^(u . column of g); so the least cost is half of the total less max Y, and the
worst case the same with the least M of max Y over all boards.

Let F be a space of columns. Over a class of members that agree on F the mean of Y is the sum over the groups inside F
alone, so some class has a mean of at least M(F), the same least maximum for these groups. Within this class Y is that
plus a sum over the other groups, in which columns that differ by one of F count as one: M >= M(F) + M(modulo F). A
space of one column other than 0 has max Y = |y|, which is at least 1 if the total in it is odd. So M is at least the
number of odd steps in any chain of spaces 0 = F_0 < F_1 < ..., a step being odd if the groups in F_i but not in F_(i-1)
have an odd total.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.regions import Part

MAX_NULLITY = 16
"""Parts of a larger nullity are taken to be forced to nothing."""

_CHAINS = 16


def forced_balance(part: Part) -> int:
    """Return a proved lower bound on the part's total less twice the least cost, over all boards.

    >>> part = Part(2, np.array([1, 2, 3]), np.array([1, 1, 1]), (np.arange(3), np.arange(3), np.arange(4)))
    >>> forced_balance(part), int(max(part.total - 2 * part.costs(np.array([1, 1, c])).min() for c in range(5)))
    (2, 6)
    """
    prices = part.prices.tolist()
    unit = math.gcd(*prices)
    if not unit or not 0 < part.nullity <= MAX_NULLITY:
        return 0
    odd = np.zeros(1 << part.nullity, np.bool_)
    np.logical_xor.at(odd, part.columns, (part.sizes * (part.prices // unit)) % 2 == 1)
    odd[0] = False
    most = _most_odd_steps(odd, part.nullity)
    rng = np.random.default_rng(0)
    best = 0
    for _ in range(_CHAINS if most else 0):
        best = max(best, _odd_steps(odd, part.nullity, rng))
        if best == most:
            break
    return best * unit


def _odd_steps(odd: NDArray[np.bool_], nullity: int, rng: np.random.Generator) -> int:
    """Return the number of odd steps in a random chain that goes on oddly wherever it can."""
    members = np.arange(len(odd))
    coset = odd.copy()  # whether the coset of each column by the space so far has an odd total
    inside = np.zeros(len(odd), np.bool_)
    inside[0] = True
    steps = 0
    for _ in range(nullity):
        outside = np.flatnonzero(~inside)
        choices = outside[coset[outside]]
        if not len(choices):
            if not coset.any():
                break
            choices = outside
        else:
            steps += 1
        chosen = int(rng.choice(choices))
        coset ^= coset[members ^ chosen]
        inside |= inside[members ^ chosen]
    return steps


def _most_odd_steps(odd: NDArray[np.bool_], nullity: int) -> int:
    """Return how many odd steps a chain can have: spaces of a dimension above the degree of `odd` have even totals."""
    form = odd.copy()
    for i in range(nullity):  # the polynomial over GF(2) with these values
        halves = form.reshape(-1, 2, 1 << i)
        halves[:, 1] ^= halves[:, 0]
    terms = np.flatnonzero(form)
    if not len(terms):
        return 0
    degree = int(np.bitwise_count(terms).max())
    if degree == nullity:
        return degree - (1 - degree % 2)
    return degree + degree % 2

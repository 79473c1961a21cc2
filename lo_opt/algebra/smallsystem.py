"""The lightest solution of a system so small that its members are listed one by one; knows ints only."""

from __future__ import annotations

from dataclasses import dataclass

from lo_opt.algebra.elimination.introws import IntRowElimination

SMALL_SIZE = 63
"""Equations and unknowns of a small system at most, so that rows and solutions fit one word."""

_NULLITY_LISTED = 8


@dataclass(frozen=True, slots=True)
class SmallSolution:
    """The lightest solution `presses` (unknown j in bit j) with its `cost`, and how many members reach it.

    Unsolvable systems have a `certificate` instead: equations (i in bit i) that add up to 0 = 1.
    """

    nullity: int
    presses: int = 0
    cost: int = 0
    optimal_count: int = 0
    certificate: int | None = None


def solve_small(rows: tuple[int, ...], right: int, weights: tuple[int, ...]) -> SmallSolution | None:
    """Solve the equations `rows` (unknown j in bit j) for `right` (equation i in bit i); None if nullity is over 8.

    >>> solve_small((0b011, 0b110), 0b01, (1, 1, 1))
    SmallSolution(nullity=1, presses=1, cost=1, optimal_count=1, certificate=None)
    """
    form = IntRowElimination(rows, len(weights))
    nullity = len(weights) - form.rank
    certificate = form.certificate(right)
    if certificate is not None:
        return SmallSolution(nullity, certificate=certificate)
    if nullity > _NULLITY_LISTED:
        return None
    members = [form.particular(right)]
    for row in form.kernel_ints():
        members += [member ^ row for member in members]
    priced = [(sum(weight for j, weight in enumerate(weights) if member >> j & 1), member) for member in members]
    cost, lightest = min(priced)
    return SmallSolution(nullity, lightest, cost, sum(price == cost for price, _ in priced))

"""Nullities of grids from gcds of polynomials, whatever the wrap and the prime number of states; must not know boards.

The adjacency H of a path of n cells is the multiplication by t on K[t]/U_{n+1}(t), K = GF(p), where U_0 = 0, U_1 = 1,
U_{j+1} = t U_j - U_{j-1}. That of a cycle is the multiplication by t = z + 1/z on K[z]/(z^n - 1), and K[z, 1/z] has the
basis 1, z over K[t]. With k = n // 2, z^n - 1 is there, but for powers of z, U_k (z - 1/z) for even n and
(U_{k+1} + U_k) (z - 1) for odd n; and multiplication by z - 1 has the invariant factors 1 and t - 2, by z - 1/z 1 and
t² - 4, but t and t modulo 2. So each axis is a sum of modules K[t]/d, the d its `invariant_factors`.

On the grid, where s and t are the adjacencies of the two axes, a rule a + b s + c t + d s t acts on the sum of all
K[s, t]/(d_i(s), e_j(t)). Its nullity on one of these is dim K[s, t]/(d_i(s), e_j(t), a + b s + c t + d s t), and there
s = -(a + c t)/(b + d t): the nullity is the degree of gcd(d_i(s), e_j(t)) in t. For plus without wrap that is Sutner's
deg gcd(P_{R+1}(1 + t), P_{C+1}(t)).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from lo_opt.algebra.primefields import P, PolynomialRing, binary_ring, prime_ring
from lo_opt.errors import InputError


@dataclass(frozen=True)
class Axis:
    """The rows or the columns of a grid: how many, and whether the last meets the first."""

    length: int
    cyclic: bool = False


class Bilinear(NamedTuple):
    """A rule by how often a press moves its own light, those up and down, left and right, and diagonal."""

    own: int
    down: int
    across: int
    diagonal: int


def grid_nullity(down: Axis, across: Axis, rule: Bilinear, states: int = 2) -> int:
    """Return the nullity of a grid of lights with a prime number of states, `down` the axis of its rows.

    Time is quadratic in the longer side at most. On a ring of one or two cells moves that meet add up.

    >>> plus = Bilinear(1, 1, 1, 0)
    >>> grid_nullity(Axis(5), Axis(5), plus), grid_nullity(Axis(5, True), Axis(5, True), plus)
    (2, 8)
    >>> grid_nullity(Axis(5), Axis(5), plus, states=3), grid_nullity(Axis(9, True), Axis(2), Bilinear(1, 1, 1, 1))
    (3, 11)

    Raises
    ------
    InputError
        For an empty grid, and where the number of states is no prime up to 2**20.
    """
    for axis in (down, across):
        if axis.length < 1:
            raise InputError(f"grid of {down.length} × {across.length} cells; both sides must be at least 1")
    if down.length < across.length:
        down, across = across, down
        rule = Bilinear(rule.own, rule.across, rule.down, rule.diagonal)
    if states == 2:
        return _nullity(binary_ring(), down, across, rule)
    return _nullity(prime_ring(states), down, across, rule)


def _nullity(ring: PolynomialRing[P], down: Axis, across: Axis, rule: Bilinear) -> int:
    own, by_s, by_t, by_both = (amount % ring.characteristic for amount in rule)
    if (own * by_both - by_s * by_t) % ring.characteristic == 0:
        return _nullity_of_product(ring, down, across, Bilinear(own, by_s, by_t, by_both))
    below, above = ring.linear(by_s, by_both), ring.linear(-own, -by_t)
    total = 0
    for factor, times in invariant_factors(ring, across, ring.linear(0, 1)):
        part = _without(ring, factor, below) if by_both else factor
        if ring.degree(part) < 1:
            continue
        inverse = ring.inverse(below, part) if by_both else ring.linear(pow(by_s, -1, ring.characteristic), 0)
        at = ring.remainder(ring.multiply(above, inverse), part)
        for other, other_times in invariant_factors(ring, down, at, part):
            total += times * other_times * ring.degree(ring.gcd(part, other))
    return total


def _without(ring: PolynomialRing[P], polynomial: P, factor: P) -> P:
    """Return a polynomial without what it shares with `factor`: at its zeros the rule is invertible."""
    while ring.degree(shared := ring.gcd(polynomial, factor)) > 0:
        polynomial = ring.quotient(polynomial, shared)
    return polynomial


def _nullity_of_product(ring: PolynomialRing[P], down: Axis, across: Axis, rule: Bilinear) -> int:
    """Return the nullity of (x0 + x1 s)(y0 + y1 t), whose rank is the product of the two ranks."""
    p = ring.characteristic
    first, second = (rule.own, rule.across), (rule.down, rule.diagonal)
    if not any((*first, *second)):
        return down.length * across.length
    if any(first):
        i = 0 if first[0] else 1
        x, y = (1, second[i] * pow(first[i], -1, p) % p), first
    else:
        x, y = (0, 1), second
    ranks = [axis.length - _kernel_dimension(ring, axis, *form) for axis, form in ((down, x), (across, y))]
    return down.length * across.length - ranks[0] * ranks[1]


def _kernel_dimension(ring: PolynomialRing[P], axis: Axis, constant: int, slope: int) -> int:
    """Return the nullity of constant + slope H on one axis, not both 0."""
    if not slope:
        return 0
    line = ring.linear(constant, slope)
    factors = invariant_factors(ring, axis, ring.remainder(ring.linear(0, 1), line), line)
    return sum(times for value, times in factors if ring.degree(value) < 0)


def invariant_factors(ring: PolynomialRing[P], axis: Axis, at: P, modulus: P | None = None) -> Iterator[tuple[P, int]]:
    """Yield the invariant factors of an axis, evaluated at the polynomial `at` modulo `modulus`, and how often each is.

    >>> ring = binary_ring()
    >>> [(bin(factor), times) for factor, times in invariant_factors(ring, Axis(6, True), 0b10)]
    [('0b1010', 2)]
    """

    def reduced(value: P) -> P:
        return value if modulus is None else ring.remainder(value, modulus)

    if not axis.cyclic:
        yield _fibonacci(ring, axis.length + 1, at, modulus)[0], 1
        return
    here, after = _fibonacci(ring, axis.length // 2, at, modulus)
    two = ring.linear(2, 0)
    if axis.length % 2:
        both = ring.add(here, after)
        yield reduced(both), 1
        yield reduced(ring.multiply(both, ring.subtract(at, two))), 1
    elif ring.characteristic == 2:
        yield reduced(ring.multiply(here, at)), 2
    else:
        yield reduced(here), 1
        ends = ring.multiply(ring.subtract(at, two), ring.add(at, two))
        yield reduced(ring.multiply(here, ends)), 1


def _fibonacci(ring: PolynomialRing[P], index: int, at: P, modulus: P | None) -> tuple[P, P]:
    """Return U_index and U_{index+1} at `at`, modulo `modulus`, by doubling.

    U_{2j} = U_j (2 U_{j+1} - t U_j) and U_{2j+1} = U_{j+1}² - U_j².
    """
    here, after = ring.linear(0, 0), ring.linear(1, 0)
    for bit in f"{index:b}":
        even, odd = ring.doubled(here, after, at)
        here, after = (odd, ring.subtract(ring.multiply(at, odd), even)) if bit == "1" else (even, odd)
        if modulus is not None:
            here, after = ring.remainder(here, modulus), ring.remainder(after, modulus)
    return here, after

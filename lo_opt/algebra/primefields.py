"""Polynomials over a prime field behind one small interface: ints over GF(2), arrays over the others; knows no grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra import polynomials
from lo_opt.algebra.modular.ring import checked_modulus, prime_powers
from lo_opt.errors import InputError

P = TypeVar("P")
Coefficients = NDArray[np.int64]
"""Coefficient of t^i at index i, each 0..p-1, the last one not 0; empty for the polynomial 0."""


@dataclass(frozen=True)
class PolynomialRing(Generic[P]):
    """What can be done with polynomials in t over GF(p).

    `linear(a, b)` is a + b t for whole numbers a and b. `doubled(f, g, x)` returns f (2 g - x f) and g² - f², which is
    one step of doubling in Fibonacci polynomials. `remainder` and `quotient` divide by a polynomial other than 0,
    `inverse(a, m)` is that of a modulo m, to which it must be coprime. The degree of 0 is -1.
    """

    characteristic: int
    linear: Callable[[int, int], P]
    add: Callable[[P, P], P]
    subtract: Callable[[P, P], P]
    multiply: Callable[[P, P], P]
    doubled: Callable[[P, P, P], tuple[P, P]]
    remainder: Callable[[P, P], P]
    quotient: Callable[[P, P], P]
    gcd: Callable[[P, P], P]
    inverse: Callable[[P, P], P]
    degree: Callable[[P], int]


def is_prime(number: int) -> bool:
    """Return whether a whole number from 2 is a prime.

    >>> [n for n in range(2, 20) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    return prime_powers(number) == [(number, 1)]


def binary_ring() -> PolynomialRing[int]:
    """Return the polynomials over GF(2) as in `lo_opt.algebra.polynomials`, coefficient of t^i in bit i.

    >>> ring = binary_ring()
    >>> bin(ring.multiply(ring.linear(1, 1), ring.linear(1, 1)))
    '0b101'
    """

    def doubled(f: int, g: int, x: int) -> tuple[int, int]:
        return polynomials.multiply(polynomials.square(f), x), polynomials.square(f ^ g)

    return PolynomialRing(
        2,
        linear=lambda a, b: a % 2 | b % 2 << 1,
        add=int.__xor__,
        subtract=int.__xor__,
        multiply=polynomials.multiply,
        doubled=doubled,
        remainder=lambda a, b: polynomials.divide(a, b)[1],
        quotient=lambda a, b: polynomials.divide(a, b)[0],
        gcd=polynomials.gcd,
        inverse=lambda a, m: polynomials.bezout(a, m)[1],
        degree=lambda a: a.bit_length() - 1,
    )


def prime_ring(p: int) -> PolynomialRing[Coefficients]:
    """Return the polynomials over GF(p) as arrays, for a prime p up to 2**20.

    >>> ring = prime_ring(5)
    >>> square = ring.multiply(ring.linear(1, 1), ring.linear(1, 1))
    >>> square.tolist(), ring.quotient(square, ring.linear(1, 1)).tolist(), ring.degree(square)
    ([1, 2, 1], [1, 1], 2)

    Raises
    ------
    InputError
        If p is no prime, or out of range.
    """
    if not is_prime(checked_modulus(p)):
        raise InputError(f"{p} is no prime: only the integers modulo a prime are a field")
    arrays = _Arrays(p)
    return PolynomialRing(
        p,
        linear=lambda a, b: arrays.reduced(np.array([a, b], np.int64)),
        add=lambda a, b: arrays.sum_of(a, b, 1),
        subtract=lambda a, b: arrays.sum_of(a, b, -1),
        multiply=arrays.multiply,
        doubled=arrays.doubled,
        remainder=lambda a, b: arrays.divide(a, b)[1],
        quotient=lambda a, b: arrays.divide(a, b)[0],
        gcd=arrays.gcd,
        inverse=arrays.inverse,
        degree=lambda a: len(a) - 1,
    )


@dataclass(frozen=True)
class _Arrays:
    """Arithmetic modulo a prime, quadratic but for products."""

    p: int

    def reduced(self, values: Coefficients) -> Coefficients:
        """Return the coefficients modulo p, leading zeros left out."""
        values = values % self.p
        filled = np.flatnonzero(values)
        return values[: filled[-1] + 1 if len(filled) else 0]

    def sum_of(self, a: Coefficients, b: Coefficients, sign: int) -> Coefficients:
        total = np.zeros(max(len(a), len(b)), np.int64)
        total[: len(a)] = a
        total[: len(b)] += sign * b
        return self.reduced(total)

    def multiply(self, a: Coefficients, b: Coefficients) -> Coefficients:
        """Return the product, as one product of whole numbers with 64 bits for each coefficient."""
        if not len(a) or not len(b):
            return np.zeros(0, np.int64)
        # At most 2**23 products below 2**40 each add up: nothing is carried into the next coefficient.
        left, right = (int.from_bytes(c.astype("<u8").tobytes(), "little") for c in (a, b))
        size = len(a) + len(b) - 1
        return self.reduced(np.frombuffer((left * right).to_bytes(8 * size, "little"), "<u8").astype(np.int64))

    def doubled(self, f: Coefficients, g: Coefficients, x: Coefficients) -> tuple[Coefficients, Coefficients]:
        even = self.multiply(f, self.sum_of(self.reduced(2 * g), self.multiply(x, f), -1))
        return even, self.multiply(self.sum_of(g, f, 1), self.sum_of(g, f, -1))

    def divide(self, a: Coefficients, b: Coefficients) -> tuple[Coefficients, Coefficients]:
        """Return quotient and remainder of a by b, not 0."""
        top = len(b) - 1
        inverse = pow(int(b[-1]), -1, self.p)
        rest = a.copy()
        digits = np.zeros(max(0, len(a) - top), np.int64)
        for place in range(len(digits) - 1, -1, -1):
            digit = int(rest[place + top]) * inverse % self.p
            if digit:
                digits[place] = digit
                rest[place : place + top + 1] = (rest[place : place + top + 1] - digit * b) % self.p
        return self.reduced(digits), self.reduced(rest[:top] if len(a) > top else rest)

    def gcd(self, a: Coefficients, b: Coefficients) -> Coefficients:
        while len(b):
            a, b = b, self.divide(a, b)[1]
        return a

    def inverse(self, a: Coefficients, modulus: Coefficients) -> Coefficients:
        """Return u with u a = 1 modulo `modulus`, to which a is coprime."""
        old, old_factor = modulus, np.zeros(0, np.int64)
        new, new_factor = self.divide(a, modulus)[1], np.ones(1, np.int64)
        while len(new) > 1:
            times, rest = self.divide(old, new)
            old, new = new, rest
            old_factor, new_factor = new_factor, self.sum_of(old_factor, self.multiply(times, new_factor), -1)
        unit = pow(int(new[0]), -1, self.p) if len(new) else 0
        return self.divide(self.reduced(unit * new_factor), modulus)[1]

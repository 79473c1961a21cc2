"""Polynomials over prime fields against FLINT."""

from __future__ import annotations

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt import InputError
from lo_opt.algebra.primefields import binary_ring, is_prime, prime_ring

PRIMES = [3, 5, 7, 101, 1_048_573]


def polynomials(prime):
    return st.lists(st.integers(0, prime - 1), max_size=12)


def ours(coefficients, prime):
    values = np.array(coefficients, np.int64)
    return values[: int(np.flatnonzero(values)[-1]) + 1] if values.any() else values[:0]


def coefficients(polynomial):
    return [int(c) for c in polynomial.coeffs()]


@given(st.data(), st.sampled_from(PRIMES))
def test_arithmetic_is_that_of_flint(data, prime):
    a, b, x = (data.draw(polynomials(prime)) for _ in range(3))
    ring = prime_ring(prime)
    f, g, h = (ours(c, prime) for c in (a, b, x))
    p, q, r = (flint.nmod_poly(c, prime) for c in (a, b, x))
    assert ring.degree(f) == p.degree()
    assert ring.add(f, g).tolist() == coefficients(p + q)
    assert ring.subtract(f, g).tolist() == coefficients(p - q)
    assert ring.multiply(f, g).tolist() == coefficients(p * q)
    assert [part.tolist() for part in ring.doubled(f, g, h)] == [
        coefficients(p * (q + q - r * p)),
        coefficients(q * q - p * p),
    ]
    assert ring.degree(ring.gcd(f, g)) == p.gcd(q).degree()
    if len(g):
        quotient, remainder = divmod(p, q)
        assert ring.quotient(f, g).tolist() == coefficients(quotient)
        assert ring.remainder(f, g).tolist() == coefficients(remainder)
        if p.gcd(q).degree() == 0:
            one = ring.remainder(ring.multiply(f, ring.inverse(f, g)), g)
            assert one.tolist() == ([1] if len(g) > 1 else [])


@given(st.integers(0, 2**40), st.integers(1, 2**20), st.integers(0, 2**10))
def test_the_binary_ring_obeys_the_same_laws(f, g, x):
    ring = binary_ring()
    even, odd = ring.doubled(f, g, x)
    assert even == ring.multiply(f, ring.multiply(x, f))
    assert odd == ring.subtract(ring.multiply(g, g), ring.multiply(f, f))
    assert ring.add(ring.multiply(ring.quotient(f, g), g), ring.remainder(f, g)) == f
    assert (ring.linear(3, -1), ring.linear(0, 2), ring.degree(0)) == (0b11, 0, -1)


def test_products_of_long_polynomials_do_not_carry():
    prime = PRIMES[-1]
    full = np.full(3000, prime - 1, np.int64)
    expected = flint.nmod_poly(full.tolist(), prime) ** 2
    assert prime_ring(prime).multiply(full, full).tolist() == coefficients(expected)


def test_only_primes_make_fields():
    assert [n for n in range(2, 30) if is_prime(n)] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    for number, word in ((4, "4 is no prime"), (1, "from 2"), (1 << 21, "from 2")):
        with pytest.raises(InputError, match=word):
            prime_ring(number)

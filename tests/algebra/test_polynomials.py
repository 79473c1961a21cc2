from __future__ import annotations

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.algebra.polynomials import bezout, divide, fibonacci, gcd, multiply, square
from lo_opt.errors import InputError

polynomials = st.integers(0, 2**300 - 1)
nonzero = st.integers(1, 2**300 - 1)


def to_flint(polynomial: int) -> flint.nmod_poly:
    return flint.nmod_poly([int(bit) for bit in reversed(f"{polynomial:b}")], 2)


def from_flint(polynomial: flint.nmod_poly) -> int:
    return sum(int(coefficient) << i for i, coefficient in enumerate(polynomial.coeffs()))


@given(polynomials, polynomials)
def test_products_agree_with_flint(a, b):
    assert multiply(a, b) == from_flint(to_flint(a) * to_flint(b))
    assert square(a) == multiply(a, a)


@given(polynomials, nonzero)
def test_division_agrees_with_flint(a, b):
    assert divide(a, b) == tuple(map(from_flint, divmod(to_flint(a), to_flint(b))))


def test_division_by_zero_is_an_error():
    with pytest.raises(ZeroDivisionError, match="polynomial"):
        divide(5, 0)


@given(polynomials, polynomials, nonzero)
def test_common_divisors_agree_with_flint(a, b, common):
    a, b = multiply(a, common), multiply(b, common)
    expected = from_flint(to_flint(a).gcd(to_flint(b)))
    assert gcd(a, b) == gcd(b, a) == expected


@given(polynomials, nonzero, nonzero)
def test_bezout_gives_the_divisor_and_its_factor(a, modulus, common):
    a, modulus = multiply(a, common), multiply(modulus, common)
    divisor, factor = bezout(a, modulus)
    assert divisor == gcd(a, modulus)
    assert divide(multiply(factor, a) ^ divisor, modulus)[1] == 0
    assert factor.bit_length() < modulus.bit_length() or factor == 0


def test_fibonacci_polynomials_follow_their_recurrence():
    plain, shifted = [0, 1], [0, 1]
    for _ in range(130):
        plain.append(plain[-1] << 1 ^ plain[-2])
        shifted.append(shifted[-1] << 1 ^ shifted[-1] ^ shifted[-2])
    assert [fibonacci(j) for j in range(132)] == plain
    assert [fibonacci(j, shifted=True) for j in range(132)] == shifted


@given(st.integers(0, 2000), st.booleans(), nonzero)
def test_fibonacci_polynomials_reduce_by_the_modulus(index, shifted, modulus):
    assert fibonacci(index, shifted=shifted, modulus=modulus) == divide(fibonacci(index, shifted=shifted), modulus)[1]


def test_shifted_fibonacci_polynomial_is_a_substitution():
    y_plus_1 = flint.nmod_poly([1, 1], 2)
    assert from_flint(to_flint(fibonacci(1001))(y_plus_1)) == fibonacci(1001, shifted=True)


def test_negative_index_is_an_input_error():
    with pytest.raises(InputError, match="-1"):
        fibonacci(-1)

"""Polynomials over GF(2) as Python integers, coefficient of y^i in bit i; must not know grids.

Everything is quadratic shift-and-XOR on whole integers. At the degrees a board needs (30,000) that beats FLINT, whose
faster multiplication is lost again in converting 30,000 coefficients there and back.
"""

from __future__ import annotations

from lo_opt.errors import InputError


def multiply(a: int, b: int) -> int:
    """Return the product of two polynomials.

    >>> bin(multiply(0b11, 0b11))  # (1 + y)² = 1 + y²
    '0b101'
    """
    if a.bit_length() < b.bit_length():
        a, b = b, a
    multiples = [0, a]
    for half in range(1, 8):
        multiples += [multiples[half] << 1, multiples[half] << 1 ^ a]
    product = 0
    for digit in f"{b:x}":
        product = product << 4 ^ multiples[int(digit, 16)]
    return product


def square(a: int) -> int:
    """Return a², which over GF(2) is a(y²): the bits of `a` spread apart, that is, its binary digits read in base 4.

    >>> bin(square(0b111))
    '0b10101'
    """
    return int(f"{a:b}", 4)


def divide(a: int, b: int) -> tuple[int, int]:
    """Return quotient and remainder of a by b ≠ 0.

    >>> divide(0b101, 0b11)
    (3, 0)
    """
    if b == 0:
        raise ZeroDivisionError("division of a polynomial by zero")
    if b == 1:
        return a, 0
    length = b.bit_length()
    quotient = bytearray(b"0") * max(1, a.bit_length() - length + 1)
    while (shift := a.bit_length() - length) >= 0:
        a ^= b << shift
        quotient[-1 - shift] = ord("1")
    return int(quotient, 2), a


def gcd(a: int, b: int) -> int:
    """Return the greatest common divisor by Euclid's algorithm; gcd(a, 0) = a.

    >>> bin(gcd(0b101, 0b110))
    '0b11'
    """
    while b:
        length = b.bit_length()
        while (shift := a.bit_length() - length) >= 0:
            a ^= b << shift
        a, b = b, a
    return a


def bezout(a: int, modulus: int) -> tuple[int, int]:
    """Return (g, u) with g = gcd(a, modulus) and u·a ≡ g (mod modulus); u has lower degree than the modulus.

    If g = 1, then u is the inverse of a.

    >>> g, u = bezout(0b10, 0b111)
    >>> g, divide(multiply(u, 0b10), 0b111)[1]
    (1, 1)
    """
    old, old_factor = modulus, 0
    new, new_factor = divide(a, modulus)[1], int(modulus != 1)
    while new:
        length = new.bit_length()
        while (shift := old.bit_length() - length) >= 0:
            old ^= new << shift
            old_factor ^= new_factor << shift
        old, new = new, old
        old_factor, new_factor = new_factor, old_factor
    return old, old_factor


def fibonacci(index: int, *, shifted: bool = False, modulus: int | None = None) -> int:
    """Return the Fibonacci polynomial P_index(t), t = 1 + y if `shifted`, else y; reduced by `modulus` if there is one.

    P_0 = 0, P_1 = 1, P_{j+1} = t·P_j + P_{j-1}. Over GF(2) they double by squarings alone: P_{2j} = t·P_j² and
    P_{2j+1} = (P_j + P_{j+1})², so P_j costs about as much as writing it down.

    >>> [bin(fibonacci(j)) for j in range(2, 6)]
    ['0b10', '0b101', '0b1000', '0b10101']
    >>> bin(fibonacci(3, shifted=True)), bin(fibonacci(4, modulus=0b111))
    ('0b100', '0b1')
    """
    if index < 0:
        raise InputError(f"index of a Fibonacci polynomial is {index}; it must be at least 0")
    here, after = 0, 1
    for bit in f"{index:b}":
        even, odd = square(here), square(here ^ after)
        even = even << 1 ^ (even if shifted else 0)
        here, after = even, odd
        if bit == "1":
            here, after = odd, odd << 1 ^ (odd if shifted else 0) ^ even
        if modulus is not None:
            here, after = divide(here, modulus)[1], divide(after, modulus)[1]
    return here

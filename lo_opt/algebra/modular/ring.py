"""Arithmetic of the integers modulo m: prime powers, units, idempotents; knows single numbers, no matrix."""

from __future__ import annotations

from math import gcd

from lo_opt.errors import InputError

MODULUS_LIMIT = 1 << 20
"""Up to here, sums of 2**23 products fit a 64-bit integer, so that no matrix product needs care."""


def checked_modulus(modulus: int) -> int:
    """Return `modulus`, refusing those below 2 or above 2**20.

    >>> checked_modulus(3)
    3
    """
    if not 2 <= modulus <= MODULUS_LIMIT:
        raise InputError(f"modulus {modulus}: must be from 2 to {MODULUS_LIMIT}")
    return modulus


def prime_powers(modulus: int) -> list[tuple[int, int]]:
    """Return the factorisation of `modulus` as (prime, exponent), primes rising.

    >>> prime_powers(360)
    [(2, 3), (3, 2), (5, 1)]
    """
    factors = []
    rest, prime = modulus, 2
    while rest > 1:
        if prime * prime > rest:
            prime = rest
        exponent = 0
        while rest % prime == 0:
            rest //= prime
            exponent += 1
        if exponent:
            factors.append((prime, exponent))
        prime += 1
    return factors


def idempotent(modulus: int, part: int) -> int:
    """Return the number that is 1 modulo `part` and 0 modulo the rest; `part` divides and is coprime to the rest.

    Multiplying by it embeds the integers modulo `part` into those modulo `modulus`, orders kept.

    >>> idempotent(12, 4), idempotent(12, 3), idempotent(5, 5)
    (9, 4, 1)
    """
    rest = modulus // part
    return rest * pow(rest, -1, part) % modulus


def unit_towards_divisor(value: int, modulus: int) -> int:
    """Return a unit u of the integers modulo `modulus` with u * value = gcd(value, modulus).

    >>> [(u, u * v % 12) for v in (5, 8, 10) for u in [unit_towards_divisor(v, 12)]]
    [(5, 1), (5, 4), (5, 2)]
    """
    divisor = gcd(value, modulus)
    step = modulus // divisor
    unit = pow(value // divisor, -1, step) if step > 1 else 1
    # Every unit modulo a divisor of the modulus lifts to a unit.
    while gcd(unit, modulus) != 1:
        unit += step
    return unit % modulus

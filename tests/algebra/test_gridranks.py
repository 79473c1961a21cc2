"""Nullities by polynomials: against elimination on every wrap and rule, and published values."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import known_values

from lo_opt import InputError
from lo_opt.algebra.elimination.introws import IntRowElimination
from lo_opt.algebra.gridranks import Axis, Bilinear, grid_nullity, invariant_factors
from lo_opt.algebra.primefields import binary_ring, prime_ring

KNOWN = known_values()
PLUS, NEIGHBORS = Bilinear(1, 1, 1, 0), Bilinear(0, 1, 1, 0)


def adjacency(axis):
    """The matrix of an axis, moves that meet on a short ring added up."""
    matrix = np.zeros((axis.length, axis.length), np.int64)
    for here in range(axis.length):
        for there in (here - 1, here + 1):
            if axis.cyclic or 0 <= there < axis.length:
                matrix[here, there % axis.length] += 1
    return matrix


def matrix_of(down, across, rule):
    s, t = adjacency(down), adjacency(across)
    one, other = np.eye(down.length, dtype=np.int64), np.eye(across.length, dtype=np.int64)
    return (
        rule.own * np.kron(one, other)
        + rule.down * np.kron(s, other)
        + rule.across * np.kron(one, t)
        + rule.diagonal * np.kron(s, t)
    )


def modular_rank(matrix, prime):
    """The rank modulo a prime, by plain elimination."""
    rest, rank = matrix % prime, 0
    for column in range(rest.shape[1]):
        filled = np.flatnonzero(rest[rank:, column])
        if len(filled):
            rest[[rank, rank + filled[0]]] = rest[[rank + filled[0], rank]]
            rest[rank] = rest[rank] * pow(int(rest[rank, column]), -1, prime) % prime
            rest[rank + 1 :] = (rest[rank + 1 :] - np.outer(rest[rank + 1 :, column], rest[rank])) % prime
            rank += 1
    return rank


def binary_nullity(matrix):
    rows = [int("".join(map(str, row)), 2) for row in (matrix % 2).tolist()]
    return len(IntRowElimination(rows, len(matrix)).kernel_ints())


axes = st.builds(Axis, st.integers(1, 6), st.booleans())


@settings(max_examples=150, deadline=None)
@given(axes, axes, st.builds(Bilinear, *[st.integers(0, 6)] * 4), st.sampled_from([2, 3, 5, 7]))
def test_every_rule_wrap_and_prime_against_elimination(down, across, rule, prime):
    matrix = matrix_of(down, across, rule) % prime
    assert grid_nullity(down, across, rule, prime) == len(matrix) - modular_rank(matrix, prime)


@pytest.mark.parametrize("prime", [5, 7])
def test_all_rules_without_diagonals_against_elimination(prime):
    """Odd rings too, whose values are not those of their negatives."""
    down, across = Axis(3, cyclic=True), Axis(2)
    for amounts in itertools.product(range(prime), repeat=3):
        rule = Bilinear(*amounts, 0)
        expected = 6 - modular_rank(matrix_of(down, across, rule), prime)
        assert grid_nullity(down, across, rule, prime) == expected, rule


@pytest.mark.parametrize(("rows_wrap", "cols_wrap"), [(True, True), (True, False), (False, False)])
def test_squares_against_elimination(rows_wrap, cols_wrap):
    for n in (*range(1, 17), 20, 24, 30):
        down, across = Axis(n, rows_wrap), Axis(n, cols_wrap)
        assert grid_nullity(down, across, PLUS) == binary_nullity(matrix_of(down, across, PLUS)), n


def test_published_nullities():
    squares = KNOWN["nullity_n_by_n_plus"]["values"]
    assert [grid_nullity(Axis(n), Axis(n), PLUS) for n in range(1, len(squares) + 1)] == squares
    tori = KNOWN["nullity_n_by_n_torus_plus"]["values"]
    assert [grid_nullity(Axis(n, True), Axis(n, True), PLUS) for n in range(1, len(tori) + 1)] == tori


@given(st.integers(1, 3000), st.integers(1, 3000), st.sampled_from([2, 3]))
def test_nullity_of_neighbours_only_is_a_gcd_of_integers(rows, cols, prime):
    # The zeros of U_n are -those of U_n, and U_m and U_n have the greatest common divisor U_gcd(m, n).
    small = rows % 300 + 1 if prime == 3 else rows
    assert grid_nullity(Axis(small), Axis(cols), NEIGHBORS, prime) == math.gcd(small + 1, cols + 1) - 1


@given(axes, axes, st.builds(Bilinear, *[st.integers(0, 2)] * 4), st.sampled_from([2, 3]))
def test_rows_and_columns_can_change_places(down, across, rule, prime):
    turned = Bilinear(rule.own, rule.across, rule.down, rule.diagonal)
    assert grid_nullity(down, across, rule, prime) == grid_nullity(across, down, turned, prime)


@pytest.mark.parametrize("prime", [2, 3, 5])
def test_invariant_factors_are_those_of_the_adjacency(prime):
    ring = binary_ring() if prime == 2 else prime_ring(prime)
    for axis in itertools.starmap(Axis, itertools.product(range(1, 13), (False, True))):
        factors = list(invariant_factors(ring, axis, ring.linear(0, 1)))
        assert sum(times * ring.degree(factor) for factor, times in factors) == axis.length
        # At each element a, the nullity of H - a is the number of factors that vanish there.
        for a in range(prime):
            at_a = sum(t for f, t in factors if ring.degree(ring.gcd(f, ring.linear(-a, 1))) == 1)
            shifted = adjacency(axis) - a * np.eye(axis.length, dtype=np.int64)
            assert at_a == axis.length - modular_rank(shifted, prime)


def test_an_axis_of_any_length():
    # Modulo U_3(t) = (1 + t)², U_{2m}(1 + t) = m (1 + t).
    assert [grid_nullity(Axis(10**8 - n), Axis(2), PLUS) for n in (1, 2, 3)] == [2, 0, 1]
    assert grid_nullity(Axis(10**8, True), Axis(3, True), PLUS) == grid_nullity(Axis(16, True), Axis(3, True), PLUS)


def test_empty_grids_and_composite_numbers_of_states_are_refused():
    with pytest.raises(InputError, match="0 × 3"):
        grid_nullity(Axis(0), Axis(3), PLUS)
    with pytest.raises(InputError, match="6 is no prime"):
        grid_nullity(Axis(2), Axis(3), PLUS, 6)

"""Elimination modulo m against all vectors tried one by one, against FLINT, and against the algebra over GF(2)."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from modular_cases import System, members, random_space, space_of, systems

from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.modular import ModularElimination, ModularSpace, echelon_generators, modular_components
from lo_opt.algebra.modular.ring import idempotent, prime_powers, unit_towards_divisor
from lo_opt.errors import InputError
from lo_opt.puzzle import Puzzle


@settings(max_examples=400, deadline=None)
@given(systems())
def test_the_space_holds_every_solution_once(system: System) -> None:
    expected = {tuple(x) for x in system.solutions().tolist()}
    space = system.elimination().space(system.right)
    if space is None:
        assert not expected
        return
    found = list(members(space))
    assert len(found) == len(set(found)) == space.member_count
    assert set(found) == expected


@settings(max_examples=300, deadline=None)
@given(systems())
def test_exactly_the_unsolvable_systems_have_a_certificate(system: System) -> None:
    form = system.elimination()
    certificate = form.certificate(system.right)
    assert (certificate is None) == (len(system.solutions()) > 0)
    if certificate is not None:
        assert form.solve(system.right) is None
        assert certificate.min() >= 0
        assert certificate.max() < system.modulus
        assert not (certificate @ system.matrix % system.modulus).any()
        assert certificate @ system.right % system.modulus


@pytest.mark.parametrize("modulus", [2, 3, 4, 6, 9, 12, 36])
@pytest.mark.parametrize("wrap", ["none", "torus"])
def test_orders_of_the_kernel_are_those_of_the_smith_form(modulus: int, wrap: str) -> None:
    import flint

    effects = Puzzle.grid(np.zeros((6, 6), int), wrap=wrap, states=modulus).incidence()
    matrix = np.zeros((36, 36), np.int64)
    matrix[effects.lights, effects.buttons] = effects.amounts
    form = flint.fmpz_mat(matrix.tolist()).snf()
    invariants = [np.gcd(int(form[i, i]), modulus) for i in range(36)]
    elimination = ModularElimination(effects.indptr, effects.buttons, effects.amounts, 36, modulus)
    generators, orders = elimination.kernel()
    assert np.prod(orders.astype(object)) == np.prod(np.array(invariants, object))
    assert not (matrix @ generators.T % modulus).any()
    assert not (generators * orders[:, np.newaxis] % modulus).any()


@pytest.mark.parametrize("modulus", [3, 7])
def test_a_dense_matrix_has_the_rank_that_flint_finds(modulus: int) -> None:
    import flint

    rng = np.random.default_rng(modulus)
    low = rng.integers(0, modulus, (60, 17)) @ rng.integers(0, modulus, (17, 50)) % modulus
    system = System(modulus, low, low @ rng.integers(0, modulus, 50) % modulus, np.ones(50, np.int64))
    space = space_of(system)
    assert space.nullity == 50 - flint.nmod_mat(60, 50, low.ravel().tolist(), modulus).rank()
    assert system.solved_by(space.member([1] * space.nullity))


def test_two_states_agree_with_elimination_over_gf2() -> None:
    effects = Puzzle.grid(np.zeros((9, 9), int)).incidence()
    form = Elimination(effects.indptr, effects.buttons, 81)
    modular = ModularElimination(effects.indptr, effects.buttons, effects.amounts, 81, 2)
    rng = np.random.default_rng(9)
    for right in rng.integers(0, 2, (20, 81)):
        assert (form.solve(right) is None) == (modular.solve(right) is None)
    right = np.zeros(81, np.int64)
    bits = form.space(right)
    assert bits is not None
    space = ModularSpace.from_bits(bits)
    assert set(members(space)) == set(members(modular.space(right)))
    assert ModularSpace(3, np.array([1]), np.zeros((0, 1), np.int64), np.array([], np.int64)).member([]).dtype == int
    assert {space.particular.dtype, space.generators.dtype, space.orders.dtype} == {np.dtype(np.int64)}


@settings(max_examples=200, deadline=None)
@given(systems(solvable=True))
def test_the_echelon_form_spans_the_same_members(system: System) -> None:
    space = space_of(system)
    order = np.random.default_rng(space.size).permutation(space.size)
    generators, orders = echelon_generators(space.generators, space.modulus, order)
    again = ModularSpace(space.modulus, space.particular, generators, orders)
    found = list(members(again))
    assert len(set(found)) == len(found)
    assert set(found) == set(members(space))


@settings(max_examples=200, deadline=None)
@given(systems(solvable=True))
def test_components_are_a_direct_sum(system: System) -> None:
    space = space_of(system)
    parts = modular_components(space)
    inside = np.concatenate([np.zeros(0, np.intp), *(indices for indices, _ in parts)])
    assert len(np.unique(inside)) == len(inside)
    assert np.prod([part.member_count for _, part in parts], initial=1) == space.member_count
    outside = np.setdiff1d(np.arange(space.size), inside)
    assert not space.generators[:, outside].any()
    for indices, part in parts:
        assert {tuple(x) for x in system.solutions()[:, indices].tolist()} == set(members(part))


def test_components_of_a_prime_modulus_are_found_behind_any_basis() -> None:
    rng = np.random.default_rng(0)
    first, second = random_space(5, 2, 6, 1), random_space(5, 3, 7, 2)
    blocks = np.zeros((5, 13), np.int64)
    blocks[:2, :6], blocks[2:, 6:] = first.generators, second.generators
    mixed = np.triu(rng.integers(1, 5, (5, 5))) @ blocks % 5
    parts = modular_components(ModularSpace(5, np.zeros(13, np.int64), mixed, np.full(5, 5)))
    assert [indices.tolist() for indices, _ in parts] == [list(range(6)), list(range(6, 13))]


@pytest.mark.parametrize("modulus", range(2, 61))
def test_numbers_modulo_m(modulus: int) -> None:
    powers = [p**k for p, k in prime_powers(modulus)]
    assert np.prod(powers) == modulus
    for part in powers:
        found = idempotent(modulus, part)
        assert (found % part, found % (modulus // part)) == (1 % part, 0)
    for value in range(1, modulus):
        unit = unit_towards_divisor(value, modulus)
        assert np.gcd(unit, modulus) == 1
        assert unit * value % modulus == np.gcd(value, modulus)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 1], [0], [1], 1, 1), "modulus 1: must be from 2 to 1048576"),
        (([0, 2], [0], [1], 1, 3), "indptr must rise from 0 to the number of indices, 1"),
        (([0, 1], [1], [1], 1, 3), "indices must lie in 0..0, got 1..1"),
        (([0, 1], [0], [1, 1], 1, 3), "expected one amount for each of 1 indices, got shape (2,)"),
        (([0, 2], [0, 0], [1, 1], 1, 3), "equation 0 lists unknown 0 twice; add the amounts up"),
    ],
)
def test_malformed_matrices_are_refused(arguments: tuple[object, ...], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        ModularElimination(*arguments)


def test_a_right_hand_side_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(InputError, match=r"a right-hand side of 1 numbers, got shape \(2,\)"):
        ModularElimination([0, 1], [0], [1], 1, 3).solve([1, 2])

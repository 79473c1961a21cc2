"""The modulus of costs against the gcd of all cost differences."""

from __future__ import annotations

import math

import numpy as np
import pytest
from class_cases import Case, cases, plus_grid
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.algebra.classes.congruence import cost_modulus
from lo_opt.algebra.classes.parts import reduce_coset


def gcd_of_costs(columns: np.ndarray, balance: np.ndarray) -> int:
    choices = np.arange(1 << len(columns))[:, np.newaxis] >> np.arange(len(columns)) & 1
    wrong = (choices @ columns) % 2 @ balance
    return int(np.gcd.reduce(wrong - wrong[0]))


@settings(max_examples=200, deadline=None)
@given(cases(max_nullity=8))
def test_is_the_gcd_of_all_differences_up_to_a_factor_of_eight(case: Case) -> None:
    coset = reduce_coset(case.space, case.weights, case.labels)
    exact = gcd_of_costs(coset.rows, coset.balance)
    assert coset.modulus == (math.gcd(exact, 8) if exact else 0)
    costs = case.costs()
    assert not np.any((costs - costs[0]) % (coset.scale * coset.modulus) if coset.modulus else costs - costs[0])


@given(st.integers(0, 4), st.integers(1, 5))
def test_reed_muller_like_columns_reach_every_power_of_two(repeats: int, bits: int) -> None:
    # All non-zero columns, each with weight 2**repeats: the simplex code, whose words all weigh 2**(bits - 1).
    columns = (np.arange(1, 1 << bits) >> np.arange(bits)[:, np.newaxis] & 1).astype(np.uint8)
    balance = np.full((1 << bits) - 1, 1 << repeats)
    assert cost_modulus(columns, balance) == min(1 << (repeats + bits - 1), 8 << repeats)


@pytest.mark.parametrize("limit", [0, 5000])
def test_what_is_left_out_for_its_size_leaves_a_divisor(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (np.arange(1, 64) >> np.arange(6)[:, np.newaxis] & 1).astype(np.uint8)
    balance = np.full(63, 3)
    assert cost_modulus(columns, balance) == 3 * 8
    monkeypatch.setattr("lo_opt.algebra.classes.congruence._WORK_LIMIT", limit)
    assert cost_modulus(columns, balance) == (3 * 4 if limit else 3 * 2)


def test_plus_rule_grids() -> None:
    # Unit weights always give an even modulus; 47 x 47 is one of the boards where it is 4.
    moduli = {n: reduce_coset(*vars(plus_grid(n)).values()).modulus for n in (4, 9, 19, 47)}
    assert moduli == {4: 2, 9: 2, 19: 2, 47: 4}

"""Weights: exact decimals over one denominator, and what is refused."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.errors import InputError
from lo_opt.puzzle import Puzzle, Weights
from lo_opt.puzzle.weights import exact


@given(st.lists(st.decimals(0, 10**6, places=3), min_size=1, max_size=6))
def test_decimals_are_exact(values):
    weights = Weights.from_rows([values], (1, len(values)), 2)
    assert [Fraction(int(n), weights.denominator) for n in weights.numerators] == [Fraction(value) for value in values]
    assert weights.rows((1, len(values))) == [[Fraction(value) for value in values]]


@pytest.mark.parametrize("value", [0.1, "0.1", Decimal("0.1"), Fraction(1, 10), np.float64(0.1), "1e-1"])
def test_one_tenth_in_every_form(value):
    assert exact(value) == Fraction(1, 10)


@pytest.mark.parametrize("value", [2, "2", np.int8(2), 2.0, Decimal(2)])
def test_whole_numbers(value):
    assert exact(value) == 2


def test_the_denominator_is_as_small_as_possible():
    weights = Weights.from_rows([[0.5, 2]], (1, 2), 2)
    assert (weights.numerators.tolist(), weights.denominator) == ([1, 4], 2)
    assert weights == Weights.from_rows([["0.50", "2.0"]], (1, 2), 2)
    assert hash(weights) == hash(Weights.from_rows([["0.50", "2.0"]], (1, 2), 2))
    assert weights != Weights.from_rows([[1, 4]], (1, 2), 2)
    assert weights != 1


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), "nan", "-inf", "", "x", "1/3", None, True, [1], Decimal("sNaN"), "1e999999", 1j, b"1"],
)
def test_what_is_no_finite_decimal(value):
    with pytest.raises(InputError, match=r"weight at 0,1: .* must be a finite decimal number, such as 2 or 0\.75"):
        Weights.from_rows([[1, value]], (1, 2), 2)


@pytest.mark.parametrize(("value", "shown"), [(-1, "-1"), ("-0.5", "'-0.5'"), (Decimal(-2), "-2"), (-1e-9, "-1e-09")])
def test_negative_weights(value, shown):
    with pytest.raises(InputError, match=f"weight at 1,0: {shown} must not be negative, for then pressing again"):
        Weights.from_rows([[1], [value]], (2, 1), 2)


@pytest.mark.parametrize(
    ("rows", "found"),
    [([[1, 2]], "1 rows of 2 numbers"), ([[1], [1, 2]], "2 rows of 1 and 2 numbers"), ([], "0 rows of no numbers")],
)
def test_wrong_shapes(rows, found):
    with pytest.raises(InputError, match=f"weights: {found}; the buttons are 2 rows of 2"):
        Puzzle.grid("10/01").with_weights(rows)


def test_totals_beyond_doubles():
    with pytest.raises(InputError, match=r"must stay below 2\^53; use fewer decimals or smaller weights"):
        Weights.from_rows([[2**52, 2**52]], (1, 2), 2)
    with pytest.raises(InputError, match="add up to"):
        Weights.from_rows([[2**52]], (1, 1), 3)
    assert Weights.from_rows([[2**52]], (1, 1), 2).numerators.tolist() == [2**52]

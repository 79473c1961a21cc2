"""Exact press weights: decimals held as integers over one common denominator, so that all backends agree."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from lo_opt.errors import InputError
from lo_opt.puzzle.checks import each
from lo_opt.wording import shown

MAX_DIGITS = 100  # of a number in text
MAX_TOTAL = 2**53  # beyond it a double cannot hold every cost, and solvers work in doubles
Number = int | float | str | Decimal | Fraction


def exact(value: object, what: str = "weight") -> Fraction:
    """Return a weight as the fraction it is written as: 0.1 is one tenth, not its nearest double.

    `what` names it in the error for a value that is negative, not finite or no decimal number.

    >>> exact(0.1)
    Fraction(1, 10)
    """
    if (isinstance(value, str) and len(value) > MAX_DIGITS) or _is_huge(value):
        raise InputError(f"{what}: a number of more than {MAX_DIGITS} digits; use fewer decimals or smaller weights")
    try:
        if isinstance(value, Fraction):
            number = value
        elif isinstance(value, int | np.integer) and not isinstance(value, bool):
            number = Fraction(int(value))
        elif isinstance(value, float | np.floating | str | Decimal):
            decimal = Decimal(repr(float(value)) if isinstance(value, float | np.floating) else value)
            if decimal.is_finite() and decimal and abs(decimal.adjusted()) > 30:
                raise ValueError  # 1e999999 is finite, but as a whole number it would fill the memory
            number = Fraction(decimal)
        else:
            raise ValueError
    except (ValueError, OverflowError, InvalidOperation):
        raise InputError(
            f"{what}: {shown(value)} must be a finite decimal number, such as 2 or 0.75 (from 1e-30 to 1e30)"
        ) from None
    if number < 0:
        raise InputError(f"{what}: {shown(value)} must not be negative, for then pressing again and again would pay")
    return number


def _is_huge(value: object) -> bool:
    parts = (value.numerator, value.denominator) if isinstance(value, int | Fraction) else ()
    return any(part.bit_length() > MAX_DIGITS * math.log2(10) for part in parts)


@dataclass(frozen=True, eq=False)
class Weights:
    """The cost of one press of button j is numerators[j] / denominator.

    `numerators` is int64 (buttons,), read-only, buttons in row-major order; the denominator is as small as possible.

    >>> weights = Weights.from_rows([["0.5", 2]], shape=(1, 2), states=2)
    >>> weights.numerators.tolist(), weights.denominator
    ([1, 4], 2)
    """

    numerators: NDArray[np.int64]
    denominator: int

    def __post_init__(self) -> None:
        self.numerators.setflags(write=False)

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[object]], shape: tuple[int, int], states: int) -> Weights:
        """Return the weights given as rows of numbers with the shape of the buttons.

        Raises
        ------
        InputError
            For a wrong shape, a negative or non-finite weight, or a total that doubles cannot hold exactly.
        """
        form = "rows of numbers, as many as the buttons"
        table = [list(each(row, "weights", form)) for row in each(rows, "weights", form)]
        lengths = {len(row) for row in table}
        if len(table) != shape[0] or lengths != {shape[1]}:
            found = f"{len(table)} rows of {' and '.join(map(str, sorted(lengths))) or 'no'} numbers"
            raise InputError(f"weights: {found}; the buttons are {shape[0]} rows of {shape[1]}")
        fractions = [exact(value, f"weight at {r},{c}") for r, row in enumerate(table) for c, value in enumerate(row)]
        denominator = math.lcm(*{f.denominator for f in fractions})
        scaled = [f.numerator * (denominator // f.denominator) for f in fractions]
        total = sum(scaled) * (states - 1)
        if total >= MAX_TOTAL:
            raise InputError(
                f"weights: written over their common denominator {denominator} they add up to {total}, which must "
                f"stay below 2^53; use fewer decimals or smaller weights"
            )
        return cls(np.array(scaled, np.int64), denominator)

    def rows(self, shape: tuple[int, int]) -> Sequence[Sequence[Fraction]]:
        """Return the weights as rows of fractions with the shape of the buttons."""
        table = self.numerators.reshape(shape).tolist()
        return [[Fraction(value, self.denominator) for value in row] for row in table]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Weights):
            return NotImplemented
        return self.denominator == other.denominator and np.array_equal(self.numerators, other.numerators)

    def __hash__(self) -> int:
        return hash((self.numerators.tobytes(), self.denominator))

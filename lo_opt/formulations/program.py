"""An integer program: bounded variables, rows, an objective, and the way back to presses.

Knows no puzzle and no solver. A formulation writes a `Program`; a solver, or a file writer, reads it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from lo_opt.formulations.rows import NO_LOWER, NO_UPPER, Indices, Int64s, Rows, XorRows, row_sums


class Feature(StrEnum):
    """What a program may need of a solver beyond 0/1 variables, linear rows and a linear objective.

    >>> sorted(map(str, Program.of([0, 0], [1, 3], [1, 1], xors=[([0], 1)]).needs))
    ['XOR rows', 'variables beyond 0/1']
    """

    INTEGER = "variables beyond 0/1"
    XOR = "XOR rows"


@dataclass(frozen=True, eq=False)
class PressMap:
    """The affine map from variables to presses: button j is pressed constant[j] + coefficient[j] * value[variable[j]].

    All three are (buttons,), int64 but `variable` intp; variable[j] = -1 means that only the constant counts.

    >>> flipped = PressMap(np.array([1, 0]), np.array([0, 0]), np.array([-1, 1]))  # x_0 = 1 - z, x_1 = z
    >>> flipped.apply(np.array([1])).tolist()
    [0, 1]
    """

    constant: Int64s
    variable: Indices
    coefficient: Int64s

    @classmethod
    def direct(cls, buttons: int) -> PressMap:
        """Return the map for programs whose variable j is the presses of button j."""
        return cls(np.zeros(buttons, np.int64), np.arange(buttons, dtype=np.intp), np.ones(buttons, np.int64))

    def apply(self, values: Int64s) -> Int64s:
        """Return the presses, int64 (buttons,), of the variables' values, int64 (variables,)."""
        presses: Int64s = self.constant + self.coefficient * np.append(values, 0)[self.variable]
        return presses


@dataclass(frozen=True)
class Names:
    """Names of variables, linear rows and XOR rows by index, made only when a file or a reader wants them.

    >>> Names().variable(3)
    'v_3'
    """

    variable: Callable[[int], str] = "v_{}".format
    row: Callable[[int], str] = "row_{}".format
    xor: Callable[[int], str] = "xor_{}".format


@dataclass(frozen=True, eq=False)
class Program:
    """Minimise objective * values + constant over whole numbers within bounds, linear rows and XOR rows.

    Parameters
    ----------
    lower, upper
        Bounds of the variables, both inclusive and finite, int64 (variables,).
    objective
        Integer costs of the variables, int64 (variables,).
    constant
        A cost that is always paid.
    presses
        The way back from values to presses.
    rows
        Linear rows that the values must satisfy.
    xors
        XOR rows that the values must satisfy.
    priority
        Larger is branched on first, int64 (variables,); None if the solver is to decide.

    Examples
    --------
    >>> least = Program.of([0, 0], [3, 3], objective=[2, 3], rows=[([0, 1], [1, 1], 2, NO_UPPER)])
    >>> values = np.array([2, 0])
    >>> least.violation(values), least.cost(values)
    ('', 4)
    >>> least.violation(np.array([1, 0]))
    'row_0 is 1; it must be at least 2'
    """

    lower: Int64s
    upper: Int64s
    objective: Int64s
    presses: PressMap
    rows: Rows = field(default_factory=Rows.none)
    xors: XorRows = field(default_factory=XorRows.none)
    constant: int = 0
    priority: Int64s | None = None
    names: Names = Names()

    def __post_init__(self) -> None:
        if np.any(self.lower > self.upper) or np.any(self.rows.lower > self.rows.upper):
            raise ValueError("a variable or row has a lower bound above its upper bound")
        if np.any((self.rows.lower == NO_LOWER) & (self.rows.upper == NO_UPPER)):
            raise ValueError("a row has no bound at all")

    @classmethod
    def of(
        cls,
        lower: ArrayLike,
        upper: ArrayLike,
        objective: ArrayLike,
        rows: list[tuple[list[int], list[int], int, int]] | None = None,
        xors: list[tuple[list[int], int]] | None = None,
        constant: int = 0,
    ) -> Program:
        """Return a small program from lists, its values being the presses; for examples and tests.

        A row is (variables, coefficients, lower, upper), a XOR row (variables, parity).
        """
        lower = np.array(lower, np.int64)
        return cls(
            lower,
            np.array(upper, np.int64),
            np.array(objective, np.int64),
            PressMap.direct(len(lower)),
            Rows.of(rows or []),
            XorRows.of(xors or []),
            constant,
        )

    @property
    def variable_count(self) -> int:
        """Number of variables."""
        return len(self.lower)

    @property
    def needs(self) -> frozenset[Feature]:
        """What this program needs of a solver."""
        needs = set()
        if np.any(self.lower < 0) or np.any(self.upper > 1):
            needs.add(Feature.INTEGER)
        if self.xors.count:
            needs.add(Feature.XOR)
        return frozenset(needs)

    def without_objective(self) -> Program:
        """Return the program that asks for any values at all: the same with no costs."""
        return replace(self, objective=np.zeros_like(self.objective), constant=0)

    def cost(self, values: Int64s) -> int:
        """Return the exact cost of values, whatever its size."""
        paid = np.flatnonzero((values != 0) & (self.objective != 0))
        costs, amounts = self.objective[paid].tolist(), values[paid].tolist()
        return self.constant + sum(int(c * v) for c, v in zip(costs, amounts, strict=True))

    def violation(self, values: Int64s) -> str:
        """Return what is wrong with values, checked in integers: the first bound, row or XOR row missed; '' if none."""
        off = np.flatnonzero((values < self.lower) | (values > self.upper))
        if len(off):
            return _missed(self.names.variable(off[0]), values[off[0]], self.lower[off[0]], self.upper[off[0]])
        activity = self.rows.activity(values)
        off = np.flatnonzero((activity < self.rows.lower) | (activity > self.rows.upper))
        if len(off):
            return _missed(self.names.row(off[0]), activity[off[0]], self.rows.lower[off[0]], self.rows.upper[off[0]])
        sums = row_sums(self.xors.indptr, values[self.xors.columns])
        off = np.flatnonzero(sums % 2 != self.xors.parity)
        return f"{self.names.xor(off[0])} has the wrong parity" if len(off) else ""


def _missed(name: str, value: int, lower: int, upper: int) -> str:
    wanted = f"at least {lower}" if value < lower else f"at most {upper}"
    return f"{name} is {value}; it must be {wanted}"

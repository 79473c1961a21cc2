"""What an answer is: a status, what stopped the search, why it is believed, and the verified presses."""

from __future__ import annotations

import decimal
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lo_opt.puzzle import Board, Puzzle

Cost = int | Fraction

MAX_DIGITS = 100  # a cost has at most 16 digits before the point and 30 and some after it


def exact_text(value: Cost) -> str:
    """Return a number exactly: as a decimal, or as a fraction if no decimal is exact.

    >>> exact_text(11), exact_text(Fraction(1, 8)), exact_text(Fraction(1, 3))
    ('11', '0.125', '1/3')
    """
    if value.denominator == 1:
        return str(value.numerator)
    with decimal.localcontext() as context:
        context.prec = MAX_DIGITS
        context.traps[decimal.Inexact] = True
        try:
            return format(decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator), "f")
        except decimal.Inexact:
            return str(value)


class Goal(StrEnum):
    """What is asked for: the least cost, or any solution at all."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"


class Status(StrEnum):
    """What is known about the puzzle."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"
    ERROR = "error"


class Limit(StrEnum):
    """What stopped a search before its end."""

    TIME = "time"
    MEMORY = "memory"
    NODES = "nodes"
    INTERRUPT = "interrupt"


class Proof(StrEnum):
    """Why OPTIMAL or INFEASIBLE is believed."""

    EXHAUSTED = "exhausted"  # every solution was accounted for
    UNIQUE = "unique"  # there is only one solution
    BOUND = "bound"  # the cost meets a proved lower bound
    CERTIFICATE = "certificate"  # lights that every button toggles evenly, an odd number of which must change
    SOLVER_CLAIM = "solver claim"  # the solver says so, and the presses and cost agree with it


@dataclass(frozen=True)
class Times:
    """Seconds spent: building the model, solving, verifying, in all; and the solver's own figure, if it gives one."""

    build_s: float = 0.0
    solve_s: float = 0.0
    verify_s: float = 0.0
    total_s: float = 0.0
    solver_s: float | None = None


@dataclass(frozen=True)
class Answer:
    """A verified answer to one puzzle.

    `presses` (shape of the puzzle's buttons) is None unless the presses were checked in integers; `cost` is their exact
    cost, `bound` a proved lower bound on every solution's `value`, or None. `certificate` (shape of the lights) proves
    INFEASIBLE. `settings` lists what was set away from the solver's defaults.
    """

    puzzle: Puzzle = field(repr=False)
    goal: Goal
    backend: str
    status: Status
    limit: Limit | None = None
    proof: Proof | None = None
    presses: Board | None = None
    cost: Cost | None = None
    bound: Cost | None = None
    certificate: Board | None = None
    nullity: int | None = None
    times: Times = Times()
    solver: str = ""
    solver_version: str = ""
    raw_status: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    message: str = ""

    def _repr_svg_(self) -> str | None:
        """Return the picture a notebook shows, None for a board too large to draw."""
        from lo_opt.draw.notebook import picture  # pictures stand above the answer they show

        return picture(self)

    @property
    def press_count(self) -> int | None:
        """How many presses in all (a button pressed twice counts twice), None without presses."""
        return None if self.presses is None else self.presses.total

    @property
    def value(self) -> Cost | None:
        """The measure that is minimised first: the cost, or the number of presses; None without presses."""
        return self.press_count if self.puzzle.objective.counts_presses else self.cost

    @property
    def gap(self) -> float:
        """(value - bound) / value: 0 when closed, infinite when value or bound is unknown."""
        if self.value is None or self.bound is None:
            return math.inf
        if self.value == self.bound:
            return 0.0
        return float((self.value - self.bound) / self.value) if self.value else math.inf

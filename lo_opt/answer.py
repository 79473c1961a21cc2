"""What an answer is: a status, what stopped the search, why it is believed, and the verified presses."""

from __future__ import annotations

import decimal
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from lo_opt.pictured import Pictured

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
    """What is asked for: the least cost, or any solution at all.

    >>> import lo_opt as lo
    >>> print(lo.solve(lo.Puzzle.read("article-5x5"), goal=lo.Goal.FEASIBLE).status)
    feasible
    """

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"


class Status(StrEnum):
    """What is known about the puzzle.

    OPTIMAL: the presses solve it, and nothing costs less. FEASIBLE: they solve it. INFEASIBLE: nothing does. UNKNOWN:
    no solution was found before the search was stopped. ERROR: the solver failed, or claimed what is not true.

    >>> import lo_opt as lo
    >>> print(lo.solve(lo.Puzzle.read("unsolvable-5x5")).status)
    infeasible
    """

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"
    ERROR = "error"


class Limit(StrEnum):
    """What stopped a search before its end.

    >>> import lo_opt as lo
    >>> answer = lo.solve(lo.Puzzle.read("lit:39x39"), "gf2", time_limit_s=0.05)
    >>> str(answer.status), str(answer.limit)
    ('feasible', 'time')
    """

    TIME = "time"
    MEMORY = "memory"
    NODES = "nodes"
    INTERRUPT = "interrupt"


class Proof(StrEnum):
    """Why OPTIMAL or INFEASIBLE is believed.

    >>> import lo_opt as lo
    >>> [str(lo.solve(lo.Puzzle.read(name)).proof) for name in ("lit:3x3", "lit:4x4", "unsolvable-5x5")]
    ['unique', 'exhausted', 'certificate']
    """

    EXHAUSTED = "exhausted"  # every solution was accounted for
    UNIQUE = "unique"  # there is only one solution
    BOUND = "bound"  # the cost meets a proved lower bound
    CERTIFICATE = "certificate"  # lights that every button toggles evenly, an odd number of which must change
    SOLVER_CLAIM = "solver claim"  # the solver says so, and the presses and cost agree with it


@dataclass(frozen=True)
class Times:
    """Seconds spent: building the model, solving, verifying, in all; and the solver's own figure, if it gives one.

    >>> import lo_opt as lo
    >>> times = lo.solve(lo.Puzzle.read("article-5x5"), "gf2").times
    >>> 0 < times.solve_s < times.total_s, times.solver_s
    (True, None)
    """

    build_s: float = 0.0
    solve_s: float = 0.0
    verify_s: float = 0.0
    total_s: float = 0.0
    solver_s: float | None = None


@dataclass(frozen=True)
class Answer(Pictured):
    """A verified answer to one puzzle.

    `presses` (shape of the puzzle's buttons) is None unless the presses were checked in integers; `cost` is their exact
    cost, `bound` a proved lower bound on every solution's `value`, or None. `certificate` (shape of the lights) proves
    INFEASIBLE. `settings` lists what was set away from the solver's defaults.

    >>> import lo_opt as lo
    >>> answer = lo.solve(lo.Puzzle.read("article-5x5"), "gf2")
    >>> answer.cost, answer.bound, answer.gap, answer.presses
    (11, 11, 0.0, Board('10110/01010/00101/10010/11000'))
    >>> lo.solve(lo.Puzzle.read("unsolvable-5x5"), "gf2").certificate
    Board('11011/00000/11011/00000/11011')
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

"""From what a solver says to what is believed: values checked in integers, bounds rounded, optima only where proved.

Knows programs; knows no puzzle and no particular solver.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from lo_opt.answer import Goal, Limit, Status
from lo_opt.errors import SolverError
from lo_opt.formulations.program import Program

INTEGRALITY = 1e-4  # a value further than this from a whole number is no value
# A solver in floating point takes a variable for whole within 1e-6, and two costs for equal within a relative 1e-9. So
# it tells solutions apart by one unit of cost only while all costs together stay well below a million; with the first
# tolerance at 1e-9 too, below a thousand million. Beyond, only solvers that compute in integers prove an optimum. The
# same holds of the sums of rows: a limit whose sums are larger is kept or broken by what is taken for whole.
LOOSE_COST = 10**5
TIGHT_TOLERANCE = 1e-9
EXACT_FLOAT_COST = 10**8
BOUND_SLACK, RELATIVE_BOUND_SLACK = 1e-3, 1e-9  # solvers keep rows within 1e-6 each, and a bound adds up many

_ROWS = "sums of a row"


@dataclass(frozen=True)
class Report:
    """What a solver said when it stopped, in its own words and for the program it was given.

    `values` only if it said that it has a solution. `bound` is a proved lower bound on the cost, whole from a solver
    that computes in integers; None and infinite mean none.
    """

    status: Status
    raw_status: str
    limit: Limit | None = None
    values: Sequence[float] | NDArray[np.float64] | None = None
    objective: float | None = None
    bound: float | int | None = None
    nodes: int | None = None
    solver_s: float | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    message: str = ""


@dataclass(frozen=True)
class Outcome:
    """What a solver found, its values checked in integers against the program.

    `values` is int64 (variables,), None unless the solver has a solution that passed. `objective` is the solver's own
    figure for it, `bound` a proved lower bound on the cost of all solutions; both include the program's constant, both
    None when it gave none. `settings` lists what was set away from the solver's defaults. Times are in seconds,
    `solver_s` by the solver's own clock.
    """

    status: Status
    limit: Limit | None = None
    values: NDArray[np.int64] | None = None
    objective: float | None = None
    bound: int | None = None
    raw_status: str = ""
    message: str = ""
    nodes: int | None = None
    build_s: float = 0.0
    solve_s: float = 0.0
    solver_s: float | None = None
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """What a solver is asked: `program` has no constant, and its costs have no common divisor.

    A cost of the program first meant is the cost of this one times `unit`, plus `constant`. With goal `feasible` the
    costs are gone.

    >>> asked = Asked.of(Program.of([0, 0], [1, 1], [500, 750], constant=7), Goal.OPTIMAL)
    >>> asked.program.objective.tolist(), asked.program.constant, asked.unit, asked.constant
    ([2, 3], 0, 250, 7)
    """

    program: Program
    goal: Goal
    unit: int
    constant: int

    @classmethod
    def of(cls, program: Program, goal: Goal) -> Asked:
        """Return what to ask a solver for this goal."""
        stated = program if goal is Goal.OPTIMAL else program.without_objective()
        unit = max(1, int(np.gcd.reduce(stated.objective, initial=0)))
        given = replace(stated, objective=stated.objective // unit, constant=0)
        return cls(given, goal, unit, stated.constant)


def conclude(report: Report, asked: Asked, solver: str, exact: bool) -> Outcome:
    """Return what is believed of a report; `exact` says that the solver computes costs in integers.

    Values that are not whole or miss a row, and a bound above the cost of the values, make it an ERROR. An optimum
    whose bound does not reach it, or whose costs or rows are too large for floating point, is only FEASIBLE. Of such a
    program a solver in floating point knows neither that it is infeasible nor, for sure, a solution: UNKNOWN.

    Raises
    ------
    SolverError
        If the solver claims a solution and has none.
    """
    program = asked.program
    large = None if exact else _too_large(program)
    if large == _ROWS:
        report = replace(report, bound=None)  # it may have cut off what keeps the rows
    outcome = Outcome(
        report.status,
        report.limit,
        raw_status=report.raw_status,
        message=report.message,
        nodes=report.nodes,
        solver_s=report.solver_s,
        settings=report.settings,
    )
    if report.values is None:
        if report.status in (Status.OPTIMAL, Status.FEASIBLE):
            raise SolverError(f"{solver} says {report.raw_status!r} but has no solution")
        if report.status is Status.INFEASIBLE and large is not None:
            message = f"the {large} are too large to believe {solver}'s {report.raw_status!r}; use cpsat or gf2"
            return replace(outcome, status=Status.UNKNOWN, message=message)
        bounded = report.status is Status.UNKNOWN and asked.goal is Goal.OPTIMAL
        return replace(outcome, bound=_scaled(proved(report.bound), asked) if bounded else None)
    values, wrong = whole(report.values)
    wrong = wrong or program.violation(values)
    if wrong and large is not None:
        message = f"the {large} are too large for {solver}, whose solution is none ({wrong}); use cpsat or gf2"
        return replace(outcome, status=Status.UNKNOWN, message=message)
    if wrong:
        return replace(outcome, status=Status.ERROR, message=f"{solver} gave a false solution: {wrong}")
    if asked.goal is Goal.FEASIBLE:
        return replace(outcome, status=Status.FEASIBLE, values=values)
    cost, bound = program.cost(values), proved(report.bound)
    if bound is not None and bound > cost:
        message = f"{solver} gave a false bound: {_scaled(bound, asked)} is above the cost of its own solution"
        return replace(outcome, status=Status.ERROR, message=message)
    objective = None if report.objective is None else report.objective * asked.unit + asked.constant
    outcome = replace(outcome, values=values, objective=objective, bound=_scaled(bound, asked))
    if report.status is Status.OPTIMAL and bound is not None and bound < cost:
        message = f"{solver} says {report.raw_status!r}, but its bound does not reach the cost"
        return replace(outcome, status=Status.FEASIBLE, message=message)
    if report.status is Status.OPTIMAL and large is not None:
        message = f"the {large} are too large for {solver} to prove the optimum in floating point; use cpsat or gf2"
        believed = None if bound is None else _scaled(min(bound, cost - 1), asked)
        return replace(outcome, status=Status.FEASIBLE, bound=believed, message=message)
    return outcome


def _scaled(bound: int | None, asked: Asked) -> int | None:
    return None if bound is None else bound * asked.unit + asked.constant


def cost_range(program: Program) -> int:
    """Return the exact largest sum of |cost| * |value| within the bounds of the variables."""
    largest = np.maximum(np.abs(program.lower), np.abs(program.upper)).tolist()
    return sum(abs(c) * v for c, v in zip(program.objective.tolist(), largest, strict=True) if c)


def row_range(program: Program) -> float:
    """Return the largest sum of |coefficient| * |value| of a row within the bounds of the variables, about.

    >>> row_range(Program.of([0, -1], [2, 0], [0, 0], rows=[([0, 1], [5, -3], 0, 9)]))
    13.0
    """
    rows = program.rows
    largest = np.maximum(np.abs(program.lower), np.abs(program.upper))[rows.columns].astype(np.float64)
    sums = np.append(0.0, np.cumsum(np.abs(rows.coefficients) * largest))
    return float(np.max(sums[rows.indptr[1:]] - sums[rows.indptr[:-1]], initial=0.0))


def needs_tight(program: Program) -> bool:
    """Return whether the usual tolerances of floating point are too loose for the costs and rows of `program`."""
    return max(cost_range(program), row_range(program)) > LOOSE_COST


def _too_large(program: Program) -> str | None:
    """Return what of a program is too large for floating point to tell from the next whole number, None if nothing."""
    if cost_range(program) > EXACT_FLOAT_COST:
        return "costs"
    return _ROWS if row_range(program) > EXACT_FLOAT_COST else None


def whole(values: Sequence[float] | NDArray[np.float64]) -> tuple[NDArray[np.int64], str]:
    """Return values rounded to whole numbers, and what is wrong if one is too far from any.

    >>> whole([0.9999999, 2.0])[0].tolist(), whole([0.5])[1]
    ([1, 2], 'variable 0 is 0.5, no whole number')
    """
    given = np.asarray(values, np.float64)
    rounded = np.rint(given)
    off = np.flatnonzero(~(np.abs(given - rounded) <= INTEGRALITY))
    wrong = f"variable {off[0]} is {given[off[0]]}, no whole number" if len(off) else ""
    return np.nan_to_num(rounded).astype(np.int64), wrong


def proved(bound: float | int | None) -> int | None:
    """Return the least whole cost that a solver's bound still allows; None if it has none.

    >>> proved(14.83), proved(15.0000000001), proved(-1e20), proved(None)
    (15, 15, None, None)
    """
    if bound is None or isinstance(bound, int):
        return bound
    if not math.isfinite(bound) or abs(bound) >= 1e19:
        return None
    return math.ceil(bound - max(BOUND_SLACK, RELATIVE_BOUND_SLACK * abs(bound)))

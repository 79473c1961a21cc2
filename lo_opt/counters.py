"""One call from counters to a verified answer, by the integer programs; knows no lights."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lo_opt.answer import Goal, Limit, Proof, Status, Times
from lo_opt.backends import ProgramBackend
from lo_opt.backends import backend as backend_named
from lo_opt.control import Control
from lo_opt.errors import BackendUnavailableError, InputError, SolverError, UnsupportedError
from lo_opt.formulations.counters import counting_program
from lo_opt.puzzle.counters import Counters
from lo_opt.solving import settings_of
from lo_opt.wording import shown

if TYPE_CHECKING:
    from lo_opt.contract import Settings
    from lo_opt.solvers import Solver

SOLVERS = ("cpsat", "scip", "highs", "cbc")  # in the order of their speed on such programs


@dataclass(frozen=True)
class CountingAnswer:
    """A verified answer about counters.

    `presses` says how often each button is pressed, None unless the counters were seen to reach their targets so;
    `bound` is a proved lower bound on the number of presses. INFEASIBLE is the solver's claim: without a modulus there
    is no certificate.

    >>> answer = solve_counters(Counters.of([2, 3], [[0], [0, 1], [1]]))
    >>> answer.presses, answer.bound, str(answer.proof)
    ((0, 2, 1), 3, 'solver claim')
    """

    counters: Counters = field(repr=False)
    goal: Goal
    backend: str
    status: Status
    limit: Limit | None = None
    proof: Proof | None = None
    presses: tuple[int, ...] | None = None
    bound: int | None = None
    times: Times = field(default_factory=Times)
    solver_version: str = ""
    message: str = ""

    @property
    def press_count(self) -> int | None:
        """How many presses in all, None without presses."""
        return None if self.presses is None else sum(self.presses)


def solve_counters(
    counters: Counters,
    backend: str = "auto",
    *,
    goal: str | Goal = Goal.OPTIMAL,
    time_limit_s: float | None = None,
    threads: int = 1,
    seed: int = 0,
) -> CountingAnswer:
    """Find how often to press each button so that all counters reach their targets, with as few presses as possible.

    `backend` is the name of a solver, or 'auto' for the first that is there; the rest is as for `lo_opt.solve`.

    >>> from lo_opt.puzzle.counters import Counters
    >>> answer = solve_counters(Counters.of([3, 5, 4, 7], [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]]))
    >>> str(answer.status), answer.press_count
    ('optimal', 10)

    Raises
    ------
    InputError
        For an unknown backend or goal, or a bad limit; `UnsupportedError` for a backend that is no solver.
    BackendUnavailableError
        If the solver's library is missing.
    """
    if not isinstance(counters, Counters):
        raise InputError(f"{shown(counters)} are no counters; make them with lo_opt.Counters.of")
    settings = settings_of(goal, time_limit_s, threads, seed)
    solver = _solver(backend)
    control = Control.limited(time_limit_s)
    began = time.perf_counter()
    program = counting_program(counters)
    answer = CountingAnswer(
        counters, settings.goal, solver.name, Status.UNKNOWN, solver_version=solver.availability().version
    )
    try:
        outcome = solver.solve(program, settings, control)
    except SolverError as error:
        return replace(answer, status=Status.ERROR, message=str(error))
    presses = None if outcome.values is None else tuple(program.presses.apply(outcome.values).tolist())
    claimed = replace(
        answer,
        status=outcome.status,
        limit=outcome.limit,
        presses=presses,
        bound=outcome.bound,
        message=outcome.message,
    )
    judged = _judged(claimed, settings)
    total_s = time.perf_counter() - began
    return replace(judged, times=Times(outcome.build_s, outcome.solve_s, 0.0, total_s, outcome.solver_s))


def _judged(answer: CountingAnswer, settings: Settings) -> CountingAnswer:
    """Return the answer with its claims checked in integers: a false one becomes an error, a proof is named."""
    if answer.status is Status.INFEASIBLE:
        return replace(answer, presses=None, bound=None, proof=Proof.SOLVER_CLAIM)
    if answer.presses is None:
        missing = answer.status in (Status.OPTIMAL, Status.FEASIBLE)
        return replace(answer, status=Status.ERROR, message="gives no presses") if missing else answer
    count = sum(answer.presses)
    fault = answer.counters.fault(answer.presses)
    if fault is None and answer.bound is not None and answer.bound > count:
        fault = f"states a bound of {answer.bound} for {count} presses"
    if fault is not None:
        message = f"{answer.backend} claims {answer.status}, but {fault}"
        return replace(answer, status=Status.ERROR, presses=None, bound=None, message=message)
    if answer.status is Status.OPTIMAL and settings.goal is Goal.OPTIMAL:
        return replace(answer, bound=count, proof=Proof.SOLVER_CLAIM)
    if count == 0:
        return replace(answer, status=Status.OPTIMAL, bound=0, proof=Proof.BOUND)
    return replace(answer, status=Status.FEASIBLE)


def _solver(name: str) -> Solver:
    if name != "auto":
        chosen = backend_named(name)
        if not isinstance(chosen, ProgramBackend) or name not in (chosen.solver.name, f"{chosen.solver.name}:parity"):
            raise UnsupportedError(
                f"backend {name} works modulo the states, and counters have no modulus; use auto, {', '.join(SOLVERS)}"
            )
        there = chosen.solver.availability()
        if not there.available:
            raise BackendUnavailableError(f"backend {name} is unavailable: {there.reason}; cure: {there.cure}")
        return chosen.solver
    for candidate in SOLVERS:
        method = backend_named(candidate)
        if isinstance(method, ProgramBackend) and method.solver.availability().available:
            return method.solver
    raise BackendUnavailableError("no solver is installed; run 'pip install lo-opt'")

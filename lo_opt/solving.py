"""One call from puzzle to verified answer: check the backend, run it, judge its claim; knows no mathematics."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import replace
from numbers import Real

from lo_opt import linear
from lo_opt.answer import Answer, Goal, Limit, Proof, Status
from lo_opt.backends import availability_of
from lo_opt.backends import backend as backend_named
from lo_opt.contract import Claim, Method, Settings, Wanted
from lo_opt.control import Control, DeadlineError, Progress
from lo_opt.errors import (
    BackendUnavailableError,
    InputError,
    LoOptError,
    SolverError,
    UnsupportedError,
    unknown_name,
)
from lo_opt.methods.listing import list_by_algebra, refuse_filtering
from lo_opt.objectives import Pricing
from lo_opt.plugins import ANY_FAILURE
from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.checks import is_whole
from lo_opt.puzzle.puzzle import expect_puzzle
from lo_opt.verify import judge, malformed
from lo_opt.wording import shown

MAX_THREADS = 256
CONFIRM_S = 30.0  # for confirming that a solver is right to call a puzzle unsolvable; not part of the time limit
MAX_CONFIRMED = 20  # up to this nullity a solver's "infeasible" under limits is confirmed by filtering, at once


def solve(
    puzzle: Puzzle,
    backend: str = "auto",
    *,
    goal: str | Goal = Goal.OPTIMAL,
    time_limit_s: float | None = None,
    threads: int = 1,
    seed: int = 0,
    objective: str | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    progress: Callable[[Progress], None] | None = None,
) -> Answer:
    """Solve a puzzle with one backend and verify what it says.

    Parameters
    ----------
    backend
        A selector: a method (`auto`, `gf2`, `sweep`, `chase`), a solver (`scip`, `cbc`, `cpsat`, `highs`) on the
        `parity` formulation, or `solver:formulation`.
    goal
        'optimal' for the least cost, 'feasible' for any solution.
    time_limit_s
        Seconds for building and solving together; None for no limit.
    threads, seed
        Passed on to solvers.
    objective
        'cost', 'presses', 'cost,presses' or 'presses,cost' (the first decides); None for what the puzzle says.
    executor
        Where linear algebra may run independent blocks; None for the calling thread.
    workers
        How many blocks the executor is worth keeping busy at once.
    progress
        Called with a `Progress` now and then during long searches; its costs are integers over the puzzle's
        `primary_denominator`.

    Raises
    ------
    InputError
        For an unknown backend or goal, or a bad limit; `UnsupportedError` when the backend cannot take the puzzle.
    BackendUnavailableError
        If the backend's library is missing.

    Examples
    --------
    >>> answer = solve(Puzzle.grid("11011/01000/10101/00010/10110"), "gf2")
    >>> str(answer.status), answer.cost, str(answer.proof)
    ('optimal', 11, 'exhausted')
    """
    expect_puzzle(puzzle)
    method = backend_named(backend)
    settings = settings_of(goal, time_limit_s, threads, seed)
    pricing = Pricing.of(puzzle if objective is None else puzzle.with_objective(objective))
    check(method, pricing.priced, settings)
    began = time.perf_counter()
    report = pricing.reporting(progress)
    control = replace(Control.limited(time_limit_s), executor=executor, workers=workers, report=report)
    answer = pricing.expressed(answered(method, pricing.priced, settings, control))
    return replace(answer, times=replace(answer.times, total_s=time.perf_counter() - began))


def answered(method: Method, puzzle: Puzzle, settings: Settings, control: Control) -> Answer:
    """Return the verified answer of a method that takes the puzzle, by the puzzle's plain cost."""
    claim = claimed(method, puzzle, lambda: method.solve(puzzle, settings, control))
    return judge(puzzle, settings.goal, method.name, claim)


def check(method: Method, puzzle: Puzzle, settings: Settings) -> None:
    """Raise `BackendUnavailableError` or `UnsupportedError` if `method` cannot take this puzzle here."""
    there = availability_of(method)
    if not there.available:
        raise BackendUnavailableError(f"backend {method.name} is unavailable: {there.reason}; cure: {there.cure}")
    try:
        refusal = method.refuse(puzzle, settings)
    except LoOptError:
        raise
    except ANY_FAILURE as error:
        what = f"{type(error).__name__}: {error}"
        raise BackendUnavailableError(f"backend {method.name} fails when asked what it takes: {what}") from error
    if refusal is not None:
        raise UnsupportedError(f"backend {method.name} cannot take this puzzle: {refusal}")


def settings_of(goal: str | Goal, time_limit_s: float | None, threads: int, seed: int) -> Settings:
    """Return checked settings; `InputError` names what is out of range."""
    if goal not in list(Goal):
        raise unknown_name("goal", str(goal), list(Goal))
    if time_limit_s is not None and not (_is_number(time_limit_s) and 0 < time_limit_s < math.inf):
        raise InputError(f"time limit {shown(time_limit_s)}: must be a positive number of seconds, or none")
    if not is_whole(threads) or not 1 <= threads <= MAX_THREADS:
        raise InputError(f"threads {shown(threads)}: must be a whole number from 1 to {MAX_THREADS}")
    if not is_whole(seed) or not 0 <= seed < 2**31:
        raise InputError(f"seed {shown(seed)}: must be a whole number from 0 to {2**31 - 1}")
    return Settings(Goal(goal), int(threads), int(seed))


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def claimed(method: Method, puzzle: Puzzle, run: Callable[[], Claim]) -> Claim:
    """Return the claim that `run`, which runs a method, makes about a puzzle, whatever happens inside it.

    Exceptions that no method should raise are let through, with a note of whose they are.
    """
    try:
        claim = run()
        fault = malformed(claim)
        if fault is not None:
            return Claim(Status.ERROR, message=f"{method.name} answers nonsense: {fault}")
        return _confirmed(puzzle, claim) if claim.status is Status.INFEASIBLE else claim
    except KeyboardInterrupt:
        return Claim(Status.UNKNOWN, Limit.INTERRUPT, message="interrupted before a solution was found")
    except DeadlineError:
        return Claim(Status.UNKNOWN, Limit.TIME, message="the time was gone before a solution was found")
    except MemoryError as error:
        return Claim(Status.UNKNOWN, Limit.MEMORY, message=str(error) or "out of memory before a solution was found")
    except SolverError as error:
        return Claim(Status.ERROR, message=str(error))
    except BrokenExecutor:
        return Claim(Status.ERROR, message="a worker process died, perhaps for want of memory; try fewer --workers")
    except SystemExit as error:
        return Claim(Status.ERROR, message=f"{method.name} tried to end the program (exit code {error.code})")
    except LoOptError:
        raise
    except Exception as error:
        error.add_note(f"in backend {method.name}")
        raise


def _confirmed(puzzle: Puzzle, claim: Claim) -> Claim:
    """Return a claim of INFEASIBLE confirmed if that can be done in `CONFIRM_S` seconds, else as it is."""
    try:
        return _certified(puzzle, claim, Control.limited(CONFIRM_S))
    except (DeadlineError, MemoryError, InputError, KeyboardInterrupt):
        return claim  # what the solver found out is worth keeping


def _certified(puzzle: Puzzle, claim: Claim, control: Control) -> Claim:
    """Return a claim of INFEASIBLE with the certificate that proves it, or with what contradicts it.

    Limits on presses have no certificate: if nothing else makes the puzzle unsolvable, all solutions are filtered,
    where that is quick, and else the claim stays the solver's.
    """
    if claim.certificate is not None:
        return claim
    if puzzle.states != 2:
        if linear.refuse_modular(puzzle) is not None:
            return claim
        return replace(claim, certificate=linear.modular_certificate(puzzle, control))
    if not puzzle.limits:
        found = linear.solutions(puzzle, control)
        return replace(claim, certificate=found.certificate, presses=found.presses, nullity=found.nullity)
    if claim.proof is Proof.EXHAUSTED or refuse_filtering(puzzle, MAX_CONFIRMED) is not None:
        return claim
    own = list_by_algebra(puzzle, Wanted(1), control).claim
    return replace(claim, certificate=own.certificate, presses=own.presses, nullity=own.nullity, proof=own.proof)

"""The largest minimum over the boards of one part: counted, by parity, or by an integer program; knows no puzzle."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from lo_opt import plugins
from lo_opt.analysis.climbing import hard_counts
from lo_opt.analysis.counting import CountPlan, count_boards
from lo_opt.analysis.flags import forced_balance
from lo_opt.analysis.regions import MAX_LISTED_NULLITY, Part
from lo_opt.answer import Limit, Status
from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.errors import BackendUnavailableError, SolverError
from lo_opt.formulations.program import PressMap, Program
from lo_opt.formulations.rows import NO_UPPER, Rows
from lo_opt.solvers.cpsat import CpSat

if TYPE_CHECKING:
    from lo_opt.solvers.base import Solver

OTHER_SOLVERS = ("highs", "scip", "cbc")  # where CP-SAT is missing, in the order of their speed on these programs

_BY_PARITY = "odd regions and the means of cosets"
_STOPPED = "the integer program was stopped"
_COUNTED_WORK = 1 << 28  # a second or so
_ALL_ROWS = 1 << 9  # members of a part that all get their row at once
_ROWS_A_ROUND = 64
_MAX_ROW_NULLITY = 16


@dataclass(frozen=True)
class WorstPart:
    """What is proved about a part: its largest least cost lies in [lower, upper].

    `counts`, int64 (groups,), are pressed buttons a group whose least cost is `lower`; `boards` is how many boards of
    the part need `upper`, None where that was not counted. `how` says what proves it, "; " between reasons.
    """

    lower: int
    upper: int
    counts: NDArray[np.int64]
    boards: int | None
    how: str
    interrupted: bool = False


def upper_end(part: Part) -> int:
    """Return a cost that no least cost of the part exceeds, by the mean of its members and by parity."""
    return part.total if part.nullity == 0 else (part.total - forced_balance(part)) // 2


def worst_of(part: Part, end: int, wanted: int | None, settings: Settings, control: Control) -> WorstPart:
    """Return what can be proved about a part until the deadline, or until an interrupt.

    `end` is its `upper_end`; `wanted` is as for `worst_case`.
    """
    try:
        return _worst_of(part, end, wanted, settings, control)
    except KeyboardInterrupt:
        return WorstPart(0, end, np.zeros_like(part.sizes), None, _BY_PARITY, interrupted=True)


def _worst_of(part: Part, end: int, wanted: int | None, settings: Settings, control: Control) -> WorstPart:
    if part.nullity == 0:
        free = int(part.sizes[part.prices == 0].sum())  # free presses change the board, not its cost
        return WorstPart(part.total, part.total, part.sizes, 1 << free, "")
    if not (part.sizes % 2).any():
        half = part.sizes // 2
        ways = math.prod(math.comb(int(size), int(size) // 2) for size in part.sizes) >> part.nullity
        boards = ways if (part.prices > 0).all() and _one_price_a_column(part) else None
        return WorstPart(part.total // 2, part.total // 2, half, boards, "half of each region pressed is worst")
    if part.nullity <= MAX_LISTED_NULLITY and CountPlan.of(part).work <= _COUNTED_WORK:
        counted = count_boards(part, control)
        if counted is not None:
            worst = max(counted.boards)
            return WorstPart(
                worst, worst, counted.worst, counted.boards[worst], "all counts of pressed buttons a region"
            )
    if part.nullity > MAX_LISTED_NULLITY:
        nothing = np.zeros_like(part.sizes)
        return WorstPart(0, end, nothing, None, f"2^{part.nullity} members of a part are too many to list")
    start = hard_counts(part, settings.seed, control)
    if part.nullity > _MAX_ROW_NULLITY:
        lower = int(part.costs(start).min())
        return WorstPart(lower, end, start, None, f"local steps; 2^{part.nullity} rows are too many")
    return _by_program(part, start, end, wanted, settings, control)


def _one_price_a_column(part: Part) -> bool:
    """Return whether groups differ in their column, so that a balance of 0 needs each group half pressed."""
    return len(np.unique(part.columns)) == len(part.columns)


def _by_program(
    part: Part, start: NDArray[np.int64], end: int, wanted: int | None, settings: Settings, control: Control
) -> WorstPart:
    """Return the interval proved by parity, or the integer program over the counts, rows added round by round."""
    members = 1 << part.nullity
    costs = part.costs(start)
    best, counts, upper = int(costs.min()), start, end
    if _asked(best, upper, wanted) is None or control.expired:
        return WorstPart(best, upper, counts, None, _BY_PARITY)
    solver = _solver()
    rows = set(range(members)) if members <= _ALL_ROWS else set(np.argsort(costs)[:_ROWS_A_ROUND].tolist())
    interrupted = False
    while (asked := _asked(best, upper, wanted)) is not None and not control.expired:
        outcome = solver.solve(_program(part, sorted(rows), asked, upper), settings, control)
        if outcome.status is Status.INFEASIBLE:
            upper = asked - 1
        if outcome.bound is not None:  # it holds for boards that need `asked` or more, if there are any
            upper = min(upper, max(asked - 1, part.total // 2 - outcome.bound))
        if outcome.values is not None:
            tried = outcome.values[: len(part.sizes)]
            costs = part.costs(tried)
            if int(costs.min()) > best:
                best, counts = int(costs.min()), tried
            rows.update(np.argsort(costs)[:_ROWS_A_ROUND].tolist())
        if best > upper:
            raise SolverError(f"{solver.name} gave a false bound: {upper}, and there is a board that needs {best}")
        interrupted = outcome.limit is Limit.INTERRUPT
        control.tell("worst case", 0.0, upper, best)
        if interrupted or outcome.values is None or outcome.limit is not None:
            break
    how = _proof(solver, lowered=upper < end, found=counts is not start)
    if _asked(best, upper, wanted) is not None:
        how = f"{how}; {_STOPPED}"
    return WorstPart(best, upper, counts, None, how, interrupted)


def _asked(best: int, upper: int, wanted: int | None) -> int | None:
    """Return the least cost to look for where [best, upper] is proved, None if nothing is left to find out."""
    asked = best + 1 if wanted is None else wanted
    return asked if best < asked <= upper else None


def _proof(solver: Solver, *, lowered: bool, found: bool) -> str:
    """Return what proves an interval whose upper end a solver `lowered`, or whose board, if any, it only `found`."""
    if not lowered:
        return f"{_BY_PARITY}; a board found by {solver.name}" if found else _BY_PARITY
    exact = isinstance(solver, CpSat)
    return f"integer program over regions by {solver.name}" + ("" if exact else " (its claim in floating point)")


def _program(part: Part, members: list[int], asked: int, most: int) -> Program:
    """Return min d with cost(u, c) + d >= cap for each of `members`: the worst case is cap - d, cap half the total.

    Only boards that need from `asked` to `most` count; that none needs more must be known.

    In each of `nullity` groups with independent columns at most half of the buttons are pressed: quiet patterns make
    it so without changing the least cost.
    """
    groups = len(part.sizes)
    cap = part.total // 2
    upper = part.sizes.copy()
    for g in CountPlan.of(part).halved:
        upper[g] //= 2
    signs = part.signs[:, members].T.astype(np.int64)
    coefficients = np.column_stack([signs * part.prices, np.ones(len(members), np.int64)])
    swapped = (signs < 0) @ (part.prices * part.sizes)  # what the member costs when nothing is pressed
    kept = coefficients != 0
    columns = np.broadcast_to(np.arange(groups + 1), kept.shape)[kept]
    indptr = np.concatenate([[0], np.cumsum(kept.sum(axis=1))]).astype(np.intp)
    rows = Rows(indptr, columns.astype(np.intp), coefficients[kept], cap - swapped, np.full(len(members), NO_UPPER))
    objective = np.zeros(groups + 1, np.int64)
    objective[-1] = 1
    lower = np.append(np.zeros(groups, np.int64), cap - most)
    return Program(lower, np.append(upper, cap - asked), objective, PressMap.direct(groups + 1), rows)


class RelaxingCpSat(CpSat):
    """CP-SAT with its linear relaxation, which is what bounds the worst case; on parity rows it is of no use."""

    tuned: ClassVar[Mapping[str, int]] = {}


def _solver() -> Solver:
    """Return the quickest solver that is installed."""
    others = (cast("Solver", plugins.load_named("lo_opt.solvers", "solver", name)) for name in OTHER_SOLVERS)
    reasons = []
    for solver in itertools.chain([RelaxingCpSat()], others):
        there = solver.availability()
        if there.available:
            return solver
        reasons.append(f"{solver.name}: {there.reason}")
    raise BackendUnavailableError(f"the worst case needs a solver of integer programs; {'; '.join(reasons)}")

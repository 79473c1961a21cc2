"""Records as one flat table, a row a cell, with what plots and studies ask for; draws nothing.

Columns, None where unknown. The board: `board` (its key), `name`, `rows`, `cols`, `cells`, `rule`, `wrap`, `states`,
`weights`, `forbidden`, `required` (shares of the buttons), `row_budget`, `presses`, `board_seed`, `nullity`,
`solvable`, `solvable_share` (in theory), `optimum`, `free_optimum`, `cost_ratio` (of the two). The cell: `backend`,
`solver`, `formulation`, `goal`, `repetition`, `threads`, `time_limit_s`. The result: `status`, `limit`, `proof`,
`solved` (what the goal asks for, within the limit), `cost`, `bound`, `gap` (of cost and bound), `optimum_gap` (of cost
and optimum), `seconds` (of solving; the limit where not solved in time), `build_s`, `solve_s`, `verify_s`, `startup_s`,
`wall_s`, `cpu_s`, `peak_rss_mib`, `solver_version`, `message`. The rest: `key`, `machine`, `lo_opt`, `commit`, `at`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lo_opt.bench.boards import BoardSpec
from lo_opt.bench.jobs import Exact
from lo_opt.bench.records import BoardRecord, Record, Records

Table = dict[str, list[Any]]

NEVER_RUN = ("refused", "unavailable")
SOLVED = {"optimal": ("optimal", "infeasible"), "feasible": ("optimal", "feasible", "infeasible")}


def table_of(records: Records) -> Table:
    """Return the table of records; empty columns if there are none.

    >>> table_of(Records(None, (), {}))["seconds"]
    []
    """
    rows = [_row(record, records.boards.get(record.board)) for record in records.cells]
    return {name: [row[name] for row in rows] for name in COLUMNS}


def is_solved(record: Record) -> bool:
    """Return whether a cell gave what its goal asks for within its time limit."""
    result, cell = record.result, record.cell
    return result.status in SOLVED[cell.goal] and result.solve_s is not None and result.solve_s <= cell.time_limit_s


def _seconds(record: Record) -> float | None:
    """Return the solving time, the limit if the cell was not solved in time, None if it never ran."""
    if record.result.status in NEVER_RUN:
        return None
    return record.result.solve_s if is_solved(record) else record.cell.time_limit_s


def _row(record: Record, board: BoardRecord | None) -> dict[str, Any]:
    cell, result = record.cell, record.result
    solver, _, formulation = cell.backend.partition(":")
    cost, bound = number(result.cost), number(result.bound)
    optimum = number(board.result.optimum) if board else None
    return _board_columns(cell.board, board) | {
        "board": record.board,
        "backend": cell.backend,
        "solver": solver,
        "formulation": formulation or None,
        "goal": cell.goal,
        "repetition": cell.repetition,
        "threads": cell.threads,
        "time_limit_s": cell.time_limit_s,
        "status": result.status,
        "limit": result.limit,
        "proof": result.proof,
        "solved": is_solved(record),
        "cost": cost,
        "bound": bound,
        "gap": _gap(cost, bound),
        "optimum_gap": _gap(cost, optimum),
        "seconds": _seconds(record),
        "build_s": result.build_s,
        "solve_s": result.solve_s,
        "verify_s": result.verify_s,
        "startup_s": record.startup_s,
        "wall_s": record.wall_s,
        "cpu_s": result.cpu_s,
        "peak_rss_mib": record.peak_rss_bytes / 2**20,
        "solver_version": result.solver_version or None,
        "message": result.message or None,
        "key": record.key,
        "machine": record.machine.id,
        "lo_opt": record.code.lo_opt,
        "commit": record.code.commit or None,
        "at": record.at,
    }


def _board_columns(spec: BoardSpec, board: BoardRecord | None) -> dict[str, Any]:
    variant, facts = spec.variant, board.result if board else None
    rows, cols = (facts.rows, facts.cols) if facts and facts.rows else (spec.rows, spec.cols)
    optimum = number(facts.optimum) if facts else None
    free = number(facts.free_optimum if variant.constrained else facts.optimum) if facts else None
    solvable = {"optimal": True, "feasible": True, "infeasible": False}.get(facts.status) if facts else None
    return {
        "name": spec.label,
        "rows": rows or None,
        "cols": cols or None,
        "cells": facts.lights if facts and facts.lights else rows * cols or None,
        "rule": variant.rule or "plus",
        "wrap": variant.wrap or "none",
        "states": variant.states or 2,
        "weights": variant.weights,
        "forbidden": variant.forbidden,
        "required": variant.required,
        "row_budget": variant.row_budget,
        "presses": variant.presses,
        "board_seed": spec.seed,
        "nullity": facts.nullity if facts else None,
        "solvable": solvable,
        "solvable_share": facts.solvable_share if facts else None,
        "optimum": optimum,
        "free_optimum": free,
        "cost_ratio": optimum / free if optimum is not None and free else None,
    }


COLUMNS = (
    *("board", "name", "rows", "cols", "cells", "rule", "wrap", "states", "weights", "forbidden", "required"),
    *("row_budget", "presses", "board_seed", "nullity", "solvable", "solvable_share", "optimum", "free_optimum"),
    *("cost_ratio", "backend", "solver", "formulation", "goal", "repetition", "threads", "time_limit_s", "status"),
    *("limit", "proof", "solved", "cost", "bound", "gap", "optimum_gap", "seconds", "build_s", "solve_s", "verify_s"),
    *("startup_s", "wall_s", "cpu_s", "peak_rss_mib", "solver_version", "message", "key", "machine", "lo_opt"),
    *("commit", "at"),
)


def number(cost: Exact | None) -> int | float | None:
    """Return a cost as a number to plot: an int if it is whole, else the nearest float.

    >>> number("25/2"), number(11)
    (12.5, 11)
    """
    return float(Fraction(cost)) if isinstance(cost, str) else cost


def _gap(cost: float | None, bound: float | None) -> float | None:
    """Return (cost - bound) / cost, 0 where both are 0; None if either is unknown."""
    if cost is None or bound is None:
        return None
    return (cost - bound) / cost if cost else 0.0

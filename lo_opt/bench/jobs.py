"""What passes between the harness and the child program: a job in JSON there, events in JSON back; runs nothing."""

from __future__ import annotations

from typing import Literal

import msgspec

from lo_opt.bench.boards import BoardSpec
from lo_opt.bench.cells import Cell

Exact = int | str  # a cost that is no whole number is written as a fraction, "25/2"


class Job(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line to the child: run a cell, or settle a board within `time_limit_s`.

    `guarded` children die with whoever started them; they must lead a process group of their own.
    """

    cell: Cell | None = None
    board: BoardSpec | None = None
    time_limit_s: float = 60.0
    memory_limit_mib: int = 4096
    guarded: bool = False


class CellResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a cell ended, as the child saw it.

    `status` is an answer's, or "refused", "unavailable" or "crashed". `build_s`, `solve_s` and `verify_s` are None
    where nothing was solved.
    """

    status: str
    limit: str | None = None
    proof: str | None = None
    cost: Exact | None = None
    bound: Exact | None = None
    press_count: int | None = None
    build_s: float | None = None
    solve_s: float | None = None
    verify_s: float | None = None
    solver_s: float | None = None
    cpu_s: float | None = None
    peak_rss_bytes: int | None = None
    solver: str = ""
    solver_version: str = ""
    raw_status: str = ""
    settings: dict[str, str] = {}
    message: str = ""


class BoardResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What linear algebra proves about a board.

    `status` is an answer's, or "refused"; `optimum` is None unless proved. The free board is the same without what is
    forbidden, required or limited, and left out where nothing is. `solvable_share` is the theory: of all boards that
    presses can light, the share that can still be darkened without the forbidden buttons.
    """

    status: str
    rows: int = 0
    cols: int = 0
    lights: int = 0
    nullity: int | None = None
    optimum: Exact | None = None
    bound: Exact | None = None
    free_nullity: int | None = None
    free_optimum: Exact | None = None
    solvable_share: float | None = None
    solve_s: float | None = None
    message: str = ""


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line from the child: "began" when everything is loaded, then the result."""

    kind: Literal["began", "cell", "board"]
    cell: CellResult | None = None
    board: BoardResult | None = None

"""What the child program does with a job: solve a cell, or settle a board by linear algebra; knows no limits."""

from __future__ import annotations

import contextlib
import resource
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from lo_opt.answer import Answer, Cost, Proof, Status
from lo_opt.backends import backend
from lo_opt.bench.boards import BoardSpec, make, make_free
from lo_opt.bench.cells import Cell
from lo_opt.bench.jobs import BoardResult, CellResult, Exact
from lo_opt.errors import BackendUnavailableError, InputError, LoOptError
from lo_opt.puzzle import Puzzle
from lo_opt.solving import solve

REFERENCE = "auto"  # linear algebra with proof, by whichever path is fastest
WARM_UP = "1111/1111/1111/1111"  # 16 solutions, so that nothing is settled before the search
WARM_UP_LIMIT_S = 1.0


def run_cell(cell: Cell, began: Callable[[], None]) -> CellResult:
    """Solve the cell's board and return how it went; `began` is called when everything is loaded.

    `solve_s` is what `perf_counter` says around the solver call alone; where a backend does not say, around all of it
    but building and verifying.
    """
    try:
        puzzle = make(cell.board)
        _warm_up(cell)
        began()
        cpu_s, started = _cpu_s(), time.perf_counter()
        answer = solve(
            puzzle,
            cell.backend,
            goal=cell.goal,
            time_limit_s=cell.time_limit_s,
            threads=cell.threads,
            seed=cell.seed,
        )
        elapsed_s, cpu_s = time.perf_counter() - started, _cpu_s() - cpu_s
    except BackendUnavailableError as error:
        return CellResult("unavailable", message=str(error))
    except InputError as error:  # an unsupported puzzle is one
        return CellResult("refused", message=str(error))
    except MemoryError:
        return CellResult("unknown", "memory", message="out of memory")
    except Exception as error:  # whatever a backend raises is a result
        return CellResult("crashed", message=f"{type(error).__name__}: {error}")
    times = answer.times
    return CellResult(
        str(answer.status),
        _text(answer.limit),
        _text(answer.proof),
        exact(answer.value),
        exact(answer.bound),
        answer.press_count,
        build_s=_rounded(times.build_s),
        solve_s=_rounded(times.solve_s or elapsed_s - times.build_s - times.verify_s),
        verify_s=_rounded(times.verify_s),
        solver_s=None if times.solver_s is None else _rounded(times.solver_s),
        cpu_s=_rounded(cpu_s),
        peak_rss_bytes=peak_rss_bytes(),
        solver=answer.solver,
        solver_version=answer.solver_version,
        raw_status=answer.raw_status,
        settings=dict(answer.settings),
        message=answer.message,
    )


def run_board(spec: BoardSpec, time_limit_s: float, began: Callable[[], None]) -> BoardResult:
    """Return what linear algebra proves about a board, and about the same board when everything is allowed."""
    try:
        puzzle = make(spec)
        began()
        answer = solve(puzzle, REFERENCE, time_limit_s=time_limit_s)
        free = solve(make_free(spec), REFERENCE, time_limit_s=time_limit_s) if spec.variant.constrained else None
    except LoOptError as error:
        return BoardResult("refused", message=str(error))
    grid = puzzle.layout
    return BoardResult(
        str(answer.status),
        rows=grid.rows if grid else 0,
        cols=grid.cols if grid else 0,
        lights=grid.cell_count if grid else puzzle.light_count,
        nullity=answer.nullity,
        optimum=exact(answer.value) if _proved(answer) else None,
        bound=exact(answer.bound),
        free_nullity=None if free is None else free.nullity,
        free_optimum=exact(free.value) if free and _proved(free) else None,
        solvable_share=_solvable_share(puzzle, answer, free, spec),
        solve_s=_rounded(answer.times.total_s),
        message=answer.message,
    )


def exact(cost: Cost | None) -> Exact | None:
    """Return a cost as JSON can hold it exactly.

    >>> exact(Fraction(25, 2)), exact(11)
    ('25/2', 11)
    """
    return str(cost) if isinstance(cost, Fraction) else cost


def peak_rss_bytes() -> int | None:
    """Return the most memory this process has held, None where the system does not say.

    Not `getrusage`: its figure starts with that of the process that started this one.
    """
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return None


def _warm_up(cell: Cell) -> None:
    """Let the backend load its libraries on a puzzle of 16 cells; whatever goes wrong will go wrong again."""
    method = backend(cell.backend)
    if method.availability().available:
        with contextlib.suppress(Exception):
            solve(Puzzle.grid(WARM_UP), cell.backend, goal=cell.goal, time_limit_s=WARM_UP_LIMIT_S)


def _proved(answer: Answer) -> bool:
    return answer.status is Status.OPTIMAL and answer.proof is not Proof.SOLVER_CLAIM


def _solvable_share(puzzle: Puzzle, answer: Answer, free: Answer | None, spec: BoardSpec) -> float | None:
    """Return 2^(rank without the forbidden buttons - rank of all), None where other conditions count, too.

    The boards that presses can light are 2^rank in number, all equally likely when the presses are drawn evenly; those
    that the allowed buttons darken are a linear subspace of them.
    """
    others = spec.variant.required or spec.variant.row_budget is not None
    if free is None or others or puzzle.states != 2 or answer.nullity is None or free.nullity is None:
        return None
    barred = int(free.puzzle.pressable().sum() - puzzle.pressable().sum())
    return 2.0 ** (free.nullity - answer.nullity - barred)


def _cpu_s() -> float:
    """Return the processor seconds of this process and of the children that have ended."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _rounded(seconds: float) -> float:
    return round(seconds, 6)

"""Running a suite: which jobs are left to do, where they run, every result on the disk at once; knows no solver."""

from __future__ import annotations

import contextlib
import itertools
import os
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from lo_opt import backends
from lo_opt.bench.boards import BoardSpec
from lo_opt.bench.child import End, Ended, run_child, stop_children
from lo_opt.bench.jobs import BoardResult, CellResult, Job
from lo_opt.bench.machine import Code, Machine, this_code, this_machine, usable_cores
from lo_opt.bench.records import SCHEMA, BoardRecord, Record, Records, in_order
from lo_opt.bench.suite import Suite
from lo_opt.control import Progress
from lo_opt.errors import BackendUnavailableError, InputError, UnsupportedError, chosen

if TYPE_CHECKING:
    from lo_opt.bench.storing import Store

PATIENCE_S = 5.0  # how long an interrupted run waits for children, some of them perhaps on other machines


class Rerun(StrEnum):
    """Which cells that have a record are run again: those that failed, those that hit the time limit, or all.

    >>> [str(choice) for choice in Rerun]
    ['failed', 'timeouts', 'all']
    """

    FAILED = "failed"
    TIMEOUTS = "timeouts"
    ALL = "all"

    @classmethod
    def named(cls, name: str) -> Rerun:
        """Return the choice of that name."""
        return chosen(cls, "choice of cells to run again", name)

    def wants(self, record: Record) -> bool:
        """Return whether a cell with this record is run again."""
        result = record.result
        if self is Rerun.TIMEOUTS:
            return result.status == End.KILLED or result.limit == "time"
        failed = result.status in (End.CRASHED, End.MEMORY, "error", "refused", "unavailable")
        return self is Rerun.ALL or failed or result.limit == "memory"


def run(
    suite: Suite | str | os.PathLike[str],
    directory: str | os.PathLike[str] | None = None,
    *,
    executor: Executor | None = None,
    workers: int = 1,
    rerun: str | Rerun | None = None,
    force: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> Records:
    """Run all cells of a suite that have no record yet, each in a child program of its own, and return all records.

    Parameters
    ----------
    suite
        A suite, or the path of its TOML file.
    directory
        Where records are kept; the same call again resumes there. None for a directory that is deleted at the end.
    executor
        Where children are started: None for here, one after the other; threads for several at once; a Dask client's
        executor for the machines of a cluster.
    workers
        How many children run at once.
    rerun
        'failed', 'timeouts' or 'all': which cells that have a record are run again; the last record counts.
    force
        Run even if workers times threads exceed the cores.
    progress
        Called with a `Progress` after every job.

    Raises
    ------
    InputError
        For a suite, directory or number of workers that is no good.
    StorageError
        If a record cannot be written, a full disk, say.
    KeyboardInterrupt
        At Ctrl-C, after all children have been killed; every record so far is kept.

    Examples
    --------
    >>> suite = Suite("tiny", backends=["gf2", "chase"], sizes=[3])
    >>> [record.result.status for record in run(suite).cells]
    ['optimal', 'optimal']
    """
    if os.name != "posix":
        raise UnsupportedError("the benchmark kills process groups, which only POSIX systems have; use Linux or macOS")
    from lo_opt.bench.storing import Store  # which locks files as only POSIX systems do

    checked = suite.checked() if isinstance(suite, Suite) else Suite.read(suite)
    again = None if rerun is None else Rerun.named(rerun)
    _check_backends(checked)
    if executor is None or isinstance(executor, ThreadPoolExecutor | ProcessPoolExecutor):
        _check_cores(workers * checked.threads, force)
    with contextlib.ExitStack() as opened:
        if directory is None:
            directory = opened.enter_context(tempfile.TemporaryDirectory(prefix="lo-opt-bench-"))
        with Store(directory, checked) as store:
            _run_all(checked, store, executor, workers, again, progress)
        records = Records.read(directory)
        return Records(checked, in_order(records.cells, [cell.key for cell in checked.cells()]), records.boards)


def _check_backends(suite: Suite) -> None:
    """Raise `InputError` for a backend that no package declares; a missing library only costs its own cells."""
    for name in suite.backends:
        with contextlib.suppress(BackendUnavailableError):
            backends.backend(name)


def _check_cores(wanted: int, force: bool) -> None:
    cores = usable_cores()
    if wanted > cores and not force:
        raise InputError(
            f"workers times threads is {wanted}, but there are {cores} cores, and cells that share a core measure each "
            f"other; use fewer, or force it"
        )


@dataclass(frozen=True)
class _Task:
    """A cell to run, or a board to settle, and how long its child may take before it is killed."""

    job: Job
    time_limit_s: float


@dataclass(frozen=True)
class _Done:
    """What became of a task, and where it ran."""

    task: _Task
    ended: Ended
    machine: Machine
    code: Code


def _perform(task: _Task) -> _Done:
    """Run a task's child on the machine where this is called."""
    threads = task.job.cell.threads if task.job.cell is not None else 1
    return _Done(task, run_child(task.job, task.time_limit_s, threads), this_machine(), this_code())


def _run_all(
    suite: Suite,
    store: Store,
    executor: Executor | None,
    workers: int,
    rerun: Rerun | None,
    progress: Callable[[Progress], None] | None,
) -> None:
    tasks = list(_tasks(suite, Records.read(store.folder), rerun))
    with contextlib.closing(_results(tasks, executor, workers)) as results:
        for number, done in enumerate(results, 1):
            store.add(_record(done))
            if progress is not None:
                progress(Progress(f"{len(tasks):,} cells and boards", number / len(tasks)))


def _tasks(suite: Suite, records: Records, rerun: Rerun | None) -> Iterator[_Task]:
    """Yield what is still to do: each board before its cells."""
    known = {record.key: record for record in records.cells}
    settled = set() if rerun is Rerun.ALL else set(records.boards)
    for board, cells in itertools.groupby(suite.cells(), lambda cell: cell.board):
        pending = [cell for cell in cells if cell.key not in known or (rerun and rerun.wants(known[cell.key]))]
        if board.key not in settled:
            yield _board_task(board, suite)
        for cell in pending:
            yield _Task(
                Job(cell, memory_limit_mib=suite.memory_limit_mib), time_limit_s=suite.time_limit_s + suite.grace_s
            )


def _board_task(board: BoardSpec, suite: Suite) -> _Task:
    limit_s = suite.reference_time_limit_s
    job = Job(board=board, time_limit_s=limit_s, memory_limit_mib=suite.memory_limit_mib)
    return _Task(job, 2 * limit_s + suite.grace_s)  # it solves the free board, too


def _results(tasks: list[_Task], executor: Executor | None, workers: int) -> Generator[_Done, None, None]:
    """Yield what becomes of the tasks as they end, with so many under way; closing it ends them all."""
    if executor is None:
        yield from map(_perform, tasks)
        return
    waiting = iter(tasks)
    under_way = {executor.submit(_perform, task) for task in itertools.islice(waiting, workers)}
    try:
        while under_way:
            ended, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= {executor.submit(_perform, task) for task in itertools.islice(waiting, len(ended))}
            for future in ended:
                yield future.result()
    finally:
        _abandon(under_way)


def _abandon(under_way: set[Future[_Done]]) -> None:
    """Stop what still runs: children of this process at once; those of a cluster end at their own limits."""
    for future in under_way:
        future.cancel()
    deadline = time.monotonic() + PATIENCE_S
    while under_way and time.monotonic() < deadline:
        stop_children()  # again and again: one may be just about to start
        under_way = wait(under_way, 0.1).not_done


def _record(done: _Done) -> Record | BoardRecord:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    ended, cell, board = done.ended, done.task.job.cell, done.task.job.board
    event = ended.event
    if cell is None:
        assert board is not None
        result = event.board if event and event.board else BoardResult(str(ended.end), message=ended.message)
        return BoardRecord(SCHEMA, board.key, board, result, done.machine, done.code, now)
    outcome = event.cell if event and event.cell else CellResult(str(ended.end), message=ended.message)
    peak = max(ended.peak_rss_bytes, outcome.peak_rss_bytes or 0)
    startup_s = None if ended.startup_s is None else round(ended.startup_s, 6)
    return Record(
        SCHEMA,
        cell.key,
        cell.board.key,
        cell,
        msgspec.structs.replace(outcome, peak_rss_bytes=None),
        startup_s,
        round(ended.wall_s, 6),
        peak,
        done.machine,
        done.code,
        now,
    )

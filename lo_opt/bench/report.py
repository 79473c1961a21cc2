"""One page about a benchmark: what was run, tables, the disagreement check, figures, limitations; runs nothing."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from lo_opt.bench.agreement import disagreements
from lo_opt.bench.figures import figures_of
from lo_opt.bench.frame import Frame
from lo_opt.bench.machine import Code
from lo_opt.bench.page import ListBlock, Page, TableBlock
from lo_opt.bench.plots.style import TITLES
from lo_opt.bench.records import Records
from lo_opt.bench.stats import SHIFT_S, shifted_geometric_mean
from lo_opt.errors import InputError
from lo_opt.puzzle.files.writing import written_whole
from lo_opt.wording import shown_path

SUFFIXES = (".html", ".md", ".csv")
MOST_LISTED = 20
BUSY = 0.8  # of the wall clock: below, a processor was shared, or the solver waited
MEASURABLE_S = 0.2

LIMITATIONS = (
    "A time is that of one run unless the suite repeats it, on the machine named above; other machines rank solvers "
    "differently, and their times are never averaged with these.",
    "The clock runs around the solver call alone. Loading libraries, building the model and verifying the answer are "
    "stored apart, and each backend is warmed up on a 4x4 board first.",
    "Solvers run with the given number of threads and seed, and with their defaults but for what every record lists as "
    "settings; nothing is tuned to a board.",
    "Threads are limited through the solver's own option and the usual environment variables; the processor seconds in "
    "the records show whether a solver kept to it. Processes are not bound to cores.",
    "Memory is what the child program and its own children hold, looked at every 50 ms; on systems without /proc only "
    "the size of the address space is limited.",
    "A cell that is not solved in time counts with the time limit in every mean, which flatters it.",
)


def write_report(records: Records, path: str | os.PathLike[str]) -> None:
    """Write the page as `.html` (one file) or `.md` (its figures in a folder beside it), or the table as `.csv`.

    Raises
    ------
    InputError
        For another suffix, or a file that cannot be written.
    """
    suffix = Path(path).suffix.lower()
    if suffix == ".csv":
        records.to_csv(path)
        return
    if suffix not in SUFFIXES:
        raise InputError(f"{shown_path(path)}: unknown suffix {suffix!r}; reports are written as {', '.join(SUFFIXES)}")
    if suffix == ".html":
        with written_whole(path) as stream:
            stream.write(report(records).to_html().encode())
        return
    with _folder(Path(path).with_suffix("")) as folder:
        page = report(records)
        for figure in page.figures:
            with written_whole(folder / f"{figure.name}.png") as stream:
                stream.write(figure.png)
        with written_whole(path) as stream:
            stream.write(page.to_markdown(folder.name).encode())


@contextlib.contextmanager
def _folder(folder: Path) -> Iterator[Path]:
    """Make a folder if there is none, and remove it again with all that is in it if the block ends with an error."""
    there = folder.exists()
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"{shown_path(folder)} cannot be made: {(error.strerror or str(error)).lower()}") from None
    try:
        yield folder
    except BaseException:
        if not there:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def report(records: Records) -> Page:
    """Return the page; `InputError` if there are no records."""
    if not records.cells:
        raise InputError("nothing to report: no records")
    suite = records.suite
    page = Page(f"Benchmark: {suite.name}" if suite else "Benchmark")
    planned = len({cell.key for cell in suite.cells()}) if suite else len(records.cells)
    days = sorted({record.at[:10] for record in records.cells})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    page.add(
        "What was run",
        *([suite.description] if suite and suite.description else []),
        f"{len(records.cells):,} of {planned:,} cells on {len(records.boards):,} boards, {when}.",
    )
    found = disagreements(records)
    said = [f"{len(found):,} statements cannot all be true:"] if found else []
    page.add(
        "Disagreement check",
        *said,
        ListBlock(found[:MOST_LISTED]) if found else "Every proved statement agrees with the linear-algebra optimum.",
    )
    for machine in records.machines:
        _add_machine(page, records.on(machine), several=len(records.machines) > 1)
    page.add("Limitations", ListBlock(LIMITATIONS))
    return page


def _add_machine(page: Page, records: Records, several: bool) -> None:
    (machine,) = records.machines.values()
    frame = Frame(records.to_table())
    codes = sorted({f"lo-opt {r.code.lo_opt}, Python {r.code.python}{_commit(r.code)}" for r in records.cells})
    page.add(f"Machine {machine.id}", f"{machine}.", ListBlock(codes), _versions(frame), *_busy(frame))
    for goal, part in frame.split("goal"):
        page.add(
            f"{TITLES[goal]} (machine {machine.id})",
            f"Seconds are shifted geometric means (shift {SHIFT_S:g} s); what is not solved counts with the limit.",
            _summary(part),
            *_refusals(part),
        )
    prefix = f"{machine.id}-" if several else ""
    page.add(f"Figures (machine {machine.id})", *[replace(f, name=prefix + f.name) for f in figures_of(frame)])


def _commit(code: Code) -> str:
    return f", commit {code.commit}{' with changes' if code.changed else ''}" if code.commit else ""


def _versions(frame: Frame) -> TableBlock:
    rows = [
        [str(solver), ", ".join(map(str, part.known("solver_version").distinct("solver_version"))) or "not run"]
        for solver, part in frame.split("solver")
    ]
    return TableBlock(["solver", "version"], rows)


def _busy(frame: Frame) -> list[str]:
    """Return a warning if solvers often had less than a processor."""
    there = frame.known("cpu_s", "solve_s")
    wall, cpu = there.floats("solve_s"), there.floats("cpu_s")
    long = wall > MEASURABLE_S
    busy = int((cpu[long] < BUSY * wall[long]).sum())
    if not busy:
        return []
    return [
        f"The machine was not idle: in {busy:,} of {int(long.sum()):,} cells over {MEASURABLE_S:g} s the solver "
        f"had a processor for less than {BUSY:.0%} of the time. Compare, but do not quote, these times."
    ]


def _summary(part: Frame) -> TableBlock:
    headings = ["backend", "cells", "solved", "seconds", "median", "slowest", "above optimum", "MiB", "start-up s"]
    rows = []
    for backend, own in part.split("backend"):
        ran = own.known("seconds")
        if not len(ran):
            rows.append([backend, "0", *["–"] * 7])
            continue
        seconds = ran.floats("seconds")
        gaps = ran.known("optimum_gap").floats("optimum_gap")
        startup = ran.known("startup_s").floats("startup_s")
        rows.append(
            [
                backend,
                str(len(ran)),
                f"{np.mean(ran['solved']):.0%}",
                _seconds(shifted_geometric_mean(seconds)),
                _seconds(float(np.median(seconds))),
                _seconds(float(seconds.max())),
                f"{gaps.mean():.1%}" if len(gaps) else "–",
                f"{ran.floats('peak_rss_mib').max():,.0f}",
                _seconds(float(np.median(startup))) if len(startup) else "–",
            ]
        )
    return TableBlock(headings, rows)


def _refusals(part: Frame) -> list[TableBlock]:
    """Return a table of all cells that ended in no answer, by backend and reason."""
    counted: Counter[tuple[str, str, str]] = Counter()
    for backend, status, limit, message in zip(
        part["backend"], part["status"], part["limit"], part["message"], strict=True
    ):
        if status not in ("optimal", "feasible", "infeasible"):
            counted[backend, f"{status}, {limit} limit" if limit else status, message or ""] += 1
    rows = [[who, what, why, str(count)] for (who, what, why), count in counted.most_common(MOST_LISTED)]
    return [TableBlock(["backend", "status", "reason", "cells"], rows)] if rows else []


def _seconds(value: float) -> str:
    return f"{value:.3g}"

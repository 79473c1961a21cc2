"""`lo-opt bench`: run a suite, plot its records, report on them; decides nothing itself."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.examples import examples
from lo_opt.cli.executors import Workers, workers_for
from lo_opt.cli.exits import FAILED, SOLVED
from lo_opt.cli.progress import ProgressLine
from lo_opt.cli.terminal import note
from lo_opt.errors import InputError

if TYPE_CHECKING:
    from lo_opt.bench import Records

EXAMPLES = examples(
    "lo-opt bench run benchmarks/suites/quick.toml -o quick",
    "lo-opt bench plot quick -o times.png",
    "lo-opt bench report quick -o quick.html",
)
RUN_EXAMPLES = examples("lo-opt bench run benchmarks/suites/quick.toml -o quick")
PLOT_EXAMPLES = examples(
    "lo-opt bench plot quick -o times.png",
    "lo-opt bench plot quick -o nullity.svg --x nullity --goal optimal",
    "lo-opt bench plot quick -o race.pdf --kind cactus --backend gf2,chase",
)
REPORT_EXAMPLES = examples("lo-opt bench report quick -o quick.html", "lo-opt bench report quick -o quick.csv")

app = typer.Typer(
    help="Time backends on many boards, and see what the times depend on.", epilog=EXAMPLES, no_args_is_help=True
)

Directory = Annotated[Path, typer.Argument(metavar="DIR", help="A directory that 'bench run' has written.")]
MachineOption = Annotated[
    str | None,
    typer.Option("--machine", metavar="ID", help="Whose records, if those of several machines are there."),
]


@app.command("run", epilog=RUN_EXAMPLES)
def run(
    suite: Annotated[Path, typer.Argument(metavar="SUITE.toml", help="What to run.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Where records go. Default: bench-NAME of the suite."),
    ] = None,
    rerun: Annotated[
        str | None,
        typer.Option("--rerun", metavar="failed|timeouts|all", help="Run these cells again though they have records."),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Cells to run at once on this machine.")] = 1,
    scheduler: options.Scheduler = None,
    force: Annotated[bool, typer.Option("--force", help="Run even if cells have to share cores.")] = False,
) -> int:
    """Run a suite, each cell in a process of its own; the same command again resumes.

    Exit code: 0 done, 1 if proved statements disagree or records cannot
    be written, 2 bad input, 130 interrupted.
    """
    from lo_opt.bench import Suite, disagreements
    from lo_opt.bench import run as run_suite

    wanted = Suite.read(suite)
    directory = output or Path(f"bench-{wanted.name}")
    with _workers(workers, scheduler, wanted.threads) as pool, ProgressLine(1) as progress:
        try:
            records = run_suite(
                wanted,
                directory,
                executor=pool.executor,
                workers=pool.count,
                rerun=rerun,
                force=force,
                progress=progress,
            )
        except KeyboardInterrupt:
            note("interrupted; the same command again resumes")
            raise
    found = disagreements(records)
    print(f"{len(records.cells):,} cells in {directory}")
    for status, count in _counts(records).items():
        print(f"{count:7,} {status}")
    for line in found:
        print(f"lo-opt: disagreement: {line}", file=sys.stderr)
    return FAILED if found else SOLVED


@app.command("plot", epilog=PLOT_EXAMPLES)
def plot(
    directory: Directory,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="A .png, .svg or .pdf file.")],
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            metavar="marks|medians|curve|cactus|profile|heatmap",
            help="Default: marks, medians against a condition, a curve for what depends only on the board.",
        ),
    ] = None,
    x: Annotated[
        str | None, typer.Option("--x", metavar="COLUMN", help="cells (default), nullity, forbidden, row-budget, ...")
    ] = None,
    y: Annotated[
        str | None,
        typer.Option("--y", metavar="COLUMN", help="seconds (default), cost-ratio, solvable, optimum-gap, ..."),
    ] = None,
    color: Annotated[
        str | None, typer.Option("--color", metavar="COLUMN", help="What colours stand for: backend, nullity, ...")
    ] = None,
    facet: Annotated[
        str | None,
        typer.Option("--facet", metavar="COLUMN|none", help="What panels stand for: goal (default), nullity, ..."),
    ] = None,
    x_scale: Annotated[str | None, typer.Option("--x-scale", metavar="linear|log", help="Horizontal axis.")] = None,
    y_scale: Annotated[str | None, typer.Option("--y-scale", metavar="linear|log", help="Vertical axis.")] = None,
    goal: Annotated[
        str | None, typer.Option("--goal", metavar="optimal|feasible", help="Only cells with this goal.")
    ] = None,
    backends: Annotated[
        str | None, typer.Option("--backend", "-b", metavar="A,B,...", help="Only cells of these backends.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="COLUMN=VALUE", help="Only such cells, as presses=allowed; may be repeated."),
    ] = None,
    machine: MachineOption = None,
) -> int:
    """Draw records: seconds against size in two panels, or whatever the options say.

    Columns are those of 'bench report -o FILE.csv'.
    """
    from lo_opt.bench.frame import Frame
    from lo_opt.bench.plots import draw, save, view_of

    frame = Frame(_of_one_machine(directory, machine).to_table())
    if goal is not None:
        frame = frame.where("goal", goal)
    if backends is not None:
        frame = frame.where("backend", *backends.split(","))
    for condition in only or []:
        frame = frame.only(condition)
    save(draw(frame, view_of(frame, kind, x, y, color, facet, x_scale, y_scale)), output)
    return SOLVED


@app.command("report", epilog=REPORT_EXAMPLES)
def report(
    directory: Directory,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="A page as .html or .md, or all cells as .csv."),
    ],
) -> int:
    """Write a page of tables and figures, or the table of all cells."""
    from lo_opt.bench import Records
    from lo_opt.bench.report import write_report

    write_report(Records.read(directory), output)
    return SOLVED


@contextlib.contextmanager
def _workers(workers: int, scheduler: str | None, threads: int) -> Iterator[Workers]:
    """Open threads that start children here, or the workers of a cluster, each busy with as many threads as a cell."""
    with workers_for(workers if scheduler else 1, scheduler) as pool:
        if scheduler is not None:
            yield Workers(pool.executor, max(1, pool.count // threads))
            return
        if workers < 1:
            raise InputError(f"workers {workers}: must be at least 1")
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(workers) as executor:
            yield Workers(executor if workers > 1 else None, workers)


def _counts(records: Records) -> dict[str, int]:
    from collections import Counter

    return dict(Counter(record.result.status for record in records.cells).most_common())


def _of_one_machine(directory: Path, machine: str | None) -> Records:
    from lo_opt.bench import Records

    records = Records.read(directory)
    if machine is not None:
        return records.on(machine)
    if len(records.machines) > 1:
        known = "; ".join(f"{name} ({facts})" for name, facts in records.machines.items())
        raise InputError(
            f"{directory} holds records of several machines, which are never mixed: {known}; use --machine"
        )
    return records

"""`lo-opt distribution`: how many boards of a size need how many presses, and how many the worst; computes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.distribution_report import print_distribution, title_of, write_distribution
from lo_opt.cli.examples import examples
from lo_opt.cli.executors import workers_for
from lo_opt.cli.exits import INTERRUPTED, SOLVED
from lo_opt.cli.numbers import duration, seconds_text
from lo_opt.cli.progress import ProgressLine
from lo_opt.cli.sizes import Size, puzzle_of_size
from lo_opt.cli.terminal import note

if TYPE_CHECKING:
    from lo_opt.analysis.minima import Distribution
    from lo_opt.analysis.worst import WorstCase
    from lo_opt.cli.executors import Workers
    from lo_opt.puzzle import Board, Puzzle

EXAMPLES = examples(
    "lo-opt distribution 5x5",
    "lo-opt distribution 5x5 --states 3",
    "lo-opt distribution 9x9 --samples 1000000 --plot 9x9.png --json",
)

_LIMIT_S = 60.0
_EXAMPLES = 3


def distribution(
    size: Size,
    rule: options.RuleOption = None,
    wrap: options.WrapOption = None,
    states: options.States = None,
    weights: options.WeightsOption = None,
    forbid: options.Forbid = None,
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples",
            metavar="N",
            help="Draw so many boards instead of counting all. Default: count where that takes at most minutes.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the boards drawn.")] = 0,
    time_limit: Annotated[
        str | None,
        typer.Option(
            "--time-limit",
            metavar="30s|none",
            help="For everything; what cannot be counted by then is drawn. Default: 60s, besides what counting takes.",
            show_default=False,
        ),
    ] = None,
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", help="Threads of the solver for the worst case.")
    ] = 1,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", help="Processes or threads that counting may use.")
    ] = 1,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Also draw it: .png, .svg or .pdf.")
    ] = None,
    json: options.Json = False,
) -> int:
    """Show how many solvable boards need each number of presses.

    Exact where all boards can be counted by their regions, which takes from
    less than a second to a few minutes (11x11), else from a uniform sample
    with 95% intervals: --samples N draws at once. There are no intervals if
    some boards drawn could not be proved. Ctrl-C ends the counting.
    The largest minimum of all boards is proved by an integer program, or
    given as an interval. With more than two states it is what was counted or
    drawn.
    """
    from lo_opt.analysis.worst import check_solver_options

    limit_s = _LIMIT_S if time_limit is None else duration(time_limit)
    check_solver_options(threads, seed)
    if plot is not None:
        from lo_opt.analysis.plotting import plot_format
        from lo_opt.puzzle.files.writing import check_writable

        plot_format(plot)
        check_writable(plot)
    puzzle = puzzle_of_size(size, options.PuzzleOptions(rule, wrap, states, weights=weights, forbid=forbid))
    with ProgressLine(puzzle.weight_denominator) as progress, workers_for(workers, None) as pool:
        if puzzle.states != 2:
            measured = _modular(puzzle, samples, seed, limit_s, progress)
        else:
            measured = _measured(puzzle, samples, seed, limit_s, time_limit is None, threads, pool, progress)
    found = measured.found
    if plot is not None:
        from lo_opt.analysis.plotting import plot_distribution

        plot_distribution(found, title_of(puzzle, found), plot)
    (write_distribution if json else print_distribution)(puzzle, found, measured.worst, measured.worst_boards)
    if found.counting_s is not None:
        took = f"about {seconds_text(found.counting_s)} of counting"
        note(f"all boards can be counted, but not within the time limit: {took}, such as with --time-limit none")
    if measured.wants_loops:
        note("counting all boards needs numba: pip install 'lo-opt[fast]'")
    return INTERRUPTED if measured.interrupted else SOLVED


@dataclass(frozen=True)
class _Measured:
    """A distribution, what else is known of the worst case, and whether all boards could be counted with numba."""

    found: Distribution
    worst: WorstCase | None
    worst_boards: list[Board]
    interrupted: bool
    wants_loops: bool = False


def _measured(
    puzzle: Puzzle,
    samples: int | None,
    seed: int,
    limit_s: float | None,
    count_freely: bool,
    threads: int,
    pool: Workers,
    progress: ProgressLine,
) -> _Measured:
    from lo_opt.analysis.alike import boards_alike
    from lo_opt.analysis.exact import Counting, wants_loops
    from lo_opt.analysis.minima import default_samples
    from lo_opt.analysis.minima import distribution as distribution_of
    from lo_opt.analysis.regions import Regions
    from lo_opt.analysis.worst import worst_case
    from lo_opt.control import Control

    regions = Regions.of(puzzle)
    counting = Counting.of(regions) if samples is None else None
    countless = samples is None and counting is None
    unlimited = count_freely and counting is not None
    control = Control.limited(limit_s)
    found = distribution_of(
        regions,
        samples=default_samples(regions) if countless else samples,
        counting=counting,
        seed=seed,
        time_limit_s=None if unlimited else limit_s,
        executor=pool.executor,
        workers=pool.count,
        progress=progress,
    )
    worst, interrupted = None, found.interrupted
    if not interrupted:
        try:
            left_s = limit_s if unlimited or limit_s is None else control.remaining_s
            worst = worst_case(regions, time_limit_s=left_s, threads=threads, seed=seed, progress=progress)
            interrupted = worst.interrupted
        except KeyboardInterrupt:  # what was counted or drawn before is an answer
            interrupted = True
    boards = [] if worst is None else boards_alike(regions, worst.presses, _EXAMPLES, seed)
    return _Measured(found, worst, boards, interrupted, countless and wants_loops(regions))


def _modular(
    puzzle: Puzzle, samples: int | None, seed: int, limit_s: float | None, progress: ProgressLine
) -> _Measured:
    from lo_opt.analysis.modular_minima import modular_distribution

    found = modular_distribution(puzzle, samples=samples, seed=seed, time_limit_s=limit_s, progress=progress)
    return _Measured(found, None, [], found.interrupted)

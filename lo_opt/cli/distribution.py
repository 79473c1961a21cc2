"""`lo-opt distribution`: how many boards of a size need how many presses, and how many the worst; computes nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.executors import workers_for
from lo_opt.cli.exits import INTERRUPTED, SOLVED
from lo_opt.cli.numbers import duration, exact_text
from lo_opt.cli.progress import ProgressLine
from lo_opt.cli.sizes import Size, puzzle_of_size

if TYPE_CHECKING:
    from lo_opt.analysis.minima import Distribution
    from lo_opt.analysis.worst import WorstCase
    from lo_opt.answer import Cost
    from lo_opt.puzzle import Puzzle

EXAMPLES = """Examples:

lo-opt distribution 5x5

lo-opt distribution 9x9 --samples 1000000 --plot 9x9.png --json
"""

_BAR = 40


def distribution(
    size: Size,
    rule: options.RuleOption = None,
    wrap: options.WrapOption = None,
    weights: options.WeightsOption = None,
    forbid: options.Forbid = None,
    samples: Annotated[
        int | None,
        typer.Option(
            "--samples",
            metavar="N",
            help="Draw so many boards instead of counting all. Default: count where that takes seconds.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the boards drawn.")] = 0,
    time_limit: Annotated[
        str, typer.Option("--time-limit", metavar="30s|none", help="For the distribution, and for the worst case.")
    ] = "60s",
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", help="Threads of the solver for the worst case.")
    ] = 1,
    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Processes that counting may use.")] = 1,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Also draw it: .png, .svg or .pdf.")
    ] = None,
    json: options.Json = False,
) -> int:
    """Show how many solvable boards need each number of presses.

    Exact where the boards can be counted region by region, else from a
    uniform sample with 95% intervals. The largest minimum of all boards is
    proved by an integer program, or given as an interval.
    """
    from lo_opt.analysis.minima import distribution as distribution_of
    from lo_opt.analysis.regions import Regions
    from lo_opt.analysis.worst import check_solver_options, worst_case

    limit_s = duration(time_limit)
    check_solver_options(threads, seed)
    if plot is not None:
        from lo_opt.analysis.plotting import plot_format
        from lo_opt.puzzle.writing import check_writable

        plot_format(plot)
        check_writable(plot)
    puzzle = puzzle_of_size(size, rule=rule, wrap=wrap, weights=weights, forbid=forbid)
    regions = Regions.of(puzzle)
    with workers_for(workers, None) as pool, ProgressLine(puzzle.weight_denominator) as progress:
        found = distribution_of(
            regions,
            samples=samples,
            seed=seed,
            time_limit_s=limit_s,
            executor=pool.executor,
            workers=pool.count,
            progress=progress,
        )
        worst, interrupted = None, found.interrupted
        if not interrupted:
            try:
                worst = worst_case(regions, time_limit_s=limit_s, threads=threads, seed=seed, progress=progress)
                interrupted = worst.interrupted
            except KeyboardInterrupt:  # what was counted or drawn before is an answer
                interrupted = True
    if plot is not None:
        from lo_opt.analysis.plotting import plot_distribution

        plot_distribution(found, _title(puzzle, found), plot)
    if json:
        _write_json(puzzle, found, worst)
    else:
        _print(puzzle, found, worst)
    return INTERRUPTED if interrupted else SOLVED


def _title(puzzle: Puzzle, found: Distribution) -> str:
    how = "all solvable boards" if found.exact else f"{found.total:,} random solvable boards"
    grid, rule = puzzle.layout, puzzle.rule
    if puzzle.name or grid is None or rule is None:
        return f"{puzzle.name or 'listed buttons'}: {how}"
    wrap = f", wrap {grid.wrap}" if grid.wrap != "none" else ""
    return f"{grid.rows}x{grid.cols}, rule {rule.name}{wrap}: {how}"


def _write_json(puzzle: Puzzle, found: Distribution, worst: WorstCase | None) -> None:
    from lo_opt.cli.analyze import cells_of
    from lo_opt.cli.jsonlines import SCHEMA, puzzle_record, write_json

    sampled = None
    if not found.exact:
        sampled = {
            "mean": found.mean_interval(),
            "shares": {exact_text(cost): found.share_interval(cost) for cost in found.counts},
        }
    record = {
        "schema": SCHEMA,
        "puzzle": puzzle_record(puzzle),
        "exact": found.exact,
        "counts": {exact_text(cost): count for cost, count in found.counts.items()},
        "mean": float(found.mean),
        "max": found.max,
        "samples": found.samples,
        "solvable_boards": str(found.board_count) if found.board_count.bit_length() <= 1 << 13 else None,
        "interval_95": sampled,
        "worst": None
        if worst is None
        else {
            "lower": _worst_lower(found, worst),
            "upper": found.max if found.exact else worst.upper,
            "proved": found.exact or _worst_lower(found, worst) == worst.upper,
            "boards": _worst_boards(found, worst),
            "board": cells_of(worst.board, puzzle) if worst.lower == _worst_lower(found, worst) else None,
            "how": worst.how,
        },
    }
    write_json(record, sys.stdout)


def _worst_lower(found: Distribution, worst: WorstCase) -> Cost:
    """Return the most presses that a board is known to need: one of those counted or drawn may need more."""
    return max(found.max, worst.lower)


def _worst_boards(found: Distribution, worst: WorstCase) -> int | None:
    """Return how many boards need the most presses, where that was counted."""
    return found.counts[found.max] if found.exact else worst.board_count


def _print(puzzle: Puzzle, found: Distribution, worst: WorstCase | None) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from lo_opt.cli import gallery, picture
    from lo_opt.cli.table import power_text
    from lo_opt.cli.terminal import can_show, console

    out, glyphs = console(), picture.glyphs_for(sys.stdout)
    out.print(Text(_title(puzzle, found), "bold"), soft_wrap=True)
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("presses" if puzzle.weights is None else "cost", "boards", "share"):
        shown.add_column(heading, justify="right", no_wrap=True)
    if not found.exact:
        shown.add_column("95% interval", justify="right", no_wrap=True)
    shown.add_column("")
    full = "█" if can_show("█", sys.stdout) else "#"
    largest = max(found.counts.values())
    for cost, count in found.counts.items():
        interval = found.share_interval(cost)
        ends = [] if interval is None else [f"{100 * interval[0]:.3g}% to {100 * interval[1]:.3g}%"]
        bar = full * (count * _BAR // largest)
        shown.add_row(exact_text(cost), _count_text(count), f"{100 * (count / found.total):.3g}%", *ends, bar)
    out.print(shown)
    spread = found.mean_interval()
    around = "" if spread is None else f", 95% interval {spread[0]:.4f} to {spread[1]:.4f}"
    out.print(f"{'mean':<11}{float(found.mean):.4f}{around}", soft_wrap=True)
    out.print(f"{'boards':<11}{power_text(found.board_count.bit_length() - 1)} can be solved", soft_wrap=True)
    if worst is None:
        return
    out.print(f"{'worst case':<11}{_worst_text(found, worst)}", soft_wrap=True)
    if drawn := gallery.board_block("", worst.board, glyphs.off, glyphs.on)[1:]:
        out.print(f"\nA board that needs {exact_text(worst.lower)}", soft_wrap=True)
        for line in drawn:
            out.print(line, soft_wrap=True)


def _worst_text(found: Distribution, worst: WorstCase) -> str:
    lower = _worst_lower(found, worst)
    if lower < worst.upper and not found.exact:
        return f"from {exact_text(lower)} to {exact_text(worst.upper)} ({worst.how})"
    boards = _worst_boards(found, worst)
    many = "" if boards is None else f", needed by {_count_text(boards)} board{'' if boards == 1 else 's'}"
    if found.exact:
        return f"{exact_text(found.max)}{many}"
    return f"{exact_text(worst.upper)}{many} ({worst.how})"


def _count_text(count: int) -> str:
    """Return a number of boards, rounded where it has too many digits to read.

    >>> _count_text(1234567), _count_text(3 * 10**40)
    ('1,234,567', '3.00e+40')
    """
    if count < 10**15:
        return f"{count:,}"
    digits = str(count) if count.bit_length() < 1 << 13 else ""
    return f"{digits[0]}.{digits[1:3]}e+{len(digits) - 1}" if digits else f"about 2^{count.bit_length() - 1}"

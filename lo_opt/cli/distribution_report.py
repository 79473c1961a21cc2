"""A distribution of least costs in words, bars and JSON, with the worst boards drawn; computes nothing."""

from __future__ import annotations

import sys
from decimal import Decimal
from typing import TYPE_CHECKING

from lo_opt.cli.numbers import exact_text

if TYPE_CHECKING:
    from lo_opt.analysis.minima import Distribution
    from lo_opt.analysis.worst import WorstCase
    from lo_opt.answer import Cost
    from lo_opt.puzzle import Board, Puzzle

_BAR = 40


def title_of(puzzle: Puzzle, found: Distribution) -> str:
    """Return what was counted or drawn, in one line."""
    how = (
        "all solvable boards"
        if found.exact
        else f"{found.total:,} random solvable board{'' if found.total == 1 else 's'}"
    )
    grid, rule = puzzle.layout, puzzle.rule
    if puzzle.name or grid is None or rule is None:
        return f"{puzzle.name or 'listed buttons'}: {how}"
    wrap = f", wrap {grid.wrap}" if grid.wrap != "none" else ""
    return f"{grid.rows}x{grid.cols}, rule {rule.name}{wrap}: {how}"


def write_distribution(puzzle: Puzzle, found: Distribution, worst: WorstCase | None, worst_boards: list[Board]) -> None:
    """Write the record of a distribution; `worst` is None where nobody looked for the worst case."""
    from lo_opt.cli.jsonlines import SCHEMA, puzzle_record, write_json

    sampled = None
    if found.has_intervals:
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
        "unproved": found.unproved,
        "solvable_boards": str(found.board_count) if found.board_count.bit_length() <= 1 << 13 else None,
        "interval_95": sampled,
        "worst": _worst_record(puzzle, found, worst, worst_boards),
    }
    write_json(record, sys.stdout)


def _worst_record(
    puzzle: Puzzle, found: Distribution, worst: WorstCase | None, worst_boards: list[Board]
) -> dict[str, object] | None:
    from lo_opt.cli.analyze import cells_of

    if worst is None:
        if not found.exact:
            return None
        known = {"lower": found.max, "upper": found.max, "proved": True, "boards": found.counts[found.max]}
        return {**known, "board": None, "examples": [], "how": "all boards counted"}
    lower = _worst_lower(found, worst)
    return {
        "lower": lower,
        "upper": found.max if found.exact else worst.upper,
        "proved": found.exact or lower == worst.upper,
        "boards": _worst_boards(found, worst),
        "board": cells_of(worst.board, puzzle) if worst.lower == lower else None,
        "examples": [cells_of(b, puzzle) for b in worst_boards if worst.lower == lower],
        "how": worst.how,
    }


def _worst_lower(found: Distribution, worst: WorstCase) -> Cost:
    """Return the most presses that a board is known to need: one of those counted or drawn may need more."""
    return max(found.max, worst.lower)


def _worst_boards(found: Distribution, worst: WorstCase) -> int | None:
    """Return how many boards need the most presses, where that was counted."""
    return found.counts[found.max] if found.exact else worst.board_count


def print_distribution(puzzle: Puzzle, found: Distribution, worst: WorstCase | None, worst_boards: list[Board]) -> None:
    """Print a distribution for people; `worst` is None where nobody looked for the worst case."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from lo_opt.cli import gallery, picture
    from lo_opt.cli.terminal import can_show, console, width

    out, glyphs = console(), picture.glyphs_for(sys.stdout)
    out.print(Text(title_of(puzzle, found), "bold"), soft_wrap=True)
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("presses" if puzzle.weights is None else "cost", "boards", "share"):
        shown.add_column(heading, justify="right", no_wrap=True)
    if found.has_intervals:
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
    if found.unproved:
        out.print(f"{'unproved':<11}{_unproved_text(found.unproved)}", soft_wrap=True)
    out.print(f"{'boards':<11}{_boards_text(puzzle, found)} can be solved", soft_wrap=True)
    if worst is None:
        if found.exact:
            out.print(f"{'worst case':<11}{_counted_worst(found)}", soft_wrap=True)
        return
    out.print(f"{'worst case':<11}{_worst_text(found, worst)}", soft_wrap=True)
    blocks = [gallery.board_block("", board, glyphs.off, glyphs.on)[1:] for board in worst_boards]
    if drawn := gallery.laid_out(blocks, width()):
        out.print(f"\n{_examples_text(found, worst, len(worst_boards))}", soft_wrap=True)
        for line in drawn:
            out.print(line, soft_wrap=True)


def _unproved_text(unproved: int) -> str:
    many = f"{unproved:,} more board{' was' if unproved == 1 else 's were'} drawn but not proved"
    return f"{many}: those shown are no uniform sample, so no intervals are given"


def _examples_text(found: Distribution, worst: WorstCase, shown: int) -> str:
    """Return what the boards drawn are: all that need the most, some of so many, or just some that need so much."""
    need = exact_text(worst.lower)
    boards = _worst_boards(found, worst) if worst.lower == _worst_lower(found, worst) else None
    if boards == shown:
        return f"The board that needs {need}" if shown == 1 else f"The {shown} boards that need {need}"
    start = "A board that needs" if shown == 1 else f"{shown} boards that need"
    return f"{start} {need}" if boards is None else f"{start} {need}, of {_count_text(boards)}"


def _worst_text(found: Distribution, worst: WorstCase) -> str:
    lower = _worst_lower(found, worst)
    if lower < worst.upper and not found.exact:
        return f"from {exact_text(lower)} to {exact_text(worst.upper)} ({worst.how})"
    boards = _worst_boards(found, worst)
    if found.exact:
        return _counted_worst(found)
    many = "" if boards is None else _needed_by(boards)
    return f"{exact_text(worst.upper)}{many} ({worst.how})"


def _counted_worst(found: Distribution) -> str:
    return f"{exact_text(found.max)}{_needed_by(found.counts[found.max])}"


def _needed_by(boards: int) -> str:
    return f", needed by {_count_text(boards)} board{'' if boards == 1 else 's'}"


def _boards_text(puzzle: Puzzle, found: Distribution) -> str:
    from lo_opt.cli.table import power_text

    if puzzle.states == 2:
        return power_text(found.board_count.bit_length() - 1)
    return _count_text(found.board_count)


def _count_text(count: int) -> str:
    """Return a number of boards, rounded where it has too many digits to read.

    >>> _count_text(1234567), _count_text(3 * 10**40 - 1), _count_text(3**700)
    ('1,234,567', '3.00e+40', '9.66e+333')
    """
    if count < 10**15:
        return f"{count:,}"
    return f"{Decimal(count):.2e}" if count.bit_length() < 1 << 13 else f"about 2^{count.bit_length() - 1}"

"""`lo-opt analyze`: what is known about a puzzle or a size of board, in words and pictures; computes nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.examples import examples
from lo_opt.cli.exits import INTERRUPTED, SOLVED, UNSOLVABLE
from lo_opt.cli.numbers import duration
from lo_opt.cli.progress import ProgressLine
from lo_opt.cli.reading import read_puzzle
from lo_opt.cli.sizes import is_size, puzzle_of_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lo_opt.analysis.chasing import HandTable
    from lo_opt.analysis.modular import ModularAnalysis
    from lo_opt.analysis.structure import Analysis
    from lo_opt.puzzle import Board, Puzzle

EXAMPLES = examples(
    "lo-opt analyze 11011/01000/10101/00010/10110",
    "lo-opt analyze 30x30 --json",
)

_LISTED_ENTRIES = 10  # log2 of how many rows of the table for chasing by hand are written out
_HELP = "As for solve; or RxC for what holds for every board of this size."


def analyze(
    puzzle: Annotated[str | None, typer.Argument(metavar="PUZZLE|RxC", help=_HELP, show_default=False)] = None,
    rule: options.RuleOption = None,
    wrap: options.WrapOption = None,
    states: options.States = None,
    target: options.Target = None,
    weights: options.WeightsOption = None,
    forbid: options.Forbid = None,
    on: options.On = None,
    off: options.Off = None,
    format: options.Format = None,
    time_limit: options.TimeLimit = "60s",
    json: options.Json = False,
) -> int:
    """Show whether a board can be solved, how, and in how many ways, and why.

    Exit code: 0 analysed, 2 bad input, 3 proved unsolvable, 130 interrupted.
    """
    from lo_opt.analysis.structure import analyze as analyze_puzzle

    limit_s = duration(time_limit)
    sized = puzzle is not None and is_size(puzzle)
    changed = options.PuzzleOptions(rule, wrap, states, target, weights, forbid)
    if puzzle is not None and sized:
        board = puzzle_of_size(puzzle, changed)
    else:
        board = read_puzzle(puzzle, changed, options.SymbolOptions(on, off), format=format)
    if board.states != 2:
        return _analyze_modular(board, sized, limit_s, json)
    with ProgressLine(board.weight_denominator) as progress:
        found = analyze_puzzle(board, board=not sized, time_limit_s=limit_s, progress=progress)
    if json:
        _write_json(found)
    else:
        from lo_opt.cli.analysis_report import print_analysis

        print_analysis(found)
    return _code(found)


def _analyze_modular(puzzle: Puzzle, sized: bool, time_limit_s: float | None, json: bool) -> int:
    """Analyse a puzzle of more than two states."""
    from lo_opt.analysis.modular import analyze_modular
    from lo_opt.cli import modular_report
    from lo_opt.cli.jsonlines import write_json

    with ProgressLine(puzzle.weight_denominator) as progress:
        found = analyze_modular(puzzle, board=not sized, time_limit_s=time_limit_s, progress=progress)
    if json:
        write_json(modular_report.modular_record(found), sys.stdout)
    else:
        modular_report.print_modular(found)
    return _code(found)


def _code(found: Analysis | ModularAnalysis) -> int:
    if found.interrupted:
        return INTERRUPTED
    return UNSOLVABLE if found.solvable is False else SOLVED


def _write_json(found: Analysis) -> None:
    from lo_opt.cli.jsonlines import SCHEMA, puzzle_record, write_json
    from lo_opt.cli.numbers import exact_text
    from lo_opt.cli.table import MAX_DECIMAL_BITS, exact_power, share_number

    puzzle = found.puzzle

    def cells(board: Board | None) -> Iterator[object] | None:
        return None if board is None else cells_of(board, puzzle)

    def every(boards: tuple[Board, ...] | None) -> Iterator[object] | None:
        return None if boards is None else (cells(board) for board in boards)

    weights, nearest, parity = found.weights, found.nearest, found.parity
    record = {
        "schema": SCHEMA,
        "puzzle": puzzle_record(puzzle),
        "rank": found.rank,
        "nullity": found.nullity,
        "solvable_share": share_number(found.unsolvable_log2),
        "solvable": found.solvable,
        # A number of thousands of digits is written as the power that it is.
        "solutions": exact_power(found.nullity) if (found.solutions or 0) >> MAX_DECIMAL_BITS else found.solutions,
        "min_cost": found.min_cost,
        "optimal_solutions": found.optimal_solutions,
        "presses": cells(found.presses),
        "weight_distribution": None if weights is None else {exact_text(w): n for w, n in weights.items()},
        "quiet_patterns": every(found.quiet_patterns),
        "all_quiet_patterns": every(found.all_quiet),
        "parity": None
        if parity is None
        else {
            "same": parity.same,
            "odd": parity.odd,
            "lights": cells(parity.lights),
            "odd_pattern": cells(parity.odd_pattern),
        },
        "regions": None if found.regions is None else found.regions.reshape(puzzle.effects.button_shape).tolist(),
        "certificate": cells(found.certificate),
        "nearest_solvable": None
        if nearest is None
        else {"distance": nearest.distance, "count": nearest.count, "changes": every(nearest.changes)},
        "hand_table": None if found.hand_table is None else _hand_record(found.hand_table),
        "notes": found.notes,
    }
    write_json(record, sys.stdout)


def cells_of(board: Board, puzzle: Puzzle) -> Iterator[object]:
    """Return a two-state board as one word a row, off the grid as the numbers of its lights or buttons that are 1."""
    return board.row_texts() if puzzle.layout is not None else (c for _, c in board.cells())


def _hand_record(table: HandTable) -> dict[str, object]:
    """Return the table for chasing by hand: a basis, and all its entries where they are few."""

    def pair(left: int, press: int) -> dict[str, object]:
        return {"left": row_text(left, table.cols), "press": row_text(press, table.cols)}

    few = table.rank <= _LISTED_ENTRIES
    return {
        "basis": [pair(left, press) for left, press in zip(table.left, table.press, strict=True)],
        "entries": [pair(left, press) for left, press in table.entries()] if few else None,
    }


def row_text(row: int, cols: int) -> str:
    """Return one row of cells as a word, column 0 first.

    >>> row_text(0b001, 3)
    '100'
    """
    return f"{row:0{cols}b}"[::-1]

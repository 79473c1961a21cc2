"""`lo-opt puzzles`: the boards that come with lo-opt, the historical machines among them; solves nothing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from lo_opt.cli import options
from lo_opt.cli.examples import examples

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle

EXAMPLES = examples(
    "lo-opt puzzles",
    "lo-opt solve merlin:110/010/000",
    "lo-opt solve cube:random:7",
)


def puzzles(json: options.Json = False) -> int:
    """List the puzzles that have a name, and what they are.

    Each may start in other ways: NAME:lit, NAME:random:SEED, or NAME:ROWS.
    """
    from lo_opt.puzzle import Puzzle
    from lo_opt.puzzle.reading.library import library_names

    known = [Puzzle.read(name) for name in library_names()]
    if json:
        from lo_opt.cli.jsonlines import SCHEMA, puzzle_record, write_json

        records = [
            {**puzzle_record(puzzle), "known_cost": puzzle.known_cost, "source": puzzle.source} for puzzle in known
        ]
        write_json({"schema": SCHEMA, "puzzles": records}, sys.stdout)
        return 0
    _print_table(known)
    return 0


def _print_table(known: list[Puzzle]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from lo_opt.cli.terminal import console

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("name", "board", "rule", "states", "what it is"):
        table.add_column(heading, overflow="fold")
    for puzzle in known:
        table.add_row(Text(puzzle.name, "bold"), _size(puzzle), _rule(puzzle), str(puzzle.states), puzzle.source)
    console().print(table)


def _size(puzzle: Puzzle) -> str:
    grid = puzzle.layout
    if grid is None:
        return f"{puzzle.light_count} lights"
    wrap = "" if grid.wrap == "none" else f" {grid.wrap}"
    holes = "" if grid.holes is None else f", {grid.cell_count} lights"
    return f"{grid.rows}x{grid.cols}{wrap}{holes}"


def _rule(puzzle: Puzzle) -> str:
    return puzzle.rule.name if puzzle.rule is not None else "listed"

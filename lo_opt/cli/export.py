"""`lo-opt export`: a puzzle's program, or the puzzle itself, as a file for other tools; solves nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.examples import examples
from lo_opt.cli.reading import read_puzzle
from lo_opt.cli.spreading import spread
from lo_opt.errors import InputError

EXAMPLES = examples(
    "lo-opt export article-5x5 --format lp",
    "lo-opt export lit:9x9 -o lit.mps --formulation hull",
    "lo-opt export merlin --format flip",
)


@spread
def export(
    puzzle: options.OnePuzzle = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="lp|mps|wcnf|opb|cnf|toml|buttons|flip|contest|plist",
            help="What to write. Default: what the suffix of the file to write says.",
            show_default=False,
        ),
    ] = None,
    formulation: Annotated[
        str | None,
        typer.Option(
            "--formulation",
            metavar="parity|xor|hull|coset|...",
            help="How the puzzle becomes a program. Default: parity; xor for wcnf and cnf.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to, instead of standard output."),
    ] = None,
    *,
    changed: options.SolvingOptions,
    symbols: options.SymbolOptions,
    read_as: options.ReadAs = None,
) -> int:
    """Write a puzzle as an integer program, as clauses, or as itself, for solvers and tools of all kinds.

    Variables keep their meaning: x_0_1 is the presses of the button in row 0, column 1, and light_0_1 a light's row.
    """
    from lo_opt.export import export_lines
    from lo_opt.puzzle.files.writing import written_whole

    if format is None:
        if output is None or not output.suffix:
            raise InputError(
                "no --format given: say lp, mps, wcnf, opb, cnf, toml, buttons, flip, contest or plist, "
                "or -o with such a suffix"
            )
        format = output.suffix[1:].lower()
    board = read_puzzle(puzzle, changed, symbols, format=read_as)
    lines = export_lines(board, format, formulation)
    if output is None:
        for line in lines:
            sys.stdout.write(line + "\n")
        return 0
    with written_whole(output) as stream:
        for line in lines:
            stream.write(f"{line}\n".encode())
    return 0

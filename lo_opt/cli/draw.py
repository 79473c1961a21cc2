"""`lo-opt draw`: a picture of a puzzle, or of its solution, as SVG, PNG or PDF; solves nothing itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.examples import examples
from lo_opt.cli.exits import SOLVED, exit_code
from lo_opt.cli.numbers import duration
from lo_opt.cli.reading import read_puzzle
from lo_opt.cli.spreading import spread

EXAMPLES = examples(
    "lo-opt draw article-5x5 -o board.svg",
    "lo-opt draw weighted-4x4 --solve -o solution.png",
    "lo-opt draw lit:5x5 --quiet -o quiet.pdf",
)


@spread
def draw(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to: .svg, .png or .pdf.")],
    puzzle: options.OnePuzzle = None,
    solved: Annotated[bool, typer.Option("--solve", help="Draw the solution, or why there is none.")] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Add quiet patterns, which change no light, laid over the board.")
    ] = False,
    time_limit: options.TimeLimit = "30s",
    *,
    changed: options.PuzzleOptions,
    symbols: options.SymbolOptions,
    format: options.Format = None,
) -> int:
    """Draw a puzzle: lights, weights, forbidden buttons; with --solve the presses as rings, or the certificate.

    The picture can be read without colour, and an SVG says in words what it shows.
    """
    from lo_opt.draw import check_picture, scene_of, write_picture
    from lo_opt.solving import solve

    check_picture(output)
    time_limit_s = duration(time_limit)
    board = read_puzzle(puzzle, changed, symbols, format=format)
    if not solved:
        write_picture(scene_of(board, quiet=quiet), output)
        return SOLVED
    answer = solve(board, time_limit_s=time_limit_s)
    write_picture(scene_of(answer, quiet=quiet), output)
    return exit_code(answer)

"""`lo-opt eliminate`: a puzzle solved by elimination or light chasing, to be watched in the terminal or animated."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.examples import examples
from lo_opt.cli.exits import SOLVED, UNSOLVABLE
from lo_opt.cli.numbers import duration
from lo_opt.cli.reading import read_puzzle
from lo_opt.cli.spreading import spread
from lo_opt.errors import InputError, unknown_name

if TYPE_CHECKING:
    from lo_opt.lessons import Moment

EXAMPLES = examples(
    "lo-opt eliminate 110/010/001 --step",
    "lo-opt eliminate article-5x5 -o elimination.html",
    "lo-opt eliminate article-5x5 --method chase -o chasing.gif --delay 500ms",
)
_SUFFIXES = (".html", ".gif")


@spread
def eliminate(
    puzzle: options.OnePuzzle = None,
    method: Annotated[
        str,
        typer.Option("--method", metavar="gauss|chase", help="Elimination of the whole matrix, or chasing the lights."),
    ] = "gauss",
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each step; q ends.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write an animation instead: .html (one file) or .gif."),
    ] = None,
    delay: Annotated[str, typer.Option("--delay", metavar="TIME", help="Between the steps of an animation.")] = "1s",
    *,
    changed: options.PuzzleOptions,
    symbols: options.SymbolOptions,
    format: options.Format = None,
) -> int:
    """Watch the equations of a puzzle being solved: pivots, changed rows, free buttons, and every choice of them.

    Exit code: 0 solved, 2 bad input, 3 proved unsolvable.
    """
    from lo_opt.lessons import LESSONS, BoardMoment

    if method not in LESSONS:
        raise unknown_name("method", method, LESSONS)
    if output is not None and output.suffix.lower() not in _SUFFIXES:
        forms = ", ".join(_SUFFIXES)
        raise InputError(f"{output}: unknown suffix {output.suffix!r}; animations are written as {forms}")
    delay_s = duration(delay)
    if delay_s is None:
        raise InputError("delay 'none': give a time, such as 500ms")
    board = read_puzzle(puzzle, changed, symbols, format=format)
    moments = LESSONS[method](board)
    last = _print(moments, step) if output is None else _write(moments, board.name or "Lights Out", output, delay_s)
    return UNSOLVABLE if isinstance(last, BoardMoment) and last.certificate is not None else SOLVED


def _write(moments: Iterable[Moment], title: str, output: Path, delay_s: float) -> Moment:
    from lo_opt.draw.animation import Frame, gif_animation, html_animation
    from lo_opt.draw.lessons import moment_scene
    from lo_opt.puzzle.files.writing import written_whole

    shown = list(moments)
    frames = [Frame(moment.caption, moment_scene(moment)) for moment in shown]
    if output.suffix.lower() == ".gif":
        data = gif_animation(frames, delay_s)
    else:
        data = html_animation(title, frames, delay_s).encode()
    with written_whole(output) as stream:
        stream.write(data)
    return shown[-1]


def _print(moments: Iterable[Moment], step: bool) -> Moment:
    from rich.text import Text

    from lo_opt.cli import lesson_text, picture, terminal

    console = terminal.console()
    glyphs = picture.glyphs_for(sys.stdout)
    waits = step and sys.stdin is not None and sys.stdin.isatty()
    last = None
    for last in moments:
        console.print(Text(last.caption, "bold"), soft_wrap=True)
        console.print()
        for line in lesson_text.moment_lines(last, glyphs, console.width):
            text = Text.assemble(*line)
            text.rstrip()
            console.print(text, soft_wrap=True)
        console.print()
        if waits and _asked_to_stop():
            break
    assert last is not None  # every lesson begins with the board
    return last


def _asked_to_stop() -> bool:
    """Wait for a line from the terminal; return whether it, or its end, asks to stop."""
    print("[Enter: next step, q: stop] ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    return not line or line.strip().lower().startswith("q")

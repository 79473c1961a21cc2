"""The options that commands share, how they read in help, and the puzzles they name; knows no backend."""

from __future__ import annotations

import itertools
import os
import stat
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli.terminal import note
from lo_opt.errors import InputError

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle

STANDARD_INPUT = "-"
DEFAULT_PUZZLE = "11011/01000/10101/00010/10110"
DEFAULT_NAME = "article-5x5"

_PUZZLE_HELP = (
    "A file (.toml, rows of 0/1 or ./#, .npy, .npz, .pbm), - for standard input, rows in one word (110/100/000), "
    "lit:RxC, random:RxC:SEED, or a machine such as merlin, cube:lit, xl-25:random:7 ('lo-opt puzzles' lists them). "
    "Without it: standard input if something is piped in, else the article's 5x5 board."
)
Puzzles = Annotated[list[str] | None, typer.Argument(metavar="PUZZLE", help=_PUZZLE_HELP, show_default=False)]
OnePuzzle = Annotated[str | None, typer.Argument(metavar="PUZZLE", help=_PUZZLE_HELP, show_default=False)]
GoalOption = Annotated[
    str, typer.Option("--goal", metavar="optimal|feasible", help="The least cost, or any solution at all.")
]
TimeLimit = Annotated[
    str,
    typer.Option(
        "--time-limit", metavar="30s|none", help="For each puzzle and backend: 500ms, 30s, 2m, 1h, seconds, or none."
    ),
]
RuleOption = Annotated[
    str | None,
    typer.Option(
        "--rule",
        metavar="plus|x|king|ring|neighbors|knight|row-col|hex|triangle|PICTURE",
        help="What a press toggles; a picture in one word, such as '.#./#@#/.#.', marks the pressed cell with @, or "
        "with o if it stays as it is. Default: what the puzzle says, else plus.",
        show_default=False,
    ),
]
WrapOption = Annotated[
    str | None,
    typer.Option(
        "--wrap",
        metavar="none|rows|cols|torus",
        help="Which edges meet: rows closes every row into a ring. Default: what the puzzle says, else none.",
        show_default=False,
    ),
]
States = Annotated[
    int | None, typer.Option("--states", metavar="M", help="States of a light, 2 unless said.", show_default=False)
]
Target = Annotated[
    str | None,
    typer.Option("--target", metavar="off|on|ROWS", help="How the lights should end, off unless said."),
]
WeightsOption = Annotated[
    str | None,
    typer.Option(
        "--weights", metavar="FILE|ROWS", help="Cost of each press, exact decimals: '1 2 / 0.5 1' or a file of them."
    ),
]
Forbid = Annotated[
    str | None,
    typer.Option("--forbid", metavar='"r,c r,c"', help="Buttons not to press, counted from 0 at the top left."),
]
Require = Annotated[
    str | None,
    typer.Option("--require", metavar='"r,c r,c"', help="Buttons that must be pressed at least once."),
]
AtMost = Annotated[int | None, typer.Option("--at-most", metavar="K", help="At most K presses in all.")]
AtLeast = Annotated[int | None, typer.Option("--at-least", metavar="K", help="At least K presses in all.")]
Exactly = Annotated[int | None, typer.Option("--exactly", metavar="K", help="Exactly K presses in all.")]
ObjectiveOption = Annotated[
    str | None,
    typer.Option(
        "--objective",
        metavar="cost|presses|cost,presses|presses,cost",
        help="What to minimise; of two, the second decides among ties. Default: what the puzzle says, else cost.",
        show_default=False,
    ),
]
Threads = Annotated[int, typer.Option("--threads", metavar="N", help="Threads a solver may use.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Random seed passed to solvers.")]
On = Annotated[str | None, typer.Option("--on", metavar="S", help="The symbol of a light that is on.")]
Off = Annotated[str | None, typer.Option("--off", metavar="S", help="The symbol of a light that is off.")]
_FORMATS = "buttons|flip|contest|plist|edges"
_FORMAT_HELP = "How the text of the puzzle is written, where that does not show."
_FORMAT_OF_SOLVE = f"{_FORMAT_HELP} counters: the numbers in braces, to be counted up to (solve alone)."
Format = Annotated[
    str | None,
    typer.Option("--format", metavar=f"{_FORMATS}|counters", help=_FORMAT_OF_SOLVE, show_default=False),
]
ReadAs = Annotated[str | None, typer.Option("--read-as", metavar=_FORMATS, help=_FORMAT_HELP, show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Write JSON instead of a picture.")]


def read_puzzles(
    names: Sequence[str] | None,
    *,
    rule: str | None = None,
    wrap: str | None = None,
    states: int | None = None,
    target: str | None = None,
    weights: str | None = None,
    forbid: str | None = None,
    require: str | None = None,
    at_most: int | None = None,
    at_least: int | None = None,
    exactly: int | None = None,
    objective: str | None = None,
    on: str | None = None,
    off: str | None = None,
    format: str | None = None,
    several: bool = False,
) -> list[Puzzle]:
    """Return the puzzles named on the command line, or the one that stands in when none is named.

    One for each name, unless `several` allows the cases of a file of several.

    Raises
    ------
    InputError
        For the first of them that is no puzzle, or that cannot be changed as the options ask.
    """
    from lo_opt.puzzle.reading import Changes, read_puzzle, read_puzzles

    if (on is None) != (off is None):
        raise InputError("--on and --off belong together: declare both symbols")
    changes = Changes(rule, wrap, states, target, weights, forbid, require, at_most, at_least, exactly, objective)
    if not names and not is_piped():
        if format is not None:
            raise InputError(f"--format {format} says how a PUZZLE is written, but none is given")
        note(f"no PUZZLE given: this is the article's 5x5 board, {DEFAULT_PUZZLE}")
        return [replace(read_puzzle(DEFAULT_PUZZLE, changes), name=DEFAULT_NAME)]
    symbols = None if on is None or off is None else (on, off)
    stdin = None if sys.stdin is None else sys.stdin.buffer
    words = names or [STANDARD_INPUT]
    if not several:
        return [read_puzzle(word, changes, symbols=symbols, stdin=stdin, format=format) for word in words]
    found = (read_puzzles(word, changes, symbols=symbols, stdin=stdin, format=format) for word in words)
    return list(itertools.chain.from_iterable(found))


def is_piped() -> bool:
    """Return whether standard input comes from a pipe, a file or a socket.

    A terminal or another device (/dev/null, which programs and schedulers pass on) is nothing that a puzzle was piped
    into, and neither is a closed one.
    """
    if sys.stdin is None:
        return False
    try:
        return not stat.S_ISCHR(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError):  # closed
        return False

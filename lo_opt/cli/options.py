"""The options that commands share, one by one and in groups, and how they read in help; knows no puzzle, no backend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

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
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler", metavar="ADDRESS", help="Use the workers of this Dask scheduler, such as tcp://host:8786."
    ),
]
Threads = Annotated[int, typer.Option("--threads", metavar="N", help="Threads a solver may use.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Random seed passed to solvers.")]
On = Annotated[str | None, typer.Option("--on", metavar="S", help="The symbol of a light that is on.")]
Off = Annotated[str | None, typer.Option("--off", metavar="S", help="The symbol of a light that is off.")]
_FORMATS = "buttons|flip|contest|plist|edges|levels"
_FORMAT_HELP = "How the text of the puzzle is written, where that does not show."
_FORMAT_OF_SOLVE = f"{_FORMAT_HELP} counters: the numbers in braces, to be counted up to (solve alone)."
Format = Annotated[
    str | None,
    typer.Option("--format", metavar=f"{_FORMATS}|counters", help=_FORMAT_OF_SOLVE, show_default=False),
]
ReadAs = Annotated[str | None, typer.Option("--read-as", metavar=_FORMATS, help=_FORMAT_HELP, show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Write JSON instead of a picture.")]


@dataclass(frozen=True)
class PuzzleOptions:
    """What replaces what a PUZZLE says of itself; the fields are those of `lo_opt.puzzle.reading.Changes`."""

    rule: RuleOption = None
    wrap: WrapOption = None
    states: States = None
    target: Target = None
    weights: WeightsOption = None
    forbid: Forbid = None
    require: Require = None


@dataclass(frozen=True)
class SolvingOptions(PuzzleOptions):
    """The same, and what else is asked of solutions."""

    at_most: AtMost = None
    at_least: AtLeast = None
    exactly: Exactly = None
    objective: ObjectiveOption = None


@dataclass(frozen=True)
class SymbolOptions:
    """Which symbols write a light, where it is not 0 and 1 or `.` and `#`."""

    on: On = None
    off: Off = None

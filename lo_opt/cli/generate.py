"""`lo-opt generate`: levels with a certified least number of presses; reads what is wanted and writes what is made."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.examples import examples
from lo_opt.cli.exits import SOLVED
from lo_opt.cli.numbers import duration, exact_text
from lo_opt.cli.progress import ProgressLine
from lo_opt.cli.sizes import Size, puzzle_of_size
from lo_opt.errors import InputError

if TYPE_CHECKING:
    from lo_opt.generate import Level, Levels
    from lo_opt.generate.files import LevelFormat

EXAMPLES = examples(
    "lo-opt generate 5x5 --count 10 --min-presses 12 --unique",
    "lo-opt generate 9x9 --symmetric --min-presses 30 --output-dir levels",
    "lo-opt solve $(lo-opt generate 5x5 --min-presses 15 --format text)",
)

_PICTURE = "picture"
_MAX_WORD = 144  # cells of a board that is also written as one word


def generate(
    size: Size,
    count: Annotated[int, typer.Option("--count", "-n", metavar="N", help="How many levels.")] = 1,
    method: Annotated[
        str,
        typer.Option(
            "--method", metavar="uniform|presses:K", help="All solvable boards alike, or K random presses each."
        ),
    ] = "uniform",
    min_presses: Annotated[
        str | None,
        typer.Option("--min-presses", metavar="N", help="Only levels that need at least N (with weights: cost)."),
    ] = None,
    max_presses: Annotated[
        str | None, typer.Option("--max-presses", metavar="N", help="Only levels that need at most N.")
    ] = None,
    unique: Annotated[bool, typer.Option("--unique", help="Only levels with a single solution of least cost.")] = False,
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="Only boards with left and right alike; see --symmetry.")
    ] = False,
    symmetry: Annotated[
        str | None,
        typer.Option("--symmetry", metavar="left-right|up-down|half-turn|diagonal|quarter-turn|all"),
    ] = None,
    distinct: Annotated[
        str,
        typer.Option(
            "--distinct",
            metavar="boards|symmetry|none",
            help="No two levels equal, nor equal but for a rotation or reflection; none allows duplicates.",
        ),
    ] = "boards",
    rule: options.RuleOption = None,
    wrap: options.WrapOption = None,
    target: options.Target = None,
    weights: options.WeightsOption = None,
    forbid: options.Forbid = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same levels.")] = 0,
    time_limit: Annotated[
        str, typer.Option("--time-limit", metavar="30s|none", help="For finding all levels.")
    ] = "60s",
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="picture|text|toml|json",
            help="Default: picture, in files what their suffix says, in a directory toml.",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write all levels to a file: .txt, .toml or .json."),
    ] = None,
    output_dir: Annotated[
        Path | None, typer.Option("--output-dir", metavar="DIR", help="Write each level to a file of its own.")
    ] = None,
    json: options.Json = False,
) -> int:
    """Make levels that need a given number of presses, each certified.

    Levels are a uniform sample of the boards as wanted, but for the very
    hardest of large boards, made from hard ones that are known; a note says so.
    In files .json levels keep rule, wrap, weights and so on, in .txt they are
    boards alone; 'lo-opt solve FILE' takes all of them.

    Exit code: 0 made, 2 bad input, 3 proved impossible, 4 out of time,
    130 interrupted. Files are written whole or not at all.
    """
    from lo_opt.generate import generate_levels

    limit_s = duration(time_limit)
    if symmetric and symmetry not in (None, "left-right"):
        raise InputError(f"--symmetric means --symmetry left-right; leave it out for {symmetry}")
    written = _format(form, json, output, output_dir, count)
    puzzle = puzzle_of_size(
        size, options.PuzzleOptions(rule=rule, wrap=wrap, target=target, weights=weights, forbid=forbid)
    )
    with ProgressLine(puzzle.weight_denominator) as progress:
        levels = generate_levels(
            puzzle,
            count,
            method=method,
            min_presses=min_presses,
            max_presses=max_presses,
            unique=unique,
            symmetry="left-right" if symmetric else symmetry,
            distinct=distinct,
            seed=seed,
            time_limit_s=limit_s,
            progress=progress,
        )
    _write(levels, written, output, output_dir)
    if not levels.uniform:
        from lo_opt.cli.terminal import note

        note("not a uniform sample: made from known hard boards, as uniform ones never were, or some were not proved")
    return SOLVED


def _format(
    form: str | None, json: bool, output: Path | None, output_dir: Path | None, count: int
) -> LevelFormat | None:
    """Return the format to write, None for pictures; refuses options that contradict each other."""
    from lo_opt.generate.files import LevelFormat

    if json and form not in (None, "json"):
        raise InputError(f"--json and --format {form} contradict each other; give one of them")
    if output is not None and output_dir is not None:
        raise InputError("give either --output or --output-dir")
    filed = output is not None or output_dir is not None
    if form == _PICTURE and filed:
        raise InputError("--format picture is for the terminal; files take text, toml or json")
    chosen = LevelFormat.JSON if json else None
    if chosen is None and form not in (None, _PICTURE):
        chosen = LevelFormat.named(str(form))
    if chosen is None and filed:
        chosen = LevelFormat.TOML if output is None else LevelFormat.of_file(output)
    if chosen is LevelFormat.TOML and output_dir is None and count > 1:
        raise InputError(f"{count} levels as TOML: a document holds one; use --output-dir DIR for one file a level")
    return chosen


def _write(levels: Levels, form: LevelFormat | None, output: Path | None, output_dir: Path | None) -> None:
    from lo_opt.cli.terminal import note
    from lo_opt.generate.files import lines_of, write_each, write_levels

    if form is None:
        _print(levels)
    elif output is not None:
        write_levels(levels, output, form)
        note(f"{len(levels):,} levels in {output}")
    elif output_dir is not None:
        write_each(levels, output_dir, form)
        note(f"{len(levels):,} levels in {output_dir}")
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines_of(levels, form))


def _print(levels: Levels) -> None:
    from rich.text import Text

    from lo_opt.cli import gallery, picture
    from lo_opt.cli.terminal import console

    out, glyphs = console(), picture.glyphs_for(sys.stdout)
    for number, level in enumerate(levels, 1):
        if number > 1:
            out.print()
        word = f": {level.board}" if level.board.size <= _MAX_WORD else ""
        out.print(Text(f"level {number}{word}", "bold"), soft_wrap=True)
        for line in gallery.board_block("", level.board, glyphs.off, glyphs.on)[1:]:
            out.print(line, soft_wrap=True)
        out.print(_facts(level), soft_wrap=True)


def _facts(level: Level) -> str:
    """Return what is certified of a level, in one line.

    >>> from lo_opt.generate import generate_levels
    >>> from lo_opt.puzzle import Puzzle
    >>> _facts(generate_levels(Puzzle.grid("000/000/000"), min_presses=9)[0])
    'needs 9 presses; 1 solution; chasing by hand takes 9'
    """
    cost = exact_text(level.min_presses)
    needs = f"costs at least {cost}" if level.puzzle.weights is not None else f"needs {cost} presses"
    if needs.endswith("needs 1 presses"):
        needs = "needs 1 press"
    solutions = f"{level.solutions:,} solution{'' if level.solutions == 1 else 's'}"
    if level.optimal_solutions is not None and level.solutions > 1:
        solutions += f", {level.optimal_solutions:,} optimal"
    chasing = "" if level.chasing_presses is None else f"; chasing by hand takes {level.chasing_presses:,}"
    return f"{needs}; {solutions}{chasing}"

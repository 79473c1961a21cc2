"""`lo-opt compare`: one puzzle through several backends, side by side, and whether they agree."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.examples import examples
from lo_opt.cli.exits import FAILED, INTERRUPTED, SOLVED
from lo_opt.cli.numbers import duration, exact_text, seconds_text
from lo_opt.cli.progress import ProgressLine
from lo_opt.cli.reading import read_puzzle
from lo_opt.cli.spreading import spread
from lo_opt.cli.terminal import backends_talk_to_stderr, note
from lo_opt.errors import InputError
from lo_opt.wording import shown

if TYPE_CHECKING:
    from lo_opt.answer import Answer
    from lo_opt.comparing import Comparison
    from lo_opt.contract import Settings
    from lo_opt.puzzle import Puzzle

EXAMPLES = examples("lo-opt compare random:9x9:1 -b scip,cpsat,gf2 --time-limit 30s")


@spread
def compare(
    puzzle: options.OnePuzzle = None,
    backends: Annotated[
        str | None,
        typer.Option(
            "--backend",
            "-b",
            metavar="A,B,...",
            help="Selectors, separated by commas. Default: all that are installed and can take the puzzle.",
            show_default=False,
        ),
    ] = None,
    goal: options.GoalOption = "optimal",
    time_limit: options.TimeLimit = "60s",
    *,
    changed: options.SolvingOptions,
    symbols: options.SymbolOptions,
    format: options.Format = None,
    threads: options.Threads = 1,
    seed: options.Seed = 0,
    json: options.Json = False,
) -> int:
    """Solve a puzzle with several backends and see whether they agree.

    Exit code: 0 if all that was claimed can be true at once,
    1 on disagreement or failure, 2 bad input, 5 backend unavailable,
    130 interrupted.
    """
    from lo_opt.comparing import compare as compare_puzzle
    from lo_opt.solving import settings_of

    time_limit_s = duration(time_limit)
    settings = settings_of(goal, time_limit_s, threads, seed)
    board = read_puzzle(puzzle, changed, symbols, format=format)
    left_out: dict[str, str] = {}
    if backends is None:
        chosen, left_out = _able(board, settings)
    else:
        chosen = [selector.strip() for selector in backends.split(",")]
    if not all(chosen):
        raise InputError(f"backends {shown(backends)}: give selectors separated by commas, such as scip,cpsat,gf2")
    with ProgressLine(board.primary_denominator) as progress, backends_talk_to_stderr():
        comparison = compare_puzzle(
            board,
            chosen,
            goal=goal,
            time_limit_s=time_limit_s,
            threads=threads,
            seed=seed,
            progress=progress,
        )
    if json:
        _write_json(comparison, left_out)
    else:
        _print(board, comparison)
    if comparison.interrupted:
        return INTERRUPTED
    return SOLVED if comparison.agree else FAILED


def _able(puzzle: Puzzle, settings: Settings) -> tuple[list[str], dict[str, str]]:
    """Return every selector that is installed and takes the puzzle, and why each of the others does not.

    The reference that all are held against is not among them.
    """
    from lo_opt.backends import backend, selectors
    from lo_opt.comparing import REFERENCE
    from lo_opt.plugins import ANY_FAILURE
    from lo_opt.solving import check

    able: list[str] = []
    left_out: dict[str, str] = {}
    for selector in selectors():
        if selector == REFERENCE:
            continue
        try:
            check(backend(selector), puzzle, settings)
        except ANY_FAILURE as error:
            left_out[selector] = str(error)
            note(f"left out: {error}")
        else:
            able.append(selector)
    return able, left_out


def _write_json(comparison: Comparison, left_out: Mapping[str, str]) -> None:
    from lo_opt.cli.jsonlines import SCHEMA, answer_record, write_json

    record = {
        "schema": SCHEMA,
        "answers": (answer_record(answer) for answer in comparison.answers),
        "agree": comparison.agree,
        "optimum": comparison.optimum,
        "disagreements": comparison.disagreements,
        "left_out": left_out,
    }
    write_json(record, sys.stdout)


def _print(puzzle: Puzzle, comparison: Comparison) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from lo_opt.cli.report import STYLES, headline
    from lo_opt.cli.terminal import console

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("backend", "status", "cost", "bound", "build", "solve", "proof or limit"):
        numeric = heading in ("cost", "bound", "build", "solve")
        table.add_column(heading, justify="right" if numeric else "left", no_wrap=True)
    for answer in comparison.answers:
        status, *others = _row(answer)
        table.add_row(answer.backend, Text(status, STYLES[answer.status]), *others)
    out = console()
    out.print(Text(headline(puzzle), "bold"), soft_wrap=True)
    out.print(table)
    out.print(f"linear-algebra optimum: {_optimum_text(comparison)}", soft_wrap=True)
    if comparison.agree:
        out.print(Text("the answers agree", "green"))
    for line in comparison.disagreements:
        out.print(Text(f"disagreement: {line}", "bold red"), soft_wrap=True)


def _optimum_text(comparison: Comparison) -> str:
    from lo_opt.answer import Proof

    if comparison.optimum is not None:
        return exact_text(comparison.optimum)
    certified = any(answer.proof is Proof.CERTIFICATE for answer in comparison.answers)
    return "none, the puzzle is unsolvable" if certified else "not proved"


def _row(answer: Answer) -> list[str]:
    return [
        str(answer.status),
        "" if answer.cost is None else exact_text(answer.cost),
        "" if answer.bound is None else exact_text(answer.bound),
        seconds_text(answer.times.build_s),
        seconds_text(answer.times.solve_s),
        str(answer.limit or answer.proof or ""),
    ]

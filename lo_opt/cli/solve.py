"""`lo-opt solve`: reads puzzles, has each solved by one backend, writes the verified answers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli import counters, options
from lo_opt.cli.examples import examples
from lo_opt.cli.executors import workers_for
from lo_opt.cli.exits import INTERRUPTED, exit_code, worst
from lo_opt.cli.numbers import duration
from lo_opt.cli.progress import ProgressLine
from lo_opt.cli.reading import read_puzzles
from lo_opt.cli.spreading import spread
from lo_opt.cli.terminal import backends_talk_to_stderr
from lo_opt.errors import InputError

if TYPE_CHECKING:
    from lo_opt.answer import Answer
    from lo_opt.enumerating import Ranking

EXAMPLES = examples(
    "lo-opt solve 11011/01000/10101/00010/10110 --backend scip",
    "lo-opt solve lit:61x61 --time-limit 30s --json",
    'lo-opt solve random:9x9:1 --at-most 40 --require "0,0 8,8" --best 5',
)


@spread
def solve(
    puzzles: options.Puzzles = None,
    backend: Annotated[
        str,
        typer.Option("--backend", "-b", metavar="SELECTOR", help="Who solves; 'lo-opt backends' lists them."),
    ] = "auto",
    goal: options.GoalOption = "optimal",
    time_limit: options.TimeLimit = "none",
    *,
    changed: options.SolvingOptions,
    symbols: options.SymbolOptions,
    format: options.Format = None,
    best: Annotated[
        int | None,
        typer.Option("--best", metavar="K", help="List the K best solutions, in order.", show_default=False),
    ] = None,
    all_optimal: Annotated[bool, typer.Option("--all-optimal", help="List every optimal solution.")] = False,
    threads: options.Threads = 1,
    seed: options.Seed = 0,
    workers: Annotated[int, typer.Option("--workers", metavar="N", help="Processes that linear algebra may use.")] = 1,
    scheduler: options.Scheduler = None,
    json: options.Json = False,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Also write the presses: .npy, .npz, .pbm or .txt."),
    ] = None,
    picture: Annotated[
        Path | None, typer.Option("--draw", metavar="FILE", help="Also draw the answer: .svg, .png or .pdf.")
    ] = None,
) -> int:
    """Find which buttons to press, at least cost, and prove it.

    Exit code: 0 solved, 1 failed, 2 bad input, 3 proved unsolvable,
    4 stopped without a solution, 5 backend unavailable, 130 interrupted.
    Of several puzzles the worst counts: 130, then 1, 4, 3, 0.
    """
    from lo_opt.answer import Goal
    from lo_opt.backends import backend as backend_named
    from lo_opt.cli.cases import Tally, case_names
    from lo_opt.enumerating import solutions
    from lo_opt.puzzle.files.writing import check_output, write_board
    from lo_opt.solving import check, settings_of
    from lo_opt.solving import solve as solve_puzzle

    time_limit_s = duration(time_limit)
    settings = settings_of(goal, time_limit_s, threads, seed)
    if format == counters.FORMAT:
        return counters.solve_counting(
            puzzles,
            {
                **vars(changed),
                **vars(symbols),
                "best": best,
                "all_optimal": all_optimal,
                "output": output,
                "draw": picture,
            },
            backend=backend,
            goal=goal,
            time_limit_s=time_limit_s,
            threads=threads,
            seed=seed,
            json=json,
        )
    boards = read_puzzles(puzzles, changed, symbols, format=format, several=True)
    if output is not None and len(boards) > 1:
        raise InputError(f"--output takes the presses of one puzzle, but {len(boards)} are given")
    if output is not None:
        check_output(output, boards[0].states)
    if picture is not None:
        _check_picture(picture, len(boards))
    if best is not None and all_optimal:
        raise InputError("--best lists so many solutions, --all-optimal the optimal ones: give one of them")
    listing = best is not None or all_optimal
    if listing and settings.goal is not Goal.OPTIMAL:
        raise InputError("--best and --all-optimal list solutions by cost; they go with --goal optimal alone")
    method = backend_named(backend)
    for puzzle in boards:
        check(method, puzzle, settings)
    cases = len(boards) > max(1, len(puzzles or ())) and not listing
    tally = Tally(case_names(boards), json) if cases else None
    codes = []
    with workers_for(workers, scheduler) as pool:
        for number, puzzle in enumerate(boards):
            with ProgressLine(puzzle.primary_denominator) as progress, backends_talk_to_stderr():
                if listing:
                    ranking = solutions(
                        puzzle,
                        best,
                        all_optimal=all_optimal,
                        backend=backend,
                        time_limit_s=time_limit_s,
                        threads=threads,
                        seed=seed,
                        executor=pool.executor,
                        workers=pool.count,
                        progress=progress,
                    )
                    answer = ranking.answer
                else:
                    ranking = None
                    answer = solve_puzzle(
                        puzzle,
                        backend,
                        goal=goal,
                        time_limit_s=time_limit_s,
                        threads=threads,
                        seed=seed,
                        executor=pool.executor,
                        workers=pool.count,
                        progress=progress,
                    )
            if tally is not None:
                tally.add(answer)
            else:
                _write(answer, ranking, json, after_another=number > 0)
            if output is not None and answer.presses is not None:
                write_board(answer.presses, output)
            if picture is not None:
                _draw(answer, picture)
            codes.append(exit_code(answer))
            if codes[-1] == INTERRUPTED:
                break
    if tally is not None:
        tally.end()
    return worst(codes)


def _check_picture(path: Path, boards: int) -> None:
    from lo_opt.draw import check_picture

    if boards > 1:
        raise InputError(f"--draw takes one puzzle, but {boards} are given")
    check_picture(path)


def _draw(answer: Answer, path: Path) -> None:
    from lo_opt.draw import scene_of, write_picture

    write_picture(scene_of(answer), path)


def _write(answer: Answer, ranking: Ranking | None, json: bool, after_another: bool) -> None:
    if json:
        from lo_opt.cli.jsonlines import answer_record, ranking_record, write_json

        write_json(answer_record(answer) if ranking is None else ranking_record(ranking), sys.stdout)
        return
    from lo_opt.cli import picture, terminal
    from lo_opt.cli.report import print_answer

    console = terminal.console()
    if after_another:
        console.print()
    print_answer(answer, console, picture.glyphs_for(sys.stdout))
    if ranking is not None:
        from lo_opt.cli.ranking import print_ranking

        print_ranking(ranking, console)

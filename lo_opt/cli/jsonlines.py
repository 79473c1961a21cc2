"""Answers as JSON, one object a line, exactly as the documentation promises; written piece by piece, in ASCII."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TextIO

import numpy as np

from lo_opt.cli.numbers import exact_text
from lo_opt.puzzle.symbols import DIGITS

if TYPE_CHECKING:
    from lo_opt.answer import Answer
    from lo_opt.enumerating import Ranking
    from lo_opt.puzzle import Board, Puzzle

SCHEMA = 1
HELD = 2**16  # characters of a line that are put together before they are written


def answer_record(answer: Answer) -> dict[str, object]:
    """Return what `solve --json` says of an answer; boards stay boards until they are written."""
    on_grid = answer.puzzle.layout is not None
    times = answer.times
    return {
        "schema": SCHEMA,
        "puzzle": puzzle_record(answer.puzzle),
        "backend": answer.backend,
        "solver": {"name": answer.solver or None, "version": answer.solver_version or None},
        "goal": answer.goal,
        "objective": answer.puzzle.objective,
        "status": answer.status,
        "limit": answer.limit,
        "proof": answer.proof,
        "cost": answer.cost,
        "bound": answer.bound,
        "gap": answer.gap,
        "press_count": answer.press_count,
        "presses": _cells(answer.presses, on_grid),
        "nullity": answer.nullity,
        "certificate": _cells(answer.certificate, on_grid),
        "times_s": {
            "build": times.build_s,
            "solve": times.solve_s,
            "verify": times.verify_s,
            "total": times.total_s,
            "solver": times.solver_s,
        },
        "raw_status": answer.raw_status,
        "settings": answer.settings,
        "message": answer.message,
    }


def ranking_record(ranking: Ranking) -> dict[str, object]:
    """Return what `solve --json` says of a ranking: its answer, and the solutions with their counts."""
    on_grid = ranking.answer.puzzle.layout is not None
    return {
        **answer_record(ranking.answer),
        "count": ranking.count,
        "complete": ranking.complete,
        "optimal_count": ranking.optimal_count,
        "total": ranking.total,
        "solutions": (
            {
                "rank": rank,
                "cost": solution.cost,
                "press_count": solution.press_count,
                "presses": _cells(solution.presses, on_grid),
            }
            for rank, solution in enumerate(ranking.solutions, 1)
        ),
    }


def puzzle_record(puzzle: Puzzle) -> dict[str, object]:
    """Return what identifies a puzzle for people; rows, columns, rule and wrap are null off the grid."""
    grid, rule = puzzle.layout, puzzle.rule
    return {
        "name": puzzle.name or None,
        "rows": grid and grid.rows,
        "cols": grid and grid.cols,
        "rule": rule and rule.name,
        "wrap": grid and grid.wrap,
        "states": puzzle.states,
        "lights": grid.cell_count if grid else puzzle.light_count,
        "buttons": grid.cell_count if grid else puzzle.button_count,
    }


def _cells(board: Board | None, on_grid: bool) -> Iterator[object] | None:
    """Return a board as one word a row, and off the grid as indices, each as often as its button is pressed.

    States beyond 36 have no digit; their rows are lists of numbers.
    """
    if board is None:
        return None
    if not on_grid:
        return (c for c, times in enumerate(board.to_array()[0].tolist()) for _ in range(times))
    return board.row_texts() if board.states <= len(DIGITS) else iter(board.to_array().tolist())


def write_json(value: object, stream: TextIO) -> None:
    """Write one value on one line, however large, without ever holding much of its text.

    What is not large is written at once, so that an interrupt leaves no half of a line.

    >>> import sys
    >>> write_json({"cost": Fraction(1, 2), "gap": math.inf, "rows": iter(["01", "10"])}, sys.stdout)
    {"cost":0.5,"gap":null,"rows":["01","10"]}
    """
    held: list[str] = []
    size = 0
    for piece in _pieces(value):
        held.append(piece)
        size += len(piece)
        if size > HELD:
            stream.write("".join(held))
            held, size = [], 0
    stream.write("".join([*held, "\n"]))
    stream.flush()


def _pieces(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from _joined("{", ((f"{json.dumps(str(key))}:", entry) for key, entry in value.items()), "}")
    elif isinstance(value, str):
        yield json.dumps(str(value))
    elif isinstance(value, Iterable):
        yield from _joined("[", (("", entry) for entry in value), "]")
    else:
        yield _scalar(value)


def _joined(opening: str, entries: Iterable[tuple[str, object]], closing: str) -> Iterator[str]:
    yield opening
    for number, (label, entry) in enumerate(entries):
        yield f",{label}" if number else label
        yield from _pieces(entry)
    yield closing


def _scalar(value: object) -> str:
    """Return a number, truth value or None; what is infinite or no number is unknown, hence null."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, Fraction):
        text = exact_text(value)
        return text if "/" not in text else repr(float(value))
    if isinstance(value, float):
        return repr(round(value, 9)) if math.isfinite(value) else "null"
    return json.dumps(value)

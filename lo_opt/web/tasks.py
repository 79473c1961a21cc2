"""What the page has computed for it, each a function of plain records; runs in a child process, knows no HTTP."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping
from fractions import Fraction

from lo_opt.answer import Answer, Cost, exact_text
from lo_opt.control import Progress
from lo_opt.errors import InputError, unknown_name
from lo_opt.puzzle import Board, Puzzle, settled
from lo_opt.web.wire import MAX_SIDE, Record, puzzle_from, record_of

Report = Callable[[dict[str, object]], None]
MAX_TIME_S = 600.0
SVG = "svg"
FORMATS = ("toml", "lp", SVG, "mps", "wcnf")
MAX_QUIET = 64
MAX_SEED = 2**32 - 1
_LEVEL_TIME_S = 20.0
_MANY = 48  # boards among which the hardest is chosen


def solve(record: Record, report: Report) -> dict[str, object]:
    """Solve `puzzle` with `backend` for `goal` within `time_limit_s`, reporting what is known meanwhile."""
    from lo_opt.solving import solve as solve_puzzle

    puzzle = puzzle_from(record.get("puzzle"))
    began = time.monotonic()

    def tell(progress: Progress) -> None:
        known = {"incumbent": progress.incumbent, "bound": progress.bound}
        costs = {
            key: None if cost is None else exact_text(Fraction(cost, puzzle.primary_denominator))
            for key, cost in known.items()
        }
        elapsed_s = round(time.monotonic() - began, 1)
        report({"stage": progress.stage, "share": progress.share, "elapsed_s": elapsed_s, **costs})

    answer = solve_puzzle(
        puzzle,
        str(record.get("backend", "auto")),
        goal=str(record.get("goal", "optimal")),
        time_limit_s=time_limit(record),
        progress=tell,
    )
    return answer_record(answer)


def answer_record(answer: Answer) -> dict[str, object]:
    """Return what the page shows of an answer."""

    def number(cost: Cost | None) -> str | None:
        return None if cost is None else exact_text(cost)

    def rows(board: Board | None) -> list[str] | None:
        return None if board is None else list(board.row_texts())

    return {
        "status": answer.status,
        "limit": answer.limit,
        "proof": answer.proof,
        "presses": rows(answer.presses),
        "press_count": answer.press_count,
        "cost": number(answer.cost),
        "bound": number(answer.bound),
        "certificate": None if answer.certificate is None else _marked(answer.puzzle, answer.certificate),
        "nullity": answer.nullity,
        "backend": answer.backend,
        "solver": f"{answer.solver} {answer.solver_version}".strip(),
        "seconds": round(answer.times.total_s, 4),
        "message": answer.message,
    }


def _marked(puzzle: Puzzle, certificate: Board) -> list[str]:
    """Return the lights of a certificate: 2 where one must change, 1 where not, required buttons pressed beforehand."""
    there = certificate.to_array() != 0
    changes = settled(puzzle).change().to_array() != 0
    return list(Board.from_array(there * (1 + changes), 3).row_texts())


def quiet(record: Record, report: Report) -> dict[str, object]:  # noqa: ARG001 - tasks look alike
    """Return a basis of the quiet patterns of `puzzle`, at most 64 of them."""
    from lo_opt import linear
    from lo_opt.algebra import bits

    puzzle = puzzle_from(record.get("puzzle"))
    refusal = linear.refuse(puzzle)
    if refusal is not None:
        raise InputError(f"quiet patterns: {refusal.reason}")
    found = linear.solutions(puzzle)
    kernel = found.quiet_space().kernel if found.nullity else ()
    patterns = [
        list(Board.from_array(bits.unpack(row, puzzle.button_count).reshape(puzzle.start.shape)).row_texts())
        for row in itertools.islice(kernel, MAX_QUIET)
    ]
    return {"nullity": found.nullity, "patterns": patterns}


def generate(record: Record, report: Report) -> dict[str, object]:  # noqa: ARG001
    """Return a level on the grid of `puzzle` of a `difficulty`, made from `seed`, with its certified least cost."""
    from lo_opt.generate import generate_levels

    puzzle = puzzle_from(record.get("puzzle"))
    cells = puzzle.layout.cell_count if puzzle.layout else 0
    difficulty = str(record.get("difficulty"))
    if difficulty not in DIFFICULTIES:
        raise unknown_name("difficulty", difficulty, DIFFICULTIES)
    count, method = DIFFICULTIES[difficulty](cells)
    levels = generate_levels(
        puzzle, count, method=method, distinct="none", seed=_seed(record), time_limit_s=_LEVEL_TIME_S
    )
    level = max(levels, key=lambda level: level.min_presses)
    return {"puzzle": record_of(level.puzzle), "min_presses": exact_text(level.min_presses)}


DIFFICULTIES: Mapping[str, Callable[[int], tuple[int, str]]] = {
    "easy": lambda cells: (1, f"presses:{max(2, cells // 8)}"),
    "medium": lambda cells: (1, f"presses:{max(3, cells // 3)}"),
    "hard": lambda cells: (_MANY if cells <= 100 else 1, "uniform"),
}
"""How many boards to make, and how, given the number of cells; the hardest of them is taken."""


def read(record: Record, report: Report) -> dict[str, object]:  # noqa: ARG001
    """Return the puzzle of a file's contents, `text`: a TOML document if it holds `=`, else rows of symbols.

    It is a task because a few words of TOML can ask for a board that fills the memory.
    """
    from lo_opt.puzzle.files.text import board_from_text
    from lo_opt.puzzle.toml import puzzle_from_toml
    from lo_opt.puzzle.toml.values import parse_document

    text = record.get("text")
    if not isinstance(text, str):
        raise InputError("text: must be the contents of a puzzle file")
    if "=" not in text:
        return {"puzzle": record_of(Puzzle.grid(board_from_text(text)))}
    table = parse_document(text)
    if any(isinstance(table.get(key), int) and table[key] > MAX_SIDE for key in ("rows", "cols")):
        raise InputError(f"the page shows at most {MAX_SIDE}x{MAX_SIDE} lights")  # before such a board is made
    return {"puzzle": record_of(puzzle_from_toml(text))}


def export(record: Record, report: Report) -> dict[str, object]:  # noqa: ARG001
    """Return `puzzle` as text in a `format`."""
    puzzle = puzzle_from(record.get("puzzle"))
    form = str(record.get("format"))
    if form not in FORMATS:
        raise unknown_name("format", form, FORMATS)
    if form == SVG:
        from lo_opt.draw import scene_of, svg

        return {"text": svg(scene_of(puzzle)), "format": form}
    from lo_opt.export import export_lines

    return {"text": "".join(f"{line}\n" for line in export_lines(puzzle, form)), "format": form}


def time_limit(record: Record) -> float:
    """Return the seconds a task may take, 30 unless said, at most 600.

    >>> time_limit({}), time_limit({"time_limit_s": 1e9})
    (30.0, 600.0)
    """
    value = record.get("time_limit_s", 30.0)
    if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
        raise InputError("time limit: must be a number of seconds above 0")
    return float(min(value, MAX_TIME_S))


def _seed(record: Record) -> int:
    seed = record.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed <= MAX_SEED:
        raise InputError(f"seed: must be a whole number from 0 to {MAX_SEED}")
    return seed


TASKS: Mapping[str, Callable[[Record, Report], dict[str, object]]] = {
    "solve": solve,
    "quiet": quiet,
    "generate": generate,
    "read": read,
    "export": export,
}
"""The tasks by the name the page calls them."""

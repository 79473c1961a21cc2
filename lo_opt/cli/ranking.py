"""Several solutions of one puzzle in words for people: one line each; decides nothing and writes only to a console."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console

from lo_opt.cli.numbers import exact_text
from lo_opt.puzzle.symbols import DIGITS

if TYPE_CHECKING:
    from lo_opt.enumerating import Ranking
    from lo_opt.puzzle import Board, Puzzle

MAX_SHOWN_CELLS = 400


def print_ranking(ranking: Ranking, console: Console) -> None:
    """Print how many solutions there are, and those listed."""
    if not ranking.solutions:
        return
    console.print()
    for line in ranking_lines(ranking):
        console.print(line, soft_wrap=True, highlight=False)


def ranking_lines(ranking: Ranking) -> Iterator[str]:
    """Yield the lines of a ranking.

    >>> from lo_opt.enumerating import solutions
    >>> from lo_opt.puzzle import Puzzle
    >>> for line in ranking_lines(solutions(Puzzle.grid("0111/0100/0110/0000"), k=2)):
    ...     print(line)
    2 solutions listed (1 optimal, 16 in all):
    1. 5 presses: 1101/0110/0000/0000
    2. 7 presses: 0000/0111/1110/0100
    """
    known = [] if ranking.optimal_count is None else [f"{ranking.optimal_count:,} optimal"]
    if ranking.total is not None:
        known.append(f"{ranking.total:,} in all")
    counts = f" ({', '.join(known)})" if known else ""
    stopped = "" if ranking.complete else ", the list is not complete"
    yield f"{ranking.count:,} solution{'' if ranking.count == 1 else 's'} listed{counts}{stopped}:"
    puzzle = ranking.answer.puzzle
    for rank, solution in enumerate(ranking.solutions, 1):
        presses = f"{solution.press_count:,} press{'' if solution.press_count == 1 else 'es'}"
        cost = "" if puzzle.weights is None else f", cost {exact_text(solution.cost)}"
        yield f"{rank}. {presses}{cost}: {_presses_text(puzzle, solution.presses)}"


def _presses_text(puzzle: Puzzle, presses: Board) -> str:
    if presses.size > MAX_SHOWN_CELLS:
        return "too large to show here; --json gives every press"
    if puzzle.layout is None or presses.states > len(DIGITS):
        counts = presses.to_array().ravel().tolist()
        pressed = [puzzle.button_name(j) for j, times in enumerate(counts) for _ in range(times)]
        return " ".join(pressed) or "nothing"
    return str(presses)

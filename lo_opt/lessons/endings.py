"""How every lesson ends: with the lightest solution, or with why there is none; both from a verified answer."""

from __future__ import annotations

from lo_opt.answer import exact_text
from lo_opt.lessons.moments import BoardMoment
from lo_opt.puzzle import Board, Puzzle
from lo_opt.solving import solve
from lo_opt.verify import as_cost, cost_numerator
from lo_opt.wording import counted

TIME_LIMIT_S = 30.0


def presses_text(puzzle: Puzzle, presses: Board) -> str:
    """Return how many presses, and their cost if it is another number.

    >>> presses_text(Puzzle.grid("11"), Board.parse("11"))
    '2 presses'
    """
    text = "1 press" if presses.total == 1 else f"{presses.total} presses"
    if puzzle.weights is None:
        return text
    return f"{text}, cost {exact_text(as_cost(cost_numerator(puzzle, presses), puzzle.weight_denominator))}"


def best_moment(puzzle: Puzzle, total: int, *, listed: bool) -> BoardMoment:
    """Return the moment that shows the lightest of `total` solutions, which were or were not `listed` one by one."""
    answer = solve(puzzle, time_limit_s=TIME_LIMIT_S)
    assert answer.presses is not None  # it was found to be solvable
    how = f"the least of all {total}" if listed else f"found among {total:,} without listing them"
    if total == 1:
        how = "it is the only one"
    elif answer.status != "optimal":
        how = f"the lightest found in {TIME_LIMIT_S:.0f} s among {total:,}"
    text = f"The lightest solution takes {presses_text(puzzle, answer.presses)}: {how}."
    return BoardMoment(text, puzzle, puzzle.start, answer.presses)


def no_solution(puzzle: Puzzle) -> BoardMoment:
    """Return the moment that proves a puzzle unsolvable."""
    answer = solve(puzzle, time_limit_s=TIME_LIMIT_S)
    marked = 0 if answer.certificate is None else answer.certificate.count
    sum_text = f"the sum of {counted(marked, 'marked light')} modulo {puzzle.states}"
    text = f"The proof: no press changes {sum_text}, which must change."
    return BoardMoment(text, puzzle, puzzle.start, None, answer.certificate)

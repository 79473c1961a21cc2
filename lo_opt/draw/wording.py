"""What pictures say in words: headlines, legends and the text that stands for the picture; draws nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lo_opt.answer import exact_text
from lo_opt.puzzle import settled
from lo_opt.wording import counted

if TYPE_CHECKING:
    from lo_opt.answer import Answer
    from lo_opt.puzzle import Board, Puzzle

DESCRIBED_CELLS = 150  # beyond it a listing of every cell helps nobody


def headline(puzzle: Puzzle) -> str:
    """Return what a puzzle is, in one line.

    >>> from lo_opt.puzzle import Puzzle
    >>> headline(Puzzle.grid("110/010", rule="king", wrap="torus", name="small"))
    'small: 2x3 board, rule king, wrap torus'
    """
    grid, rule = puzzle.layout, puzzle.rule
    if grid is not None and rule is not None:
        text = f"{grid.rows}x{grid.cols} board, rule {rule.name}" + (
            f", wrap {grid.wrap}" if grid.wrap != "none" else ""
        )
    else:
        text = f"{counted(puzzle.light_count, 'light')}, {counted(puzzle.button_count, 'button')}"
    if puzzle.states > 2:
        text += f", {puzzle.states} states"
    return f"{puzzle.name}: {text}" if puzzle.name else text


def result(answer: Answer) -> str:
    """Return what an answer found, in one line.

    >>> from lo_opt import Puzzle, solve
    >>> result(solve(Puzzle.grid("110/100/000")))
    'optimal: 1 press'
    """
    if answer.press_count is None or answer.cost is None:
        limit = f", stopped by {answer.limit} limit" if answer.limit else ""
        return f"{answer.status}{': no presses solve it' if answer.certificate is not None else ''}{limit}"
    text = f"{answer.status}: {answer.press_count} press{'' if answer.press_count == 1 else 'es'}"
    return text + (f", cost {exact_text(answer.cost)}" if answer.puzzle.weights is not None else "")


def certificate_reason(puzzle: Puzzle, certificate: Board) -> list[str]:
    """Return the lines that say why a certificate proves a puzzle unsolvable, required buttons pressed beforehand."""
    if puzzle.states == 2:
        odd = int((certificate.to_array() & settled(puzzle).change().to_array()).sum())
        return [
            f"Every button that may be pressed toggles an even number of the {certificate.count} framed lights,",
            f"but an odd number of them, {odd} (dotted), must change: no presses can do that.",
        ]
    return [
        "Add up the framed lights, each as often as its number says: every press changes the sum by a multiple",
        f"of {puzzle.states}, but it must change by something else: no presses can do that.",
    ]


def legend(puzzle: Puzzle) -> list[str]:
    """Return what the marks of a puzzle's conditions mean, one line each."""
    lines = []
    if puzzle.forbidden is not None and puzzle.forbidden.count:
        lines.append("× must not be pressed")
    if puzzle.required is not None and puzzle.required.count:
        lines.append("• in the corner: must be pressed")
    if puzzle.weights is not None:
        lines.append("number in the corner: cost of a press")
    lines += [str(limit) for limit in puzzle.limits[:6]]
    return lines


def described(puzzle: Puzzle, lights: Board) -> str:
    """Return the lights in words, row by row; only their number where there are many.

    >>> from lo_opt.puzzle import Puzzle
    >>> puzzle = Puzzle.grid("110/010")
    >>> described(puzzle, puzzle.start)
    'Row 0: on, on, off. Row 1: off, on, off.'
    """
    if lights.size > DESCRIBED_CELLS:
        return f"{lights.count:,} of {lights.size:,} lights are on."
    words = ["off", "on"] if puzzle.states == 2 else ["off", *(f"state {s}" for s in range(1, puzzle.states))]
    holes = puzzle.layout.holes.to_array() if puzzle.layout and puzzle.layout.holes else None
    parts = []
    for r, row in enumerate(lights.to_array().tolist()):
        cells = ["hole" if holes is not None and holes[r, c] else words[state] for c, state in enumerate(row)]
        parts.append(f"{f'Row {r}' if puzzle.layout else 'Lights'}: {', '.join(cells)}.")
    return " ".join(parts)


def listed(puzzle: Puzzle, buttons: Board, what: str) -> str:
    """Return the buttons (or lights) a board marks, by row and column.

    >>> from lo_opt.puzzle import Board, Puzzle
    >>> listed(Puzzle.grid("110/010"), Board.parse("100/001"), "Press")
    'Press: row 0 column 0; row 1 column 2.'
    """
    if buttons.count > DESCRIBED_CELLS:
        return f"{what}: {buttons.count:,} cells."
    values = buttons.to_array()
    words = []
    for r, c in buttons.cells():
        name = f"row {r} column {c}" if puzzle.layout else str(c)
        words.append(name if values[r, c] == 1 else f"{name} ({values[r, c]} times)")
    return f"{what}: {'; '.join(words) or 'none'}."

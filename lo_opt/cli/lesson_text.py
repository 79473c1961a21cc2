"""Moments of a lesson in characters: the augmented matrix with its marks, or boards; writes nothing itself."""

from __future__ import annotations

from collections.abc import Iterator

from lo_opt.algebra.gaussjordan import EliminationStep, StepKind
from lo_opt.cli import picture
from lo_opt.lessons import BoardMoment, MatrixMoment, Moment
from lo_opt.puzzle.symbols import DIGITS

Line = list[tuple[str, str]]  # pieces of (text, style of rich)

_PIVOT = "bold yellow"
_CHANGED = "magenta"
_FREE = "cyan"


def moment_lines(moment: Moment, glyphs: picture.Glyphs, width: int = 80) -> Iterator[Line]:
    """Yield the lines of a moment.

    >>> from lo_opt.lessons import elimination_lesson
    >>> from lo_opt.puzzle import Puzzle
    >>> for line in moment_lines(list(elimination_lesson(Puzzle.grid("11/10")))[1], picture.ASCII):
    ...     print("".join(text for text, style in line).rstrip())
    >   0  * 1 1 . | 1  pivot
        1  1 1 . 1 | 1
        2  1 . 1 1 | 1
        3  . 1 1 1 | .
    """
    if isinstance(moment, MatrixMoment):
        yield from _matrix_lines(moment, "●" if glyphs is picture.UNICODE else "*")
        return
    for text in _board_lines(moment, glyphs, width):
        yield [(text, "")]


def _matrix_lines(moment: MatrixMoment, pivot_glyph: str) -> Iterator[Line]:
    step, columns = moment.step, len(moment.columns)
    margin = max(map(len, moment.rows))
    pivots = set(step.pivots)
    free = set(step.free)
    for row, name in enumerate(moment.labels):
        mark, remark, style = _row_marks(step, row)
        line: Line = [(f"{mark} {name:>{margin}}  ", style)]
        for column, value in enumerate(step.matrix[row].tolist()):
            if column == columns:
                line.append(("| ", "dim"))
            text = DIGITS[value] if value else "."
            if (row, column) in pivots and moment.modulus == 2:
                text = pivot_glyph
            shade = _PIVOT if (row, column) in pivots else _FREE if column in free else style
            line.append((f"{text} ", shade if value else "dim"))
        line.append((f" {remark}", style))
        yield line
    if free:
        marks = " ".join("f" if column in free else " " for column in range(columns))
        yield [(f"  {'':{margin}}  {marks}", _FREE)]


def _row_marks(step: EliminationStep, row: int) -> tuple[str, str, str]:
    """Return the mark in front of a row, the remark behind it, and its style."""
    if step.kind in (StepKind.PIVOT, StepKind.CLEAR) and step.pivots[-1][0] == row:
        return ">", "pivot", _PIVOT
    if row in step.changed:
        return "+", "changed" if step.kind is StepKind.CLEAR else "moved", _CHANGED
    if step.kind is StepKind.SOLVED and step.contradiction == row:
        return "!", "0 = not 0", "bold red"
    return " ", "", ""


def _board_lines(moment: BoardMoment, glyphs: picture.Glyphs, width: int) -> list[str]:
    return picture.board_lines(moment.puzzle, moment.lights, moment.presses, moment.certificate, glyphs, width)

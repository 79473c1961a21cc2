"""Moments of a lesson as pictures: the augmented matrix with its pivots, or the board; knows no method."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from lo_opt.algebra.gaussjordan import EliminationStep, StepKind
from lo_opt.draw import theme
from lo_opt.draw.boards import Marks, board_panel
from lo_opt.draw.panels import Panel
from lo_opt.draw.pictures import arranged
from lo_opt.draw.scene import Box, Layer, Line, Scene, Shape, Squares, Style, Words
from lo_opt.draw.wording import described, listed
from lo_opt.lessons import MatrixMoment, Moment

_Place = Callable[[int], float]

_ZERO = "#d7dbe3"
_PIVOT_ROW = "#fff3c4"
_CHANGED_ROW = "#e5dbff"
_FREE_COLUMN = "#d0ebff"


def moment_scene(moment: Moment) -> Scene:
    """Return the picture of one moment; its caption is left to what shows it, and is the picture's title."""
    if isinstance(moment, MatrixMoment):
        return arranged("", [_matrix(moment)], _LEGEND, [moment.caption], moment.caption)
    puzzle = replace(moment.puzzle, start=moment.lights) if moment.certificate is None else moment.puzzle
    marks = Marks(presses=moment.presses, certificate=moment.certificate)
    words = [described(puzzle, moment.lights)]
    if moment.presses is not None:
        words.append(listed(puzzle, moment.presses, "Press"))
    return arranged("", [board_panel(puzzle, "", moment.lights, marks)], [], words, moment.caption)


_LEGEND = ("yellow row: the pivot's, violet: changed, blue column and f: free, framed: pivots",)


def _matrix(moment: MatrixMoment) -> Panel:
    """Return the augmented matrix, a square for each entry; rows are layers of their own, which frames can share."""
    step, modulus = moment.step, moment.modulus
    rows, columns = len(moment.rows), len(moment.columns)
    side = max(5.0, min(22.0, 560.0 / max(rows, columns + 2)))
    left, top = 14 + 6.5 * max(map(len, moment.rows)), 14 + 6.5 * max(map(len, moment.columns))
    left, top = (left, top) if side >= 11 else (8.0, 8.0)

    def draw(x0: float, y0: float) -> Iterator[Layer]:
        def x_of(column: int) -> float:
            return x0 + left + (column + (0.6 if column >= columns else 0.0)) * side

        def y_of(row: int) -> float:
            return y0 + top + row * side

        yield from _stripes(step, x_of, y_of, side, rows, columns)
        if side >= 11:
            names = [Words(x_of(0) - 6, y_of(i) + side / 2, name, 10, "end") for i, name in enumerate(moment.labels)]
            yield Layer.of(Style(fill=theme.FAINT_INK), names)
            heads = (Words(x_of(j) + side / 2, y_of(0) - 8, _short(name), 8) for j, name in enumerate(moment.columns))
            yield Layer.of(Style(fill=theme.FAINT_INK), heads)
        remarks = (
            Words(x_of(columns) + 1.6 * side, y_of(r) + side / 2, text, 9, "start") for r, text in _remarks(step)
        )
        letters = (Words(x_of(j) + side / 2, y_of(rows) + 7, "f", 9, bold=True) for j in step.free)
        yield Layer.of(Style(fill=theme.INK), [*remarks, *letters])
        for row in range(rows):
            yield from _entries(step, row, modulus, [x_of(j) for j in range(columns + 1)], y_of(row), side)
        bar = x_of(columns) - 0.3 * side
        yield Layer.of(Style(stroke=theme.INK, width=1.5), [Line(bar, y_of(0), bar, y_of(rows))])
        framed = [Box(x_of(j), y_of(i), side, side) for i, j in step.pivots]
        yield Layer.of(Style(stroke=theme.PRESS, width=max(1.0, 0.1 * side)), framed)

    title = f"rank {step.rank}, free {len(step.free)}"
    return Panel(title, left + (columns + 2) * side + 46, top + rows * side + 12, draw)


def _remarks(step: EliminationStep) -> Iterator[tuple[int, str]]:
    """Yield (row, word) for rows the step is about, so that colours are not needed to tell them apart."""
    if step.kind in (StepKind.PIVOT, StepKind.CLEAR):
        yield step.pivots[-1][0], "pivot"
    if step.swapped is not None:
        yield step.swapped, "moved"
    if step.kind is StepKind.CLEAR:
        yield from ((row, "changed") for row in step.changed)
    if step.kind is StepKind.SOLVED and step.contradiction is not None:
        yield step.contradiction, "0 = 1"


def _stripes(
    step: EliminationStep, x_of: _Place, y_of: _Place, side: float, rows: int, columns: int
) -> Iterator[Layer]:
    """Yield what lies under the entries: rows that were changed, the row of the newest pivot, free columns."""
    width = x_of(columns) + side - x_of(0)
    changed = [Box(x_of(0), y_of(r), width, side) for r in step.changed]
    yield Layer.of(Style(fill=_CHANGED_ROW), changed)
    if step.kind in (StepKind.PIVOT, StepKind.CLEAR):
        yield Layer.of(Style(fill=_PIVOT_ROW), [Box(x_of(0), y_of(step.pivots[-1][0]), width, side)])
    free = [Box(x_of(j), y_of(0), side, rows * side) for j in step.free]
    yield Layer.of(Style(fill=_FREE_COLUMN), free)
    if step.contradiction is not None and step.kind is StepKind.SOLVED:
        yield Layer.of(Style(fill="#ffc9c9"), [Box(x_of(0), y_of(step.contradiction), width, side)])


def _entries(step: EliminationStep, row: int, modulus: int, xs: list[float], y: float, side: float) -> Iterator[Layer]:
    values = step.matrix[row].tolist()
    dot = 0.2 * side
    zeros = ((x + (side - dot) / 2, y + (side - dot) / 2) for x, v in zip(xs, values, strict=True) if not v)
    yield Layer.of(Style(fill=_ZERO), [Squares(tuple(zeros), dot)])
    for value in range(1, modulus):
        places = [x for x, v in zip(xs, values, strict=True) if v == value]
        shapes: list[Shape]
        if modulus == 2 or side < 11:
            inset = 0.14 * side
            shapes = [Squares(tuple((x + inset, y + inset) for x in places), side - 2 * inset)]
        else:
            shapes = [Words(x + side / 2, y + side / 2, str(value), 0.75 * side, bold=True) for x in places]
        yield Layer.of(Style(fill=theme.shade(0, 2)), shapes if places else [])


def _short(name: str) -> str:
    """Return a button's name for the head of a narrow column.

    >>> _short("3_12"), _short("7")
    ('3,12', '7')
    """
    return name.replace("_", ",")

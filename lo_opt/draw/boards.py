"""Panels of a puzzle: its lights where they lie, and on them presses, weights, bars and marks; arranges nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from lo_opt.answer import exact_text
from lo_opt.draw import theme
from lo_opt.draw.lattice import Lattice
from lo_opt.draw.panels import Cell, Panel, crosses, diamonds, dots, frames, light_layers, rings
from lo_opt.draw.scene import Layer, Line, Style, Words
from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle, settled

MAX_SIDE = 200
_Place = Callable[[int], Cell]  # where the light or button of an index is drawn
_BOARD_UNITS = 640.0  # a large board is drawn with smaller cells, down to 4 units
_MIN_CELL = 4.0
_LABELLED_CELL = 11.0
_WEIGHED_CELL = 26.0


@dataclass(frozen=True)
class Marks:
    """What is drawn on the lights; every board has the shape of the lights or of the buttons, None for nothing."""

    presses: Board | None = None
    quiet: NDArray[np.uint8] | None = None
    certificate: Board | None = None
    conditions: bool = True  # weights, forbidden and required buttons


def board_panel(puzzle: Puzzle, title: str, lights: Board, marks: Marks) -> Panel:
    """Return the drawing of a puzzle's lights in the states of `lights`.

    Raises
    ------
    InputError
        If the puzzle has too many cells to be drawn one by one.
    """
    largest = max(*puzzle.effects.light_shape, *puzzle.effects.button_shape)
    if largest > MAX_SIDE:
        raise InputError(f"a board with a side of {largest:,} is too large to draw; at most {MAX_SIDE} are drawn")
    return _grid(puzzle, title, lights, marks) if puzzle.layout else _wires(puzzle, title, lights, marks)


def _grid(puzzle: Puzzle, title: str, lights: Board, marks: Marks) -> Panel:
    rows, cols = lights.shape
    lattice = Lattice.of(puzzle, rows, cols)
    side = max(_MIN_CELL, min(theme.CELL, _BOARD_UNITS / max(lattice.width, lattice.height)))
    step = 1 if side >= _LABELLED_CELL else 10
    left, top = 8.0 + 7.0 * len(str(rows - 1)), 18.0

    def draw(x: float, y: float) -> Iterator[Layer]:
        def cell(index: int) -> Cell:
            place = lattice.cell(*divmod(index, cols))
            return Cell(x + left + place.x * side, y + top + place.y * side, side, place.corners)

        across = (Words(cell(c).x, y + top / 2, str(c), theme.LABEL) for c in range(0, cols, step))
        down = (
            Words(x + left + lattice.left(r) * side - 6, y + top + lattice.middle(r) * side, str(r), theme.LABEL, "end")
            for r in range(0, rows, step)
        )
        yield Layer.of(Style(fill=theme.FAINT_INK), [*across, *down])
        present = _present(puzzle)
        states = lights.to_array().ravel()
        yield from light_layers(((cell(i), int(states[i])) for i in present), puzzle.states)
        if marks.certificate is not None:
            yield from _certificate(puzzle, marks.certificate, cell)
        yield from _on_buttons(puzzle, marks, states, cell)

    return Panel(title, left + lattice.width * side + 6, top + lattice.height * side, draw)


def _wires(puzzle: Puzzle, title: str, lights: Board, marks: Marks) -> Panel:
    """Draw listed buttons: the lights in a row above, the buttons below, a wire from each to the lights it moves."""
    count = max(puzzle.light_count, puzzle.button_count)
    side = max(_MIN_CELL, min(theme.CELL, 2 * _BOARD_UNITS / count))
    left, top, drop = 62.0, 18.0, 3.0 * side

    def draw(x: float, y: float) -> Iterator[Layer]:
        def light(index: int) -> Cell:
            shift = (count - puzzle.light_count) / 2
            return Cell(x + left + (index + shift + 0.5) * side, y + top + 0.5 * side, side)

        def button(index: int) -> Cell:
            shift = (count - puzzle.button_count) / 2
            return Cell(x + left + (index + shift + 0.5) * side, y + top + 0.5 * side + drop, side)

        effects = puzzle.incidence()
        wires = (
            Line(light(i).x, light(i).y + 0.4 * side, button(j).x, button(j).y - 0.4 * side)
            for i, j in zip(effects.lights.tolist(), effects.buttons.tolist(), strict=True)
        )
        yield Layer.of(Style(stroke=theme.FAINT_INK, width=1.2), wires)
        words = [
            Words(x, light(0).y, "lights", theme.TEXT, "start"),
            Words(x, button(0).y, "buttons", theme.TEXT, "start"),
        ]
        if side >= _LABELLED_CELL:
            words += [Words(light(i).x, y + top / 2, str(i), theme.LABEL) for i in range(puzzle.light_count)]
            below = 0.5 * side + theme.LABEL
            words += [Words(button(j).x, button(j).y + below, str(j), theme.LABEL) for j in range(puzzle.button_count)]
        yield Layer.of(Style(fill=theme.FAINT_INK), words)
        states = lights.to_array().ravel()
        yield from light_layers(((light(i), int(states[i])) for i in range(puzzle.light_count)), puzzle.states)
        if marks.certificate is not None:
            yield from _certificate(puzzle, marks.certificate, light)
        faces = [button(j) for j in range(puzzle.button_count)]
        yield from light_layers(((face, 0) for face in faces), 2)
        yield from _on_buttons(puzzle, marks, np.zeros(puzzle.button_count, np.uint8), button)

    return Panel(title, left + count * side, top + side + drop + 2 * theme.LABEL, draw)


def _present(puzzle: Puzzle) -> Iterable[int]:
    holes = puzzle.layout.holes if puzzle.layout else None
    if holes is None:
        return range(puzzle.light_count)
    present: list[int] = np.flatnonzero(holes.to_array().ravel() == 0).tolist()
    return present


def _on_buttons(puzzle: Puzzle, marks: Marks, below: NDArray[np.unsignedinteger], cell: _Place) -> Iterator[Layer]:
    """Yield what is drawn on buttons; `below` are the states of the cells they are drawn on."""
    if marks.conditions:
        yield from _weights(puzzle, below, cell)
        if puzzle.forbidden is not None:
            yield from crosses(cell(i) for i in np.flatnonzero(puzzle.forbidden.to_array().ravel()).tolist())
        if puzzle.required is not None:
            there = np.flatnonzero(puzzle.required.to_array().ravel()).tolist()
            corner = (Cell(*c.spot(-0.31, -0.31), 0.6 * c.side) for c in map(cell, there))
            yield from dots(corner, theme.PRESS)
    if marks.quiet is not None:
        yield from diamonds(cell(i) for i in np.flatnonzero(marks.quiet).tolist())
    if marks.presses is not None:
        times = marks.presses.to_array().ravel()
        pressed = np.flatnonzero(times).tolist()
        yield from rings(map(cell, pressed))
        often = [i for i in pressed if times[i] > 1 and cell(i).side >= _LABELLED_CELL]
        yield from dots((Cell(c.x, c.y, 1.5 * c.side) for c in map(cell, often)), theme.PRESS)
        words = (Words(cell(i).x, cell(i).y, str(times[i]), 0.3 * cell(i).side, bold=True) for i in often)
        yield Layer.of(Style(fill=theme.PAPER), words)


def _weights(puzzle: Puzzle, below: NDArray[np.unsignedinteger], cell: _Place) -> Iterator[Layer]:
    if puzzle.weights is None or cell(0).side < _WEIGHED_CELL:
        return
    costs = puzzle.weights.numerators.tolist()
    pressable = np.flatnonzero(puzzle.pressable()).tolist()  # what a forbidden button would cost, nobody pays
    for bright in (False, True):
        words = []
        for i in pressable:
            if (2 * int(below[i]) >= puzzle.states) == bright:
                place = cell(i)
                text = exact_text(Fraction(costs[i], puzzle.weights.denominator))
                size = min(0.25, 0.9 / max(1, len(text))) * place.side
                words.append(Words(*place.spot(0.38, 0.29), text, size, "end"))
        yield Layer.of(Style(fill=theme.INK if bright else theme.PAPER), words)


def _certificate(puzzle: Puzzle, certificate: Board, cell: _Place) -> Iterator[Layer]:
    """Frame the lights of a certificate; those that must change have a dot in their frame."""
    values = certificate.to_array().ravel()
    marked = np.flatnonzero(values).tolist()
    yield from frames(map(cell, marked))
    change = settled(puzzle).change().to_array().ravel()
    yield from dots(cell(i) for i in marked if change[i])
    if certificate.states > 2:
        words = (Words(*cell(i).spot(-0.3, -0.3), f"{values[i]}x", 0.22 * cell(i).side) for i in marked)
        yield Layer.of(Style(fill=theme.INK), words)

"""Boards drawn in characters: lights, presses and certificates side by side; writes nothing itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from functools import partial
from typing import TYPE_CHECKING, TextIO

from lo_opt.cli.terminal import can_show
from lo_opt.puzzle.symbols import DIGITS

if TYPE_CHECKING:
    from lo_opt.answer import Answer
    from lo_opt.puzzle import Board, Puzzle

MAX_SIDE = 64  # a board longer or wider than this is no picture any more
_SPACED_COLS = 20  # wider boards are drawn without blanks between the cells and without coordinates
_GUTTER = "    "


@dataclass(frozen=True)
class Glyphs:
    """The characters of a picture."""

    on: str
    off: str
    pressed: str
    barred: str
    marked_on: str
    marked_off: str


UNICODE = Glyphs(on="●", off="·", pressed="■", barred="×", marked_on="◉", marked_off="○")
ASCII = Glyphs(on="#", off=".", pressed="#", barred="x", marked_on="@", marked_off="o")


def glyphs_for(stream: TextIO) -> Glyphs:
    """Return the glyphs that the stream's encoding has."""
    return UNICODE if can_show("".join(astuple(UNICODE)), stream) else ASCII


Draw = Callable[[int, int], str]


def picture(answer: Answer, glyphs: Glyphs, width: int) -> list[str]:
    """Return the lines of the board and, next to it, what the answer has to show on it; none if it is too large.

    >>> from lo_opt.answer import Answer, Goal, Status
    >>> from lo_opt.puzzle import Board, Puzzle
    >>> shown = Answer(Puzzle.grid("11/10"), Goal.OPTIMAL, "gf2", Status.OPTIMAL, presses=Board.parse("10/00"))
    >>> print("\\n".join(line.rstrip() for line in picture(shown, ASCII, 80)))
      board      presses
      0 1        0 1
    0 # #      0 # .
    1 # .      1 . .
    """
    return board_lines(answer.puzzle, answer.puzzle.start, answer.presses, answer.certificate, glyphs, width)


def board_lines(
    puzzle: Puzzle, lights: Board, presses: Board | None, certificate: Board | None, glyphs: Glyphs, width: int
) -> list[str]:
    """Return the lines of these lights of a puzzle, its target, and next to them what is to be shown."""
    if max(*puzzle.effects.light_shape, *puzzle.effects.button_shape) > MAX_SIDE:
        return []
    on_grid = puzzle.layout is not None
    drawings = [("board" if on_grid else "lights", lights, _lights(lights, puzzle, glyphs))]
    if puzzle.target.count:
        drawings.append(("target", puzzle.target, _lights(puzzle.target, puzzle, glyphs)))
    if presses is not None:
        drawings.append(("presses", presses, _presses(presses, puzzle, glyphs)))
    if certificate is not None:
        drawings.append(("certificate", certificate, _certificate(certificate, puzzle, glyphs)))
    for arrange in (_side_by_side, _stacked):
        for block in (partial(_spaced_block, on_grid), _dense_block):
            blocks = [block(title, board.shape, draw) for title, board, draw in drawings]
            shown = arrange(blocks)
            if max(map(len, shown)) <= width:
                return shown
    return []


def _lights(board: Board, puzzle: Puzzle, glyphs: Glyphs) -> Draw:
    return _cells(board, puzzle, _state_glyphs(board.states, glyphs.off, glyphs.on))


def _presses(presses: Board, puzzle: Puzzle, glyphs: Glyphs) -> Draw:
    draw = _cells(presses, puzzle, _state_glyphs(presses.states, glyphs.off, glyphs.pressed))
    forbidden = puzzle.forbidden.to_array() if puzzle.forbidden is not None else None
    if forbidden is None:
        return draw
    return lambda r, c: glyphs.barred if forbidden[r, c] else draw(r, c)


def _certificate(certificate: Board, puzzle: Puzzle, glyphs: Glyphs) -> Draw:
    """Mark the lights of a certificate, told apart by whether they must change."""
    if certificate.states != 2:
        return _cells(certificate, puzzle, _state_glyphs(certificate.states, glyphs.off, glyphs.on))
    change = puzzle.change().to_array()
    marks = (glyphs.marked_off, glyphs.marked_on)
    plain = _cells(certificate, puzzle, (glyphs.off, glyphs.on))
    marked = certificate.to_array()
    return lambda r, c: marks[change[r, c]] if marked[r, c] else plain(r, c)


def _state_glyphs(states: int, off: str, on: str) -> Sequence[str]:
    return (off, on) if states == 2 else off + DIGITS[1:]


def _cells(board: Board, puzzle: Puzzle, glyphs: Sequence[str]) -> Draw:
    """Draw each cell by its state, holes as blanks; a state beyond the digits as a question mark."""
    values = board.to_array()
    holes = puzzle.layout.holes if puzzle.layout else None
    hole = holes.to_array() if holes else None

    def draw(r: int, c: int) -> str:
        if hole is not None and hole[r, c]:
            return " "
        return glyphs[values[r, c]] if values[r, c] < len(glyphs) else "?"

    return draw


def _spaced_block(on_grid: bool, title: str, shape: tuple[int, int], draw: Draw) -> list[str]:
    """Return one titled drawing with blanks between the cells and their coordinates; a dense one if it is wide."""
    rows, cols = shape
    if cols > _SPACED_COLS:
        return _dense_block(title, shape, draw)
    margin = len(str(rows - 1)) if on_grid else 0
    lines = [f"{'':{margin}} {title}", f"{'':{margin}} {' '.join(str(c % 10) for c in range(cols))}"]
    for r in range(rows):
        label = f"{r:{margin}}" if on_grid else ""
        lines.append(f"{label} {' '.join(draw(r, c) for c in range(cols))}")
    return _padded(lines)


def _dense_block(title: str, shape: tuple[int, int], draw: Draw) -> list[str]:
    """Return one titled drawing with nothing but the cells."""
    rows, cols = shape
    return _padded([f" {title}", *(f" {''.join(draw(r, c) for c in range(cols))}" for r in range(rows))])


def _padded(lines: list[str]) -> list[str]:
    longest = max(map(len, lines))
    return [line.ljust(longest) for line in lines]


def _side_by_side(blocks: Sequence[list[str]]) -> list[str]:
    widths = [len(block[0]) for block in blocks]
    rows = itertools.zip_longest(*blocks, fillvalue="")
    return [_GUTTER.join(part.ljust(w) for part, w in zip(row, widths, strict=True)) for row in rows]


def _stacked(blocks: Sequence[list[str]]) -> list[str]:
    return list(itertools.chain.from_iterable([*block, ""] for block in blocks))[:-1]

"""Game IDs of Flip, of Simon Tatham's puzzle collection: `WxH:matrix,grid` in hexadecimal; knows no file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.effects import ButtonEffects, GridEffects, PlacedEffects
from lo_opt.puzzle.formats.lines import Line, lines_of, no_grid_options, only_lights
from lo_opt.puzzle.grid import Grid
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.rules import PLUS
from lo_opt.puzzle.sums import subtract
from lo_opt.wording import shown

if TYPE_CHECKING:
    from lo_opt.puzzle.files.changes import Changes

NAME = "flip"
MAX_SIDE_CELLS = 2**12  # squares; the matrix has as many bits as the square of their number
_BEGINS = re.compile(r"\s*[0-9]{1,9}(x[0-9]{1,9})?[cr]?[:#]")
_ID = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?[cr]?:([^,]*),(.*)")
_HEX = re.compile("[0-9a-fA-F]*")


def recognises(text: str, states: int) -> bool:  # noqa: ARG001 - the game has two
    """Return whether a text begins as a game ID does, which nothing else does."""
    return _BEGINS.match(text) is not None


def read(text: str, changes: Changes, origin: str) -> list[Puzzle]:
    """Return the puzzles of game IDs, one a line.

    `WxH` is the width and height (one number for a square), perhaps with `c` or `r` for how the game made its matrix.
    The matrix has W*H rows of W*H bits: bit j of row i says whether pressing square i flips square j; the grid has W*H
    bits, 1 for a square that is still wrong. Squares are numbered row by row; both bitmaps are hexadecimal, the first
    bit of each four the highest, the last digit filled up with zeros.

    >>> from lo_opt.puzzle.files.changes import UNCHANGED
    >>> (puzzle,) = read("2x1:f,8", UNCHANGED, "")
    >>> str(puzzle.start), puzzle.rule.name
    ('10', 'plus')

    Raises
    ------
    InputError
        For anything else, with its line; also for IDs with a seed (`5x5c#123`), which only the game can expand.
    """
    no_grid_options(changes, NAME)
    if changes.states not in (None, 2):
        raise InputError(f"states {changes.states}: a game of Flip has two")
    puzzles = [_puzzle(line) for line in lines_of(text, origin)]
    if not puzzles:
        raise InputError(f"{origin or 'the text'}: empty; a game ID is WIDTHxHEIGHT:matrix,grid")
    return puzzles


def to_flip(puzzle: Puzzle) -> str:
    """Return the game ID of a puzzle: its buttons as the matrix, the lights that must change as the grid.

    Holes become squares that nothing flips; a list with as many buttons as lights becomes one row.

    >>> to_flip(Puzzle.grid("10"))
    '2x1:f,8'

    Raises
    ------
    InputError
        For more than two states, conditions or weights, unequal numbers of lights and buttons, and boards of more than
        4,096 squares.
    """
    only_lights(puzzle, NAME)
    if puzzle.states != 2:
        raise InputError(f"states {puzzle.states}: a game of Flip has two")
    if puzzle.light_count != puzzle.button_count:
        raise InputError(f"{puzzle.light_count} lights and {puzzle.button_count} buttons: in Flip every square is both")
    rows, cols = puzzle.effects.light_shape
    _check_squares(cols, rows)
    squares = rows * cols
    matrix = np.zeros((squares, squares), bool)
    effects = puzzle.incidence()
    matrix[effects.buttons, effects.lights] = True
    grid = subtract(puzzle.target, puzzle.start).to_array().ravel().astype(bool)
    return f"{cols}x{rows}:{_encoded(matrix.ravel())},{_encoded(grid)}"


def _puzzle(line: Line) -> Puzzle:
    found = _ID.fullmatch(line.text)
    if found is None:
        seed = "; an ID with a seed (#) only the game itself can expand" if "#" in line.text else ""
        raise InputError(f"{line.place}: {shown(line.text)} is no game ID; expected WIDTHxHEIGHT:matrix,grid{seed}")
    width = int(found[1])
    height = int(found[2]) if found[2] is not None else width
    try:
        _check_squares(width, height)
    except InputError as error:
        raise InputError(f"{line.place}: {error}") from None
    squares = width * height
    matrix = _decoded(found[3], squares * squares, f"{line.place}: matrix")
    board = Board.from_array(_decoded(found[4], squares, f"{line.place}: grid").reshape(height, width))
    grid = Grid(height, width)
    buttons, lights = np.nonzero(matrix.reshape(squares, squares))
    indptr = np.concatenate([[0], np.cumsum(np.bincount(buttons, minlength=squares))]).astype(np.intp)
    listed = ButtonEffects(squares, indptr, lights.astype(np.intp), np.ones(len(lights), np.int64))
    effects = PlacedEffects(grid, listed)
    crosses = PlacedEffects.from_grid(GridEffects(grid, PLUS))
    dark = Board.filled(height, width, 0)
    return Puzzle(GridEffects(grid, PLUS) if effects == crosses else effects, board, dark)


def _check_squares(width: int, height: int) -> None:
    if width < 1 or height < 1 or width * height > MAX_SIDE_CELLS:
        raise InputError(f"size {width}x{height}: a game of Flip has from 1 to {MAX_SIDE_CELLS:,} squares here")


def _encoded(bits: NDArray[np.bool_]) -> str:
    return np.packbits(bits).tobytes().hex()[: (len(bits) + 3) // 4]


def _decoded(digits: str, count: int, where: str) -> NDArray[np.uint8]:
    needed = (count + 3) // 4
    if not _HEX.fullmatch(digits):
        wrong = next(symbol for symbol in digits if symbol not in "0123456789abcdefABCDEF")
        raise InputError(f"{where}: {wrong!r} is no hexadecimal digit")
    if len(digits) != needed:
        raise InputError(f"{where}: {len(digits):,} hexadecimal digits; {count:,} bits take {needed:,}")
    return np.unpackbits(np.frombuffer(bytes.fromhex(digits + "0" * (needed % 2)), np.uint8))[:count]

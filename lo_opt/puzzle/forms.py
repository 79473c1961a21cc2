"""Boards in the forms that callers write them: text, rows, arrays, 'off' and 'on'; knows no puzzle and no file."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board, check_size
from lo_opt.puzzle.sums import without
from lo_opt.wording import located


def as_board(value: Board | str | ArrayLike, states: int) -> Board:
    """Return a board from a `Board`, digits with `/`, a list of row strings, or a 2-d array.

    >>> str(as_board(["10", "01"], 2)), str(as_board([[2, 0]], 3))
    ('10/01', '20')
    """
    check_size(1, 1, states)
    if isinstance(value, Board):
        return value
    if isinstance(value, str):
        return Board.parse(value, states)
    if isinstance(value, list | tuple) and value and all(isinstance(row, str) for row in value):
        return Board.parse("/".join(map(str, value)), states)
    return Board.from_array(value, states)


def one_row(lights: ArrayLike) -> ArrayLike:
    """Return a sequence of states as an array of one row; `InputError` for rows of different lengths."""
    try:
        return np.atleast_2d(lights)
    except ValueError:
        raise InputError("lights: rows of different lengths; give one row of states") from None


def mask_of(holes: Board | str | ArrayLike | None) -> Board | None:
    """Return the two-state board of holes, None without any; errors say that it is about these."""
    with located("holes"):
        return None if holes is None else as_board(holes, 2)


def target_of(target: Board | str | ArrayLike | None, start: Board, holes: Board | None) -> Board:
    """Return how the lights of `start` should end: None or 'off', 'on' (the last state), or a board; dark in holes.

    >>> str(target_of("on", Board.parse("012", 3), None))
    '222'
    """
    if target is None or (isinstance(target, str) and target in ("off", "on")):
        board = Board.filled(start.rows, start.cols, start.states - 1 if target == "on" else 0, start.states)
    else:
        board = as_board(target, start.states)
    return without(holes, board)

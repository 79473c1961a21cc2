"""Boards added, subtracted and masked, cell by cell modulo their states; knows no rule."""

from __future__ import annotations

import numpy as np

from lo_opt.puzzle.board import Board


def add(left: Board, right: Board) -> Board:
    """Return the sum of two boards of the same shape, cell by cell modulo the states.

    >>> str(add(Board.parse("012", 3), Board.parse("222", 3)))
    '201'
    """
    if left.states == 2:
        return Board.from_words(left.words ^ right.words, left.cols)
    return Board.from_array((left.to_array().astype(np.int64) + right.to_array()) % left.states, left.states)


def subtract(left: Board, right: Board) -> Board:
    """Return the difference of two boards of the same shape, cell by cell modulo the states."""
    if left.states == 2:
        return add(left, right)
    return Board.from_array((left.to_array().astype(np.int64) - right.to_array()) % left.states, left.states)


def union(left: Board | None, right: Board | None) -> Board | None:
    """Return the two-state board of cells that are 1 in either of two boards, None being a board of zeros.

    >>> str(union(Board.parse("110"), Board.parse("011"))), union(None, None)
    ('111', None)
    """
    if left is None or right is None:
        return left or right
    return Board.from_words(left.words | right.words, left.cols)


def without(cells: Board | None, board: Board) -> Board:
    """Return the board with 0 in every cell that is 1 in `cells`, of the same shape."""
    if cells is None or board.shape != cells.shape:
        return board
    if board.states == 2:
        return Board.from_words(board.words & ~cells.words, board.cols)
    return Board.from_array(np.where(cells.to_array(), 0, board.to_array()), board.states)

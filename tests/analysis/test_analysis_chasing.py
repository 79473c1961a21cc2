"""Chasing by hand as the table says, press by press on real boards."""

from __future__ import annotations

import numpy as np
import pytest
from puzzles import moves

from lo_opt import Board, Puzzle
from lo_opt.algebra.bits import from_row_ints
from lo_opt.analysis.chasing import hand_table

GRIDS = [(1, 1), (1, 4), (2, 3), (3, 2), (4, 4), (5, 5), (3, 6), (6, 3), (9, 9), (7, 11), (14, 14)]


class Hand:
    """A board on a table and a hand that presses it, counting."""

    def __init__(self, board, rule):
        self.rows, self.cols = board.shape
        self.lit = {r * self.cols + c for r, c in board.cells()}
        self.lights_of = moves(self.rows, self.cols, rule, "none")
        self.pressed = 0

    def press(self, r, c):
        self.lit ^= set(self.lights_of[r * self.cols + c])
        self.pressed += 1

    def chase(self):
        for r in range(1, self.rows):
            for c in range(self.cols):
                if (r - 1) * self.cols + c in self.lit:
                    self.press(r, c)

    def last_row(self):
        assert all(light >= (self.rows - 1) * self.cols for light in self.lit)
        return sum(1 << light % self.cols for light in self.lit)


@pytest.mark.parametrize("rule", ["plus", "neighbors"])
@pytest.mark.parametrize(("rows", "cols"), GRIDS)
def test_a_hand_that_follows_the_table_solves_every_solvable_board(rows, cols, rule):
    dark = Puzzle.grid(Board.filled(rows, cols, 0), rule)
    table = hand_table(dark)
    known = dict(table.entries()) if table.rank <= 11 else {}
    rng = np.random.default_rng(rows * cols)
    for _ in range(20):
        board = dark.apply(Board.from_array(rng.integers(0, 2, (rows, cols))))
        hand = Hand(board, rule)
        hand.chase()
        left = hand.last_row()
        press = int(table.first_rows(np.array([left], np.uint64))[0])
        assert not known or known.get(left, 0) == press
        for c in range(cols):
            if press >> c & 1:
                hand.press(0, c)
        hand.chase()
        assert not hand.lit
        changes = from_row_ints(board.row_ints(), cols)
        assert table.presses_by_hand(changes).tolist() == [hand.pressed]


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (5, 5), (5, 3), (9, 9)])
def test_what_is_not_in_the_table_cannot_be_solved(rows, cols):
    table = hand_table(Puzzle.grid(Board.filled(rows, cols, 0)))
    lefts = {0, *(left for left, _ in table.entries())}
    assert len(lefts) == 2**table.rank
    reached = set()
    for first in range(2**cols):
        hand = Hand(Board.filled(rows, cols, 0), "plus")
        for c in range(cols):
            if first >> c & 1:
                hand.press(0, c)
        hand.chase()
        reached.add(hand.last_row())
    assert lefts == reached


def test_the_fewest_presses_are_told():
    table = hand_table(Puzzle.grid(Board.filled(9, 9, 0)))
    quiet = [0]
    for row in table.quiet:
        quiet += [first ^ row for first in quiet]
    for _, press in table.entries():
        assert press.bit_count() == min((press ^ first).bit_count() for first in quiet)


def test_who_cannot_be_chased_has_no_table():
    board = Board.filled(3, 3, 0)
    assert hand_table(Puzzle.grid(board, wrap="torus")) is None
    assert hand_table(Puzzle.grid(board, rule="king")) is None
    assert hand_table(Puzzle.grid(board).forbid([(0, 0)])) is None
    assert hand_table(Puzzle.grid(board, holes=Board.parse("100/000/000"))) is None
    assert hand_table(Puzzle.grid(Board.filled(3, 63, 0))) is None
    assert hand_table(Puzzle.grid("000", states=3)) is None

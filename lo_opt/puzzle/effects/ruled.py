"""Buttons that all do the same by a rule on a grid: applied by shifting whole boards; knows no list of buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lo_opt.algebra import bits
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.effects.incidence import Incidence, refuse_beyond_memory
from lo_opt.puzzle.grid import Grid
from lo_opt.puzzle.rules import Offset, Rule


@dataclass(frozen=True)
class GridEffects:
    """A rule acting on a grid; holes have neither light nor button.

    On a ring of one or two cells several moves of a press meet the same light: they add up modulo the states, so that
    for two states a light met twice does not change.

    >>> from lo_opt.puzzle.rules import PLUS
    >>> str(GridEffects(Grid(3, 3), PLUS).apply(Board.from_cells(3, 3, [(0, 0)])))
    '110/100/000'
    """

    grid: Grid
    rule: Rule

    @property
    def light_shape(self) -> tuple[int, int]:
        """(rows, cols) of the grid."""
        return self.grid.shape

    @property
    def button_shape(self) -> tuple[int, int]:
        """(rows, cols) of the grid."""
        return self.grid.shape

    @property
    def offsets(self) -> list[Offset]:
        """The offsets of the rule on this grid, those that always leave it left out."""
        grid = self.grid
        return [
            (dr, dc)
            for dr, dc in self.rule.offsets(grid)
            if (grid.rows_wrap or abs(dr) < grid.rows) and (grid.columns_wrap or abs(dc) < grid.cols)
        ]

    def apply(self, presses: Board) -> Board:
        """Return A x mod states, by one shifted copy of the board an offset."""
        return self._gather(presses, self.offsets)

    def count_at_buttons(self, lights: Board) -> Board:
        """Return transpose(A) y mod states: the same with every offset turned round."""
        return self._gather(lights, [(-dr, -dc) for dr, dc in self.offsets])

    def _gather(self, board: Board, offsets: Sequence[Offset]) -> Board:
        """Return out[r, c] = sum of board[r - dr, c - dc] over the offsets, holes read and written as 0."""
        grid = self.grid
        if board.states == 2:
            solid = ~grid.holes.words if grid.holes else None
            words = board.words if solid is None else board.words & solid
            total = np.zeros_like(words)
            for dr, dc in offsets:
                moved = words if dc == 0 else bits.shift_columns(words, grid.cols, dc, grid.columns_wrap)
                for source, place in _row_shift(grid.rows, dr, grid.rows_wrap):
                    total[place] ^= moved[source]
            return Board.from_words(total if solid is None else total & solid, grid.cols)
        values = board.to_array().astype(np.int64)
        if grid.holes:
            values[grid.holes.to_array() == 1] = 0
        sums = np.zeros_like(values)
        for dr, dc in offsets:
            for source, place in _row_shift(grid.rows, dr, grid.rows_wrap):
                for left, right in _row_shift(grid.cols, dc, grid.columns_wrap):
                    sums[place, right] += values[source, left]
        sums %= board.states
        if grid.holes:
            sums[grid.holes.to_array() == 1] = 0
        return Board.from_array(sums, board.states)

    def incidence(self, states: int) -> Incidence:
        """Return the effect matrix by lights, built by array operations, one offset at a time."""
        grid = self.grid
        offsets = self.offsets
        cells = grid.rows * grid.cols
        refuse_beyond_memory(
            cells * len(offsets), f"the effect matrix of a {grid.rows}x{grid.cols} board with rule {self.rule.name}"
        )
        index = np.arange(cells).reshape(grid.shape)
        present = grid.holes.to_array() == 0 if grid.holes else np.ones(grid.shape, bool)
        lights, buttons = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
        for dr, dc in offsets:
            for source, place in _row_shift(grid.rows, dr, grid.rows_wrap):
                for left, right in _row_shift(grid.cols, dc, grid.columns_wrap):
                    both = present[source, left] & present[place, right]
                    buttons.append(index[source, left][both])
                    lights.append(index[place, right][both])
        light, button = np.concatenate(lights), np.concatenate(buttons)
        return Incidence.from_entries(light, button, np.ones(len(light), np.int64), (cells, cells), states)


def _row_shift(length: int, distance: int, wrap: bool) -> list[tuple[slice, slice]]:
    """Return the (source, destination) slices that move an axis of `length` by `distance`."""
    if wrap:
        distance %= length
        pairs = [(slice(0, length - distance), slice(distance, length))]
        if distance:
            pairs.append((slice(length - distance, length), slice(0, distance)))
        return pairs
    if abs(distance) >= length:
        return []
    if distance >= 0:
        return [(slice(0, length - distance), slice(distance, length))]
    return [(slice(-distance, length), slice(0, length + distance))]

"""Where the cells of a grid lie on paper, and what shape they have: squares, hexagons, triangles; draws nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from lo_opt.draw.panels import Cell
from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.rules import HEX, TRIANGLE

_HALF_HEIGHT = math.sqrt(3) / 2
_BASE = 1.8  # of a triangle, in cell sides: marks are made for squares, and a triangle of base 1 has too little room


@dataclass(frozen=True)
class Lattice:
    """The cells of a grid of `rows` x `cols` in a box of `width` x `height` from (0, 0), all in sides of a cell.

    `cell(r, c)` is the cell with the middle in which marks are put.

    >>> Lattice.squares(2, 3).cell(1, 2)
    Cell(x=2.5, y=1.5, side=1.0, corners=())
    """

    rows: int
    cols: int
    width: float
    height: float
    cell: Callable[[int, int], Cell]
    slope: float = 0.0  # how far a row begins to the right of the row above

    def left(self, row: int) -> float:
        """Return where a row begins."""
        return self.slope * row

    def middle(self, row: int) -> float:
        """Return the middle of a row's height."""
        return (self.cell(row, 0).y + self.cell(row, 1).y) / 2

    @classmethod
    def of(cls, puzzle: Puzzle, rows: int, cols: int) -> Lattice:
        """Return the lattice on which a puzzle's rule is what it is called.

        >>> round(Lattice.of(Puzzle.grid("111/111/111", rule="hex"), 3, 3).width, 2)
        4.0
        """
        if puzzle.rule == HEX:
            return cls.hexagons(rows, cols)
        return cls.triangles(rows, cols) if puzzle.rule == TRIANGLE else cls.squares(rows, cols)

    @classmethod
    def squares(cls, rows: int, cols: int) -> Lattice:
        """Return a lattice of unit squares."""
        return cls(rows, cols, float(cols), float(rows), lambda r, c: Cell(c + 0.5, r + 0.5, 1.0))

    @classmethod
    def hexagons(cls, rows: int, cols: int) -> Lattice:
        """Return a lattice of hexagons of width 1 that stand on a corner, each row half a cell right of that above."""
        radius = 1 / math.sqrt(3)
        turns = [math.pi * (2 * k + 1) / 6 for k in range(6)]
        corners = tuple((radius * math.cos(turn), radius * math.sin(turn)) for turn in turns)

        def cell(r: int, c: int) -> Cell:
            return Cell(c + 0.5 + 0.5 * r, radius + _HALF_HEIGHT * r, 1.0, corners)

        return cls(rows, cols, cols + 0.5 * (rows - 1), 2 * radius + _HALF_HEIGHT * (rows - 1), cell, 0.5)

    @classmethod
    def triangles(cls, rows: int, cols: int) -> Lattice:
        """Return a lattice of triangles with horizontal bases, which point up where row + column is even."""
        tall = _HALF_HEIGHT * _BASE
        up = ((-_BASE / 2, tall / 3), (_BASE / 2, tall / 3), (0.0, -2 * tall / 3))
        down = tuple((x, -y) for x, y in up)

        def cell(r: int, c: int) -> Cell:
            points_up = (r + c) % 2 == 0
            middle = tall * (r + (2 / 3 if points_up else 1 / 3))  # the centroid, a third of the height from the base
            return Cell(_BASE / 2 * (c + 1), middle, 1.0, up if points_up else down)

        return cls(rows, cols, _BASE / 2 * (cols + 1), tall * rows, cell)

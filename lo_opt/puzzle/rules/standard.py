"""The rules of lo-opt by which all buttons are alike, as offsets from the pressed cell; knows no board and no name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lo_opt.puzzle.rules.kinds import Offset, Pattern

if TYPE_CHECKING:
    from lo_opt.puzzle.grid import Grid


@dataclass(frozen=True)
class RowAndColumn:
    """The whole row and the whole column of the pressed cell, each light once, whatever the wrap."""

    name: str
    summary: str

    def offsets(self, grid: Grid) -> Sequence[Offset]:
        """Return one offset for every cell a press in some place could reach; on a ring, one for every distance."""
        across = range(grid.cols) if grid.columns_wrap else range(1 - grid.cols, grid.cols)
        down = range(grid.rows) if grid.rows_wrap else range(1 - grid.rows, grid.rows)
        return [(0, dc) for dc in across] + [(dr, 0) for dr in down if dr]


_SELF: Offset = (0, 0)
_SIDES: tuple[Offset, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONALS: tuple[Offset, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_KNIGHT_MOVES = tuple((dr, dc) for dr in (-2, -1, 1, 2) for dc in (-2, -1, 1, 2) if abs(dr) != abs(dc))


def _pattern(name: str, summary: str, *offsets: Offset) -> Pattern:
    return Pattern(name, summary, tuple(sorted(offsets)))


PLUS = _pattern("plus", "itself and the four neighbours", _SELF, *_SIDES)
NEIGHBORS = _pattern("neighbors", "the four neighbours, not itself", *_SIDES)
X = _pattern("x", "itself and the four diagonal neighbours", _SELF, *_DIAGONALS)
KING = _pattern("king", "itself and all eight around it", _SELF, *_SIDES, *_DIAGONALS)
RING = _pattern("ring", "all eight around it, not itself", *_SIDES, *_DIAGONALS)
KNIGHT = _pattern("knight", "itself and the knight's moves", _SELF, *_KNIGHT_MOVES)
HEX = _pattern("hex", "itself and its six neighbours, rows sheared to the right", _SELF, *_SIDES, (-1, 1), (1, -1))
ROW_COL = RowAndColumn("row-col", "its whole row and column, itself once")

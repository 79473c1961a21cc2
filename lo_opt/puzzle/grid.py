"""The shape a rule acts on: rows, columns, wrap and holes; knows no rule and no board contents."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from lo_opt.errors import InputError, chosen
from lo_opt.puzzle.board import Board, check_size


class Wrap(StrEnum):
    """Which edges meet: ROWS closes every row into a ring, COLS every column, TORUS both."""

    NONE = "none"
    ROWS = "rows"
    COLS = "cols"
    TORUS = "torus"

    @classmethod
    def named(cls, name: str) -> Wrap:
        """Return the wrap of that name.

        >>> Wrap.named("torus").value
        'torus'
        """
        return chosen(cls, "wrap", name)


@dataclass(frozen=True)
class Grid:
    """A grid of rows x cols cells, each a light with its button, except the holes.

    `holes` marks with 1 the cells that have neither light nor button; None if there are none.

    >>> Grid(1, 2, holes=Board.parse("00")) == Grid(1, 2)
    True
    """

    rows: int
    cols: int
    wrap: Wrap = Wrap.NONE
    holes: Board | None = None

    def __post_init__(self) -> None:
        check_size(self.rows, self.cols)
        if self.holes is not None and self.holes.states != 2:
            raise InputError(f"mask has {self.holes.states} states; it marks holes with 1, so two suffice")
        if self.holes is not None and self.holes.shape != (self.rows, self.cols):
            raise InputError(f"mask is {'x'.join(map(str, self.holes.shape))}, the board {self.rows}x{self.cols}")
        if self.holes is not None and not self.holes.count:
            object.__setattr__(self, "holes", None)  # so that a grid has one form, with a mask of nothing or without

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols)."""
        return self.rows, self.cols

    @property
    def columns_wrap(self) -> bool:
        """Whether the last column is next to the first (every row is a ring)."""
        return self.wrap in (Wrap.ROWS, Wrap.TORUS)

    @property
    def rows_wrap(self) -> bool:
        """Whether the last row is next to the first (every column is a ring)."""
        return self.wrap in (Wrap.COLS, Wrap.TORUS)

    @property
    def cell_count(self) -> int:
        """Number of cells that are not holes."""
        return self.rows * self.cols - (self.holes.count if self.holes else 0)


def cell_name(number: int, cols: int, on_grid: bool) -> str:
    """Return the name of a light or button: row_column on a grid, else its number.

    >>> cell_name(4, 3, True), cell_name(4, 3, False)
    ('1_1', '4')
    """
    return "{}_{}".format(*divmod(number, cols)) if on_grid else str(number)

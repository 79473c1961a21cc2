"""Which buttons a condition is about: all, a row, a column, or a list of cells; knows shapes, no puzzle and no rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.checks import cell_of, each, is_whole
from lo_opt.puzzle.grid import cell_name
from lo_opt.puzzle.limits import MAX_LIMITED_BUTTONS
from lo_opt.wording import located, shown

Cell = tuple[int, int]
_NAMED = 3  # more buttons than this are counted, not named


@dataclass(frozen=True)
class Buttons:
    """The buttons of a puzzle by shape: rows x cols of them but for the holes, or one row of listed buttons."""

    rows: int
    cols: int
    holes: Board | None
    on_grid: bool

    def number(self, cell: Cell) -> int:
        """Return the number of the button at (row, column).

        >>> Buttons(2, 3, None, True).number((1, 0))
        3

        Raises
        ------
        InputError
            If there is none, or the cell is not two whole numbers.
        """
        with located("limit on presses"):
            row, col = cell_of(cell)
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            where = f"{row},{col}" if self.on_grid else f"{col}"
            there = f"rows are 0..{self.rows - 1}, columns 0..{self.cols - 1}"
            raise InputError(
                f"limit on presses: there is no button {where}; "
                + (there if self.on_grid else f"buttons are 0..{self.cols - 1}")
            )
        if self.holes is not None and self.holes.words[row, col // 64] >> np.uint64(col % 64) & np.uint64(1):
            raise InputError(f"limit on presses: there is no button {row},{col}; the mask has a hole there")
        return row * self.cols + col

    def name(self, number: int) -> str:
        """Return a button's name in messages."""
        return cell_name(number, self.cols, self.on_grid)

    def listed(self, cells: Board | Iterable[Cell]) -> tuple[list[int], str]:
        """Return the numbers of the buttons at these cells, and words for them.

        >>> Buttons(2, 3, None, True).listed([(1, 0), (0, 2)])
        ([3, 2], 'of buttons 1_0, 0_2')
        """
        marked = cells.cells() if isinstance(cells, Board) else cells
        found = each(marked, "limit on presses", "a list of (row, column), or a board")
        if isinstance(cells, Board) and cells.shape != (self.rows, self.cols):
            raise InputError(
                f"limit on presses: the marks are {cells.rows}x{cells.cols}, the buttons {self.rows}x{self.cols}"
            )
        numbers = [self.number(cell) for cell in found]
        return numbers, self.words(numbers)

    def words(self, numbers: list[int]) -> str:
        """Return words for some buttons."""
        if len(numbers) > _NAMED:
            return f"of {len(numbers):,} buttons"
        return f"of button{'' if len(numbers) == 1 else 's'} {', '.join(map(self.name, numbers))}"

    def weighted(self, coefficients: Mapping[Cell, int]) -> tuple[dict[int, int], str]:
        """Return coefficients by button number, and words for the buttons."""
        if not isinstance(coefficients, Mapping):
            raise InputError(f"limit on presses: {shown(coefficients)} must map (row, column) to a coefficient")
        numbers = {self.number(cell): coefficient for cell, coefficient in coefficients.items()}
        return numbers, self.words(list(numbers))

    def line(self, row: int | None, col: int | None) -> tuple[list[int], str]:
        """Return the buttons of a row, of a column, or all of them, and words for them.

        >>> Buttons(2, 3, None, True).line(None, 1)
        ([1, 4], 'in column 1')

        Raises
        ------
        InputError
            For a row or column that is not there, for both, and where buttons are listed.
        """
        if self.rows * self.cols > MAX_LIMITED_BUTTONS:
            raise InputError(
                f"limit on presses: {self.rows * self.cols:,} buttons are too many to count; at most "
                f"{MAX_LIMITED_BUTTONS:,}"
            )
        number = np.arange(self.rows * self.cols).reshape(self.rows, self.cols)
        there = np.ones(number.shape, bool) if self.holes is None else self.holes.to_array() == 0
        if row is None and col is None:
            return number[there].tolist(), "in all"
        if not self.on_grid:
            raise InputError("limit on presses: this puzzle lists its buttons, which have no rows and columns")
        if row is not None and col is not None:
            raise InputError(f"limit on presses: row {row} and column {col}; name one of them")
        index, count, word = (row, self.rows, "row") if row is not None else (col, self.cols, "column")
        if not is_whole(index) or not 0 <= index < count:
            raise InputError(f"limit on presses: there is no {word} {shown(index)}; {word}s are 0..{count - 1}")
        part = (index, slice(None)) if row is not None else (slice(None), index)
        return number[part][there[part]].tolist(), f"in {word} {index}"

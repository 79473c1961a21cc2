"""Grids whose effect matrix needs no elimination: plus, neighbours only and king, in time proportional to the board.

It translates between puzzles and `lo_opt.algebra`; all these matrices are symmetric, which the certificates use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra import bits, pathgrid, tensorgrid
from lo_opt.algebra.bits import Words
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.pacing import BITS_A_UNIT, Pace
from lo_opt.algebra.reduction import restrict
from lo_opt.algebra.rowgrid import GridSolution, cells
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control
from lo_opt.linear.solutions import Solutions
from lo_opt.linear.structure import plain_grid, solid_grid
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.rules import KING, NEIGHBORS, PLUS


@dataclass(frozen=True)
class SymmetricGrid:
    """A symmetric effect matrix A on a rows x cols grid: how to solve A x = b, and the patterns with A x = 0.

    Boards travel as one int a row, column c in bit c.
    """

    rows: int
    cols: int
    solve: Callable[[Sequence[int]], GridSolution]
    quiet_patterns: Callable[[], Iterator[list[int]]]

    def kernel(self, control: Control | None = None) -> Words:
        """Return the quiet patterns packed over the flattened cells, uint64 (nullity, word_count(rows * cols)).

        Raises `DeadlineError` at the deadline.
        """
        pace, work = Pace(control), self.rows * (8 + self.cols // 16 + 8 * self.cols // BITS_A_UNIT)
        packed = []
        for pattern in self.quiet_patterns():
            packed.append(bits.pack(cells(pattern, self.cols)))
            pace.spend(work)
        return np.array(packed, np.uint64).reshape(len(packed), bits.word_count(self.rows * self.cols))

    def solutions(self, change: Board) -> Solutions:
        """Return all solutions of A x = change."""
        solved = self.solve(change.row_ints())
        return Solutions(
            change.size, solved.nullity, self._board(solved.presses), self._board(solved.certificate), self.kernel
        )

    def solutions_without(self, forbidden: Board, change: Board, control: Control | None = None) -> Solutions:
        """Return the solutions of A x = change that press no forbidden button; errors as for `Solutions.space`.

        If there is none though A x0 = change, some set z of forbidden buttons meets every quiet pattern evenly but x0
        oddly. Then z is in the row space of A, and any y with A y = z is a certificate: it moves only forbidden
        buttons, and y . change = y . A x0 = z . x0 = 1.
        """
        found = self.solutions(change)
        barred = np.flatnonzero(forbidden.to_array().ravel())
        quiet = restrict(found.quiet_space(control), barred, control)
        assert quiet is not None  # pressing nothing is allowed
        kernel = quiet.kernel
        if found.presses is None:
            return Solutions(change.size, quiet.nullity, None, found.certificate, lambda _: kernel)
        space = found.space(control)
        part = restrict(space, barred, control)
        if part is not None:
            presses = Board.from_array(part.particular.reshape(change.shape))
            return Solutions(change.size, quiet.nullity, presses, None, lambda _: kernel)
        z = Board.from_cells(*change.shape, [divmod(int(cell), self.cols) for cell in _odd_set(space, barred, control)])
        certificate = self._board(self.solve(z.row_ints()).presses)
        return Solutions(change.size, quiet.nullity, None, certificate, lambda _: kernel)

    def _board(self, rows: list[int] | None) -> Board | None:
        return None if rows is None else Board.from_row_ints(rows, self.cols)


def symmetric_grid(puzzle: Puzzle) -> SymmetricGrid | None:
    """Return the puzzle's symmetric grid, None if it has no such structure.

    >>> symmetric_grid(Puzzle.grid("11/11", rule="knight")) is None
    True
    >>> symmetric_grid(Puzzle.grid("1111/1111/1111/1111")).kernel().shape
    (4, 1)
    """
    for self_loop, rule in ((True, PLUS), (False, NEIGHBORS)):
        grid = plain_grid(puzzle, rule.pattern)
        if grid is not None:
            return SymmetricGrid(
                grid.rows,
                grid.cols,
                partial(pathgrid.solve_path_grid, cols=grid.cols, self_loop=self_loop),
                partial(pathgrid.quiet_patterns, grid.rows, grid.cols, self_loop),
            )
    grid = solid_grid(puzzle, KING.pattern)
    if grid is None:
        return None
    down, across = grid.rows_wrap, grid.columns_wrap
    return SymmetricGrid(
        grid.rows,
        grid.cols,
        partial(tensorgrid.solve_king_grid, cols=grid.cols, wrap_rows=down, wrap_cols=across),
        partial(tensorgrid.king_quiet_patterns, grid.rows, grid.cols, wrap_rows=down, wrap_cols=across),
    )


def _odd_set(space: SolutionSpace, forbidden: NDArray[np.intp], control: Control | None) -> NDArray[np.intp]:
    """Return forbidden unknowns that every kernel vector meets evenly and the particular solution oddly."""
    columns = np.array([bits.unpack(row, space.size)[forbidden] for row in space.kernel], np.uint8)
    columns = columns.reshape(space.nullity, len(forbidden)).T
    owners, unknowns = np.nonzero(columns)
    indptr = np.searchsorted(owners, np.arange(len(forbidden) + 1))
    odd = Elimination(indptr, unknowns, space.nullity, control).certificate(space.particular[forbidden], control)
    assert odd is not None
    return np.asarray(forbidden[odd != 0])

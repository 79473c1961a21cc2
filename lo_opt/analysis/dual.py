"""Sets of lights that buttons meet evenly or oddly: what cannot be changed, and what tells parities; knows no costs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_opt import linear
from lo_opt.algebra.bits import from_row_ints, pack, row_ints, unpack
from lo_opt.algebra.elimination import Elimination
from lo_opt.analysis.regions import dark
from lo_opt.puzzle import Board, Puzzle

MAX_CERTIFICATES = 64
"""Independent certificates that are looked for; their bits fill one word."""

_MAX_ELIMINATED = 1 << 16
_MAX_LISTED = 1 << 22


def real_lights(puzzle: Puzzle) -> NDArray[np.intp]:
    """Return the numbers of the lights that are no holes."""
    holes = puzzle.layout.holes if puzzle.layout else None
    return np.arange(puzzle.light_count) if holes is None else np.flatnonzero(holes.to_array().ravel() == 0)


def odd_at_every_button(puzzle: Puzzle) -> Board | None:
    """Return lights y of which every pressable button toggles an odd number, so that y . change = number of presses.

    They exist if no quiet pattern is odd; on a grid with a symmetric matrix they are a solution of the all-lit board.
    """
    grid = linear.symmetric_grid(puzzle)
    if grid is not None and puzzle.forbidden is None:
        rows = grid.solve([(1 << grid.cols) - 1] * grid.rows).presses
        return None if rows is None else Board.from_row_ints(rows, grid.cols)
    if max(puzzle.light_count, puzzle.button_count) > _MAX_ELIMINATED:
        return None
    system = _transposed(puzzle)
    found = system.solve(np.ones(int(puzzle.pressable().sum()), np.uint8))
    return None if found is None else Board.from_array(found.reshape(puzzle.effects.light_shape))


def certificates(puzzle: Puzzle, lights: NDArray[np.intp]) -> NDArray[np.uint8] | None:
    """Return a basis of the sets of lights that every pressable button meets evenly, 0/1 (count, lights)."""
    grid = linear.symmetric_grid(puzzle)
    if grid is not None and puzzle.forbidden is None:  # the matrix is its own transpose
        nullity = linear.solutions(dark(puzzle)).nullity
        if nullity > MAX_CERTIFICATES or puzzle.light_count > _MAX_LISTED:
            return None
        return unpack(grid.kernel(), puzzle.light_count)[:, lights]
    if max(puzzle.light_count, puzzle.button_count) > _MAX_ELIMINATED:
        return None
    system = _transposed(puzzle)
    if system.nullity - (puzzle.light_count - len(lights)) > MAX_CERTIFICATES:
        return None
    whole = unpack(system.kernel(), puzzle.light_count)[:, lights]
    rows = [row for row in row_ints(pack(whole)) if row]  # a hole is a light that no button meets: its row is 0 here
    return unpack(from_row_ints(rows, len(lights)), len(lights))


def _transposed(puzzle: Puzzle) -> Elimination:
    """Return the system whose equations are the pressable buttons and whose unknowns are the lights."""
    effects = puzzle.incidence()
    allowed = puzzle.pressable()[effects.buttons]
    buttons, lights = effects.buttons[allowed], effects.lights[allowed]
    order = np.lexsort((lights, buttons))
    number = np.cumsum(puzzle.pressable()) - 1
    counts = np.bincount(number[buttons], minlength=int(puzzle.pressable().sum()))
    return Elimination(np.concatenate([[0], np.cumsum(counts)]), lights[order], puzzle.light_count)

"""Other boards that need exactly as much as a given one, since the same number of buttons of each region is pressed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.regions import Regions
from lo_opt.analysis.worst import board_of
from lo_opt.puzzle import Board

_TRIES_EACH = 16


def boards_alike(regions: Regions, presses: NDArray[np.uint8], most: int, seed: int = 0) -> list[Board]:
    """Return up to `most` different boards whose least cost is that of the board these presses make, that board first.

    `presses` is uint8 (buttons,). Which buttons of a region are pressed, of as many, is drawn anew for each.

    >>> from lo_opt.puzzle import Puzzle
    >>> regions = Regions.of(Puzzle.grid(Board.filled(1, 3, 0)))
    >>> [str(board) for board in boards_alike(regions, np.array([1, 0, 0], np.uint8), 5)]
    ['110', '111', '011']
    """
    rng = np.random.default_rng(seed)
    found = {board_of(regions, presses): None}
    for _ in range(_TRIES_EACH * most):
        if len(found) >= most:
            break
        drawn = presses.copy()
        for part in regions.parts:
            for group in part.buttons:
                drawn[group] = rng.permutation(presses[group])
        found[board_of(regions, drawn)] = None
    return list(found)[:most]

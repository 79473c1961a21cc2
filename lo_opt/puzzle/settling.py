"""Required buttons pressed beforehand, where that is all they can be; knows puzzles, no way to solve."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.sums import union


def settled(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle that is left when the required buttons are pressed.

    With two states each is pressed once and then barred: the solutions are the same but for these presses. With more
    states, or without required buttons, it is the puzzle itself.

    >>> left = settled(Puzzle.grid("11/10").require([(0, 0)]))
    >>> str(left.start), str(left.forbidden), left.required
    ('00/00', '10/00', None)
    """
    required = puzzle.required
    if required is None or puzzle.states != 2:
        return puzzle
    limits = puzzle.limits
    if limits:
        pressed = required.to_array().ravel().astype(np.int64)
        limits = tuple(limit.shifted(limit.activity(pressed)) for limit in limits)
    return replace(
        puzzle,
        start=puzzle.apply(required),
        forbidden=union(puzzle.forbidden, required),
        required=None,
        limits=limits,
    )

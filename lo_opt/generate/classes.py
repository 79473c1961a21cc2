"""How many wanted boards there are up to rotations and reflections, exactly; draws none.

The moves that leave the puzzle as it is form a group, and wanted boards are moved to wanted boards. By Burnside's lemma
the number of classes is the mean, over the moves, of the number of wanted boards that look the same after the move.
"""

from __future__ import annotations

import numpy as np

from lo_opt.analysis.regions import Regions
from lo_opt.generate.request import Request
from lo_opt.generate.sources import LightMap, SpaceSource
from lo_opt.generate.symmetry import Permutation, canonical, symmetric_presses


def count_classes(
    request: Request, regions: Regions, lights: LightMap, moves: list[Permutation], available: int
) -> int | None:
    """Return the number of classes of the `available` wanted boards under `moves`, None if that takes too long.

    >>> from lo_opt.generate.symmetry import symmetries_of
    >>> from lo_opt.puzzle import Puzzle
    >>> request = Request.of(Puzzle.grid("00/00"))
    >>> regions = Regions.of(request.puzzle)
    >>> count_classes(request, regions, LightMap(regions), symmetries_of(request.puzzle), 15)
    5
    """
    total = available
    for move in moves:
        fixed = _count_fixed(request, regions, lights, move)
        if fixed is None:
            return None
        total += fixed
    return total // (len(moves) + 1)


def count_listed_classes(boards: np.ndarray, moves: list[Permutation]) -> int:
    """Return how many of different boards, uint8 (B, cells), differ by more than one of `moves`.

    >>> count_listed_classes(np.array([[0, 1], [1, 0], [1, 1]], np.uint8), [np.array([1, 0])])
    2
    """
    return len(np.unique(canonical(boards, moves), axis=0))


def _count_fixed(request: Request, regions: Regions, lights: LightMap, move: Permutation) -> int | None:
    """Return how many wanted boards look the same after a move, the board with nothing to do left out."""
    space = symmetric_presses(request.puzzle, [move])
    if space is None:
        return 0
    if not request.filtered:  # the target looks the same after the move, so one of these boards has nothing to do
        return (1 << space.nullity - regions.nullity) - 1
    members = SpaceSource(space)
    if not (members.listable and regions.listable):
        return None
    presses = members.every()
    boards = lights.boards(presses)
    _, first = np.unique(boards, axis=0, return_index=True)
    costs, ties = regions.weigh(presses[first])
    wanted = request.accepted(costs, ties) & lights.changes(boards[first]).any(axis=1)
    return int(wanted.sum())

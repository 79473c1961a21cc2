"""The solvable boards nearest to one that is not, as boards; knows no costs and draws nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lo_opt.algebra.bits import pack
from lo_opt.analysis.dual import certificates, real_lights
from lo_opt.analysis.nearest import nearest_sets
from lo_opt.analysis.regions import check_analysable
from lo_opt.puzzle import Board, Puzzle


@dataclass(frozen=True)
class NearestSolvable:
    """The solvable boards nearest to an unsolvable one.

    `distance` lights must change, in `count` possible ways; `changes` marks the lights, one board each, for some.
    """

    distance: int
    count: int
    changes: tuple[Board, ...]


def nearest_solvable(puzzle: Puzzle) -> NearestSolvable | None:
    """Return the nearest boards that can be solved, None where looking for them would take too long.

    A board is solvable if every certificate meets it evenly; so the lights to change are those that mend the syndrome,
    the list of the certificates it meets oddly.

    >>> near = nearest_solvable(Puzzle.grid("10000/00000/00000/00000/00000"))
    >>> near.distance, near.count, str(near.changes[0])
    (1, 4, '10000/00000/00000/00000/00000')
    """
    check_analysable(puzzle)
    lights = real_lights(puzzle)
    proofs = certificates(puzzle, lights)
    if proofs is None:
        return None
    columns = pack(proofs.T)[:, 0] if len(proofs) else np.zeros(len(lights), np.uint64)
    change = puzzle.change().to_array().ravel()[lights]
    found = nearest_sets(columns, int(np.bitwise_xor.reduce(columns[change != 0], initial=np.uint64(0))))
    if found is None:
        return None
    shape = puzzle.start.shape
    changes = (Board.from_cells(*shape, [divmod(int(lights[j]), shape[1]) for j in chosen]) for chosen in found.sets)
    return NearestSolvable(found.size, found.count, tuple(changes))

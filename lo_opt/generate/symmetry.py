"""Rotations and reflections of a grid as permutations of its cells, and boards alike under them; knows no costs."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words, pack, unpack
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.errors import InputError, chosen
from lo_opt.puzzle import Puzzle

Permutation = NDArray[np.intp]
"""Where each cell takes its contents from, intp (cells,): the moved board is cells[permutation]."""


class Symmetry(StrEnum):
    """What a symmetric board looks the same under."""

    LEFT_RIGHT = "left-right"
    UP_DOWN = "up-down"
    HALF_TURN = "half-turn"
    DIAGONAL = "diagonal"
    QUARTER_TURN = "quarter-turn"
    ALL = "all"

    @classmethod
    def named(cls, name: str) -> Symmetry:
        """Return the symmetry of that name; `InputError` if there is none."""
        return chosen(cls, "symmetry", name)


_GENERATORS = {
    Symmetry.LEFT_RIGHT: ("mirror",),
    Symmetry.UP_DOWN: ("flip",),
    Symmetry.HALF_TURN: ("half-turn",),
    Symmetry.DIAGONAL: ("transpose",),
    Symmetry.QUARTER_TURN: ("quarter-turn",),
}


def moves_of(rows: int, cols: int) -> dict[str, Permutation]:
    """Return the rotations and reflections of a grid by name, the identity left out: 3, of a square 7.

    >>> {name: move.tolist() for name, move in moves_of(1, 2).items()}
    {'mirror': [1, 0], 'flip': [0, 1], 'half-turn': [1, 0]}
    """
    cells = np.arange(rows * cols).reshape(rows, cols)
    moved = {"mirror": cells[:, ::-1], "flip": cells[::-1], "half-turn": cells[::-1, ::-1]}
    if rows == cols:
        moved |= {
            "transpose": cells.T,
            "antitranspose": cells[::-1, ::-1].T,
            "quarter-turn": np.rot90(cells),
            "three-quarter-turn": np.rot90(cells, 3),
        }
    return {name: np.ascontiguousarray(table).ravel() for name, table in moved.items()}


def generators(symmetry: Symmetry, rows: int, cols: int) -> list[Permutation]:
    """Return moves that a board must look the same under to have a symmetry.

    Raises
    ------
    InputError
        If only squares have it.
    """
    moves = moves_of(rows, cols)
    if symmetry is Symmetry.ALL:
        return list(moves.values())
    names = _GENERATORS[symmetry]
    if any(name not in moves for name in names):
        raise InputError(f"symmetry {symmetry}: only squares have it, this board is {rows}x{cols}")
    return [moves[name] for name in names]


def symmetric_presses(puzzle: Puzzle, moves: list[Permutation]) -> SolutionSpace | None:
    """Return all presses that turn the target into a board alike under `moves`, None if there are none.

    These are the solutions of (I + P)(target + A x) = 0 for every move P, the barred buttons left unpressed.

    >>> space = symmetric_presses(Puzzle.grid("00/00"), generators(Symmetry.LEFT_RIGHT, 2, 2))
    >>> space.nullity
    2
    """
    effects = puzzle.incidence()
    allowed = puzzle.pressable()
    kept = allowed[effects.buttons]
    lights, buttons = effects.lights[kept], effects.buttons[kept]
    number = np.cumsum(allowed) - 1
    target = puzzle.target.to_array().ravel()
    entries, rights = [], []
    for i, move in enumerate(moves):
        # Equation l of a move: what happens to light l and to the light that comes into its place is the same.
        arrives = np.argsort(move)
        for equation in (lights, arrives[lights]):
            entries.append((equation + i * puzzle.light_count) * len(allowed) + number[buttons])
        rights.append(target ^ target[move])
    keys, times = np.unique(np.concatenate(entries), return_counts=True)
    keys = keys[times % 2 == 1]
    rows, columns = np.divmod(keys, len(allowed))
    indptr = np.searchsorted(rows, np.arange(len(moves) * puzzle.light_count + 1))
    space = Elimination(indptr, columns, int(allowed.sum())).space(np.concatenate(rights))
    return None if space is None else _spread(space, np.flatnonzero(allowed), puzzle.button_count)


def _spread(space: SolutionSpace, places: NDArray[np.intp], size: int) -> SolutionSpace:
    """Return a space over some unknowns as one over all `size`, the others 0."""
    particular = np.zeros(size, np.uint8)
    particular[places] = space.particular
    kernel = np.zeros((space.nullity, size), np.uint8)
    kernel[:, places] = unpack(space.kernel, space.size)
    return SolutionSpace(particular, pack(kernel))


def symmetries_of(puzzle: Puzzle) -> list[Permutation]:
    """Return the moves under which the puzzle itself is the same: rule, holes, target, weights, forbidden buttons.

    >>> len(symmetries_of(Puzzle.grid("00/00"))), len(symmetries_of(Puzzle.grid("00/00").forbid([(0, 0)])))
    (7, 1)
    """
    grid = puzzle.layout
    if grid is None:
        return []
    effects = puzzle.incidence()
    size = puzzle.light_count
    pairs = np.sort(effects.lights * size + effects.buttons)
    barred = puzzle.barred()
    alike = [puzzle.target.to_array().ravel(), puzzle.costs()]
    if barred is not None:
        alike.append(barred.to_array().ravel())
    found = []
    for move in moves_of(grid.rows, grid.cols).values():
        arrives = np.argsort(move)
        moved = np.sort(arrives[effects.lights] * size + arrives[effects.buttons])
        if np.array_equal(pairs, moved) and all(np.array_equal(values, values[move]) for values in alike):
            found.append(move)
    return found


def canonical(cells: NDArray[np.uint8], moves: list[Permutation]) -> Words:
    """Return, packed, the first of each board and its moved versions: equal for boards alike but for a move.

    `cells` is uint8 (B, cells) of 0/1, the result uint64 (B, word_count(cells)).

    >>> boards = np.array([[1, 0], [0, 1]], np.uint8)
    >>> canonical(boards, list(moves_of(1, 2).values())).tolist()
    [[1], [1]]
    """
    best = pack(cells)
    for move in moves:
        other = pack(cells[:, move])
        differs = other != best
        first = differs.argmax(axis=1)
        rows = np.arange(len(cells))
        smaller = differs.any(axis=1) & (other[rows, first] < best[rows, first])
        best[smaller] = other[smaller]
    return best

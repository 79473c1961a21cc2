"""Least costs of very many boards of one shape at once; knows puzzles and the algebra of batches, no single answer."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra import bits
from lo_opt.algebra.batch import BatchMinimum
from lo_opt.contract import Refusal
from lo_opt.errors import InputError, UnsupportedError
from lo_opt.linear import equations, refuse
from lo_opt.linear.structure import no_limits
from lo_opt.methods.classes import class_labels
from lo_opt.methods.parts import quickest
from lo_opt.puzzle import Board, Puzzle


def min_presses(boards: ArrayLike, rule: str = "plus", wrap: str = "none") -> NDArray[np.int64]:
    """Return the least number of presses that darkens each board, int64 (B,), -1 where it is unsolvable.

    `boards` is an array (B, R, C) of 0/1 (any integer or bool type). Small boards (up to 512 cells and a nullity of 16)
    go through byte tables, millions a second; larger ones one by one, by the quickest exact way.

    >>> min_presses(np.array([[[1, 1], [1, 0]], [[0, 0], [0, 0]]])).tolist()
    [1, 0]

    Raises
    ------
    InputError
        If the array has another shape, values beyond 0 and 1, rule or wrap is unknown, or a minimum is out of reach.
    """
    array = np.asarray(boards)
    if array.ndim != 3 or array.dtype.kind not in "biu":
        raise InputError(f"boards: {array.dtype} of shape {array.shape}; give whole numbers of shape (B, R, C)")
    count, rows, cols = array.shape
    if array.size and (array.min() < 0 or array.max() > 1):
        raise InputError(f"boards: values from {array.min()} to {array.max()}; cells must be 0 or 1")
    return min_costs(Puzzle.grid(Board.filled(rows, cols, 0), rule, wrap), bits.pack(array.reshape(count, rows * cols)))


def min_costs(puzzle: Puzzle, starts: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return for each start board the least cost of reaching the puzzle's target, int64 (B,), -1 where unsolvable.

    The puzzle's own start is ignored; its rule, target, weights and forbidden buttons count. `starts` are packed,
    uint64 (B, word_count(light_count)). Costs are over `puzzle.weight_denominator`.

    >>> puzzle = Puzzle.grid("00").with_weights([["0.5", 2]])
    >>> min_costs(puzzle, np.array([[3], [1]], np.uint64)).tolist()
    [1, -1]

    Raises
    ------
    InputError
        If a least cost is out of reach; `UnsupportedError` for more than two states, limits and required buttons.
    """
    refusal = refuse(puzzle) or no_limits(puzzle, "a batch of boards")
    if refusal is None and puzzle.required is not None:
        refusal = Refusal("a batch of boards keeps no required buttons", "press them first, or use auto or a solver")
    if refusal is not None:
        raise UnsupportedError(f"many boards at once: {refusal}")
    system = equations(puzzle)
    solve_part = quickest(lambda: class_labels(puzzle))
    batch = BatchMinimum(
        system.indptr,
        system.unknowns,
        puzzle.light_count,
        len(system.buttons),
        puzzle.costs()[system.buttons],
        lambda space, weights, indices, control: solve_part(space, weights, system.buttons[indices], control),
    )
    return batch.minima(starts ^ bits.pack(puzzle.target.to_array().ravel())[np.newaxis])

"""Splits the kernel of a solution space into matroid components, over which costs add; knows no way to solve one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bits import pack, unpack
from lo_opt.algebra.connectivity import connected_components
from lo_opt.algebra.elimination import row_echelon
from lo_opt.algebra.reduction import checked_weights, reduce_kernel
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.control import Control

PartSolver = Callable[[SolutionSpace, NDArray[np.int64], NDArray[np.intp], Control], Lightest]
"""Finds the lightest member of one part: its space, weights, the indices of its unknowns in the whole, the control."""


def matroid_components(space: SolutionSpace) -> list[tuple[NDArray[np.intp], SolutionSpace]]:
    """Return the parts (indices of their unknowns, rising; subspace) of which `space` is the direct sum.

    They are the connected components of the supports of an echelon basis. Unknowns that are zero in the whole kernel
    belong to no part: they have their value in every member.

    >>> space = SolutionSpace(np.array([1, 0, 0, 1], np.uint8), np.array([[0b0111], [0b0100]], np.uint64))
    >>> [(indices.tolist(), part.nullity) for indices, part in matroid_components(space)]
    [([0, 1], 1), ([2], 1)]
    """
    basis = unpack(row_echelon(space.kernel, space.size), space.size)
    rows, columns = np.nonzero(basis)
    of_row, of_column, _ = connected_components(np.searchsorted(rows, np.arange(len(basis) + 1)), columns, space.size)
    parts = []
    for label in np.unique(of_row):
        indices = np.flatnonzero(of_column == label)
        kernel = pack(basis[of_row == label][:, indices])
        parts.append((indices, SolutionSpace(space.particular[indices], kernel)))
    return parts


def lightest_by_parts(
    space: SolutionSpace,
    weights: ArrayLike,
    solve_part: PartSolver,
    control: Control | None = None,
    indices: NDArray[np.intp] | None = None,
) -> Lightest:
    """Return the lightest member of `space`, each matroid component solved by `solve_part`.

    `weights` are n non-negative integers. `indices`, intp (n,), is where the unknowns are in a yet larger whole, for
    `solve_part` to know; by default they are 0..n-1.

    >>> from lo_opt.algebra.cosets import lightest_by_transform
    >>> def solve_part(space, weights, indices, control):
    ...     return lightest_by_transform(space, weights, control)
    >>> space = SolutionSpace(np.array([1, 1, 0, 1], np.uint8), np.array([[0b0111], [0b0100]], np.uint64))
    >>> best = lightest_by_parts(space, [1, 1, 1, 1], solve_part)
    >>> best.presses.tolist(), best.cost, best.exhausted
    ([0, 0, 0, 1], 1, True)
    """
    control = control or Control()
    costs = checked_weights(weights, space.size)
    places = np.arange(space.size) if indices is None else indices
    solved: list[tuple[NDArray[np.intp], Lightest]] = []
    parts = matroid_components(space)
    paid = costs * space.particular
    ahead = sum(int(paid[of_part].sum()) for of_part, _ in parts)
    cost = bound = int(paid.sum()) - ahead
    for of_part, part in parts:
        ahead -= int(paid[of_part].sum())
        if control.expired or (solved and solved[-1][1].interrupted):
            best = unimproved(part, costs[of_part], interrupted=not control.expired)
        else:
            best = solve_part(part, costs[of_part], places[of_part], control.shifted(cost + ahead, bound))
        cost, bound = cost + best.cost, bound + best.bound
        solved.append((of_part, best))
    return combined(space.particular, costs, solved)


def unimproved(space: SolutionSpace, weights: ArrayLike, interrupted: bool = False) -> Lightest:
    """Return the particular solution as it is, with the bound that follows from the kernel's columns alone.

    >>> unimproved(SolutionSpace(np.array([1, 0, 1], np.uint8), np.array([[0b011]], np.uint64)), [1, 1, 1]).bound
    2
    """
    reduced = reduce_kernel(space, weights)
    cost = reduced.cost(int(reduced.balance.sum()))
    return Lightest(space.particular, cost, reduced.floor, cost == reduced.floor, None, "not searched", interrupted)


def combined(
    particular: NDArray[np.uint8], weights: NDArray[np.int64], parts: Sequence[tuple[NDArray[np.intp], Lightest]]
) -> Lightest:
    """Return the sum of solved `parts` (indices, lightest); unknowns in none of them stay as in `particular`.

    >>> part = Lightest(np.array([0, 1], np.uint8), 1, 1, True, 2, "listed")
    >>> combined(np.array([1, 1, 1], np.uint8), np.array([1, 1, 5]), [(np.array([0, 1]), part)]).cost
    6
    """
    presses = particular.copy()
    fixed = np.ones(len(presses), np.bool_)
    count: int | None = 1
    for indices, part in parts:
        presses[indices] = part.presses
        fixed[indices] = False
        count = None if count is None or part.optimal_count is None else count * part.optimal_count
    rest = int(weights[fixed & (presses != 0)].sum())
    largest = max(parts, key=lambda part: len(part[0]), default=None)
    how = "the only solution" if largest is None else largest[1].how
    return Lightest(
        presses=presses,
        cost=rest + sum(part.cost for _, part in parts),
        bound=rest + sum(part.bound for _, part in parts),
        exhausted=all(part.exhausted for _, part in parts),
        optimal_count=count,
        how=how if len(parts) < 2 else f"{len(parts)} independent parts, the largest: {how}",
        interrupted=any(part.interrupted for _, part in parts),
    )

"""Splits the kernel of a solution space into matroid components, over which costs add; knows no way to solve one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bits import Words, pack, unpack
from lo_opt.algebra.bounds import with_share
from lo_opt.algebra.connectivity import connected_components
from lo_opt.algebra.elimination import row_echelon
from lo_opt.algebra.elimination.checks import refuse_large_kernel
from lo_opt.algebra.pacing import Pace
from lo_opt.algebra.reduction import checked_weights, reduce_kernel
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.algebra.splitting import sorted_by
from lo_opt.control import Control, DeadlineError

MAX_SEARCHED_ENTRIES = 1 << 27
"""Largest nullity times unknowns of a part that is searched once its members are too many to list: the searches hold
the basis unpacked, up to 32 bytes an entry."""

_LISTED_NULLITY = 34
_BYTES_AT_ONCE = 1 << 24

PartSolver = Callable[[SolutionSpace, NDArray[np.int64], NDArray[np.intp], Control], Lightest]
"""Finds the lightest member of one part: its space, weights, the indices of its unknowns in the whole, the control."""


def matroid_components(
    space: SolutionSpace, control: Control | None = None
) -> list[tuple[NDArray[np.intp], SolutionSpace]]:
    """Return the parts (indices of their unknowns, rising; subspace) of which `space` is the direct sum.

    They are the connected components of the supports of an echelon basis. Unknowns that are zero in the whole kernel
    belong to no part: they have their value in every member. Raises `DeadlineError` at the deadline.

    >>> space = SolutionSpace(np.array([1, 0, 0, 1], np.uint8), np.array([[0b0111], [0b0100]], np.uint64))
    >>> [(indices.tolist(), part.nullity) for indices, part in matroid_components(space)]
    [([0, 1], 1), ([2], 1)]
    """
    basis = row_echelon(space.kernel, space.size, control)
    of_row, of_column, count = _labels(basis, space.size, control)
    rows, row_bounds, _ = sorted_by(of_row, count)
    # Unknowns in no row have the label -1, which becomes the first of one label more.
    columns, column_bounds, _ = sorted_by(of_column + 1, count + 1)
    pace = Pace(control)
    parts = []
    for label in range(count):
        indices = columns[column_bounds[label + 1] : column_bounds[label + 2]]
        own = rows[row_bounds[label] : row_bounds[label + 1]]
        parts.append((indices, SolutionSpace(space.particular[indices], _columns_of(basis, own, indices, pace))))
    return sorted(parts, key=lambda part: int(part[0][0]))


def _labels(basis: Words, size: int, control: Control | None) -> tuple[NDArray[np.intp], NDArray[np.intp], int]:
    """Return the component of each row and of each column (-1: in no row), and how many there are.

    Row by row: every column belongs to the first row it is in, and a row is linked to the owners of its columns.
    """
    pace = Pace(control)
    owner = np.full(size, -1, np.intp)
    owners, bounds = [np.zeros(0, np.intp)], [0]
    for number, row in enumerate(basis):
        words = np.flatnonzero(row)
        at, bit = np.nonzero(unpack(row[words, np.newaxis], 64))
        columns = words[at] * 64 + bit
        earlier = owner[columns]
        owner[columns[earlier < 0]] = number
        linked = np.bincount(earlier + 1, minlength=number + 2)
        linked[0] = 0
        linked[number + 1] = 1
        owners.append(np.flatnonzero(linked) - 1)
        bounds.append(bounds[-1] + len(owners[-1]))
        pace.spend(64 + len(row) // 16 + len(columns) // 8)
    of_row, _, count = connected_components(bounds, np.concatenate(owners), len(basis), control)
    return of_row, np.append(of_row, -1)[owner], count


def _columns_of(basis: Words, rows: NDArray[np.intp], indices: NDArray[np.intp], pace: Pace) -> Words:
    """Return the rows cut down to the columns `indices`, packed, some at a time."""
    words = np.unique(indices // 64)
    places = np.searchsorted(words, indices // 64) * 64 + indices % 64
    step = max(1, _BYTES_AT_ONCE // max(1, 64 * len(words)))
    some = [np.zeros((0, (len(indices) + 63) // 64), np.uint64)]
    for first in range(0, len(rows), step):
        bits = unpack(basis[rows[first : first + step]][:, words], 64 * len(words))
        some.append(pack(bits[:, places]))
        pace.spend(64 + bits.size // 16)
    return np.concatenate(some)


def lightest_by_parts(
    space: SolutionSpace,
    weights: ArrayLike,
    solve_part: PartSolver,
    control: Control | None = None,
    indices: NDArray[np.intp] | None = None,
) -> Lightest:
    """Return the lightest member of `space`, each matroid component solved by `solve_part`.

    `weights` are n non-negative integers. `indices`, intp (n,), is where the unknowns are in a yet larger whole, for
    `solve_part` to know; by default they are 0..n-1. At the deadline, and where the basis of a part is too large to be
    searched, the particular solution stays as it is, with a bound.

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
    try:
        parts = matroid_components(space, control)
    except DeadlineError:
        return _not_split(space, costs)
    paid = costs * space.particular
    ahead = sum(int(paid[of_part].sum()) for of_part, _ in parts)
    total = RunningTotal(int(paid.sum()) - ahead, ahead)
    # The easiest first; each may take its share of the time, so that one that never ends leaves some to the others.
    for number, (of_part, part) in enumerate(sorted(parts, key=lambda entry: entry[1].nullity)):
        share = total.share_of(int(paid[of_part].sum()), with_share(control, 1 / (len(parts) - number)))
        refusal = _refusal(part)
        if refusal is not None:
            best = replace(_not_split(part, costs[of_part]), how=f"not searched: {refusal}")
        elif control.expired or (solved and solved[-1][1].interrupted):
            best = unimproved(part, costs[of_part], interrupted=not control.expired)
        else:
            best = solve_part(part, costs[of_part], places[of_part], share)
        total.add(best)
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


def _refusal(part: SolutionSpace) -> str | None:
    """Return why a part is too large to be searched, None if it is not."""
    if part.nullity <= _LISTED_NULLITY:
        return None
    try:
        refuse_large_kernel(part.nullity, part.size, MAX_SEARCHED_ENTRIES)
    except MemoryError as error:
        return str(error)
    return None


def _not_split(space: SolutionSpace, costs: NDArray[np.int64]) -> Lightest:
    """Return the particular solution as it is, with the bound of those unknowns that no member presses otherwise.

    That is quick, and the bound weaker than the one of `unimproved`.
    """
    moved = np.bitwise_or.reduce(space.kernel, axis=0)
    fixed = unpack(moved, space.size) == 0
    cost = int(costs @ space.particular)
    bound = int(costs[fixed] @ space.particular[fixed])
    return Lightest(space.particular, cost, bound, cost == bound, None, "not searched")


class RunningTotal:
    """What parts cost together while they are solved one after another, so that the progress of each tells of all.

    `fixed` is what is paid in any case, `ahead` the cost of the solutions at hand of all parts that are not solved yet.

    >>> from lo_opt.control import Progress
    >>> heard: list[Progress] = []
    >>> total = RunningTotal(fixed=100, ahead=50)
    >>> total.share_of(20, Control(report=heard.append)).tell("part", 0.5, 15, 3)
    >>> (heard[0].incumbent, heard[0].bound)
    (145, 103)
    """

    def __init__(self, fixed: int, ahead: int) -> None:
        self._cost = self._bound = fixed
        self._ahead = ahead

    def share_of(self, at_hand: int, control: Control) -> Control:
        """Return the control of the next part, whose solution at hand costs so much."""
        self._ahead -= at_hand
        return control.shifted(self._cost + self._ahead, self._bound)

    def add(self, solved: Lightest) -> None:
        """Count a part that is solved."""
        self._cost += solved.cost
        self._bound += solved.bound


def combined(
    particular: NDArray[np.integer], weights: NDArray[np.int64], parts: Sequence[tuple[NDArray[np.intp], Lightest]]
) -> Lightest:
    """Return the sum of solved `parts` (indices, lightest); unknowns in none of them stay as in `particular`.

    Presses may be amounts, as they are modulo m.

    >>> part = Lightest(np.array([0, 1], np.uint8), 1, 1, True, 2, "listed")
    >>> combined(np.array([1, 1, 1], np.uint8), np.array([1, 1, 5]), [(np.array([0, 1]), part)]).cost
    6
    """
    presses = particular.copy()
    rest = weights * particular
    count: int | None = 1
    for indices, part in parts:
        presses[indices] = part.presses
        rest[indices] = 0
        count = None if count is None or part.optimal_count is None else count * part.optimal_count
    fixed = int(rest.sum())
    largest = max(parts, key=lambda part: len(part[0]), default=None)
    how = "the only solution" if largest is None else largest[1].how
    return Lightest(
        presses=presses,
        cost=fixed + sum(part.cost for _, part in parts),
        bound=fixed + sum(part.bound for _, part in parts),
        exhausted=all(part.exhausted for _, part in parts),
        optimal_count=count,
        how=how if len(parts) < 2 else f"{len(parts)} independent parts, the largest: {how}",
        interrupted=any(part.interrupted for _, part in parts),
        out_of_memory=any(part.out_of_memory for _, part in parts),
    )

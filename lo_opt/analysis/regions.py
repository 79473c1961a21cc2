"""Fundamental regions: buttons that no quiet pattern tells apart, which alone decide least costs; knows no search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lo_opt import linear
from lo_opt.algebra.bits import pack, row_ints, unpack
from lo_opt.algebra.matroid import matroid_components
from lo_opt.algebra.reduction import reduce_kernel
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.algebra.transform import integer_type, walsh_hadamard
from lo_opt.errors import UnsupportedError
from lo_opt.puzzle import Objective, Puzzle
from lo_opt.puzzle.puzzle import expect_puzzle

MAX_LISTED_NULLITY = 24
"""Parts of a larger nullity are not weighed by listing all their members."""

_DENSE_NULLITY = 10  # up to here a matrix product weighs faster than one transform a board
_WEIGHED_AT_ONCE = 1 << 22
_EXACT_SINGLE = 1 << 24


def region_labels(space: SolutionSpace) -> NDArray[np.intp]:
    """Return the region of each unknown of `space`, intp (n,): equal kernel columns share a number, -1 for zero ones.

    An unknown of region -1 has one value in all solutions.

    >>> region_labels(SolutionSpace(np.zeros(4, np.uint8), np.array([[0b0011], [0b0110]], np.uint64))).tolist()
    [0, 2, 1, -1]
    """
    return reduce_kernel(space, np.ones(space.size, np.int64)).groups


@dataclass(frozen=True)
class Part:
    """One independent part of the quiet patterns: buttons grouped by kernel column and price.

    The least cost over the part depends only on how many buttons of each group are pressed: a quiet pattern u in
    GF(2)^nullity swaps pressed and unpressed in the groups whose column meets it oddly. `columns`, int64 (groups,),
    holds row i of the part's kernel in bit i; `prices`, int64 (groups,), are costs times the weights' denominator;
    `buttons` are the indices of each group's buttons in the puzzle. A part of nullity 0 holds buttons whose value is
    the same in all solutions; their columns are 0.
    """

    nullity: int
    columns: NDArray[np.int64]
    prices: NDArray[np.int64]
    buttons: tuple[NDArray[np.intp], ...]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many buttons each group has, int64 (groups,)."""
        return np.array([len(group) for group in self.buttons], np.int64)

    @property
    def total(self) -> int:
        """The cost of pressing every button of the part once."""
        return int(self.prices @ self.sizes)

    @cached_property
    def signs(self) -> NDArray[np.int8]:
        """(-1)**|u & column| of each group and member, int8 (groups, 2**nullity)."""
        members = np.arange(1 << self.nullity, dtype=np.int64)
        odd = np.bitwise_count(self.columns[:, np.newaxis] & members) & 1
        signs: NDArray[np.int8] = 1 - 2 * odd.astype(np.int8)
        return signs

    def costs(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the cost of every member for one vector of pressed counts (groups,), int64 (2**nullity,).

        >>> part = Part(1, np.array([1]), np.array([1]), (np.arange(5),))
        >>> part.costs(np.array([4])).tolist()
        [4, 1]
        """
        table = np.zeros(1 << self.nullity, integer_type(self.total))
        np.add.at(table, self.columns, (self.prices * (self.sizes - 2 * counts)).astype(table.dtype))
        walsh_hadamard(table)
        return (self.total - table.astype(np.int64)) // 2

    def weigh(self, counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the least cost and how many members reach it, both int64 (B,), for pressed counts (B, groups).

        >>> part = Part(1, np.array([1]), np.array([1]), (np.arange(4),))
        >>> [result.tolist() for result in part.weigh(np.array([[1], [2]]))]
        [[1, 2], [1, 2]]
        """
        balance = self.prices * (self.sizes - 2 * counts)
        if self.nullity <= _DENSE_NULLITY:
            largest, ties = self._weigh_by_product(balance)
            return (self.total - largest) // 2, ties
        least, ties = np.empty(len(counts), np.int64), np.empty(len(counts), np.int64)
        for i, row in enumerate(counts):
            costs = self.costs(row)
            least[i] = costs.min()
            ties[i] = np.count_nonzero(costs == least[i])
        return least, ties

    def _weigh_by_product(self, balance: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the largest transformed value of each row of balances, and how often it occurs."""
        kind = np.float32 if self.total < _EXACT_SINGLE else np.float64  # all sums are whole and exact
        signs = self.signs.T.astype(kind)
        largest, ties = np.empty(len(balance), np.int64), np.empty(len(balance), np.int64)
        step = max(1, _WEIGHED_AT_ONCE >> self.nullity)
        for first in range(0, len(balance), step):
            values = signs @ balance[first : first + step].T.astype(kind)  # (members, boards): reductions are fast
            best = values.max(axis=0)
            largest[first : first + step] = best
            ties[first : first + step] = (values == best).sum(axis=0)
        return largest, ties


@dataclass(frozen=True)
class Regions:
    """All parts of a puzzle, by which the least cost of each of its solvable boards is known; costs add over parts.

    `kernel` holds the quiet patterns as a linear space over all buttons, `pressable`, intp (n,), the buttons that may
    be pressed.
    """

    puzzle: Puzzle
    kernel: SolutionSpace
    pressable: NDArray[np.intp]
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Regions:
        """Return the regions of a two-state puzzle, whatever its board.

        >>> from lo_opt.puzzle import Board, Puzzle
        >>> [part.sizes.tolist() for part in Regions.of(Puzzle.grid(Board.filled(5, 5, 0))).parts]
        [[8, 4, 8], [5]]

        Raises
        ------
        UnsupportedError
            If the puzzle has more than two states.
        """
        check_analysable(puzzle)
        kernel = linear.solutions(dark(puzzle)).quiet_space()
        prices = puzzle.costs()
        pressable = np.flatnonzero(puzzle.pressable())
        parts, fixed = [], puzzle.pressable()
        for indices, space in matroid_components(kernel):
            fixed[indices] = False
            parts.append(_part(indices, space, prices[indices]))
        for price in np.unique(prices[fixed]):
            buttons = np.flatnonzero(fixed & (prices == price))
            parts.append(Part(0, np.zeros(1, np.int64), np.array([price], np.int64), (buttons,)))
        return cls(puzzle, kernel, pressable, tuple(parts))

    @property
    def nullity(self) -> int:
        """Dimension of the space of quiet patterns."""
        return self.kernel.nullity

    @property
    def board_count(self) -> int:
        """How many boards can be solved: 2**rank."""
        return 1 << (len(self.pressable) - self.nullity)

    @property
    def listable(self) -> bool:
        """Whether `weigh` can list the members of every part."""
        return all(part.nullity <= MAX_LISTED_NULLITY for part in self.parts)

    def weigh(self, presses: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the least cost of the boards that these presses make, and how many solutions reach it.

        `presses` is uint8 (B, buttons) of 0/1; both results are int64 (B,), the costs times the weights' denominator,
        the counts -1 where they exceed 63 bits.

        >>> from lo_opt.puzzle import Board, Puzzle
        >>> regions = Regions.of(Puzzle.grid(Board.filled(5, 5, 0)))
        >>> [result.tolist() for result in regions.weigh(np.ones((1, 25), np.uint8))]
        [[9], [1]]
        """
        costs, ties = np.zeros(len(presses), np.int64), np.ones(len(presses), np.int64)
        bits = np.zeros(len(presses))
        step = max(1, _WEIGHED_AT_ONCE // max(1, presses.shape[1]))
        for first in range(0, len(presses), step):
            block = slice(first, first + step)
            for part in self.parts:
                counts = self._counts(part, presses[block])
                if part.nullity == 0:
                    costs[block] += counts @ part.prices
                    continue
                least, reached = part.weigh(counts)
                costs[block] += least
                ties[block] *= reached
                bits[block] += np.log2(reached)
        ties[bits > 62] = -1
        return costs, ties

    def _counts(self, part: Part, presses: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return how many buttons of each group are pressed, int64 (B, groups)."""
        counts = np.empty((len(presses), len(part.buttons)), np.int64)
        for g, group in enumerate(part.buttons):
            counts[:, g] = presses[:, group].sum(axis=1, dtype=np.int64)
        return counts


def check_analysable(puzzle: Puzzle) -> None:
    """Raise `UnsupportedError` for a puzzle that is more than a two-state board, costs and forbidden buttons.

    >>> check_analysable(Puzzle.grid("10").at_most(1))
    Traceback (most recent call last):
        ...
    lo_opt.errors.UnsupportedError: this puzzle cannot be analysed: it limits presses; leave the limits out
    """
    expect_puzzle(puzzle)
    refusal = linear.refuse(puzzle)
    if refusal is not None:
        raise UnsupportedError(
            f"this puzzle cannot be analysed: {refusal.reason}; lo_opt.analysis.modular takes any number of them"
        )
    for found, what, cure in (
        (puzzle.limits, "limits presses", "leave the limits out"),
        (puzzle.required, "requires buttons to be pressed", "press them, and analyse the board that is left"),
        (puzzle.objective.counts_presses, "minimises presses instead of cost", "leave the weights out"),
        (puzzle.objective is not Objective.COST, "minimises presses after the cost", "minimise the cost alone"),
    ):
        if found:
            raise UnsupportedError(f"this puzzle cannot be analysed: it {what}; {cure}")


def dark(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with nothing to do: it starts at its target.

    >>> dark(Puzzle.grid("10/01")).change().count
    0
    """
    return replace(puzzle, start=puzzle.target, known_cost=None)


def _part(indices: NDArray[np.intp], space: SolutionSpace, prices: NDArray[np.int64]) -> Part:
    """Return the part of the buttons `indices` with this kernel."""
    if space.nullity > 62:
        raise UnsupportedError(f"a part of {space.nullity} independent quiet patterns has too many members to count")
    columns = np.array(row_ints(pack(unpack(space.kernel, space.size).T)), np.int64)
    keys, group_of = np.unique(np.stack([columns, prices]), axis=1, return_inverse=True)
    buttons = tuple(indices[group_of.ravel() == g] for g in range(keys.shape[1]))
    return Part(space.nullity, keys[0], keys[1], buttons)

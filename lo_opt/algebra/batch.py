"""The least cost for each of very many right-hand sides of one small system; knows words and tables, no puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bits import Words, from_row_ints, pack, row_ints, unpack, word_count
from lo_opt.algebra.cosets import lightest_by_transform
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.elimination.introws import IntRowElimination
from lo_opt.algebra.matroid import PartSolver, matroid_components
from lo_opt.algebra.reduction import checked_weights
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.control import Control
from lo_opt.errors import InputError

_TABLE_BITS = 13
_BOARDS_AT_ONCE = 1 << 13
_TABLED_SIZE = 512
_LISTED_NULLITY = 16


class BatchMinimum:
    """The map from right-hand sides to least costs, prepared for one matrix and one list of weights.

    The matrix is given as to `Elimination`, `lights` equations by `buttons` unknowns; `weights` are non-negative
    integers, one a button, 1 by default. Both syndrome and particular solution are linear in the board, hence a few
    table look-ups; the kernel's members are then listed, matroid component by component, each an XOR and a popcount
    over a block of boards. Systems beyond 512 lights or buttons, or with a component of nullity over 16, are solved
    board by board, each component by `solve_part`: a Walsh-Hadamard transform unless given.

    >>> line = BatchMinimum([0, 2, 5, 7], [0, 1, 0, 1, 2, 1, 2], lights=3, buttons=3)
    >>> line.minima(np.array([[0b000], [0b111], [0b001]], np.uint64)).tolist()
    [0, 1, 2]
    """

    def __init__(
        self,
        indptr: ArrayLike,
        indices: ArrayLike,
        lights: int,
        buttons: int,
        weights: ArrayLike | None = None,
        solve_part: PartSolver | None = None,
    ) -> None:
        if np.size(indptr) != lights + 1:
            raise InputError(f"{lights} lights need {lights + 1} row bounds, got {np.size(indptr)}")
        self._lights, self._buttons = lights, buttons
        self._weights = checked_weights(np.ones(buttons, np.int64) if weights is None else weights, buttons)
        self._form = Elimination(indptr, indices, buttons)
        self._solve_part = solve_part or _by_transform
        self._kernel_parts = parts = matroid_components(SolutionSpace(np.zeros(buttons, np.uint8), self._form.kernel()))
        self._tabled = max(lights, buttons) <= _TABLED_SIZE and all(p.nullity <= _LISTED_NULLITY for _, p in parts)
        if self._tabled:
            self._maps = _BoardMaps(np.asarray(indptr), np.asarray(indices), buttons)
            free = np.concatenate([indices for indices, _ in parts]) if parts else np.zeros(0, np.intp)
            fixed = np.setdiff1d(np.arange(buttons), free)
            fixed_part = SolutionSpace(np.zeros(len(fixed), np.uint8), np.zeros((0, word_count(len(fixed))), np.uint64))
            self._parts = [_part(of, part, self._weights) for of, part in [(fixed, fixed_part), *parts]]

    def minima(self, boards: Words) -> NDArray[np.int64]:
        """Return the least cost for each board, int64 (B,), -1 where there is no solution.

        `boards` are the right-hand sides, packed: uint64 (B, word_count(lights)); bits beyond the lights must be 0.
        Raises `InputError` if a component is too large for `solve_part` to prove the least cost.
        """
        words = word_count(self._lights)
        if boards.dtype != np.uint64 or boards.ndim != 2 or boards.shape[1] != words:
            raise InputError(f"expected packed boards uint64 (B, {words}), got {boards.dtype} {boards.shape}")
        if self._lights % 64 and len(boards) and int(boards[:, -1].max()) >> self._lights % 64:
            raise InputError(f"boards have bits beyond their {self._lights} lights")
        if not self._tabled:
            return np.array([self._minimum(row) for row in unpack(boards, self._lights)], np.int64)
        costs = np.full(len(boards), -1, np.int64)
        for start in range(0, len(boards), _BOARDS_AT_ONCE):
            solvable, solutions = self._maps.apply(boards[start : start + _BOARDS_AT_ONCE])
            total = np.zeros(len(solvable), np.int64)
            for part in self._parts:
                total += part.least(solutions)
            costs[start + solvable] = total
        return costs

    def _minimum(self, board: NDArray[np.uint8]) -> int:
        particular = self._form.solve(board)
        if particular is None:
            return -1
        cost = int(self._weights @ particular)
        for indices, part in self._kernel_parts:
            space, weights = SolutionSpace(particular[indices], part.kernel), self._weights[indices]
            best = self._solve_part(space, weights, indices, Control())
            if not best.exhausted:
                raise InputError(
                    f"a board's least cost was not proved: {best.how} found {best.cost}, bound {best.bound}, in "
                    f"a part of nullity {part.nullity}; solve such boards one by one"
                )
            cost += best.cost - int(weights @ space.particular)
        return cost


def _by_transform(
    space: SolutionSpace, weights: NDArray[np.int64], _indices: NDArray[np.intp], control: Control
) -> Lightest:
    return lightest_by_transform(space, weights, control)


class _BoardMaps:
    """Tables that take a packed board to a particular solution and its syndrome, one after the other in bits."""

    def __init__(self, indptr: NDArray[np.intp], indices: NDArray[np.intp], buttons: int) -> None:
        self._buttons = buttons
        lights = len(indptr) - 1
        rows = [sum(1 << int(j) for j in indices[indptr[i] : indptr[i + 1]]) for i in range(lights)]
        form = IntRowElimination(rows, buttons)
        images = [form.particular(1 << i) | form.syndrome(1 << i) << buttons for i in range(lights)]
        self._width = word_count(buttons + lights - form.rank)
        self._tables: list[tuple[int, int, Words]] = []
        for first in range(0, lights, 64):
            of_word = images[first : first + 64]
            step = ceil(len(of_word) / ceil(len(of_word) / _TABLE_BITS))
            for low in range(0, len(of_word), step):
                self._tables.append((first // 64, low, _span(of_word[low : low + step], self._width)))

    def apply(self, boards: Words) -> tuple[NDArray[np.intp], Words]:
        """Return which boards are solvable, intp (S,), and the words of their particular solutions, (words, S)."""
        out = np.zeros((self._width, len(boards)), np.uint64)
        for word, low, table in self._tables:
            mask = np.uint64(table.shape[1] - 1)
            index = (boards[:, word] >> np.uint64(low) & mask).astype(np.intp)
            for total, column in zip(out, table, strict=True):
                total ^= column[index]
        used, partial = divmod(self._buttons, 64)
        wrong = np.bitwise_or.reduce(out[used + 1 :], axis=0)
        if used < self._width:
            wrong = wrong | out[used] >> np.uint64(partial)
            out[used] &= np.uint64((1 << partial) - 1)
        solvable = np.flatnonzero(wrong == 0)
        return solvable, out[: word_count(self._buttons), solvable]


def _span(images: list[int], width: int) -> Words:
    """Return the words of all sums of `images`, transposed (width, 2**len(images)); index bit i takes image i."""
    table = np.zeros((width, 1 << len(images)), np.uint64)
    for i, image in enumerate(from_row_ints(images, width * 64)):
        table[:, 1 << i : 2 << i] = table[:, : 1 << i] ^ image[:, np.newaxis]
    return table


@dataclass(frozen=True)
class _Term:
    """`value` for every one among the bits `mask` of one word of a solution; `members` are the kernel's, masked."""

    value: int
    word: int
    mask: np.uint64
    members: Words


@dataclass(frozen=True)
class _Part:
    """The kernel members of one matroid component, and its cost as a sum of terms."""

    member_count: int
    terms: list[_Term]

    def least(self, solutions: Words) -> NDArray[np.integer[Any]]:
        """Return the least cost over the members, for each of the solutions given as words (words, S)."""
        pairs = [(term, solutions[term.word] & term.mask) for term in self.terms]
        best: NDArray[np.integer[Any]] | None = None
        for i in range(self.member_count):
            cost: NDArray[np.integer[Any]] | None = None
            for term, masked in pairs:
                price = np.bitwise_count(masked ^ term.members[i])
                if len(pairs) > 1 or term.value > 1:
                    price = price * np.int64(term.value)
                cost = price if cost is None else cost + price
            if cost is not None:
                best = cost if best is None else np.minimum(best, cost)
        return np.zeros(solutions.shape[1], np.int64) if best is None else best


def _part(indices: NDArray[np.intp], part: SolutionSpace, weights: NDArray[np.int64]) -> _Part:
    """Return the part of the unknowns `indices`, its cost in as few terms as its weights allow."""
    generators = np.zeros((part.nullity, len(weights)), np.uint8)
    generators[:, indices] = unpack(part.kernel, part.size)
    members = _span(row_ints(pack(generators)), word_count(len(weights)))
    values = np.unique(weights[indices][weights[indices] > 0])
    powers = 1 << np.arange(int(values.max(initial=0)).bit_length())
    terms = []
    for value in values if len(values) <= len(powers) else powers:
        chosen = np.zeros(len(weights), np.uint8)
        chosen[indices] = weights[indices] == value if len(values) <= len(powers) else weights[indices] & value != 0
        for word, mask in enumerate(pack(chosen)):
            if mask:
                terms.append(_Term(int(value), word, mask, members[word] & mask))
    return _Part(members.shape[1], terms)

"""Levels: boards with a certified least cost, held as arrays and handed out one by one; knows no way to make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import overload

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words, unpack
from lo_opt.answer import Cost
from lo_opt.puzzle import Board, Puzzle
from lo_opt.verify import as_cost

_DIGITS_AT_ONCE = 1 << 14


@dataclass(frozen=True)
class Level:
    """One level.

    `min_presses` is the certified least cost (the number of presses unless there are weights), `solutions` how many
    presses solve the board at all, `optimal_solutions` how many at least cost (None where they were not counted).
    `chasing_presses` is how many presses light chasing by hand takes, None where the grid cannot be chased; its excess
    over the least is a hint of the difficulty.

    >>> import lo_opt as lo
    >>> level = lo.generate_levels(lo.Puzzle.read("lit:5x5"), min_presses=15, seed=1)[0]
    >>> level.min_presses, level.solutions, lo.solve(level.puzzle).cost
    (15, 4, 15)
    """

    puzzle: Puzzle
    min_presses: Cost
    solutions: int
    optimal_solutions: int | None
    chasing_presses: int | None
    seed: int

    @property
    def board(self) -> Board:
        """The lights at the start."""
        return self.puzzle.start

    @property
    def chasing_excess(self) -> Cost | None:
        """How many more presses chasing takes than the least; None where it is not known, or presses have weights."""
        if self.chasing_presses is None or self.puzzle.weights is not None:
            return None
        return self.chasing_presses - self.min_presses


@dataclass(frozen=True)
class Levels(Sequence[Level]):
    """Levels in the order in which they were drawn.

    `puzzle` is the one all share, without a board. `boards`, uint64 (count, word_count(cells)), are the lights, packed
    row by row; `costs`, int64 (count,), the least costs times the weights' denominator; `optimal`, int64 (count,), the
    numbers of optimal solutions, -1 where unknown; `chasing`, int64 (count,), the presses of chasing, or None.
    `uniform` tells whether they are a uniform sample of the wanted boards, not only boards as wanted (for the method
    presses:K: whether they are what this method makes). It is false where some board drawn was left out because its
    least cost could not be proved.

    >>> import lo_opt as lo
    >>> levels = lo.generate_levels(lo.Puzzle.read("lit:3x3"), 1000, distinct="none", seed=1)
    >>> [lo.solve(lo.Puzzle.read(word)).cost for word in levels[:9].words()] == levels[:9].costs.tolist()
    True
    """

    puzzle: Puzzle
    boards: Words
    costs: NDArray[np.int64]
    optimal: NDArray[np.int64]
    chasing: NDArray[np.int64] | None
    solutions: int
    seed: int
    uniform: bool = True

    def __len__(self) -> int:
        return len(self.boards)

    @overload
    def __getitem__(self, index: int) -> Level: ...
    @overload
    def __getitem__(self, index: slice) -> Levels: ...
    def __getitem__(self, index: int | slice) -> Level | Levels:
        if isinstance(index, slice):
            chasing = None if self.chasing is None else self.chasing[index]
            return replace(
                self,
                boards=self.boards[index],
                costs=self.costs[index],
                optimal=self.optimal[index],
                chasing=chasing,
            )
        cells = unpack(self.boards[index], self.puzzle.light_count).reshape(self.puzzle.start.shape)
        cost = as_cost(int(self.costs[index]), self.puzzle.weight_denominator)
        optimal = int(self.optimal[index])
        puzzle = replace(self.puzzle, start=Board.from_array(cells), known_cost=Fraction(cost))
        return Level(
            puzzle,
            cost,
            self.solutions,
            None if optimal < 0 else optimal,
            None if self.chasing is None else int(self.chasing[index]),
            self.seed,
        )

    def words(self) -> Iterator[str]:
        """Yield each board as one word of rows, as the command line takes it; much faster than level by level."""
        rows, cols = self.puzzle.start.shape
        line = np.full((_DIGITS_AT_ONCE, rows, cols + 1), ord("/"), np.uint8)
        length = rows * (cols + 1)
        for first in range(0, len(self), _DIGITS_AT_ONCE):
            block = unpack(self.boards[first : first + _DIGITS_AT_ONCE], self.puzzle.light_count)
            line[: len(block), :, :cols] = block.reshape(len(block), rows, cols) + ord("0")
            text = line[: len(block)].tobytes().decode()
            for start in range(0, len(text), length):
                yield text[start : start + length - 1]

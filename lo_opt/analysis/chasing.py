"""Light chasing by hand: the table from what is left in the last row to what to press in the first; draws nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words, pack, row_ints, unpack
from lo_opt.algebra.elimination.introws import IntRowElimination
from lo_opt.analysis.share import residues
from lo_opt.linear.structure import plain_grid
from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.rules import NEIGHBORS, PLUS

MAX_COLS = 62
"""Columns of a grid that is chased in machine words."""

_LISTED_NULLITY = 10
_BYTE = 8


@dataclass(frozen=True)
class HandTable:
    """How to finish a board on which chasing from an empty first row has left lights in the last row only.

    Chase the lights down: press below every light of the first row, then of the second, and so on. Find what is left
    in the last row, press what the table says in the first row, and chase once more: the board is solved. What is left
    and is not in the table cannot be solved.

    `left` and `press` are a basis, one int a row, column c in bit c: if several rows of `left` are left together, press
    all of theirs. `quiet` are the first rows that leave nothing, which may be added to any press. `self_loop` tells the
    plus rule from neighbours only.
    """

    rows: int
    cols: int
    self_loop: bool
    left: tuple[int, ...]
    press: tuple[int, ...]
    quiet: tuple[int, ...]

    @property
    def rank(self) -> int:
        """log2 of the number of last rows that can be finished, the empty one included."""
        return len(self.left)

    def entries(self) -> Iterator[tuple[int, int]]:
        """Yield (left, press) for all 2**rank - 1 rows that may be left, fewest presses first rows can do it with.

        >>> table = hand_table(Puzzle.grid("00000/00000/00000/00000/00000"))
        >>> for left, press in table.entries():
        ...     print(f"{left:05b}"[::-1], f"{press:05b}"[::-1])
        10001 11000
        01010 10010
        11011 00100
        00111 00010
        10110 00001
        01101 10000
        11100 01000
        """
        lefts = np.zeros(1 << self.rank, np.uint64)
        for i, row in enumerate(self.left):
            lefts[1 << i : 2 << i] = lefts[: 1 << i] ^ np.uint64(row)
        yield from zip(lefts[1:].tolist(), self.first_rows(lefts[1:]).tolist(), strict=True)

    def first_rows(self, lefts: Words) -> Words:
        """Return what to press in the first row for each of `lefts`, uint64 (B,), which must be solvable.

        The fewest presses, as long as at most 2**10 first rows leave the same; beyond that, any that do it.
        """
        presses = np.zeros(len(lefts), np.uint64)
        for byte, table in enumerate(self._byte_tables):
            presses ^= table[(lefts >> np.uint64(_BYTE * byte) & np.uint64(255)).astype(np.intp)]
        if len(self.quiet) > _LISTED_NULLITY:
            return presses
        members = np.zeros(1, np.uint64)
        for row in self.quiet:
            members = np.concatenate([members, members ^ np.uint64(row)])
        best = presses
        for member in members[1:]:
            other = presses ^ member
            best = np.where(np.bitwise_count(other) < np.bitwise_count(best), other, best)
        return best

    def presses_by_hand(self, boards: Words) -> NDArray[np.int64]:
        """Return how many presses chasing by hand takes for solvable boards, int64 (B,).

        `boards`, uint64 (rows, B), are the lights to toggle, one row of all boards after the other, column c in bit c.
        Presses are counted as they are made: chasing down, the first row, chasing down again.

        >>> hand_table(Puzzle.grid("000/000/000")).presses_by_hand(np.array([[0b111]] * 3, np.uint64)).tolist()
        [9]
        """
        nothing = np.zeros(boards.shape[1], np.uint64)
        left = residues(boards, nothing, self.cols, self.self_loop).astype(np.uint64)
        firsts = self.first_rows(left)
        alone = boards.copy()
        alone[:-1] = 0
        alone[-1] = left
        return self._pressed(boards, nothing) + self._pressed(alone, firsts)

    def _pressed(self, boards: Words, firsts: Words) -> NDArray[np.int64]:
        """Return how many buttons one chase presses, the first row included."""
        one, mask = np.uint64(1), np.uint64((1 << self.cols) - 1)
        above, here = np.zeros_like(firsts), firsts
        pressed = np.zeros(len(firsts), np.int64)
        for row in boards:
            pressed += np.bitwise_count(here)
            moved = here << one ^ here >> one ^ above ^ row
            above, here = here, (moved ^ here if self.self_loop else moved) & mask
        return pressed

    @cached_property
    def _byte_tables(self) -> list[Words]:
        """One first row for each byte of what is left: a linear map that is right on the span of `left`."""
        images = [0] * self.cols
        # The basis is reduced: each row has a column of its own, its lowest, that no other row has.
        for row, press in zip(self.left, self.press, strict=True):
            images[(row & -row).bit_length() - 1] = press
        tables = []
        for first in range(0, self.cols, _BYTE):
            table = np.zeros(1, np.uint64)
            for image in (images + [0] * _BYTE)[first : first + _BYTE]:
                table = np.concatenate([table, table ^ np.uint64(image)])
            tables.append(table)
        return tables


def hand_table(puzzle: Puzzle) -> HandTable | None:
    """Return the table for chasing this puzzle's grid by hand, None if it cannot be chased so.

    It can under the plus rule and neighbours only, with two states, up to 62 columns, without wrap, holes or forbidden
    buttons.
    """
    if puzzle.states != 2 or puzzle.forbidden is not None:
        return None
    for pattern, self_loop in ((PLUS.pattern, True), (NEIGHBORS.pattern, False)):
        grid = plain_grid(puzzle, pattern)
        if grid is not None and grid.cols <= MAX_COLS:
            return _table(grid.rows, grid.cols, self_loop)
    return None


def _table(rows: int, cols: int, self_loop: bool) -> HandTable:
    units = np.uint64(1) << np.arange(cols, dtype=np.uint64)
    lefts = residues((np.uint64(0) for _ in range(rows)), units, cols, self_loop).tolist()
    # Light i is left by the first rows whose press j leaves it: equations over j, from the columns `lefts`.
    equations = row_ints(pack(unpack(np.array(lefts, np.uint64)[:, np.newaxis], cols).T))
    form = IntRowElimination(equations, cols)
    left = tuple(sorted(row_ints(IntRowElimination(lefts, cols).echelon()), key=lambda row: row & -row))
    press = tuple(form.particular(row) for row in left)
    return HandTable(rows, cols, self_loop, left, press, tuple(form.kernel_ints()))

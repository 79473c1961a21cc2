"""What the effects of buttons are, whatever says them: a linear map, and its sparse matrix on demand; knows no rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lo_opt.puzzle.board import Board

MAX_ENTRIES = 2**24
"""How many entries of an effect matrix are built: with the lists of an elimination they take up to 4 GiB."""


@dataclass(frozen=True)
class Incidence:
    """The effect matrix by lights, in compressed sparse rows.

    Light i is moved by `amounts[k]` when `buttons[k]` is pressed, k in indptr[i]:indptr[i+1], buttons rising. `indptr`
    is intp (lights+1,), `buttons` intp (nnz,), `amounts` int64 (nnz,) in 1..states-1: repeated moves are added up
    modulo the states, and those that cancel are gone.

    >>> from lo_opt import Puzzle
    >>> found = Puzzle.grid("10/00").incidence()
    >>> found.indptr.tolist(), found.buttons[:3].tolist(), found.amounts[:3].tolist()
    ([0, 3, 6, 9, 12], [0, 1, 2], [1, 1, 1])
    """

    indptr: NDArray[np.intp]
    buttons: NDArray[np.intp]
    amounts: NDArray[np.int64]

    @property
    def light_count(self) -> int:
        """Number of lights."""
        return len(self.indptr) - 1

    @property
    def lights(self) -> NDArray[np.intp]:
        """The light of every entry, intp (nnz,)."""
        return np.repeat(np.arange(self.light_count), np.diff(self.indptr))

    @classmethod
    def from_entries(
        cls,
        lights: NDArray[np.intp],
        buttons: NDArray[np.intp],
        amounts: NDArray[np.int64],
        shape: tuple[int, int],
        states: int,
    ) -> Incidence:
        """Add up entries of the same light and button modulo `states`; shape is (lights, buttons)."""
        key = lights * np.intp(shape[1]) + buttons
        order = np.argsort(key, kind="stable")
        key = key[order]
        first = np.flatnonzero(np.diff(key, prepend=-1))
        total = np.add.reduceat(amounts[order], first) % states if len(first) else np.zeros(0, np.int64)
        kept = first[total != 0]
        rows, columns = np.divmod(key[kept], shape[1])
        indptr = np.zeros(shape[0] + 1, np.intp)
        np.cumsum(np.bincount(rows, minlength=shape[0]), out=indptr[1:])
        return cls(indptr, columns, total[total != 0])


class Effects(Protocol):
    """The linear map from presses to moves of lights, over the whole numbers modulo the states."""

    @property
    def light_shape(self) -> tuple[int, int]:
        """Shape of the boards of lights."""

    @property
    def button_shape(self) -> tuple[int, int]:
        """Shape of the boards of presses."""

    def apply(self, presses: Board) -> Board:
        """Return how much each light moves: A x mod states."""

    def count_at_buttons(self, lights: Board) -> Board:
        """Return for each button the sum over the lights it moves, amounts counted: transpose(A) y mod states."""

    def incidence(self, states: int) -> Incidence:
        """Return the effect matrix by lights; `MemoryError` if it could have more than 2**24 entries."""


def refuse_beyond_memory(entries: int, matrix: str) -> None:
    """Raise `MemoryError` for a matrix, named in words, of more than `MAX_ENTRIES` entries."""
    if entries > MAX_ENTRIES:
        raise MemoryError(
            f"{matrix} would have up to {entries:,} entries, at most {MAX_ENTRIES:,} are built; use a smaller board"
        )

"""What every button does to every light: a rule on a grid, or explicit lists; the effect matrix only on demand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra import bits
from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board, check_size
from lo_opt.puzzle.checks import each, is_whole
from lo_opt.puzzle.grid import Grid
from lo_opt.puzzle.rules import Offset, Rule
from lo_opt.puzzle.wording import shown

MAX_ENTRIES = 2**24
"""How many entries of an effect matrix are built: with the lists of an elimination they take up to 4 GiB."""


@dataclass(frozen=True)
class Incidence:
    """The effect matrix by lights, in compressed sparse rows.

    Light i is moved by `amounts[k]` when `buttons[k]` is pressed, k in indptr[i]:indptr[i+1], buttons rising. `indptr`
    is intp (lights+1,), `buttons` intp (nnz,), `amounts` int64 (nnz,) in 1..states-1: repeated moves are added up
    modulo the states, and those that cancel are gone.
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


@dataclass(frozen=True)
class GridEffects:
    """A rule acting on a grid; holes have neither light nor button.

    On a ring of one or two cells several moves of a press meet the same light: they add up modulo the states, so that
    for two states a light met twice does not change.
    """

    grid: Grid
    rule: Rule

    @property
    def light_shape(self) -> tuple[int, int]:
        """(rows, cols) of the grid."""
        return self.grid.shape

    @property
    def button_shape(self) -> tuple[int, int]:
        """(rows, cols) of the grid."""
        return self.grid.shape

    @property
    def offsets(self) -> list[Offset]:
        """The offsets of the rule on this grid, those that always leave it left out."""
        grid = self.grid
        return [
            (dr, dc)
            for dr, dc in self.rule.offsets(grid)
            if (grid.rows_wrap or abs(dr) < grid.rows) and (grid.columns_wrap or abs(dc) < grid.cols)
        ]

    def apply(self, presses: Board) -> Board:
        """Return A x mod states, by one shifted copy of the board an offset."""
        return self._gather(presses, self.offsets)

    def count_at_buttons(self, lights: Board) -> Board:
        """Return transpose(A) y mod states: the same with every offset turned round."""
        return self._gather(lights, [(-dr, -dc) for dr, dc in self.offsets])

    def _gather(self, board: Board, offsets: Sequence[Offset]) -> Board:
        """Return out[r, c] = sum of board[r - dr, c - dc] over the offsets, holes read and written as 0."""
        grid = self.grid
        if board.states == 2:
            solid = ~grid.holes.words if grid.holes else None
            words = board.words if solid is None else board.words & solid
            total = np.zeros_like(words)
            for dr, dc in offsets:
                moved = words if dc == 0 else bits.shift_columns(words, grid.cols, dc, grid.columns_wrap)
                for source, place in _row_shift(grid.rows, dr, grid.rows_wrap):
                    total[place] ^= moved[source]
            return Board.from_words(total if solid is None else total & solid, grid.cols)
        values = board.to_array().astype(np.int64)
        if grid.holes:
            values[grid.holes.to_array() == 1] = 0
        sums = np.zeros_like(values)
        for dr, dc in offsets:
            for source, place in _row_shift(grid.rows, dr, grid.rows_wrap):
                for left, right in _row_shift(grid.cols, dc, grid.columns_wrap):
                    sums[place, right] += values[source, left]
        sums %= board.states
        if grid.holes:
            sums[grid.holes.to_array() == 1] = 0
        return Board.from_array(sums, board.states)

    def incidence(self, states: int) -> Incidence:
        """Return the effect matrix by lights, built by array operations, one offset at a time."""
        grid = self.grid
        offsets = self.offsets
        cells = grid.rows * grid.cols
        _refuse_beyond_memory(
            cells * len(offsets), f"the effect matrix of a {grid.rows}x{grid.cols} board with rule {self.rule.name}"
        )
        index = np.arange(cells).reshape(grid.shape)
        present = grid.holes.to_array() == 0 if grid.holes else np.ones(grid.shape, bool)
        lights, buttons = [np.zeros(0, np.intp)], [np.zeros(0, np.intp)]
        for dr, dc in offsets:
            for source, place in _row_shift(grid.rows, dr, grid.rows_wrap):
                for left, right in _row_shift(grid.cols, dc, grid.columns_wrap):
                    both = present[source, left] & present[place, right]
                    buttons.append(index[source, left][both])
                    lights.append(index[place, right][both])
        light, button = np.concatenate(lights), np.concatenate(buttons)
        return Incidence.from_entries(light, button, np.ones(len(light), np.int64), (cells, cells), states)


def _refuse_beyond_memory(entries: int, matrix: str) -> None:
    if entries > MAX_ENTRIES:
        raise MemoryError(
            f"{matrix} would have up to {entries:,} entries, at most {MAX_ENTRIES:,} are built; use a smaller board"
        )


def _row_shift(length: int, distance: int, wrap: bool) -> list[tuple[slice, slice]]:
    """Return the (source, destination) slices that move an axis of `length` by `distance`."""
    if wrap:
        distance %= length
        pairs = [(slice(0, length - distance), slice(distance, length))]
        if distance:
            pairs.append((slice(length - distance, length), slice(0, distance)))
        return pairs
    if abs(distance) >= length:
        return []
    if distance >= 0:
        return [(slice(0, length - distance), slice(distance, length))]
    return [(slice(-distance, length), slice(0, length + distance))]


@dataclass(frozen=True, eq=False)
class ButtonEffects:
    """Explicit lists: button j moves `lights[k]` by `amounts[k]` for k in indptr[j]:indptr[j+1].

    Boards of lights are 1 x light_count, boards of presses 1 x button_count.
    """

    light_count: int
    indptr: NDArray[np.intp]
    lights: NDArray[np.intp]
    amounts: NDArray[np.int64]

    @classmethod
    def from_lists(cls, buttons: Iterable[Iterable[int] | Mapping[int, int]], light_count: int) -> ButtonEffects:
        """Build from one list of lights a button, or one mapping light -> amount; repeats add up.

        >>> ButtonEffects.from_lists([[0, 1], {1: 2}], 2).amounts.tolist()
        [1, 1, 2]

        Raises
        ------
        InputError
            For buttons that are no lists, lights that do not exist, and numbers that are not whole or pass 64 bits.
        """
        lights: list[int] = []
        amounts: list[int] = []
        indptr = [0]
        for number, button in enumerate(each(buttons, "buttons", "a list with the lights of every button")):
            if isinstance(button, Mapping):
                moves = list(button.items())
            else:
                moves = [(light, 1) for light in each(button, f"button {number}", "a list of lights, or light: amount")]
            for light, amount in moves:
                if not is_whole(light):
                    raise InputError(f"button {number}: light {shown(light)} must be a whole number")
                if not is_whole(amount) or not -(2**63) <= amount < 2**63:
                    raise InputError(
                        f"button {number}: light {shown(light)}: amount {shown(amount)} must be a whole number of at "
                        f"most 64 bits"
                    )
                if not 0 <= light < light_count:
                    raise InputError(
                        f"button {number}: light {shown(light)} does not exist; lights are 0..{light_count - 1}"
                    )
                lights.append(light)
                amounts.append(amount)
            indptr.append(len(lights))
        check_size(1, light_count)
        check_size(1, len(indptr) - 1)
        return cls(light_count, np.array(indptr, np.intp), np.array(lights, np.intp), np.array(amounts, np.int64))

    @property
    def button_count(self) -> int:
        """Number of buttons."""
        return len(self.indptr) - 1

    @property
    def light_shape(self) -> tuple[int, int]:
        """(1, light_count)."""
        return 1, self.light_count

    @property
    def button_shape(self) -> tuple[int, int]:
        """(1, button_count)."""
        return 1, self.button_count

    @property
    def _button_of_entry(self) -> NDArray[np.intp]:
        return np.repeat(np.arange(self.button_count), np.diff(self.indptr))

    def apply(self, presses: Board) -> Board:
        """Return A x mod states."""
        values = presses.to_array().astype(np.int64)[0]
        moved = np.zeros(self.light_count, np.int64)
        np.add.at(moved, self.lights, self.amounts % presses.states * values[self._button_of_entry] % presses.states)
        return Board.from_array([moved % presses.states], presses.states)

    def count_at_buttons(self, lights: Board) -> Board:
        """Return transpose(A) y mod states."""
        values = lights.to_array().astype(np.int64)[0]
        sums = np.zeros(self.button_count, np.int64)
        np.add.at(sums, self._button_of_entry, self.amounts % lights.states * values[self.lights] % lights.states)
        return Board.from_array([sums % lights.states], lights.states)

    def incidence(self, states: int) -> Incidence:
        """Return the effect matrix by lights."""
        _refuse_beyond_memory(len(self.lights), f"the effect matrix of {self.button_count:,} buttons")
        shape = (self.light_count, self.button_count)
        amounts = self.amounts % states  # so that their sums fit
        return Incidence.from_entries(self.lights, self._button_of_entry, amounts, shape, states)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ButtonEffects):
            return NotImplemented
        return self.light_count == other.light_count and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in ("indptr", "lights", "amounts")
        )

    __hash__ = None  # type: ignore[assignment]

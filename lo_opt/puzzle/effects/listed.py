"""Buttons that are listed, each with the lights it moves; knows no grid and no rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board, check_size
from lo_opt.puzzle.checks import each, is_whole
from lo_opt.puzzle.effects.incidence import Incidence, refuse_beyond_memory
from lo_opt.wording import shown


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
        refuse_beyond_memory(len(self.lights), f"the effect matrix of {self.button_count:,} buttons")
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

"""A level as a game with rules, a pure state machine: every move returns a new state; draws nothing and solves nothing.

The rules: a cursor selects a cell, a press moves the lights of the selected button. `check` asks whether the board is
done. Before the level's `least_checked` presses the answer is "not complete", which costs nothing. After them a solved
board wins exactly `WIN_SCORE` points, whatever the time and the number of presses; the first wrong check is an error,
the second locks the board. Won and locked games change only by `restart`, which brings back the beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from lo_opt.errors import InputError, unknown_name
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.sums import add

WIN_SCORE = 1000
MAX_ERRORS = 2
FIXED_LEVEL = "fixed-4x4"
_FIXED_LEAST = 5


class Phase(StrEnum):
    """Whether the game goes on.

    >>> str(Game.start(Level.fixed()).phase)
    'playing'
    """

    PLAYING = "playing"
    WON = "won"
    LOCKED = "locked"


class Verdict(StrEnum):
    """What the latest check said.

    >>> str(Game.start(Level.fixed()).check().verdict)
    'incomplete'
    """

    NONE = "none"  # nothing was checked since the board last changed
    INCOMPLETE = "incomplete"
    WRONG = "wrong"
    RIGHT = "right"


@dataclass(frozen=True)
class Level:
    """A puzzle on a grid to play, and how many presses it takes before a check counts.

    >>> Level.fixed().least_checked
    5
    """

    puzzle: Puzzle
    least_checked: int

    def __post_init__(self) -> None:
        if self.puzzle.layout is None:
            raise InputError("a level is a board on a grid; this puzzle lists its buttons")
        if self.least_checked < 0:
            raise InputError(f"presses before a check {self.least_checked}: must not be negative")

    @classmethod
    def fixed(cls) -> Level:
        """Return the fixed 4x4 level, cells 1, 2, 3, 5, 9 and 10 lit; five presses are the least that solve it."""
        return cls(Puzzle.read(FIXED_LEVEL), _FIXED_LEAST)


@dataclass(frozen=True)
class Game:
    """One state of a game; `cursor` is the selected cell, row by row.

    >>> game = Game.start(Level.fixed())
    >>> for cell in (0, 1, 3, 5, 6):
    ...     game = game.select(cell).press()
    >>> game.check().score, str(game.check().phase)
    (1000, 'won')
    """

    level: Level
    lights: Board
    cursor: int = 0
    presses: int = 0
    errors: int = 0
    phase: Phase = Phase.PLAYING
    verdict: Verdict = field(default=Verdict.NONE)

    @classmethod
    def start(cls, level: Level) -> Game:
        """Return the beginning: the level's lights, cursor 0, no presses, no errors, no score."""
        return cls(level, level.puzzle.start)

    @property
    def score(self) -> int:
        """`WIN_SCORE` once the game is won, 0 before."""
        return WIN_SCORE if self.phase is Phase.WON else 0

    @property
    def is_over(self) -> bool:
        """Whether nothing but `restart` changes anything."""
        return self.phase is not Phase.PLAYING

    @property
    def is_solved(self) -> bool:
        """Whether every light is at its target."""
        return self.lights == self.level.puzzle.target

    def select(self, cell: int) -> Game:
        """Return the game with this cell selected; `InputError` if there is no such cell."""
        if not 0 <= cell < self.lights.size:
            raise InputError(f"cell {cell}: cells are 0..{self.lights.size - 1}")
        return self if self.is_over else replace(self, cursor=cell)

    def move(self, down: int, right: int) -> Game:
        """Return the game with the selection moved, but not over the edge.

        >>> Game.start(Level.fixed()).move(0, -1).move(1, 0).cursor
        4
        """
        row, col = divmod(self.cursor, self.lights.cols)
        row = min(max(row + down, 0), self.lights.rows - 1)
        col = min(max(col + right, 0), self.lights.cols - 1)
        return self.select(row * self.lights.cols + col)

    def press(self) -> Game:
        """Return the game after pressing the selected button; a forbidden button and a hole do nothing."""
        if self.is_over or not self._is_pressable:
            return self
        lights = add(self.lights, self.level.puzzle.effects.apply(self._one_press))
        return replace(self, lights=lights, presses=self.presses + 1, verdict=Verdict.NONE)

    def preview(self) -> NDArray[np.intp]:
        """Return the lights a press of the selected button would move, intp (k,), rising; nothing is changed.

        >>> Game.start(Level.fixed()).preview().tolist()
        [0, 1, 4]
        """
        if not self._is_pressable:
            return np.zeros(0, np.intp)
        return np.flatnonzero(self.level.puzzle.effects.apply(self._one_press).to_array())

    def check(self) -> Game:
        """Return the game after asking whether it is done; see the rules above."""
        if self.is_over:
            return self
        if self.presses < self.level.least_checked:
            return replace(self, verdict=Verdict.INCOMPLETE)
        if self.is_solved:
            return replace(self, phase=Phase.WON, verdict=Verdict.RIGHT)
        errors = self.errors + 1
        phase = Phase.LOCKED if errors == MAX_ERRORS else Phase.PLAYING
        return replace(self, errors=errors, phase=phase, verdict=Verdict.WRONG)

    def restart(self) -> Game:
        """Return the beginning of the same level."""
        return Game.start(self.level)

    def after(self, event: str) -> Game:
        """Return the game after a named event: one of `EVENTS`, or `select:CELL`.

        >>> Game.start(Level.fixed()).after("down").after("select:2").after("press").presses
        1
        """
        name, colon, cell = event.partition(":")
        if name == "select" and colon and cell.isascii() and cell.isdecimal() and len(cell) < 10:
            return self.select(int(cell))
        if event not in EVENTS:
            raise unknown_name("event", event, [*EVENTS, "select:CELL"])
        return EVENTS[event](self)

    @property
    def _is_pressable(self) -> bool:
        return bool(self.level.puzzle.pressable()[self.cursor])

    @property
    def _one_press(self) -> Board:
        cells = np.zeros(self.lights.size, np.uint16)
        cells[self.cursor] = 1
        return Board.from_array(cells.reshape(self.lights.shape), self.lights.states)


EVENTS: Mapping[str, Callable[[Game], Game]] = {
    "up": lambda game: game.move(-1, 0),
    "down": lambda game: game.move(1, 0),
    "left": lambda game: game.move(0, -1),
    "right": lambda game: game.move(0, 1),
    "press": Game.press,
    "check": Game.check,
    "restart": Game.restart,
}
"""What a player can do, by name, besides selecting a cell."""

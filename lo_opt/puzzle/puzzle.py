"""The puzzle: lights and buttons, what presses cost and which are allowed; knows no way to solve."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.errors import InputError
from lo_opt.pictured import Pictured
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.forms import target_of
from lo_opt.puzzle.lights import Lights, check_shape
from lo_opt.puzzle.limits import MAX_LIMITED_BUTTONS, PressLimit, check_limits
from lo_opt.puzzle.objective import Objective, prices
from lo_opt.puzzle.selecting import Buttons, Cell
from lo_opt.puzzle.sums import union
from lo_opt.puzzle.weights import Weights
from lo_opt.wording import shown


@dataclass(frozen=True)
class Puzzle(Lights, Pictured):
    """A Lights Out puzzle: press buttons so that `start` becomes `target`, at least cost.

    Parameters
    ----------
    effects
        What every button does to every light.
    start, target
        Boards of lights, of shape `effects.light_shape` and the same number of states.
    weights
        Cost of a press of each button; None means 1 each.
    forbidden
        Two-state board of shape `effects.button_shape` with 1 where a button must not be pressed; None if nowhere.
    required
        The same with 1 where a button must be pressed at least once.
    limits
        Linear limits on the presses.
    objective
        What is minimised.
    name, source
        For people: what it is called, and where it comes from.
    known_cost
        Its published optimum, None if there is none.

    Examples
    --------
    >>> puzzle = Puzzle.grid(["110", "100", "000"])
    >>> str(puzzle.apply(Board.from_cells(3, 3, [(0, 0)])))
    '000/000/000'
    """

    weights: Weights | None = None
    forbidden: Board | None = None
    required: Board | None = None
    limits: tuple[PressLimit, ...] = ()
    objective: Objective = Objective.COST
    source: str = field(default="", compare=False)
    known_cost: Fraction | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        for what, marks in (("forbidden", self.forbidden), ("required", self.required)):
            if marks is not None:
                check_shape(what, marks, self.effects.button_shape)
                if marks.states != 2:
                    raise InputError(f"{what} has {marks.states} states; it marks buttons with 1, so two suffice")
        if self.weights is not None and len(self.weights.numerators) != self.button_count:
            raise InputError(f"weights: {len(self.weights.numerators)} numbers for {self.button_count} buttons")
        barred = self.barred() if self.required else None
        if self.required is not None and barred is not None:
            both = Board.from_words(self.required.words & barred.words, barred.cols)
            for r, c in both.cells():
                name = self.button_name(r * both.cols + c)
                raise InputError(f"button {name} is required, but it is forbidden or no button; drop one of the two")
        if self.limits:
            if self.button_count > MAX_LIMITED_BUTTONS:
                raise InputError(f"limits on presses: {self.button_count:,} buttons, at most {MAX_LIMITED_BUTTONS:,}")
            check_limits(self.limits, *self.press_range())

    @classmethod
    def read(
        cls,
        text_or_path: str | os.PathLike[str],
        *,
        rule: str | None = None,
        wrap: str | None = None,
        states: int | None = None,
        target: str | None = None,
        weights: str | None = None,
        forbid: str | None = None,
        require: str | None = None,
        at_most: int | None = None,
        at_least: int | None = None,
        exactly: int | None = None,
        objective: str | None = None,
        format: str | None = None,
    ) -> Puzzle:
        """Return the puzzle that the command line's PUZZLE names; the keywords are its options.

        See `lo_opt.read_puzzles` for what it may be; a path object is always a file.

        >>> str(Puzzle.read("lit:2x3", rule="king").start)
        '111/111'
        """
        from lo_opt.puzzle.reading import Changes, read_puzzle  # a reader stands above the puzzle it reads

        changes = Changes(rule, wrap, states, target, weights, forbid, require, at_most, at_least, exactly, objective)
        return read_puzzle(text_or_path, changes, format=format)

    def with_target(self, target: Board | str | ArrayLike) -> Puzzle:
        """Return the puzzle with another target: 'off', 'on', or a board in any form `grid` takes.

        >>> str(Puzzle.grid("10/00").with_target("on").target)
        '11/11'
        """
        board = target_of(target, self.start, self.layout.holes if self.layout else None)
        return replace(self, target=board, known_cost=None)

    def with_weights(self, rows: Iterable[Iterable[object]]) -> Puzzle:
        """Return the puzzle with these weights (rows of numbers, or decimal strings, in the shape of the buttons).

        >>> Puzzle.grid("11").with_weights([["0.5", 2]]).costs().tolist()
        [1, 4]
        """
        weights = Weights.from_rows(rows, self.effects.button_shape, self.states)
        return replace(self, weights=weights, known_cost=None)

    def forbid(self, cells: Board | Iterable[Cell]) -> Puzzle:
        """Return the puzzle with more buttons forbidden: each (row, column), or those a two-state board marks with 1.

        A list of buttons has only row 0.

        >>> str(Puzzle.grid("11/11").forbid([(0, 1)]).forbid(Board.parse("00/10")).forbidden)
        '01/10'
        """
        more = self._marks("forbidden", cells)
        puzzle = replace(self, forbidden=more, known_cost=None)  # which checks the shape
        return replace(puzzle, forbidden=union(more, self.forbidden)) if more.count else self

    def require(self, cells: Board | Iterable[Cell]) -> Puzzle:
        """Return the puzzle with more buttons required, named as for `forbid`: each must be pressed at least once.

        >>> str(Puzzle.grid("11/11").require([(0, 1)]).required)
        '01/00'
        """
        more = self._marks("required", cells)
        puzzle = replace(self, required=more, known_cost=None)  # which checks the shape
        return replace(puzzle, required=union(more, self.required)) if more.count else self

    def at_most(
        self, k: int, cells: Board | Iterable[Cell] | None = None, *, row: int | None = None, col: int | None = None
    ) -> Puzzle:
        """Return the puzzle with at most `k` presses in all, of the buttons at `cells`, or in a row or column.

        `cells` are (row, column), or those a two-state board marks with 1. A button pressed twice counts twice.

        >>> Puzzle.grid("11/11").at_most(2).at_most(0, row=0).limits[1].buttons.tolist()
        [0, 1]

        Raises
        ------
        InputError
            For buttons that do not exist, no buttons at all, and limits that cannot be kept or contradict each other.
        """
        return self.limit_presses(None, k, cells, row=row, col=col)

    def at_least(
        self, k: int, cells: Board | Iterable[Cell] | None = None, *, row: int | None = None, col: int | None = None
    ) -> Puzzle:
        """Return the puzzle with at least `k` presses; buttons and errors as for `at_most`."""
        return self.limit_presses(k, None, cells, row=row, col=col)

    def exactly(
        self, k: int, cells: Board | Iterable[Cell] | None = None, *, row: int | None = None, col: int | None = None
    ) -> Puzzle:
        """Return the puzzle with exactly `k` presses; buttons and errors as for `at_most`."""
        return self.limit_presses(k, k, cells, row=row, col=col)

    def limit(self, coefficients: Mapping[Cell, int], lower: int | None = None, upper: int | None = None) -> Puzzle:
        """Return the puzzle with lower <= sum(coefficient * presses) <= upper; a side that is None is open.

        >>> str(Puzzle.grid("11").limit({(0, 0): 2, (0, 1): -1}, upper=1).limits[0])
        'at most 1 as the weighted sum of presses of buttons 0_0, 0_1'
        """
        numbers, where = self._buttons.weighted(coefficients)
        return self.with_limit(PressLimit.of(numbers, lower, upper, where))

    def with_limit(self, *limits: PressLimit) -> Puzzle:
        """Return the puzzle with these limits too; those it has already are not taken twice."""
        every = tuple(dict.fromkeys((*self.limits, *limits)))
        return replace(self, limits=every, known_cost=None) if len(every) > len(self.limits) else self

    def with_objective(self, objective: str | Objective) -> Puzzle:
        """Return the puzzle that minimises 'cost', 'presses', 'cost,presses' or 'presses,cost', the first one first.

        >>> Puzzle.grid("11").with_objective("presses").objective.name
        'PRESSES'
        """
        named = Objective.named(objective)
        if named is self.objective:
            return self
        prices(named, self.weights, self.pressable(), self.states)  # refuses measures that cannot be weighed together
        return replace(self, objective=named, known_cost=None)

    def limit_presses(
        self,
        lower: int | None,
        upper: int | None,
        cells: Board | Iterable[Cell] | None = None,
        *,
        row: int | None = None,
        col: int | None = None,
    ) -> Puzzle:
        """Return the puzzle with `lower` to `upper` presses, a side that is None being open; all else as `at_most`."""
        if cells is None:
            numbers, where = self._buttons.line(row, col)
        elif row is None and col is None:
            numbers, where = self._buttons.listed(cells)
        else:
            raise InputError("limit on presses: give cells, a row or a column, not two of them")
        return self.with_limit(PressLimit.of(numbers, lower, upper, where))

    @property
    def primary_denominator(self) -> int:
        """What integers of the measure minimised first are over: the cost, or the number of presses."""
        return 1 if self.objective.counts_presses else self.weight_denominator

    @property
    def weight_denominator(self) -> int:
        """What the integers of `costs` are over."""
        return 1 if self.weights is None else self.weights.denominator

    def costs(self) -> NDArray[np.int64]:
        """Return the cost of a press of each button times `weight_denominator`, int64 (button_count,)."""
        return np.ones(self.button_count, np.int64) if self.weights is None else self.weights.numerators

    def barred(self) -> Board | None:
        """Return the two-state board of buttons that must not be pressed, forbidden or in a hole; None if none."""
        holes = self.layout.holes if self.layout else None
        return union(self.forbidden, holes)

    def pressable(self) -> NDArray[np.bool_]:
        """Return which buttons may be pressed, bool (button_count,)."""
        barred = self.barred()
        return np.ones(self.button_count, bool) if barred is None else barred.to_array().ravel() == 0

    def press_range(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the least and the most presses of each button, both int64 (button_count,)."""
        most = np.where(self.pressable(), self.states - 1, 0).astype(np.int64)
        least = np.zeros_like(most) if self.required is None else self.required.to_array().ravel().astype(np.int64)
        return least, most

    def buttons_in(self, row: int | None = None, col: int | None = None) -> list[int]:
        """Return the numbers of the buttons in a row or column of the grid, or of all that exist, rising."""
        return self._buttons.line(row, col)[0]

    def _marks(self, what: str, cells: Board | Iterable[Cell]) -> Board:
        try:
            return cells if isinstance(cells, Board) else Board.from_cells(*self.effects.button_shape, cells)
        except InputError as error:
            raise InputError(f"{what} {error}") from None

    @property
    def _buttons(self) -> Buttons:
        holes = self.layout.holes if self.layout else None
        return Buttons(*self.effects.button_shape, holes, self.layout is not None)


def expect_puzzle(value: object) -> None:
    """Raise `InputError` for what is no puzzle, text that would make one included.

    >>> expect_puzzle("lit:3x3")
    Traceback (most recent call last):
        ...
    lo_opt.errors.InputError: 'lit:3x3' is no puzzle; make one, as in lo_opt.Puzzle.read('110/010/011')
    """
    if not isinstance(value, Puzzle):
        raise InputError(f"{shown(value)} is no puzzle; make one, as in lo_opt.Puzzle.read('110/010/011')")

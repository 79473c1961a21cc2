"""The puzzle: what each button does, how the lights start and should end, what presses cost; knows no way to solve."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.effects import ButtonEffects, Effects, GridEffects, Incidence
from lo_opt.puzzle.grid import Grid, Wrap
from lo_opt.puzzle.rules import Rule, rule_named
from lo_opt.puzzle.weights import Weights


@dataclass(frozen=True)
class Puzzle:
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
        Two-state board of shape `effects.button_shape` with 1 where pressing is not allowed; None if nowhere.
    name, source, known_cost
        For people and tests: a name, where the puzzle comes from, and its published optimum.

    >>> puzzle = Puzzle.grid(["110", "100", "000"])
    >>> str(puzzle.apply(Board.from_cells(3, 3, [(0, 0)])))
    '000/000/000'
    """

    effects: Effects
    start: Board
    target: Board
    weights: Weights | None = None
    forbidden: Board | None = None
    name: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    known_cost: Fraction | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for what, board, shape in (
            ("board", self.start, self.effects.light_shape),
            ("target", self.target, self.effects.light_shape),
            ("forbidden", self.forbidden, self.effects.button_shape),
        ):
            if board is not None and board.shape != shape:
                size, needed = "x".join(map(str, board.shape)), "x".join(map(str, shape))
                raise InputError(f"{what} is {size}; it must be {needed}")
        if self.start.states != self.target.states:
            raise InputError(f"board has {self.start.states} states, target {self.target.states}; they must agree")
        if self.weights is not None and len(self.weights.numerators) != self.button_count:
            raise InputError(f"weights: {len(self.weights.numerators)} numbers for {self.button_count} buttons")

    @classmethod
    def grid(
        cls,
        board: Board | str | ArrayLike,
        rule: str | Rule = "plus",
        wrap: str | Wrap = Wrap.NONE,
        states: int = 2,
        *,
        target: Board | str | ArrayLike | None = None,
        holes: Board | None = None,
        name: str = "",
    ) -> Puzzle:
        """Return a puzzle on a grid.

        `board` is a `Board`, rows of digits (one string with `/`, or a list of strings), or a 2-d array of states.
        `target` the same, or 'off' (the default) or 'on' (every light in state states - 1). What the boards say in
        `holes` is ignored: there is no light.

        >>> Puzzle.grid("101/010", rule="king", target="on").toggles().tolist()
        [0, 1, 0, 1, 0, 1]
        """
        start = as_board(board, states)
        grid = Grid(start.rows, start.cols, Wrap.named(wrap), holes)
        effects = GridEffects(grid, rule_named(rule) if isinstance(rule, str) else rule)
        return cls(effects, without(holes, start), _target(target, start, holes), name=name)

    @classmethod
    def from_buttons(
        cls,
        lights: ArrayLike | str | Board,
        buttons: Iterable[Iterable[int] | Mapping[int, int]],
        states: int = 2,
        *,
        target: Board | str | ArrayLike | None = None,
        name: str = "",
    ) -> Puzzle:
        """Return a puzzle of listed lights and buttons; button j moves the lights in buttons[j], repeats adding up.

        `lights` is a word of digits or a sequence of states; a button is a list of lights, or light -> amount.

        >>> Puzzle.from_buttons("0110", [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]]).button_count
        6
        """
        start = as_board(lights if isinstance(lights, str | Board) else np.atleast_2d(lights), states)
        return cls(ButtonEffects.from_lists(buttons, start.cols), start, _target(target, start, None), name=name)

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
    ) -> Puzzle:
        """Return the puzzle that the command line's PUZZLE names; the keywords are its options.

        See `lo_opt.puzzle.reading.read_puzzle` for what it may be; a path object is always a file.

        >>> str(Puzzle.read("lit:2x3", rule="king").start)
        '111/111'
        """
        from lo_opt.puzzle.reading import Changes, read_puzzle  # a reader stands above the puzzle it reads

        return read_puzzle(text_or_path, Changes(rule, wrap, states, target, weights, forbid))

    def with_target(self, target: Board | str | ArrayLike) -> Puzzle:
        """Return the puzzle with another target: 'off', 'on', or a board in any form `grid` takes.

        >>> str(Puzzle.grid("10/00").with_target("on").target)
        '11/11'
        """
        board = _target(target, self.start, self.layout.holes if self.layout else None)
        return replace(self, target=board, known_cost=None)

    def with_weights(self, rows: Iterable[Iterable[object]]) -> Puzzle:
        """Return the puzzle with these weights (rows of numbers, or decimal strings, in the shape of the buttons).

        >>> Puzzle.grid("11").with_weights([["0.5", 2]]).costs().tolist()
        [1, 4]
        """
        weights = Weights.from_rows(rows, self.effects.button_shape, self.states)
        return replace(self, weights=weights, known_cost=None)

    def forbid(self, cells: Board | Iterable[tuple[int, int]]) -> Puzzle:
        """Return the puzzle with more buttons forbidden: each (row, column), or those a two-state board marks with 1.

        A list of buttons has only row 0.

        >>> str(Puzzle.grid("11/11").forbid([(0, 1)]).forbid(Board.parse("00/10")).forbidden)
        '01/10'
        """
        try:
            more = cells if isinstance(cells, Board) else Board.from_cells(*self.effects.button_shape, cells)
        except InputError as error:
            raise InputError(f"forbidden {error}") from None
        puzzle = replace(self, forbidden=more, known_cost=None)  # which checks the shape
        if not more.count:
            return self
        if self.forbidden is None:
            return puzzle
        return replace(puzzle, forbidden=Board.from_words(more.words | self.forbidden.words, more.cols))

    @property
    def states(self) -> int:
        """Number of states m of every light."""
        return self.start.states

    @property
    def layout(self) -> Grid | None:
        """The grid, if the puzzle is on one."""
        return self.effects.grid if isinstance(self.effects, GridEffects) else None

    @property
    def rule(self) -> Rule | None:
        """The rule of the grid, None for listed buttons."""
        return self.effects.rule if isinstance(self.effects, GridEffects) else None

    @property
    def light_count(self) -> int:
        """Length of vectors of lights, holes included."""
        return self.start.size

    @property
    def button_count(self) -> int:
        """Length of vectors of presses, holes included."""
        rows, cols = self.effects.button_shape
        return rows * cols

    @property
    def weight_denominator(self) -> int:
        """What the integers of `costs` are over."""
        return 1 if self.weights is None else self.weights.denominator

    def change(self) -> Board:
        """Return how much each light must move: target - start, modulo the states."""
        return subtract(self.target, self.start)

    def toggles(self) -> NDArray[np.int64]:
        """Return `change` as a vector, int64 (light_count,) of 0..states-1, row by row."""
        return self.change().to_array().astype(np.int64).ravel()

    def costs(self) -> NDArray[np.int64]:
        """Return the cost of a press of each button times `weight_denominator`, int64 (button_count,)."""
        return np.ones(self.button_count, np.int64) if self.weights is None else self.weights.numerators

    def barred(self) -> Board | None:
        """Return the two-state board of buttons that must not be pressed, forbidden or in a hole; None if none."""
        holes = self.layout.holes if self.layout else None
        if self.forbidden is None or holes is None:
            return self.forbidden or holes
        return Board.from_words(self.forbidden.words | holes.words, holes.cols)

    def pressable(self) -> NDArray[np.bool_]:
        """Return which buttons may be pressed, bool (button_count,)."""
        barred = self.barred()
        return np.ones(self.button_count, bool) if barred is None else barred.to_array().ravel() == 0

    def incidence(self) -> Incidence:
        """Return the sparse effect matrix by lights, modulo the states; computed anew at each call."""
        return self.effects.incidence(self.states)

    def apply(self, presses: Board) -> Board:
        """Return the lights after these presses: start + A x, modulo the states."""
        return add(self.start, self.effects.apply(presses))

    def light_name(self, light: int) -> str:
        """Return a light's name: row_column on a grid, else its number.

        >>> Puzzle.grid("101/010").light_name(4)
        '1_1'
        """
        return _index_name(light, self.start.cols, self.layout is not None)

    def button_name(self, button: int) -> str:
        """Return a button's name: row_column on a grid, else its number."""
        return _index_name(button, self.effects.button_shape[1], self.layout is not None)


def _index_name(index: int, cols: int, on_grid: bool) -> str:
    return "{}_{}".format(*divmod(index, cols)) if on_grid else str(index)


def add(left: Board, right: Board) -> Board:
    """Return the sum of two boards of the same shape, cell by cell modulo the states."""
    if left.states == 2:
        return Board.from_words(left.words ^ right.words, left.cols)
    return Board.from_array((left.to_array().astype(np.int64) + right.to_array()) % left.states, left.states)


def subtract(left: Board, right: Board) -> Board:
    """Return the difference of two boards of the same shape, cell by cell modulo the states."""
    if left.states == 2:
        return add(left, right)
    return Board.from_array((left.to_array().astype(np.int64) - right.to_array()) % left.states, left.states)


def as_board(value: Board | str | ArrayLike, states: int) -> Board:
    """Return a board from a `Board`, digits with `/`, a list of row strings, or a 2-d array."""
    if isinstance(value, Board):
        return value
    if isinstance(value, str):
        return Board.parse(value, states)
    if isinstance(value, list | tuple) and value and all(isinstance(row, str) for row in value):
        return Board.parse("/".join(map(str, value)), states)
    return Board.from_array(value, states)


def _target(target: Board | str | ArrayLike | None, start: Board, holes: Board | None) -> Board:
    if target is None or (isinstance(target, str) and target in ("off", "on")):
        board = Board.filled(start.rows, start.cols, start.states - 1 if target == "on" else 0, start.states)
    else:
        board = as_board(target, start.states)
    return without(holes, board)


def without(cells: Board | None, board: Board) -> Board:
    """Return the board with 0 in every cell that is 1 in `cells`, of the same shape."""
    if cells is None or board.shape != cells.shape:
        return board
    if board.states == 2:
        return Board.from_words(board.words & ~cells.words, board.cols)
    return Board.from_array(np.where(cells.to_array(), 0, board.to_array()), board.states)

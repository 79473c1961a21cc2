"""The puzzle: what each button does, how the lights start and should end, what presses cost; knows no way to solve."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board, check_size
from lo_opt.puzzle.effects import ButtonEffects, Effects, GridEffects, Incidence
from lo_opt.puzzle.graphs import Graph, lists_of_graph
from lo_opt.puzzle.grid import Grid, Wrap
from lo_opt.puzzle.limits import MAX_LIMITED_BUTTONS, PressLimit, check_limits
from lo_opt.puzzle.objective import Objective, prices
from lo_opt.puzzle.patterns import as_rule
from lo_opt.puzzle.placed import PlacedEffects, effects_on
from lo_opt.puzzle.rules import AnyRule
from lo_opt.puzzle.selecting import Buttons, Cell
from lo_opt.puzzle.sums import add, subtract, union, without
from lo_opt.puzzle.weights import Weights
from lo_opt.puzzle.wording import located


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
    forbidden, required
        Two-state boards of shape `effects.button_shape` with 1 where a button must not be pressed, and where it must be
        pressed at least once; None if nowhere.
    limits
        Linear limits on the presses.
    objective
        What is minimised.
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
    required: Board | None = None
    limits: tuple[PressLimit, ...] = ()
    objective: Objective = Objective.COST
    name: str = field(default="", compare=False)
    source: str = field(default="", compare=False)
    known_cost: Fraction | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for what, board, shape in (
            ("board", self.start, self.effects.light_shape),
            ("target", self.target, self.effects.light_shape),
            ("forbidden", self.forbidden, self.effects.button_shape),
            ("required", self.required, self.effects.button_shape),
        ):
            if board is not None and board.shape != shape:
                size, needed = "x".join(map(str, board.shape)), "x".join(map(str, shape))
                raise InputError(f"{what} is {size}; it must be {needed}")
            if board is not None and what in ("forbidden", "required") and board.states != 2:
                raise InputError(f"{what} has {board.states} states; it marks buttons with 1, so two suffice")
        if self.start.states != self.target.states:
            raise InputError(f"board has {self.start.states} states, target {self.target.states}; they must agree")
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
    def grid(
        cls,
        board: Board | str | ArrayLike,
        rule: str | AnyRule | Iterable[Sequence[int]] = "plus",
        wrap: str | Wrap = Wrap.NONE,
        states: int = 2,
        *,
        target: Board | str | ArrayLike | None = None,
        holes: Board | str | ArrayLike | None = None,
        name: str = "",
    ) -> Puzzle:
        """Return a puzzle on a grid.

        `board` is a `Board`, rows of digits (one string with `/`, or a list of strings), or a 2-d array of states.
        `target` the same, or 'off' (the default) or 'on' (every light in state states - 1). `rule` is a rule, its name,
        a picture in one word or a list of offsets (down, right). `holes` is a two-state board in any of these forms;
        what the other boards say where it is 1 is ignored: there is no light.

        >>> Puzzle.grid("101/010", rule="king", target="on").toggles().tolist()
        [0, 1, 0, 1, 0, 1]
        """
        start, mask = as_board(board, states), _mask(holes)
        effects = effects_on(Grid(start.rows, start.cols, Wrap.named(wrap), mask), as_rule(rule))
        return cls(effects, without(mask, start), _target(target, start, mask), name=name)

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
        start = as_board(lights if isinstance(lights, str | Board) else _one_row(lights), states)
        return cls(ButtonEffects.from_lists(buttons, start.cols), start, _target(target, start, None), name=name)

    @classmethod
    def from_cells(
        cls,
        board: Board | str | ArrayLike,
        buttons: Iterable[Iterable[int] | Mapping[int, int]],
        states: int = 2,
        *,
        target: Board | str | ArrayLike | None = None,
        holes: Board | str | ArrayLike | None = None,
        name: str = "",
    ) -> Puzzle:
        """Return a puzzle whose lights lie on a grid, such as the net of a solid, each with a button of its own.

        Cells are numbered row by row, holes left out: button j is in cell j and moves the lights in buttons[j]. Boards
        are as in `grid`, buttons as in `from_buttons`.

        >>> ring = Puzzle.from_cells("#.#/.#.", [[0, 1], [1, 2], [2, 0]], holes=Board.parse("010/101"))
        >>> ring.layout.cell_count, ring.button_name(4)
        (3, '1_1')
        """
        start, mask = as_board(board, states), _mask(holes)
        effects = PlacedEffects.from_lists(Grid(start.rows, start.cols, holes=mask), buttons)
        return cls(effects, without(mask, start), _target(target, start, mask), name=name)

    @classmethod
    def from_graph(
        cls,
        graph: Graph,
        lights: ArrayLike | str | Board = "on",
        states: int = 2,
        *,
        neighborhood: str = "closed",
        target: Board | str | ArrayLike | None = None,
        name: str = "",
    ) -> Puzzle:
        """Return a puzzle with a light and a button on every node of a graph: a press moves the node's neighbourhood.

        `graph` is a networkx graph, a mapping node -> neighbours, or a list of edges (pairs of nodes); an edge given
        twice counts once. Of a directed graph, a press moves the nodes that edges lead to. A 'closed' neighbourhood
        holds the node itself, an 'open' one only if there is a loop. Nodes are numbered in the graph's order, those of
        a list of edges in rising order if they are whole numbers, else as they appear. `lights` is 'on', 'off', or as
        in `from_buttons`.

        >>> Puzzle.from_graph([("a", "b"), ("b", "c")], "110").incidence().buttons.tolist()
        [0, 1, 0, 1, 2, 1, 2]

        Raises
        ------
        InputError
            For a graph without nodes, edges that are no pairs, or an unknown neighbourhood.
        """
        check_size(1, 1, states)
        buttons = lists_of_graph(graph, neighborhood)
        if isinstance(lights, str) and lights in ("on", "off"):
            lights = Board.filled(1, len(buttons), states - 1 if lights == "on" else 0, states)
        return cls.from_buttons(lights, buttons, states, target=target, name=name)

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

        See `lo_opt.puzzle.reading.read_puzzles` for what it may be; a path object is always a file.

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
        return replace(puzzle, forbidden=union(more, self.forbidden)) if more.count else self

    def require(self, cells: Board | Iterable[Cell]) -> Puzzle:
        """Return the puzzle with more buttons required, named as for `forbid`: each must be pressed at least once.

        >>> str(Puzzle.grid("11/11").require([(0, 1)]).required)
        '01/00'
        """
        try:
            more = cells if isinstance(cells, Board) else Board.from_cells(*self.effects.button_shape, cells)
        except InputError as error:
            raise InputError(f"required {error}") from None
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
    def states(self) -> int:
        """Number of states m of every light."""
        return self.start.states

    @property
    def layout(self) -> Grid | None:
        """The grid, if the puzzle is on one."""
        return self.effects.grid if isinstance(self.effects, GridEffects | PlacedEffects) else None

    @property
    def rule(self) -> AnyRule | None:
        """The rule of the grid, None for listed buttons."""
        return self.effects.rule if isinstance(self.effects, GridEffects | PlacedEffects) else None

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
    def primary_denominator(self) -> int:
        """What integers of the measure minimised first are over: the cost, or the number of presses."""
        return 1 if self.objective.counts_presses else self.weight_denominator

    def buttons_in(self, row: int | None = None, col: int | None = None) -> list[int]:
        """Return the numbers of the buttons in a row or column of the grid, or of all that exist, rising."""
        return self._buttons.line(row, col)[0]

    @property
    def _buttons(self) -> Buttons:
        holes = self.layout.holes if self.layout else None
        return Buttons(*self.effects.button_shape, holes, self.layout is not None)

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

    def incidence(self) -> Incidence:
        """Return the sparse effect matrix by lights, modulo the states; computed anew at each call."""
        return self.effects.incidence(self.states)

    def apply(self, presses: Board) -> Board:
        """Return the lights after these presses: start + A x, modulo the states."""
        return add(self.start, self.effects.apply(presses))

    def _repr_svg_(self) -> str | None:
        """Return the picture a notebook shows, None for a board too large to draw."""
        from lo_opt.draw.notebook import picture  # pictures stand above the puzzle they show

        return picture(self)

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


def as_board(value: Board | str | ArrayLike, states: int) -> Board:
    """Return a board from a `Board`, digits with `/`, a list of row strings, or a 2-d array."""
    check_size(1, 1, states)
    if isinstance(value, Board):
        return value
    if isinstance(value, str):
        return Board.parse(value, states)
    if isinstance(value, list | tuple) and value and all(isinstance(row, str) for row in value):
        return Board.parse("/".join(map(str, value)), states)
    return Board.from_array(value, states)


def _one_row(lights: ArrayLike) -> ArrayLike:
    try:
        return np.atleast_2d(lights)
    except ValueError:
        raise InputError("lights: rows of different lengths; give one row of states") from None


def _mask(holes: Board | str | ArrayLike | None) -> Board | None:
    with located("holes"):
        return None if holes is None else as_board(holes, 2)


def _target(target: Board | str | ArrayLike | None, start: Board, holes: Board | None) -> Board:
    if target is None or (isinstance(target, str) and target in ("off", "on")):
        board = Board.filled(start.rows, start.cols, start.states - 1 if target == "on" else 0, start.states)
    else:
        board = as_board(target, start.states)
    return without(holes, board)

"""Lights and the buttons that move them, where they start and should end; knows no cost and no limit on presses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board, check_size
from lo_opt.puzzle.effects import ButtonEffects, Effects, GridEffects, Incidence, PlacedEffects, effects_on
from lo_opt.puzzle.effects.graphs import Graph, lists_of_graph
from lo_opt.puzzle.forms import as_board, mask_of, one_row, target_of
from lo_opt.puzzle.grid import Grid, Wrap, cell_name
from lo_opt.puzzle.rules import AnyRule, as_rule
from lo_opt.puzzle.sums import add, subtract, without


@dataclass(frozen=True)
class Lights:
    """What every button does to every light, and the change of the lights that presses should make: A x = b.

    This is the linear part of a `Puzzle`, where the fields are described; it adds what presses cost and which are
    allowed.
    """

    effects: Effects
    start: Board
    target: Board
    name: str = field(default="", compare=False, kw_only=True)

    def __post_init__(self) -> None:
        check_shape("board", self.start, self.effects.light_shape)
        check_shape("target", self.target, self.effects.light_shape)
        if self.start.states != self.target.states:
            raise InputError(f"board has {self.start.states} states, target {self.target.states}; they must agree")

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
    ) -> Self:
        """Return a puzzle on a grid.

        `board` is a `Board`, rows of digits (one string with `/`, or a list of strings), or a 2-d array of states.
        `target` the same, or 'off' (the default) or 'on' (every light in state states - 1). `rule` is a rule, its name,
        a picture in one word or a list of offsets (down, right). `holes` is a two-state board in any of these forms;
        what the other boards say where it is 1 is ignored: there is no light.

        >>> from lo_opt.puzzle import Puzzle
        >>> Puzzle.grid("101/010", rule="king", target="on").toggles().tolist()
        [0, 1, 0, 1, 0, 1]
        """
        start, mask = as_board(board, states), mask_of(holes)
        effects = effects_on(Grid(start.rows, start.cols, Wrap.named(wrap), mask), as_rule(rule))
        return cls(effects, without(mask, start), target_of(target, start, mask), name=name)

    @classmethod
    def from_buttons(
        cls,
        lights: ArrayLike | str | Board,
        buttons: Iterable[Iterable[int] | Mapping[int, int]],
        states: int = 2,
        *,
        target: Board | str | ArrayLike | None = None,
        name: str = "",
    ) -> Self:
        """Return a puzzle of listed lights and buttons; button j moves the lights in buttons[j], repeats adding up.

        `lights` is a word of digits or a sequence of states; a button is a list of lights, or light -> amount.

        >>> from lo_opt.puzzle import Puzzle
        >>> Puzzle.from_buttons("0110", [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]]).button_count
        6
        """
        start = as_board(lights if isinstance(lights, str | Board) else one_row(lights), states)
        return cls(ButtonEffects.from_lists(buttons, start.cols), start, target_of(target, start, None), name=name)

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
    ) -> Self:
        """Return a puzzle whose lights lie on a grid, such as the net of a solid, each with a button of its own.

        Cells are numbered row by row, holes left out: button j is in cell j and moves the lights in buttons[j]. Boards
        are as in `grid`, buttons as in `from_buttons`.

        >>> from lo_opt.puzzle import Puzzle
        >>> ring = Puzzle.from_cells("#.#/.#.", [[0, 1], [1, 2], [2, 0]], holes=Board.parse("010/101"))
        >>> ring.layout.cell_count, ring.button_name(4)
        (3, '1_1')
        """
        start, mask = as_board(board, states), mask_of(holes)
        effects = PlacedEffects.from_lists(Grid(start.rows, start.cols, holes=mask), buttons)
        return cls(effects, without(mask, start), target_of(target, start, mask), name=name)

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
    ) -> Self:
        """Return a puzzle with a light and a button on every node of a graph: a press moves the node's neighbourhood.

        `graph` is a networkx graph, a mapping node -> neighbours, or a list of edges (pairs of nodes); an edge given
        twice counts once. Of a directed graph, a press moves the nodes that edges lead to. A 'closed' neighbourhood
        holds the node itself, an 'open' one only if there is a loop. Nodes are numbered in the graph's order, those of
        a list of edges in rising order if they are whole numbers, else as they appear. `lights` is 'on', 'off', or as
        in `from_buttons`.

        >>> from lo_opt.puzzle import Puzzle
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

    def change(self) -> Board:
        """Return how much each light must move: target - start, modulo the states."""
        return subtract(self.target, self.start)

    def toggles(self) -> NDArray[np.int64]:
        """Return `change` as a vector, int64 (light_count,) of 0..states-1, row by row."""
        return self.change().to_array().astype(np.int64).ravel()

    def incidence(self) -> Incidence:
        """Return the sparse effect matrix by lights, modulo the states; computed anew at each call."""
        return self.effects.incidence(self.states)

    def apply(self, presses: Board) -> Board:
        """Return the lights after these presses: start + A x, modulo the states."""
        return add(self.start, self.effects.apply(presses))

    def light_name(self, light: int) -> str:
        """Return a light's name: row_column on a grid, else its number.

        >>> from lo_opt.puzzle import Puzzle
        >>> Puzzle.grid("101/010").light_name(4)
        '1_1'
        """
        return cell_name(light, self.start.cols, self.layout is not None)

    def button_name(self, button: int) -> str:
        """Return a button's name: row_column on a grid, else its number."""
        return cell_name(button, self.effects.button_shape[1], self.layout is not None)


def check_shape(what: str, board: Board, shape: tuple[int, int]) -> None:
    """Raise `InputError` if a board, named in words, has another shape."""
    if board.shape != shape:
        raise InputError(f"{what} is {board.rows}x{board.cols}; it must be {shape[0]}x{shape[1]}")

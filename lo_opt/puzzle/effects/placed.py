"""Buttons that differ from one another but lie on the cells of a grid: mixed rules, nets of solids; knows no start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.effects.incidence import Effects, Incidence
from lo_opt.puzzle.effects.listed import ButtonEffects
from lo_opt.puzzle.effects.ruled import GridEffects
from lo_opt.puzzle.grid import Grid
from lo_opt.puzzle.rules import AnyRule, CellRule, Offset, Rule

MAX_CELLS_LISTED = 2**24  # each button lists its lights, dozens of bytes apiece


@dataclass(frozen=True)
class PlacedEffects:
    """One button on every cell of a grid, each with its own list of lights, so that boards are read and drawn as rows.

    `buttons` lists lights and buttons row by row, holes included (their buttons move nothing). `rule` is the rule by
    which the lists were made, None if they were given; it is for people, and two effects are equal if the lists are.
    """

    grid: Grid
    buttons: ButtonEffects
    rule: CellRule | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        cells = self.grid.rows * self.grid.cols
        if (self.buttons.light_count, self.buttons.button_count) != (cells, cells):
            raise InputError(
                f"{self.buttons.button_count} buttons and {self.buttons.light_count} lights do not lie on a grid of "
                f"{cells} cells; there must be one of each in every cell"
            )

    @classmethod
    def from_lists(cls, grid: Grid, buttons: Iterable[Iterable[int] | Mapping[int, int]]) -> PlacedEffects:
        """Return the effects of listed buttons, one for each cell, cells numbered row by row without the holes.

        >>> net = Grid(2, 2, holes=Board.parse("01/00"))
        >>> PlacedEffects.from_lists(net, [[0, 1], [1], [2, 0]]).buttons.lights.tolist()
        [0, 2, 2, 3, 0]
        """
        present = _present(grid)
        cells = np.flatnonzero(present)
        listed = ButtonEffects.from_lists(buttons, len(cells))
        if listed.button_count != len(cells):
            raise InputError(f"{listed.button_count} buttons for {len(cells)} cells; every cell needs its button")
        lights = cells[listed.lights]
        counts = np.zeros(present.size, np.intp)
        counts[cells] = np.diff(listed.indptr)
        indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.intp)
        return cls(grid, ButtonEffects(present.size, indptr, lights.astype(np.intp), listed.amounts))

    @classmethod
    def from_rule(cls, grid: Grid, rule: CellRule) -> PlacedEffects:
        """Return the effects of a rule by which buttons differ; lights met twice are counted twice."""
        present = _present(grid)
        if present.size > MAX_CELLS_LISTED:
            raise InputError(
                f"rule {rule.name}: {present.size:,} cells; where buttons differ, at most {MAX_CELLS_LISTED:,}"
            )
        kinds, lists = rule.offsets_by_cell(grid)
        buttons: list[NDArray[np.intp]] = []
        lights: list[NDArray[np.intp]] = []
        for kind, offsets in enumerate(lists):
            rows, cols = np.nonzero((kinds == kind) & present)
            for dr, dc in offsets:
                r, c = rows + dr, cols + dc
                r, c = r % grid.rows if grid.rows_wrap else r, c % grid.cols if grid.columns_wrap else c
                inside = (r >= 0) & (r < grid.rows) & (c >= 0) & (c < grid.cols)
                hit = np.flatnonzero(inside)[present[r[inside], c[inside]]]
                buttons.append(rows[hit] * grid.cols + cols[hit])
                lights.append(r[hit] * grid.cols + c[hit])
        button = np.concatenate([np.zeros(0, np.intp), *buttons])
        light = np.concatenate([np.zeros(0, np.intp), *lights])
        order = np.lexsort((light, button))
        ends = np.cumsum(np.bincount(button, minlength=present.size))
        indptr = np.concatenate([[0], ends]).astype(np.intp)
        amounts = np.ones(len(light), np.int64)
        return cls(grid, ButtonEffects(present.size, indptr, light[order].astype(np.intp), amounts), rule)

    @classmethod
    def from_grid(cls, effects: GridEffects) -> PlacedEffects:
        """Return the effects of a plain rule, button by button.

        >>> from lo_opt.puzzle.rules import PLUS
        >>> PlacedEffects.from_grid(GridEffects(Grid(1, 2), PLUS)).buttons.lights.tolist()
        [0, 1, 0, 1]
        """
        return cls.from_rule(effects.grid, _Everywhere(effects.rule))

    def listed(self) -> ButtonEffects:
        """Return the buttons of the cells alone, numbered row by row without the holes: inverse of `from_lists`."""
        present = _present(self.grid).ravel()
        number = np.cumsum(present) - 1
        lengths = np.diff(self.buttons.indptr)[present]
        indptr = np.concatenate([[0], np.cumsum(lengths)]).astype(np.intp)
        return ButtonEffects(int(present.sum()), indptr, number[self.buttons.lights], self.buttons.amounts)

    @property
    def light_shape(self) -> tuple[int, int]:
        """(rows, cols) of the grid."""
        return self.grid.shape

    @property
    def button_shape(self) -> tuple[int, int]:
        """(rows, cols) of the grid."""
        return self.grid.shape

    def apply(self, presses: Board) -> Board:
        """Return A x mod states."""
        return self._shaped(self.buttons.apply(_flat(presses)))

    def count_at_buttons(self, lights: Board) -> Board:
        """Return transpose(A) y mod states."""
        return self._shaped(self.buttons.count_at_buttons(_flat(lights)))

    def incidence(self, states: int) -> Incidence:
        """Return the effect matrix by lights."""
        return self.buttons.incidence(states)

    def _shaped(self, row: Board) -> Board:
        return Board.from_array(row.to_array().reshape(self.grid.shape), row.states)


@dataclass(frozen=True)
class _Everywhere:
    """A plain rule seen as one that could differ from cell to cell."""

    rule: Rule

    @property
    def name(self) -> str:
        return self.rule.name

    @property
    def summary(self) -> str:
        return self.rule.summary

    def offsets_by_cell(self, grid: Grid) -> tuple[NDArray[np.intp], Sequence[Sequence[Offset]]]:
        return np.zeros(grid.shape, np.intp), [self.rule.offsets(grid)]


def effects_on(grid: Grid, rule: AnyRule) -> Effects:
    """Return what every button of a grid does by a rule, in the form that suits the rule.

    >>> from lo_opt.puzzle.rules import KING
    >>> type(effects_on(Grid(2, 2), KING)).__name__
    'GridEffects'
    """
    if isinstance(rule, Rule):
        return GridEffects(grid, rule)
    return PlacedEffects.from_rule(grid, rule)


def _flat(board: Board) -> Board:
    return Board.from_array(board.to_array().reshape(1, -1), board.states)


def _present(grid: Grid) -> NDArray[np.bool_]:
    return np.ones(grid.shape, bool) if grid.holes is None else grid.holes.to_array() == 0

"""What one press moves on a grid, as offsets from the pressed cell; rules know no board contents and no solver.

A rule is any object with `name`, `summary` and `offsets(grid)`, or `offsets_by_cell(grid)` if buttons differ;
third-party packages add theirs under the entry-point group `lo_opt.rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from lo_opt.errors import InputError, UnsupportedError
from lo_opt.plugins import load_named

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lo_opt.puzzle.grid import Grid

Offset = tuple[int, int]
MAX_OFFSET = 10**5  # how far a rule may reach; the longest side a board can have in memory


@runtime_checkable
class Rule(Protocol):
    """The moves of one press: light (r + dr, c + dc) advances by 1 for every offset (dr, dc), repeats adding up."""

    @property
    def name(self) -> str:
        """The name the command line and puzzle files use."""

    @property
    def summary(self) -> str:
        """One line for people."""

    def offsets(self, grid: Grid) -> Sequence[Offset]:
        """Return the offsets (dr, dc) on this grid; those that leave an unwrapped grid move nothing."""


@runtime_checkable
class CellRule(Protocol):
    """A rule by which buttons differ: every cell has one of a few lists of offsets."""

    @property
    def name(self) -> str:
        """The name the command line and puzzle files use."""

    @property
    def summary(self) -> str:
        """One line for people."""

    def offsets_by_cell(self, grid: Grid) -> tuple[NDArray[np.intp], Sequence[Sequence[Offset]]]:
        """Return the number of its list for every cell, intp (rows, cols), and the lists.

        Raises
        ------
        InputError
            If the rule does not fit the grid.
        """


AnyRule = Rule | CellRule


@dataclass(frozen=True)
class Pattern:
    """A rule with the same few offsets on every grid.

    >>> PLUS.pattern
    ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0))
    """

    name: str
    summary: str
    pattern: tuple[Offset, ...]

    def offsets(self, grid: Grid) -> Sequence[Offset]:  # noqa: ARG002 - the same on every grid
        """Return the pattern."""
        return self.pattern


@dataclass(frozen=True)
class RowAndColumn:
    """The whole row and the whole column of the pressed cell, each light once, whatever the wrap."""

    name: str
    summary: str

    def offsets(self, grid: Grid) -> Sequence[Offset]:
        """Return one offset for every cell a press in some place could reach; on a ring, one for every distance."""
        across = range(grid.cols) if grid.columns_wrap else range(1 - grid.cols, grid.cols)
        down = range(grid.rows) if grid.rows_wrap else range(1 - grid.rows, grid.rows)
        return [(0, dc) for dc in across] + [(dr, 0) for dr in down if dr]


_SELF: Offset = (0, 0)
_SIDES: tuple[Offset, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONALS: tuple[Offset, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_KNIGHT_MOVES = tuple((dr, dc) for dr in (-2, -1, 1, 2) for dc in (-2, -1, 1, 2) if abs(dr) != abs(dc))


def _pattern(name: str, summary: str, *offsets: Offset) -> Pattern:
    return Pattern(name, summary, tuple(sorted(offsets)))


PLUS = _pattern("plus", "itself and the four neighbours", _SELF, *_SIDES)
NEIGHBORS = _pattern("neighbors", "the four neighbours, not itself", *_SIDES)
X = _pattern("x", "itself and the four diagonal neighbours", _SELF, *_DIAGONALS)
KING = _pattern("king", "itself and all eight around it", _SELF, *_SIDES, *_DIAGONALS)
RING = _pattern("ring", "all eight around it, not itself", *_SIDES, *_DIAGONALS)
KNIGHT = _pattern("knight", "itself and the knight's moves", _SELF, *_KNIGHT_MOVES)
HEX = _pattern("hex", "itself and its six neighbours, rows sheared to the right", _SELF, *_SIDES, (-1, 1), (1, -1))
ROW_COL = RowAndColumn("row-col", "its whole row and column, itself once")


_NOT_LINEAR = {
    "lit-only": "only lit buttons can be pressed",
    "unlit-only": "only unlit buttons can be pressed",
    "toggle": "lit and unlit buttons must be pressed in turn",
}


def rule_named(name: str) -> AnyRule:
    """Return the rule of that name, lo-opt's own or a plug-in's, or the one that a picture such as `.#./#@#/.#.` shows.

    >>> rule_named("king").summary
    'itself and all eight around it'
    >>> rule_named("@#").pattern
    ((0, 0), (0, 1))

    Raises
    ------
    InputError
        For an unknown name or a bad picture; `UnsupportedError` for games that are known not to be linear.
    """
    from lo_opt.puzzle.patterns import is_picture, pattern_from_picture  # pictures make rules, so they stand above

    if not isinstance(name, str):
        raise InputError(f"rule {name!r} must be the name of a rule, or a picture such as .#./#@#/.#.")
    if name in _NOT_LINEAR:
        raise not_linear(f"rule {name!r}", _NOT_LINEAR[name])
    if is_picture(name):
        return pattern_from_picture(name)
    return cast("AnyRule", load_named("lo_opt.rules", "rule", name))


def not_linear(what: str, why: str) -> UnsupportedError:
    """Return the refusal of a game in which what a press does depends on the lights.

    >>> print(not_linear("rule 'toggle'", "lit and unlit buttons must be pressed in turn"))
    rule 'toggle': lit and unlit buttons must be pressed in turn, so the order of presses matters and no linear \
equations describe the game; lo-opt solves games in which a button always moves the same lights
    """
    return UnsupportedError(
        f"{what}: {why}, so the order of presses matters and no linear equations describe the game; lo-opt solves "
        f"games in which a button always moves the same lights"
    )

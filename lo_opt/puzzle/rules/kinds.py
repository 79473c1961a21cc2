"""What a rule is: an object that says, as offsets from the pressed cell, what one press moves; knows no board.

A rule has `name`, `summary` and `offsets(grid)`, or `offsets_by_cell(grid)` if buttons differ; third-party packages add
theirs under the entry-point group `lo_opt.rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

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

    >>> Pattern("right", "itself and the light to its right", ((0, 0), (0, 1))).pattern
    ((0, 0), (0, 1))
    """

    name: str
    summary: str
    pattern: tuple[Offset, ...]

    def offsets(self, grid: Grid) -> Sequence[Offset]:  # noqa: ARG002 - the same on every grid
        """Return the pattern."""
        return self.pattern

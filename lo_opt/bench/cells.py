"""One cell of a benchmark: a board, who solves it, for which goal and within which limits; knows no result."""

from __future__ import annotations

import functools
from typing import Literal

import msgspec

from lo_opt.bench.boards import BoardSpec
from lo_opt.bench.keys import key_of

GoalName = Literal["optimal", "feasible"]


class Cell(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All that defines one run: two cells with equal fields are the same cell, on whatever machine they run.

    `seed` is the one given to the solver; `repetition` counts from 0.
    """

    board: BoardSpec
    backend: str
    goal: GoalName
    time_limit_s: float
    memory_limit_mib: int
    threads: int = 1
    seed: int = 0
    repetition: int = 0

    @property
    def key(self) -> str:
        """A hash of all that defines the cell."""
        return _key(self)

    @property
    def label(self) -> str:
        """What people call it.

        >>> Cell(BoardSpec(5, 5, 300), "scip:parity", "optimal", 5.0, 4096).label
        'random 5x5 seed 300 by scip:parity, goal optimal'
        """
        again = f", repetition {self.repetition}" if self.repetition else ""
        return f"{self.board.label} by {self.backend}, goal {self.goal}{again}"


@functools.lru_cache(maxsize=2**16)
def _key(cell: Cell) -> str:
    return key_of(cell)

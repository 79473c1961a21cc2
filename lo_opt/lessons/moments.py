"""What a lesson is made of: moments that show a matrix or a board, each with a sentence; knows no method."""

from __future__ import annotations

from dataclasses import dataclass

from lo_opt.algebra.gaussjordan import EliminationStep, StepKind
from lo_opt.puzzle import Board, Puzzle


@dataclass(frozen=True)
class MatrixMoment:
    """The augmented matrix after a step; `rows` and `columns` name the lights and buttons of the system."""

    caption: str
    step: EliminationStep
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    modulus: int

    @property
    def labels(self) -> tuple[str, ...]:
        """What to write beside the rows: lights at first, then numbers, for rows are mixed and change places."""
        return self.rows if self.step.kind is StepKind.SYSTEM else tuple(map(str, range(len(self.rows))))


@dataclass(frozen=True)
class BoardMoment:
    """A board of lights and the presses that are talked about; `certificate` marks lights that prove there is none."""

    caption: str
    puzzle: Puzzle
    lights: Board
    presses: Board | None = None
    certificate: Board | None = None


Moment = MatrixMoment | BoardMoment

"""A formulation: a named, pure function from a puzzle to a program; knows what it needs of a solver, and no solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lo_opt.contract import Refusal
from lo_opt.formulations.conditions import conditioned
from lo_opt.formulations.program import Feature, Program

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle

MAX_VARIABLES = 2**22  # about 1,400 x 1,400; a modelling library needs a kilobyte and more for each


@dataclass(frozen=True)
class Formulation:
    """One way to write a puzzle as an integer program, declared under the entry-point group `lo_opt.formulations`.

    Parameters
    ----------
    name, summary
        The selector on the command line (`scip:parity`), and one line for people.
    needs
        What any of its programs may ask of a solver, known without building one.
    build
        The pure function from a puzzle to its program, required buttons and limits on presses left aside: `program`
        adds them, in the same way for every formulation.
    takes
        Returns why it cannot write this puzzle, None if it can; None in its place if it writes every puzzle.
    """

    name: str
    summary: str
    needs: frozenset[Feature]
    build: Callable[[Puzzle], Program]
    takes: Callable[[Puzzle], Refusal | None] | None = None

    def refuse(self, puzzle: Puzzle) -> Refusal | None:
        """Return why this formulation cannot write `puzzle`, None if it can; nothing is built."""
        size = puzzle.button_count + puzzle.light_count
        if size > MAX_VARIABLES:
            reason = f"{size:,} buttons and lights are too many for an integer program (at most {MAX_VARIABLES:,})"
            return Refusal(reason, "use gf2")
        return self.takes(puzzle) if self.takes else None

    def program(self, puzzle: Puzzle) -> Program:
        """Return the program of a puzzle with all its conditions: what a solver or a file is given."""
        return conditioned(self.build(puzzle), puzzle)

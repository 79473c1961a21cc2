"""A formulation: a named, pure function from a puzzle to a program; knows what it needs of a solver, and no solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lo_opt.contract import Refusal
from lo_opt.formulations.conditions import conditioned
from lo_opt.formulations.linearize import linearized
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
    decomposes
        Whether its XOR rows may be rewritten as linear rows for a solver that takes none.
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
    decomposes: bool = False

    def needed_from(self, offered: frozenset[Feature]) -> frozenset[Feature]:
        """Return what its programs need of a solver that offers these features.

        >>> from dataclasses import replace
        >>> native = Formulation("f", "", frozenset({Feature.XOR}), build=print)
        >>> [[*map(str, f.needed_from(frozenset()))] for f in (native, replace(native, decomposes=True))]
        [['XOR rows'], ['variables beyond 0/1']]
        """
        if self.decomposes and Feature.XOR in self.needs - offered:
            return self.needs - {Feature.XOR} | {Feature.INTEGER}
        return self.needs

    def refuse(self, puzzle: Puzzle) -> Refusal | None:
        """Return why this formulation cannot write `puzzle`, None if it can; nothing is built."""
        size = puzzle.button_count + puzzle.light_count
        if size > MAX_VARIABLES:
            reason = f"{size:,} buttons and lights are too many for an integer program (at most {MAX_VARIABLES:,})"
            return Refusal(reason, "use gf2")
        return self.takes(puzzle) if self.takes else None

    def program(self, puzzle: Puzzle, offered: frozenset[Feature] = frozenset(Feature)) -> Program:
        """Return the program of a puzzle with all its conditions, for a solver or a file that offers these features."""
        program = conditioned(self.build(puzzle), puzzle)
        return linearized(program) if self.decomposes and Feature.XOR not in offered else program


def needs_two_states(name: str) -> Callable[[Puzzle], Refusal | None]:
    """Return a `takes` for a formulation of this name that only works modulo 2."""

    def refuse(puzzle: Puzzle) -> Refusal | None:
        if puzzle.states == 2:
            return None
        return Refusal(
            f"{name} is written modulo 2, this puzzle has {puzzle.states} states", "use the parity formulation"
        )

    return refuse

"""Linear algebra on puzzles of more than two states: what it takes, and the certificate that there is no solution."""

from __future__ import annotations

from lo_opt.contract import Refusal
from lo_opt.control import Control
from lo_opt.linear.equations import equations
from lo_opt.puzzle import Board, Puzzle

MAX_MODULUS = 2**20


def refuse_modular(puzzle: Puzzle) -> Refusal | None:
    """Return why linear algebra modulo the states cannot take this puzzle, None if it can.

    >>> print(refuse_modular(Puzzle.grid("12", states=3).at_most(1)))
    with 3 states linear algebra keeps no limits and no required buttons; use cpsat, scip, highs or cbc
    """
    cure = "use cpsat, scip, highs or cbc"
    if puzzle.limits or puzzle.required is not None:
        return Refusal(f"with {puzzle.states} states linear algebra keeps no limits and no required buttons", cure)
    if puzzle.states > MAX_MODULUS:
        return Refusal(f"{puzzle.states:,} states, at most {MAX_MODULUS:,} are taken", cure)
    return None


def modular_certificate(puzzle: Puzzle, control: Control | None = None) -> Board | None:
    """Return amounts of lights that prove a puzzle unsolvable, None if it has a solution (limits left aside).

    Every button moves their weighted sum by a multiple of the states, but the sum must change. Raises `DeadlineError`
    at the deadline.

    >>> str(modular_certificate(Puzzle.grid("10", states=3)))
    '12'
    """
    from lo_opt.algebra.modular import ModularElimination

    system = equations(puzzle)
    form = ModularElimination(
        system.indptr, system.unknowns, system.amounts, len(system.buttons), puzzle.states, control
    )
    found = form.certificate(puzzle.toggles(), control)
    return None if found is None else Board.from_array(found.reshape(puzzle.effects.light_shape), puzzle.states)

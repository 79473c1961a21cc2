"""An answer in words for people: picture, result, proof, times; decides nothing and writes only to a console."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from lo_opt.algebra import bits
from lo_opt.answer import Answer, Goal, Limit, Proof, Status
from lo_opt.cli import picture
from lo_opt.cli.numbers import exact_text, seconds_text
from lo_opt.puzzle import Objective, settled

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle

_LIMITS_SHOWN = 3
STYLES = {
    Status.OPTIMAL: "bold green",
    Status.FEASIBLE: "bold yellow",
    Status.INFEASIBLE: "bold magenta",
    Status.UNKNOWN: "bold yellow",
    Status.ERROR: "bold red",
}
_PROOFS = {
    Proof.EXHAUSTED: "every solution was accounted for",
    Proof.UNIQUE: "there is only one solution",
    Proof.BOUND: "no solution can cost less",
    Proof.CERTIFICATE: "checked; see below",
    Proof.SOLVER_CLAIM: "claimed by the solver, presses checked",
}
_LIMITS = {
    Limit.TIME: "the time limit",
    Limit.MEMORY: "lack of memory",
    Limit.NODES: "the node limit",
    Limit.INTERRUPT: "an interrupt",
}


def print_answer(answer: Answer, console: Console, glyphs: picture.Glyphs) -> None:
    """Print an answer: the puzzle, its picture, and what is known about it."""
    console.print(Text(headline(answer.puzzle), "bold"), soft_wrap=True)
    drawn = picture.picture(answer, glyphs, console.width)
    console.print()
    for line in drawn or ["  (too large to draw here; --json or --output FILE gives every press)"]:
        console.print(line.rstrip(), soft_wrap=True)
    console.print()
    for label, value in facts(answer):
        style = STYLES[answer.status] if label == answer.status else "dim"
        console.print(Text.assemble((f"{label:<11}", style), value), soft_wrap=True)
    explanation = certificate_text(answer, glyphs)
    if explanation:
        console.print(f"\n{explanation}", soft_wrap=True)


def headline(puzzle: Puzzle) -> str:
    """Return a puzzle in one line: name, shape, rule and what is special about it.

    >>> from lo_opt.puzzle import Puzzle
    >>> headline(Puzzle.grid("110/010", rule="king", wrap="torus"))
    '2x3 board, rule king, wrap torus, 3 of 6 lights on'
    """
    grid, rule = puzzle.layout, puzzle.rule
    if grid is not None:
        lights = grid.cell_count
        parts = [f"{grid.rows}x{grid.cols} board", "listed buttons" if rule is None else f"rule {rule.name}"]
        if grid.wrap != "none":
            parts.append(f"wrap {grid.wrap}")
    else:
        lights = puzzle.light_count
        parts = [f"{puzzle.button_count:,} buttons"]
    if puzzle.states > 2:
        parts.append(f"{puzzle.states} states")
    parts.append(f"{puzzle.start.count:,} of {lights:,} lights on")
    if puzzle.weights is not None:
        parts.append("weighted")
    if puzzle.forbidden is not None:
        parts.append(f"{puzzle.forbidden.count:,} forbidden")
    if puzzle.required is not None:
        parts.append(f"{puzzle.required.count:,} required")
    parts.extend(str(limit) for limit in puzzle.limits[:_LIMITS_SHOWN])
    if len(puzzle.limits) > _LIMITS_SHOWN:
        parts.append(f"{len(puzzle.limits) - _LIMITS_SHOWN:,} more limits")
    if puzzle.objective is not Objective.COST:
        parts.append(f"objective {puzzle.objective}")
    return (f"{puzzle.name}: " if puzzle.name else "") + ", ".join(parts)


def facts(answer: Answer) -> list[tuple[str, str]]:
    """Return what is known as (label, value), the status first.

    >>> from lo_opt.puzzle import Board, Puzzle
    >>> puzzle = Puzzle.grid("11/10")
    >>> solved = Answer(puzzle, Goal.OPTIMAL, "gf2", Status.OPTIMAL, presses=Board.parse("10/00"), cost=1, bound=1)
    >>> facts(solved)[0]
    ('optimal', '1 press')
    """
    lines = [(str(answer.status), result_text(answer))]
    if answer.proof is not None:
        lines.append(("proof", f"{answer.proof} ({_PROOFS[answer.proof]})"))
    if answer.nullity is not None:
        lines.append(("nullity", nullity_text(answer)))
    solver = " ".join(part for part in (answer.solver, answer.solver_version) if part)
    lines.append(("backend", f"{answer.backend} ({solver})" if solver else answer.backend))
    times = answer.times
    lines.append(
        (
            "time",
            f"{seconds_text(times.total_s)} (build {seconds_text(times.build_s)}, solve {seconds_text(times.solve_s)}, "
            f"verify {seconds_text(times.verify_s)})",
        )
    )
    if answer.message:
        lines.append(("note", answer.message))
    return lines


def nullity_text(answer: Answer) -> str:
    """Return the nullity, and how many solutions that means where there is one.

    >>> from lo_opt.puzzle import Board, Puzzle
    >>> nullity_text(Answer(Puzzle.grid("0"), Goal.OPTIMAL, "gf2", Status.OPTIMAL, presses=Board.parse("0"), nullity=0))
    '0 (1 solution)'
    """
    nullity = answer.nullity
    if nullity is None or answer.presses is None or answer.puzzle.limits:
        return str(nullity)
    if nullity == 0:
        return "0 (1 solution)"
    states = answer.puzzle.states
    count = f"{states**nullity:,}" if nullity <= 10 and states**nullity < 10**4 else f"{states}^{nullity}"
    return f"{nullity} ({count} solutions)"


def result_text(answer: Answer) -> str:
    """Return what was found, what is still possible, and what ended the search.

    >>> from lo_opt.puzzle import Puzzle
    >>> result_text(Answer(Puzzle.grid("11"), Goal.OPTIMAL, "scip", Status.UNKNOWN, Limit.TIME, bound=1))
    'no solution found, cost at least 1, stopped by the time limit'
    """
    if answer.status is Status.ERROR:
        return "no answer can be trusted"
    if answer.status is Status.INFEASIBLE:
        return "no presses solve this puzzle"
    parts = ["no solution found"]
    if answer.press_count is not None and answer.cost is not None:
        parts = [f"{answer.press_count:,} press{'' if answer.press_count == 1 else 'es'}"]
        if answer.puzzle.weights is not None:
            parts.append(f"cost {exact_text(answer.cost)}")
    if answer.status is not Status.OPTIMAL:
        if answer.bound is not None:
            measure = "presses" if answer.puzzle.objective.counts_presses else "cost"
            parts.append(f"{measure} at least {exact_text(answer.bound)}")
        if math.isfinite(answer.gap):
            parts.append(f"gap {answer.gap:.1%}")
        if answer.goal is Goal.FEASIBLE:
            parts.append("any solution was asked for")
    if answer.limit is not None:
        parts.append(f"stopped by {_LIMITS[answer.limit]}")
    return ", ".join(parts)


def certificate_text(answer: Answer, glyphs: picture.Glyphs) -> str:
    """Return why the certificate proves that there is no solution, in words to check by hand; '' without one.

    >>> from lo_opt.puzzle import Board, Puzzle
    >>> unsolvable = Answer(Puzzle.grid("10"), Goal.OPTIMAL, "gf2", Status.INFEASIBLE, certificate=Board.parse("11"))
    >>> print(certificate_text(unsolvable, picture.ASCII))
    Every button toggles an even number of the 2 lights marked in the certificate (@ must change, o must not),
    but an odd number of them, 1, must change: no presses can do that.
    """
    certificate, puzzle = answer.certificate, settled(answer.puzzle)
    if certificate is None:
        return ""
    allowed = "Every button" if puzzle.barred() is None else "Every button that may be pressed"
    if puzzle is not answer.puzzle:
        allowed = "Press the required buttons. Then every other button that may be pressed"
    if puzzle.states == 2:
        odd = bits.popcount(certificate.words & puzzle.change().words)
        return (
            f"{allowed} toggles an even number of the {certificate.count:,} lights marked in the certificate "
            f"({glyphs.marked_on} must change, {glyphs.marked_off} must not),\n"
            f"but an odd number of them, {odd:,}, must change: no presses can do that."
        )
    total = int((certificate.to_array().astype(int) * puzzle.change().to_array()).sum())
    return (
        f"Add up all lights, each as often as the certificate says. {allowed} changes this sum by a multiple of\n"
        f"{puzzle.states}, but it must change by {total % puzzle.states} (mod {puzzle.states}): no presses can do that."
    )

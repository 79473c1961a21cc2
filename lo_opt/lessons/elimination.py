"""Gauss-Jordan elimination of a puzzle, told step by step, then all choices of the free buttons; draws nothing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.gaussjordan import EliminationStep, StepKind, elimination_steps
from lo_opt.errors import InputError
from lo_opt.lessons.endings import best_moment, no_solution, presses_text
from lo_opt.lessons.moments import BoardMoment, MatrixMoment, Moment
from lo_opt.puzzle import Board, Puzzle, settled

MAX_UNKNOWNS = 144  # a 12x12 board: nobody reads a larger matrix
MAX_LISTED = 64  # choices of the free buttons that are shown one by one


@dataclass(frozen=True)
class _System:
    """The equations of a puzzle without what is no light or may not be pressed."""

    matrix: NDArray[np.int64]
    right: NDArray[np.int64]
    lights: NDArray[np.intp]
    buttons: NDArray[np.intp]


def elimination_lesson(puzzle: Puzzle) -> Iterator[Moment]:
    """Yield the moments of solving a puzzle by elimination.

    Raises
    ------
    InputError
        At once, if the puzzle has more than 144 lights or buttons, a number of states that is no prime, or limits.

    Examples
    --------
    >>> [moment.caption for moment in elimination_lesson(Puzzle.grid("11"))][-1]
    'The lightest solution takes 1 press: the least of all 2.'
    """
    if puzzle.limits:
        raise InputError("elimination knows no limits on presses; leave them out to watch it")
    if puzzle.required is not None and puzzle.states > 2:
        raise InputError("elimination knows no required buttons beyond two states; leave them out to watch it")
    if any(puzzle.states % factor == 0 for factor in range(2, puzzle.states)):
        raise InputError(f"{puzzle.states} states: elimination divides by pivots, which takes a prime number of states")
    puzzle = settled(puzzle)
    largest = max(puzzle.light_count, puzzle.button_count)
    if largest > MAX_UNKNOWNS:
        raise InputError(f"{largest:,} lights or buttons: at most {MAX_UNKNOWNS} can be watched (a 12x12 board)")
    return _moments(puzzle, _system(puzzle))


def _system(puzzle: Puzzle) -> _System:
    effects = puzzle.incidence()
    whole = np.zeros((puzzle.light_count, puzzle.button_count), np.int64)
    whole[effects.lights, effects.buttons] = effects.amounts
    buttons = np.flatnonzero(puzzle.pressable())
    holes = puzzle.layout.holes if puzzle.layout else None
    lights = np.arange(puzzle.light_count) if holes is None else np.flatnonzero(holes.to_array().ravel() == 0)
    return _System(whole[np.ix_(lights, buttons)], puzzle.toggles()[lights], lights, buttons)


def _moments(puzzle: Puzzle, system: _System) -> Iterator[Moment]:
    rows = tuple(puzzle.light_name(int(i)) for i in system.lights)
    columns = tuple(puzzle.button_name(int(j)) for j in system.buttons)
    step = None
    for step in elimination_steps(system.matrix, system.right, puzzle.states):
        yield MatrixMoment(_caption(step, columns), step, rows, columns, puzzle.states)
    assert step is not None  # the system itself is a step
    if step.contradiction is not None:
        yield no_solution(puzzle)
        return
    yield from _choices(puzzle, system, step, columns)


def _caption(step: EliminationStep, columns: tuple[str, ...]) -> str:
    rank = f"rank so far {step.rank}"
    match step.kind:
        case StepKind.SYSTEM:
            return "One row for each light, one column for each button; right of the bar what the light must change by."
        case StepKind.PIVOT:
            row, column = step.pivots[-1]
            came = "" if step.swapped is None else f", which changes places with row {step.swapped}"
            return f"Button {columns[column]}: the pivot is in row {row}{came}; {rank}."
        case StepKind.CLEAR:
            row, column = step.pivots[-1]
            others = ", ".join(map(str, step.changed))
            plural = "" if len(step.changed) == 1 else "s"
            return f"Button {columns[column]}: row {row} clears its column in row{plural} {others}; {rank}."
        case StepKind.FREE:
            assert step.column is not None
            return f"Button {columns[step.column]}: no row below the pivots has it, so it is free; {rank}."
        case StepKind.SOLVED:
            free = ", ".join(columns[j] for j in step.free) or "none"
            if step.contradiction is not None:
                return f"Rank {step.rank}; but row {step.contradiction} says that 0 is not 0: there is no solution."
            return f"Solved: rank {step.rank}, nullity {len(step.free)}; free buttons: {free}."


def _choices(puzzle: Puzzle, system: _System, step: EliminationStep, columns: tuple[str, ...]) -> Iterator[Moment]:
    total = puzzle.states ** len(step.free)
    if not step.free or total > MAX_LISTED:
        yield best_moment(puzzle, total, listed=False)
        return
    costs = puzzle.costs()[system.buttons]
    least = None
    for choice in itertools.product(range(puzzle.states), repeat=len(step.free)):
        values = step.solution(choice, puzzle.states)
        cost = int(costs @ values)
        better = least is None or cost < least
        least = cost if least is None else min(least, cost)
        presses = np.zeros(puzzle.button_count, np.int64)
        presses[system.buttons] = values
        board = Board.from_array(presses.reshape(puzzle.effects.button_shape), puzzle.states)
        chosen = ", ".join(f"{columns[j]} = {value}" for j, value in zip(step.free, choice, strict=True))
        text = f"Choose {chosen}: {presses_text(puzzle, board)}{', the least so far' if better else ''}."
        yield BoardMoment(text, puzzle, puzzle.start, board)
    yield best_moment(puzzle, total, listed=True)

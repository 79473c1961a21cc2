"""Side conditions on presses in any program: required buttons as bounds, limits as rows; knows no formulation.

Every press is affine in one variable (`PressMap`), so the conditions of the puzzle are linear in any formulation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lo_opt.formulations.program import Names, Program
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER, Indices, Int64s, Rows

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle
    from lo_opt.puzzle.limits import PressLimit

_NEVER = "never"


def conditioned(program: Program, puzzle: Puzzle) -> Program:
    """Return the program of a puzzle with the puzzle's required buttons and limits on presses.

    Limit i becomes a row named limit_i over the variables behind its buttons, unless these are constant. A condition
    that no values can meet becomes the row never >= 1 over a new variable that is 0.

    >>> from lo_opt.formulations.parity import build
    >>> from lo_opt.puzzle import Puzzle
    >>> puzzle = Puzzle.grid("11").require([(0, 0)]).at_most(1)
    >>> program = conditioned(build(puzzle), puzzle)
    >>> program.lower.tolist(), program.rows.upper.tolist(), program.names.row(2)
    ([1, 0, 0, 0], [-1, -1, 1], 'limit_0')
    """
    if puzzle.required is None and not puzzle.limits:
        return program
    possible = True
    if puzzle.required is not None:
        buttons = np.flatnonzero(puzzle.required.to_array().ravel())
        lower, upper = _pressed(program, buttons)
        possible = bool((lower <= upper).all()) and not _never_pressed(program, buttons)
        if possible:
            program = replace(program, lower=lower, upper=upper)
    if puzzle.limits:
        program, kept = _limited(program, puzzle.limits)
        possible = possible and kept
    return program if possible else impossible(program)


def _pressed(program: Program, buttons: Indices) -> tuple[Int64s, Int64s]:
    """Return bounds under which constant + coefficient * value >= 1 for the variables behind `buttons`."""
    lower, upper = program.lower.copy(), program.upper.copy()
    presses = program.presses
    moved = buttons[(presses.variable[buttons] >= 0) & (presses.coefficient[buttons] != 0)]
    slope, missing = presses.coefficient[moved], 1 - presses.constant[moved]
    rising, falling = slope > 0, slope < 0
    least = -(-missing[rising] // slope[rising])  # rounded up
    most = missing[falling] // slope[falling]  # dividing by a negative number turns >= into <=
    np.maximum.at(lower, presses.variable[moved[rising]], least)
    np.minimum.at(upper, presses.variable[moved[falling]], most)
    return lower, upper


def _never_pressed(program: Program, buttons: Indices) -> bool:
    presses = program.presses
    constant = (presses.variable[buttons] < 0) | (presses.coefficient[buttons] == 0)
    return bool((constant & (presses.constant[buttons] < 1)).any())


def _limited(program: Program, limits: Sequence[PressLimit]) -> tuple[Program, bool]:
    """Return the program with a row for each limit, and whether the limits on constants are kept."""
    from lo_opt.puzzle.limits import Stacked  # a solver imports this package, and shall not load puzzles

    presses, stacked = program.presses, Stacked.of(limits)
    constants = stacked.sums(stacked.coefficients * presses.constant[stacked.buttons])
    owners = np.repeat(np.arange(len(limits)), np.diff(stacked.indptr))
    variables = presses.variable[stacked.buttons]
    coefficients = stacked.coefficients * presses.coefficient[stacked.buttons]
    moved = variables >= 0
    # merge what several buttons of a limit owe to one variable
    keys, entry = np.unique(owners[moved] * program.variable_count + variables[moved], return_inverse=True)
    merged = np.zeros(len(keys), np.int64)
    np.add.at(merged, entry, coefficients[moved])
    owner, column = np.divmod(keys[merged != 0], max(1, program.variable_count))
    merged = merged[merged != 0]
    left = [limit.shifted(constant) for limit, constant in zip(limits, constants, strict=True)]
    filled = np.bincount(owner, minlength=len(limits))
    kept = all(limit.kept(0) for limit, entries in zip(left, filled, strict=True) if not entries)
    chosen = np.flatnonzero(filled)
    rows, first = program.rows, program.rows.count
    lower = [NO_LOWER if left[i].lower is None else left[i].lower for i in chosen]
    upper = [NO_UPPER if left[i].upper is None else left[i].upper for i in chosen]
    indptr = np.concatenate([[0], np.cumsum(filled[chosen])]).astype(np.intp)
    more = Rows(indptr, column, merged, np.array(lower, np.int64), np.array(upper, np.int64))
    own = program.names.row
    names = replace(program.names, row=lambda i: own(i) if i < first else f"limit_{chosen[i - first]}")
    return replace(program, rows=rows.followed_by(more), names=names), kept


def impossible(program: Program) -> Program:
    """Return the program with a variable that is 0 and a row that asks it to be at least 1; itself if it has them.

    >>> program = impossible(Program.of([0], [1], [1]))
    >>> program.names.variable(1), program.names.row(0), impossible(program) is program
    ('never', 'never', True)
    """
    count, rows = program.variable_count, program.rows
    own, variable, row = program.names, program.names.variable, program.names.row
    if count and variable(count - 1) == _NEVER:
        return program  # two of one name, and no reader takes the file
    return replace(
        program,
        lower=np.append(program.lower, 0),
        upper=np.append(program.upper, 0),
        objective=np.append(program.objective, 0),
        priority=None if program.priority is None else np.append(program.priority, 0),
        rows=Rows(
            np.append(rows.indptr, rows.indptr[-1] + 1),
            np.append(rows.columns, count),
            np.append(rows.coefficients, 1),
            np.append(rows.lower, 1),
            np.append(rows.upper, NO_UPPER),
        ),
        names=Names(
            variable=lambda j: _NEVER if j == count else variable(j),
            row=lambda i: _NEVER if i == rows.count else row(i),
            xor=own.xor,
        ),
    )

"""The constant of an objective as the cost of a variable that is 1: readers of LP and MPS differ on constants."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lo_opt.formulations.program import Names, Program

ONE = "one"


def constant_as_variable(program: Program) -> Program:
    """Return the program with no constant and a last variable, named one, that is 1; itself if there is no need.

    A program without variables gets one too, as some readers take no empty program.

    >>> program = constant_as_variable(Program.of([0], [1], [2], constant=7))
    >>> program.objective.tolist(), program.constant, program.lower.tolist(), program.names.variable(1)
    ([2, 7], 0, [0, 1], 'one')
    """
    count, own = program.variable_count, program.names
    if not program.constant and count:
        return program
    return replace(
        program,
        lower=np.append(program.lower, 1),
        upper=np.append(program.upper, 1),
        objective=np.append(program.objective, program.constant),
        constant=0,
        priority=None if program.priority is None else np.append(program.priority, 0),
        names=Names(lambda j: ONE if j == count else own.variable(j), own.row, own.xor),
    )

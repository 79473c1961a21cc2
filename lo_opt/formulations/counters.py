"""The counting variant as an integer program: A x = targets over the non-negative whole numbers; knows no solver."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lo_opt.formulations.program import Names, Program

if TYPE_CHECKING:
    from lo_opt.puzzle.counters import Counters


def counting_program(counters: Counters) -> Program:
    """Return the program that minimises the presses: one variable a button, one row a counter, no modulus.

    A button is pressed at most until one of its counters has reached its target, which bounds its variable.

    >>> from lo_opt.puzzle.counters import Counters
    >>> program = counting_program(Counters.of([3, 1], [[0], [0, 1]]))
    >>> program.upper.tolist(), program.rows.lower.tolist(), program.names.row(1)
    ([3, 1], [3, 1], 'counter_1')
    """
    rows: list[tuple[list[int], list[int], int, int]] = [([], [], target, target) for target in counters.targets]
    for button, adds in enumerate(counters.buttons):
        for counter, amount in adds:
            rows[counter][0].append(button)
            rows[counter][1].append(amount)
    count = len(counters.buttons)
    most = [counters.most_presses(button) for button in range(count)]
    program = Program.of([0] * count, most, objective=[1] * count, rows=rows)
    return replace(program, names=Names(variable="x_{}".format, row="counter_{}".format))

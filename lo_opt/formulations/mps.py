"""Programs as MPS text, the format every MIP solver reads; knows no puzzle and no solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from lo_opt.formulations.program import Names, Program
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER


def mps_lines(program: Program, names: Names) -> Iterator[str]:
    """Yield the lines of a program without XOR rows in free MPS: minimise, all variables whole, every bound explicit.

    >>> program = Program.of([0, 0], [1, 5], [2, 0], [([0, 1], [1, -2], -1, -1)])
    >>> [line for line in mps_lines(program, program.names) if "v_1" in line]
    [' v_1 row_0 -2', ' LO BND v_1 0', ' UP BND v_1 5']
    """
    rows = program.rows
    row_names = [names.row(i) for i in range(rows.count)]
    variable_names = [names.variable(j) for j in range(program.variable_count)]
    kinds = np.select([rows.lower == rows.upper, rows.upper == NO_UPPER], ["E", "G"], "L").tolist()
    yield "NAME lights_out FREE"
    yield "ROWS"
    yield " N cost"
    yield from map(" {} {}".format, kinds, row_names)
    yield "COLUMNS"
    yield " M 'MARKER' 'INTORG'"
    yield from _columns(program, variable_names, row_names)
    yield " M 'MARKER' 'INTEND'"
    yield "RHS"
    if program.constant:
        yield f" RHS cost {-program.constant}"
    sides = np.where(rows.upper == NO_UPPER, rows.lower, rows.upper)
    yield from map(" RHS {} {}".format, row_names, sides.tolist())
    ranged = np.flatnonzero((rows.lower != NO_LOWER) & (rows.upper != NO_UPPER) & (rows.lower != rows.upper))
    if len(ranged):
        yield "RANGES"
        widths = (rows.upper - rows.lower)[ranged].tolist()
        yield from (f" RNG {row_names[i]} {width}" for i, width in zip(ranged.tolist(), widths, strict=True))
    yield "BOUNDS"
    yield from map(" LO BND {} {}".format, variable_names, program.lower.tolist())
    yield from map(" UP BND {} {}".format, variable_names, program.upper.tolist())
    yield "ENDATA"


def _columns(program: Program, variable_names: list[str], row_names: list[str]) -> Iterator[str]:
    """Yield the entries column by column; a variable in no row is declared by its cost, 0 or not."""
    rows = program.rows
    order = np.argsort(rows.columns, kind="stable")
    entry: Callable[[str, str, int], str] = " {} {} {}".format
    owners = [row_names[i] for i in rows.owners[order].tolist()]
    coefficients = rows.coefficients[order].tolist()
    ends = np.cumsum(np.bincount(rows.columns, minlength=program.variable_count)).tolist()
    begin = 0
    for name, cost, end in zip(variable_names, program.objective.tolist(), ends, strict=True):
        if cost or begin == end:
            yield entry(name, "cost", cost)
        for place in range(begin, end):
            yield entry(name, owners[place], coefficients[place])
        begin = end

"""Programs in the CPLEX LP format, which people read as well as solvers; knows no puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from lo_opt.export.constants import constant_as_variable
from lo_opt.export.document import Document
from lo_opt.formulations.rows import NO_LOWER, NO_UPPER

_TERMS_A_LINE = 12


def lp_lines(document: Document) -> Iterator[str]:
    """Yield the lines of a program without XOR rows: minimise, one row after another, bounds, all variables whole.

    A row with two different sides becomes two, named _least and _most.

    >>> from lo_opt.formulations.program import Program
    >>> program = Program.of([0, 0], [1, 5], [2, 0], [([0, 1], [1, -2], -1, -1)], constant=3)
    >>> for line in lp_lines(Document(program, "two variables")):
    ...     print(line)
    \\ two variables
    Minimize
     cost: 2 v_0 + 3 one
    Subject To
     row_0: 1 v_0 - 2 v_1 = -1
    Bounds
     0 <= v_0 <= 1
     0 <= v_1 <= 5
     one = 1
    Generals
     v_0
     v_1
     one
    End
    """
    program = constant_as_variable(document.program)
    names = program.names
    variables = [names.variable(j) for j in range(program.variable_count)]
    nothing = [(0, variables[0])]
    yield from document.comments("\\")
    yield "Minimize"
    paid = program.objective.nonzero()[0].tolist()
    yield from _sum("cost", [(int(program.objective[j]), variables[j]) for j in paid] or nothing)
    yield "Subject To"
    rows = program.rows
    ends, columns, coefficients = rows.indptr.tolist(), rows.columns.tolist(), rows.coefficients.tolist()
    for i, (lower, upper) in enumerate(zip(rows.lower.tolist(), rows.upper.tolist(), strict=True)):
        entries = range(ends[i], ends[i + 1])
        terms = [(coefficients[k], variables[columns[k]]) for k in entries] or nothing
        if lower == upper:
            yield from _sum(names.row(i), terms, f"= {lower}")
            continue
        both = lower != NO_LOWER and upper != NO_UPPER
        if lower != NO_LOWER:
            yield from _sum(names.row(i) + ("_least" if both else ""), terms, f">= {lower}")
        if upper != NO_UPPER:
            yield from _sum(names.row(i) + ("_most" if both else ""), terms, f"<= {upper}")
    if not rows.count:
        yield from _sum("nothing", nothing, "<= 0")
    yield "Bounds"
    for name, low, high in zip(variables, program.lower.tolist(), program.upper.tolist(), strict=True):
        yield f" {name} = {low}" if low == high else f" {low} <= {name} <= {high}"
    yield "Generals"
    yield from map(" {}".format, variables)
    yield "End"


def _sum(name: str, terms: list[tuple[int, str]], side: str = "") -> Iterator[str]:
    """Yield a named sum of terms, in lines of bounded length: old readers stop at 255 or 510 characters."""
    line = f" {name}:"
    for place, (coefficient, variable) in enumerate(terms):
        if place and place % _TERMS_A_LINE == 0:
            yield line
            line = " "
        sign = "-" if coefficient < 0 else "+" if place else ""
        line += f" {sign} {abs(coefficient)} {variable}" if sign else f" {coefficient} {variable}"
    yield f"{line} {side}" if side else line

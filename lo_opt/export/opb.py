"""Programs in the OPB format of pseudo-Boolean solvers: 0/1 variables, whole coefficients; knows no puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lo_opt.export.binary import in_binary
from lo_opt.export.document import Document


def opb_lines(document: Document) -> Iterator[str]:
    """Yield the lines of a program without XOR rows; comments tell which x1, x2, ... is which bit of which variable.

    >>> from lo_opt.formulations.program import Program
    >>> program = Program.of([0, 0], [1, 2], [2, 0], [([0, 1], [1, -2], -1, 5)])
    >>> for line in opb_lines(Document(program, "two variables")):
    ...     print(line)
    * #variable= 3 #constraint= 2
    * two variables
    * x1 is v_0
    * x2 is v_1_b0
    * x3 is v_1_b1
    min: +2 x1 ;
    +1 x1 -2 x2 -2 x3 >= -1 ;
    -1 x1 +2 x2 +2 x3 >= -5 ;
    """
    binary = in_binary(document.program)
    rows: list[tuple[Sequence[tuple[int, int]], str, int]] = []
    for row in binary.rows:
        if row.lower is not None and row.lower == row.upper:
            rows.append((row.terms, "=", row.lower))
            continue
        if row.lower is not None:
            rows.append((row.terms, ">=", row.lower))
        if row.upper is not None:  # the format has no <=
            rows.append(([(-coefficient, bit) for coefficient, bit in row.terms], ">=", -row.upper))
    yield f"* #variable= {max(1, len(binary.names))} #constraint= {len(rows)}"
    yield from document.comments("*", binary.constant)
    yield from (f"* x{bit + 1} is {name}" for bit, name in enumerate(binary.names))
    paid = [(cost, bit) for bit, cost in enumerate(binary.costs) if cost]
    yield f"min: {_sum(paid)} ;"
    for terms, sign, side in rows:
        yield f"{_sum(terms)} {sign} {side} ;"


def _sum(terms: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{coefficient:+d} x{bit + 1}" for coefficient, bit in terms) or "+0 x1"

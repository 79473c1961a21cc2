"""Programs as weighted clauses for MaxSAT solvers, in the format of the evaluations since 2022; knows no puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from lo_opt.export.binary import BinaryProgram, in_binary
from lo_opt.export.clauses import Clauses
from lo_opt.export.document import Document


def wcnf_lines(document: Document) -> Iterator[str]:
    """Yield hard clauses ('h ...') for the rows, and a soft one with its weight for the cost of each variable.

    The cost is the weight of the soft clauses that are broken, plus what a comment says.

    >>> from lo_opt.formulations.program import Program
    >>> program = Program.of([0, 0], [1, 1], [2, -3], xors=[([0, 1], 1)])
    >>> for line in wcnf_lines(Document(program, "two variables")):
    ...     print(line)
    c two variables
    c cost = (objective - 3)
    c variable 1 is v_0
    c variable 2 is v_1
    h 1 2 0
    h -1 -2 0
    2 -1 0
    3 2 0
    """
    binary = in_binary(document.program)
    clauses = hard_clauses(binary, with_xors=True)
    yield from document.comments("c", binary.constant + sum(cost for cost in binary.costs if cost < 0))
    yield from (f"c variable {bit + 1} is {name}" for bit, name in enumerate(binary.names))
    for clause in clauses.listed:
        yield f"h {' '.join(map(str, clause))} 0"
    for bit, cost in enumerate(binary.costs):
        if cost:
            yield f"{abs(cost)} {-(bit + 1) if cost > 0 else bit + 1} 0"


def hard_clauses(binary: BinaryProgram, with_xors: bool) -> Clauses:
    """Return the rows as clauses, the XOR rows too if wanted; bit i is variable i + 1."""
    clauses = Clauses(len(binary.names))
    if with_xors:
        for xor in binary.xors:
            clauses.add_xor([bit + 1 for bit in xor.bits], xor.parity)
    for row in binary.rows:
        clauses.add_linear([(coefficient, bit + 1) for coefficient, bit in row.terms], row.lower, row.upper)
    return clauses

"""Programs as DIMACS clauses and XOR lines, for SAT solvers such as CryptoMiniSat; knows no puzzle and no costs."""

from __future__ import annotations

from collections.abc import Iterator

from lo_opt.export.binary import in_binary
from lo_opt.export.document import Document
from lo_opt.export.wcnf import hard_clauses


def cnf_lines(document: Document) -> Iterator[str]:
    """Yield the rows: 'x' lines ask for an odd number of true literals, other lines for at least one.

    >>> from lo_opt.formulations.program import Program
    >>> program = Program.of([0] * 3, [1] * 3, [1] * 3, [([0, 1], [1, 1], 1, 2)], [([0, 1, 2], 0)])
    >>> for line in cnf_lines(Document(program, "three variables")):
    ...     print(line)
    c three variables
    c any solution will do: clauses say nothing of costs
    c variable 1 is v_0
    c variable 2 is v_1
    c variable 3 is v_2
    p cnf 3 2
    x-1 2 3 0
    1 2 0
    """
    binary = in_binary(document.program)
    clauses = hard_clauses(binary, with_xors=False)
    lines = []
    for xor in binary.xors:
        literals = [bit + 1 for bit in xor.bits]
        if literals:
            lines.append(f"x{' '.join(map(str, [literals[0] * (1 if xor.parity else -1), *literals[1:]]))} 0")
        elif xor.parity:
            clauses.add_never()
    yield f"c {document.title}"
    yield "c any solution will do: clauses say nothing of costs"
    yield from (f"c variable {bit + 1} is {name}" for bit, name in enumerate(binary.names))
    yield f"p cnf {clauses.variables} {len(lines) + len(clauses.listed)}"
    yield from lines
    yield from (f"{' '.join(map(str, clause))} 0" for clause in clauses.listed)

"""The file formats by name: what each can say, and who writes it; knows no puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lo_opt.export.cnf import cnf_lines
from lo_opt.export.document import Document
from lo_opt.export.lp import lp_lines
from lo_opt.export.mps import mps_document_lines
from lo_opt.export.opb import opb_lines
from lo_opt.export.wcnf import wcnf_lines
from lo_opt.formulations.program import Feature


@dataclass(frozen=True)
class Format:
    """A file format for programs, also the suffix of its files.

    `takes` is what a program may use, as for a solver; `formulation` the one that is written unless another is asked
    for; `lines` yields the file line by line.

    >>> FORMATS["wcnf"].formulation, sorted(map(str, FORMATS["lp"].takes))
    ('xor', ['variables beyond 0/1'])
    """

    name: str
    summary: str
    takes: frozenset[Feature]
    formulation: str
    lines: Callable[[Document], Iterator[str]]


_WHOLE = frozenset({Feature.INTEGER})
_ALL = frozenset(Feature)

FORMATS = {
    format.name: format
    for format in (
        Format("lp", "CPLEX LP, for people and MIP solvers", _WHOLE, "parity", lp_lines),
        Format("mps", "free MPS, for MIP solvers", _WHOLE, "parity", mps_document_lines),
        Format("opb", "pseudo-Boolean, whole numbers in binary", _WHOLE, "parity", opb_lines),
        Format("wcnf", "weighted clauses, for MaxSAT solvers", _ALL, "xor", wcnf_lines),
        Format("cnf", "clauses and XOR lines ('x'), no costs, for SAT solvers", _ALL, "xor", cnf_lines),
    )
}

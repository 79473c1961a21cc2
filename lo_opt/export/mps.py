"""Documents as free MPS; the program itself is written by `lo_opt.formulations.mps`."""

from __future__ import annotations

from collections.abc import Iterator

from lo_opt.export.constants import constant_as_variable
from lo_opt.export.document import Document
from lo_opt.formulations.mps import mps_lines


def mps_document_lines(document: Document) -> Iterator[str]:
    """Yield comments, then the program in free MPS.

    >>> from lo_opt.formulations.program import Program
    >>> next(mps_document_lines(Document(Program.of([0], [1], [1]), "one button")))
    '* one button'
    """
    yield from document.comments("*")
    program = constant_as_variable(document.program)
    yield from mps_lines(program, program.names)

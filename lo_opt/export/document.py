"""What a writer is given: a program, and where it comes from, for the comments; knows no format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lo_opt.formulations.program import Program


@dataclass(frozen=True)
class Document:
    """A program to be written, and the lines of comment that say what it is.

    A cost of the program is the puzzle's cost times `denominator`.
    """

    program: Program
    title: str = "a program of lo-opt"
    denominator: int = 1

    def comments(self, mark: str, offset: int = 0) -> Iterator[str]:
        """Yield comment lines, each after `mark`, for a file whose objective leaves out `offset`.

        >>> list(Document(Program.of([], [], []), "two lights", 10).comments("c", 7))
        ['c two lights', 'c cost = (objective + 7) / 10']
        """
        yield f"{mark} {self.title}"
        if offset or self.denominator != 1:
            shifted = f"(objective {'+' if offset > 0 else '-'} {abs(offset)})" if offset else "objective"
            yield f"{mark} cost = {shifted}" + (f" / {self.denominator}" if self.denominator != 1 else "")

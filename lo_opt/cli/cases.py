"""The cases of one file, one answer a line and the sum of their costs at the end; solves nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lo_opt.cli.numbers import exact_text
from lo_opt.cli.report import STYLES, result_text

if TYPE_CHECKING:
    from lo_opt.answer import Answer, Cost, Status
    from lo_opt.puzzle import Puzzle

MAX_SHOWN = 80  # presses, or buttons that may be pressed; where there are more, the JSON has them


@dataclass
class Tally:
    """Writes answers as they come, and what they sum up to.

    `names` are those of all cases, which their lines are aligned by.
    """

    names: Sequence[str]
    json: bool
    values: list[Cost] = field(default_factory=list)
    count: int = 0

    def add(self, answer: Answer) -> None:
        """Write the answer of the next case."""
        if self.json:
            from lo_opt.cli.jsonlines import answer_record

            self.line(answer.status, answer.value, "", answer_record(answer))
            return
        presses = presses_text(answer)
        text = f"{result_text(answer)}: {presses}" if presses else result_text(answer)
        self.line(answer.status, answer.value, text, {})

    def line(self, status: Status, value: Cost | None, text: str, record: dict[str, object]) -> None:
        """Write one line: for people the case's name, the status and a text, else the record."""
        name = self.names[self.count]
        self.count += 1
        if value is not None:
            self.values.append(value)
        if self.json:
            from lo_opt.cli.jsonlines import write_json

            write_json(record, sys.stdout)
            return
        from rich.text import Text

        from lo_opt.cli.terminal import console

        label = f"{name:<{max(map(len, self.names))}}  "
        console().print(Text.assemble(label, (f"{status:<9} ", STYLES[status]), text), soft_wrap=True)

    def end(self) -> None:
        """Write the sum over the cases that have an answer."""
        total = sum(self.values)
        if self.json:
            from lo_opt.cli.jsonlines import SCHEMA, write_json

            record = {"schema": SCHEMA, "sum": total, "solved": len(self.values), "puzzles": len(self.names)}
            write_json(record, sys.stdout)
            return
        from lo_opt.cli.terminal import console

        missing = len(self.names) - len(self.values)
        of = f" over {len(self.values)} of {len(self.names)}; {missing} without a solution" if missing else ""
        console().print(f"sum {exact_text(total)}{of}", soft_wrap=True)


def presses_text(answer: Answer) -> str:
    """Return the presses of an answer in one line: rows in a word on a grid, else the numbers of the buttons.

    Empty if there are none, or too many for a line.

    >>> from lo_opt.answer import Answer, Goal, Status
    >>> from lo_opt.puzzle import Board, Puzzle
    >>> puzzle = Puzzle.from_buttons("11", [[0], [1], [0, 1]])
    >>> presses_text(Answer(puzzle, Goal.OPTIMAL, "gf2", Status.OPTIMAL, presses=Board.parse("110")))
    '0 1'
    """
    from lo_opt.puzzle.symbols import DIGITS

    presses, puzzle = answer.presses, answer.puzzle
    if presses is None or presses.size > MAX_SHOWN or presses.total > MAX_SHOWN or presses.states > len(DIGITS):
        return ""
    if puzzle.layout is not None:
        return str(presses)
    return " ".join(str(c) for c, times in enumerate(presses.to_array()[0].tolist()) for _ in range(times))


def case_names(puzzles: Sequence[Puzzle]) -> list[str]:
    """Return what the lines of puzzles are called: their names, or their numbers."""
    return [puzzle.name or f"#{number}" for number, puzzle in enumerate(puzzles, 1)]

"""What options override in a puzzle as it was written: rule, wrap, states, target, weights, conditions on presses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board, check_size
from lo_opt.puzzle.files.inputs import decode_text, is_file, open_file, read_bytes
from lo_opt.puzzle.files.text import is_number, parse_cells, rows_of_numbers
from lo_opt.puzzle.grid import Wrap
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.rules import rule_named
from lo_opt.puzzle.symbols import Symbols
from lo_opt.wording import located, shown, shown_path


@dataclass(frozen=True)
class Changes:
    """Options that replace what a puzzle's source says; None leaves it.

    `rule` and `wrap` are names; `target` is 'off', 'on' or rows in one word; `weights` is rows of numbers
    (`1 2 / 0.5 1`) or a file of them; `forbid` is cells `r,c r,c` (button numbers where the puzzle lists its buttons),
    which come on top of those already forbidden, and `require` the same for required ones. `at_most`, `at_least` and
    `exactly` are further limits on all presses, `objective` is 'cost', 'presses' or one after the other.

    Raises
    ------
    InputError
        For an unknown rule or wrap, states that no board can have, and what should be text and is none.
    """

    rule: str | None = None
    wrap: str | None = None
    states: int | None = None
    target: str | None = None
    weights: str | None = None
    forbid: str | None = None
    require: str | None = None
    at_most: int | None = None
    at_least: int | None = None
    exactly: int | None = None
    objective: str | None = None

    def __post_init__(self) -> None:
        for name in ("target", "weights", "forbid", "require"):
            if not isinstance(value := getattr(self, name), str | None):
                raise InputError(f"{name} {shown(value)}: must be text; for other forms use the methods of a puzzle")
        if self.rule is not None:
            rule_named(self.rule)
        if self.wrap is not None:
            Wrap.named(self.wrap)
        if self.states is not None:
            check_size(1, 1, self.states)

    def grid(self, board: Board, name: str) -> Puzzle:
        """Return the puzzle of a source that holds nothing but the board: rule plus and no wrap unless changed."""
        return Puzzle.grid(board, self.rule or "plus", self.wrap or Wrap.NONE, name=name)

    def applied(self, puzzle: Puzzle, symbols: Symbols | None = None) -> Puzzle:
        """Return a puzzle, read with this rule, wrap and states, with everything else that is changed.

        A published optimum is dropped unless nothing at all was changed. `symbols` are the declared (on, off).

        >>> changed = Changes(target="on", forbid="0,1").applied(Puzzle.grid("10/01"))
        >>> str(changed.target), str(changed.forbidden)
        ('11/11', '01/00')
        """
        if self == UNCHANGED:
            return puzzle
        if self.target is not None:
            puzzle = puzzle.with_target(_target(self.target, puzzle.states, symbols))
        if self.weights is not None:
            rows, where = _weight_rows(self.weights)
            with located(where):
                puzzle = puzzle.with_weights(rows)
        if self.forbid is not None:
            puzzle = puzzle.forbid(parse_cells(self.forbid, puzzle.layout is not None))
        if self.require is not None:
            puzzle = puzzle.require(parse_cells(self.require, puzzle.layout is not None, "required"))
        for lower, upper in ((self.at_least, self.at_most), (self.exactly, self.exactly)):
            if lower is not None or upper is not None:
                puzzle = puzzle.limit_presses(lower, upper)
        if self.objective is not None:
            puzzle = puzzle.with_objective(self.objective)
        return replace(puzzle, known_cost=None)


UNCHANGED = Changes()


def _target(text: str, states: int, symbols: Symbols | None) -> str | Board:
    if text in ("off", "on"):
        return text
    with located(f"target {shown(text)}"):
        return Board.parse(text, states, symbols)


def _weight_rows(text: str) -> tuple[list[list[str]], str]:
    """Return rows of numbers from a text or file, and the file's name (empty for a text).

    A text whose first word is a number is rows; a file of such a name must be written with its folder.
    """
    path = Path(text)
    words = text.replace("/", " ").replace(",", " ").split()
    if not words:
        raise InputError("weights: empty; give rows of numbers, such as '1 2 / 0.5 1', or a file of them")
    if not is_number(words[0]):
        with open_file(path, "rows of numbers, such as '1 2 / 0.5 1', or a file of them") as file:
            name = shown_path(path)
            with located(name):
                return rows_of_numbers(decode_text(read_bytes(file))), name
    if is_file(path):
        raise InputError(f"weights {shown(text)} are numbers, but also the name of a file; write ./{text} for the file")
    return rows_of_numbers(text), ""

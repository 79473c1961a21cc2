"""What the formats share: lines with their places, and what a format has no words for; knows no format."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from lo_opt.errors import InputError
from lo_opt.puzzle.files.text import line_place
from lo_opt.puzzle.grid import Wrap
from lo_opt.puzzle.objective import Objective
from lo_opt.puzzle.rules import PLUS

if TYPE_CHECKING:
    from lo_opt.puzzle.files.changes import Changes
    from lo_opt.puzzle.puzzle import Puzzle


class Line(NamedTuple):
    """A line that is not blank, without blanks at its ends, its number, where it starts, and its place in messages."""

    text: str
    number: int
    start: int
    place: str


def lines_of(text: str, origin: str) -> Iterator[Line]:
    """Yield the lines that are not blank.

    >>> [line.place for line in lines_of("a\\n\\n b", "f.txt")]
    ['f.txt:1', 'f.txt:3']
    """
    place = line_place(origin)
    for number, line in enumerate(text.split("\n"), 1):
        if stripped := line.strip():
            yield Line(stripped, number, line.index(stripped), place(number, None))


def no_grid_options(changes: Changes, format_name: str) -> None:
    """Raise `InputError` if options ask for another rule or wrap of buttons that are listed."""
    if changes.rule is not None or changes.wrap is not None:
        raise InputError(f"format {format_name} lists what every button does; no rule or wrap can replace that")


def only_lights(puzzle: Puzzle, format_name: str) -> None:
    """Raise `InputError` if a puzzle has conditions or prices, for which the format has no words."""
    for what, there in (
        ("weights", puzzle.weights is not None),
        ("forbidden buttons", puzzle.forbidden is not None),
        ("required buttons", puzzle.required is not None),
        ("limits on presses", bool(puzzle.limits)),
        (f"the objective {puzzle.objective}", puzzle.objective is not Objective.COST),
    ):
        if there:
            raise InputError(f"format {format_name} has no words for {what}; write .toml")


def only_plain_board(puzzle: Puzzle, format_name: str) -> None:
    """Raise `InputError` unless the puzzle is a whole two-state board of the plus rule, to be turned off."""
    only_lights(puzzle, format_name)
    grid, rule = puzzle.layout, puzzle.rule
    plain = grid is not None and grid.wrap is Wrap.NONE and grid.holes is None and puzzle.states == 2
    if not plain or rule != PLUS or puzzle.target.count:
        raise InputError(
            f"format {format_name} holds nothing but boards of two states, rule plus, without wrap, holes or another "
            f"target than off; write .toml"
        )

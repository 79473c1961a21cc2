"""Lists of buttons, one puzzle a line: `[.##.] (3) (1,3) (2) {3,5,4,7}`; knows no file."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, NamedTuple

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.counters import MAX_TARGET, Counters
from lo_opt.puzzle.effects import ButtonEffects, GridEffects, PlacedEffects
from lo_opt.puzzle.files.text import line_place
from lo_opt.puzzle.formats.lines import Line, lines_of, no_grid_options, only_lights
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.sums import subtract
from lo_opt.puzzle.symbols import Row, decode
from lo_opt.wording import counted, located, shown

if TYPE_CHECKING:
    from lo_opt.puzzle.files.changes import Changes

NAME = "buttons"
_FORM = "a line is [lights] (button) (button) … {numbers}, as in [.##.] (3) (1,3) {7,5,4,3}"
_BEGINS = re.compile(r"\s*\[\s*[.#0-9a-z][.#0-9a-z\s]*\]\s*[({]")
_PART = re.compile(r"\s*(?:\[([^][(){}]*)\]|\(([^][(){}]*)\)|\{([^][(){}]*)\})")
_WHOLE = re.compile("[0-9]{1,18}")


class _Parsed(NamedTuple):
    lights: Row | None
    buttons: list[list[int]]
    numbers: list[int] | None


def recognises(text: str, states: int) -> bool:  # noqa: ARG001 - any states
    """Return whether a text begins as a list of buttons does, which rows of cells and TOML do not."""
    return _BEGINS.match(text) is not None and "=" not in text


def read(text: str, changes: Changes, origin: str) -> list[Puzzle]:
    """Return the puzzles of a text, one a line: the lights in brackets, lit ones to be turned off.

    A button lists its lights, counted from 0; one listed twice moves twice. The numbers in braces, which
    `read_counters` reads, must be as many as the lights.

    >>> from lo_opt.puzzle.files.changes import UNCHANGED
    >>> (puzzle,) = read("[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}", UNCHANGED, "")
    >>> str(puzzle.start), puzzle.button_count
    ('0110', 6)

    Raises
    ------
    InputError
        For anything else, with its line.
    """
    no_grid_options(changes, NAME)
    puzzles = []
    for line in lines_of(text, origin):
        parsed = _parsed(line)
        if parsed.lights is None:
            raise InputError(f"{line.place}: no lights in brackets; {_FORM}")
        states = changes.states or 2
        lights = Board.from_blocks(decode([parsed.lights], states, None, line_place(origin)), states)
        with located(line.place):
            if parsed.numbers is not None and len(parsed.numbers) != lights.cols:
                raise InputError(f"{len(parsed.numbers)} numbers in braces for {counted(lights.cols, 'light')}")
            puzzles.append(Puzzle.from_buttons(lights, parsed.buttons, lights.states))
    if not puzzles:
        raise InputError(f"{origin or 'the text'}: empty; {_FORM}")
    return puzzles


def read_counters(text: str, origin: str = "") -> list[Counters]:
    """Return the counting puzzles of a text, one a line: the numbers in braces; the lights in brackets may be missing.

    >>> read_counters("[.#] (0) (0,1) {3,1}")[0].targets
    (3, 1)

    Raises
    ------
    InputError
        For anything else, with its line.
    """
    found = []
    for line in lines_of(text, origin):
        parsed = _parsed(line)
        with located(line.place):
            if parsed.numbers is None:
                raise InputError("no numbers in braces: there is nothing to count up to")
            if parsed.lights is not None and len("".join(parsed.lights.text.split())) != len(parsed.numbers):
                raise InputError(f"{len(parsed.numbers)} numbers in braces for other lights in brackets")
            found.append(Counters.of(parsed.numbers, parsed.buttons))
    if not found:
        raise InputError(f"{origin or 'the text'}: empty; {_FORM}")
    return found


def to_buttons(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of this format: what must change, and the buttons; holes are left out.

    >>> to_buttons(Puzzle.from_buttons("0110", [[3], [1, 3]]))
    '[.##.] (3) (1,3)'

    Raises
    ------
    InputError
        If it has conditions or weights, no lights at all, or more than 36 states.
    """
    only_lights(puzzle, NAME)
    lights = subtract(puzzle.start, puzzle.target)
    effects = puzzle.effects
    (row,) = Board.from_array(lights.to_array().reshape(1, -1), puzzle.states).row_texts()
    if isinstance(effects, ButtonEffects):
        listed = effects
    elif isinstance(effects, GridEffects):
        listed = PlacedEffects.from_grid(effects).listed()
    elif isinstance(effects, PlacedEffects):
        listed = effects.listed()
    else:
        raise InputError(f"effects of type {type(effects).__name__} have no form in format {NAME}")
    if not listed.button_count:
        raise InputError(f"format {NAME} has no words for a board of nothing but holes; write .toml")
    if puzzle.layout is not None and puzzle.layout.holes is not None:
        holes = puzzle.layout.holes.to_array().ravel()
        row = "".join(symbol for symbol, hole in zip(row, holes, strict=True) if not hole)
    if puzzle.states == 2:
        row = row.translate(str.maketrans("01", ".#"))
    words = [f"[{row}]"]
    for first, end in itertools.pairwise(listed.indptr.tolist()):
        moves = zip(listed.lights[first:end].tolist(), listed.amounts[first:end].tolist(), strict=True)
        repeated = itertools.chain.from_iterable([light] * (amount % puzzle.states) for light, amount in moves)
        words.append(f"({','.join(map(str, repeated))})")
    return " ".join(words)


def _parsed(line: Line) -> _Parsed:
    lights: Row | None = None
    numbers: list[int] | None = None
    buttons: list[list[int]] = []
    position = 0
    while position < len(line.text):
        found = _PART.match(line.text, position)
        if found is None:
            raise InputError(f"{line.place}: {shown(line.text[position:].strip()[:20])} is no part of it; {_FORM}")
        bracketed, button, braced = found.groups()
        if bracketed is not None:
            if lights is not None or buttons or numbers is not None:
                raise InputError(f"{line.place}: the lights in brackets come first, and once; {_FORM}")
            lights = Row(bracketed, line.number, line.start + found.start(1))
        elif numbers is not None:
            raise InputError(f"{line.place}: something follows the numbers in braces; {_FORM}")
        elif button is not None:
            buttons.append(_numbers(button, line, "light", MAX_TARGET))
        else:
            numbers = _numbers(braced, line, "number", MAX_TARGET)
        position = found.end()
    if not buttons:
        raise InputError(f"{line.place}: no buttons; {_FORM}")
    return _Parsed(lights, buttons, numbers)


def _numbers(text: str, line: Line, what: str, most: int) -> list[int]:
    if not text.strip():
        return []
    numbers = []
    for word in text.split(","):
        digits = word.strip()
        if not _WHOLE.fullmatch(digits) or int(digits) > most:
            raise InputError(f"{line.place}: {what} {shown(digits)} must be a whole number from 0 to {most}")
        numbers.append(int(digits))
    return numbers

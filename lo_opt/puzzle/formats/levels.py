"""Levels as JSON, an object a line: the keys of a TOML puzzle and what is certified of it; makes no level."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NoReturn

from lo_opt.errors import InputError
from lo_opt.puzzle.formats.lines import lines_of
from lo_opt.wording import located, shown

if TYPE_CHECKING:
    from lo_opt.puzzle.files.changes import Changes
    from lo_opt.puzzle.puzzle import Puzzle

NAME = "levels"
SUFFIXES = (".json", ".jsonl")
FACTS = ("min_presses", "solutions", "optimal_solutions", "chasing_presses", "chasing_excess", "seed")
"""What a level says beyond its puzzle; `min_presses` is the known cost, the rest is for people."""

_BEGINS = re.compile(r'\s*\{\s*"')


def recognises(text: str, states: int) -> bool:  # noqa: ARG001 - the same for all
    """Return whether a text can only be levels: it begins with an object of JSON.

    >>> recognises('{"board":["10","01"]}', 2), recognises("10/01", 2)
    (True, False)
    """
    return _BEGINS.match(text) is not None


def read(text: str, changes: Changes, origin: str = "") -> list[Puzzle]:
    """Return the puzzles of objects, one a line, or of one array of them.

    >>> from lo_opt.puzzle.files.changes import UNCHANGED
    >>> (puzzle,) = read('{"board": ["10", "01"], "rule": "king", "min_presses": 2}', UNCHANGED)
    >>> puzzle.rule.name, puzzle.known_cost
    ('king', Fraction(2, 1))

    Raises
    ------
    InputError
        For broken JSON, unknown keys and whatever a TOML puzzle of these keys would be refused for: where, and what.
    """
    if text.lstrip().startswith("["):
        with located(origin or "the text"):
            found = _parsed(text)
            if not found:
                raise InputError("an empty array; there are no levels in it")
            return [_level(record, f"level {n}", changes) for n, record in enumerate(found, 1)]
    puzzles = [_level(_parsed(line.text, line.place), line.place, changes) for line in lines_of(text, origin)]
    if not puzzles:
        raise InputError(f"{origin or 'the text'}: empty, there are no levels in it")
    return puzzles


def keys_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return all that a level must say of its puzzle but the board: nothing for the plus rule with nothing added.

    >>> from lo_opt.puzzle import Puzzle
    >>> keys_of(Puzzle.grid("10/01")), keys_of(Puzzle.grid("10", "king", "rows").with_weights([["0.5", 2]]))
    ({}, {'rule': 'king', 'wrap': 'rows', 'weights': ['0.5 2']})

    Raises
    ------
    InputError
        If the puzzle has no such form, as for `to_toml`.
    """
    from lo_opt.puzzle.toml import to_toml

    bare = replace(puzzle, name="", source="", known_cost=None)
    keys = tomllib.loads(to_toml(bare), parse_float=str)
    del keys["board"]
    if keys.get("rule") == "plus":
        del keys["rule"]
    if "weights" in keys:  # as text, since JSON's numbers would be rounded
        keys["weights"] = [" ".join(map(str, row)) for row in keys["weights"]]
    return keys


def _level(record: object, place: str, changes: Changes) -> Puzzle:
    from lo_opt.puzzle.toml import puzzle_from_table

    with located(place):
        if not isinstance(record, dict):
            raise InputError(f'{shown(record)} is no level; write an object such as {{"board": ["10", "01"]}}')
        table = {key: value for key, value in record.items() if key not in FACTS and value is not None}
        if record.get("min_presses") is not None:
            table.setdefault("known", {"cost": record["min_presses"]})
        return puzzle_from_table(table, changes)


def _parsed(text: str, place: str = "") -> Any:
    """Return the value of a JSON text, decimals as exact `Decimal`."""
    try:
        return json.loads(text, parse_float=Decimal, parse_constant=_refused)
    except json.JSONDecodeError as error:
        raise InputError(f"{place}{': ' if place else ''}broken JSON: {error}") from None
    except (RecursionError, ValueError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"{place}{': ' if place else ''}broken JSON: {reason}") from None


def _refused(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")

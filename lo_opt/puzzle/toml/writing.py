"""A puzzle as a TOML document that reads back as the same puzzle; knows no file."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from fractions import Fraction

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.effects import ButtonEffects, GridEffects
from lo_opt.puzzle.effects.placed import PlacedEffects
from lo_opt.puzzle.grid import Grid, Wrap
from lo_opt.puzzle.objective import Objective
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.symbols import DIGITS
from lo_opt.puzzle.toml.limits import limit_tables
from lo_opt.puzzle.toml.rules import rule_lines


def to_toml(puzzle: Puzzle) -> str:
    """Return a puzzle as TOML; `puzzle_from_toml` reads an equal one back.

    >>> print(to_toml(Puzzle.grid("10/01", "king", name="two").forbid([(0, 1)])), end="")
    name = "two"
    rule = "king"
    board = [
      "10",
      "01",
    ]
    forbidden = [
      ".#",
      "..",
    ]

    Raises
    ------
    InputError
        If it has no such form: a rule that is not registered under its name, or weights that are no decimals.
    """
    return "".join(line + "\n" for line in _lines(puzzle))


def _lines(puzzle: Puzzle) -> Iterator[str]:
    for key in ("name", "source"):
        if value := getattr(puzzle, key):
            yield f"{key} = {_string(value)}"
    if puzzle.known_cost is not None:
        yield f"known.cost = {_decimal(puzzle.known_cost)}"
    if puzzle.states != 2:
        yield f"states = {puzzle.states}"
    effects = puzzle.effects
    if isinstance(effects, GridEffects | PlacedEffects) and effects.rule is not None:
        yield from rule_lines(effects.rule)
        yield from _grid(effects.grid)
        yield from _board("board", puzzle.start)
    elif isinstance(effects, PlacedEffects):
        yield from _block("buttons", _buttons(effects.listed(), puzzle.states))
        yield from _grid(effects.grid)
        yield from _board("board", puzzle.start)
    elif isinstance(effects, ButtonEffects):
        yield from _block("buttons", _buttons(effects, puzzle.states))
        yield from _board("lights", puzzle.start)
    else:
        raise InputError(f"effects of type {type(effects).__name__} have no form in TOML")
    if puzzle.target.count:
        yield from _board("target", puzzle.target)
    if puzzle.weights is not None:
        rows = puzzle.weights.rows(effects.button_shape)
        yield from _block("weights", (f"[{', '.join(map(_decimal, row))}]" for row in rows))
    if puzzle.objective is not Objective.COST:
        yield f"objective = {_string(puzzle.objective)}"
    for key, marks in (("forbidden", puzzle.forbidden), ("required", puzzle.required)):
        if marks is not None and marks.count:
            yield from _marks(key, marks)
    if puzzle.limits:
        yield from _block("limits", limit_tables(puzzle))


def _grid(grid: Grid) -> Iterator[str]:
    if grid.wrap != Wrap.NONE:
        yield f"wrap = {_string(grid.wrap)}"
    if grid.holes is not None:
        yield from _marks("mask", Board.from_words(~grid.holes.words, grid.holes.cols))


def _buttons(effects: ButtonEffects, states: int) -> Iterator[str]:
    ends = effects.indptr.tolist()
    lights, amounts = effects.lights.tolist(), effects.amounts.tolist()
    for first, end in itertools.pairwise(ends):
        if all(amount == 1 for amount in amounts[first:end]):
            yield str(lights[first:end])
            continue
        total: dict[int, int] = {}
        for light, amount in zip(lights[first:end], amounts[first:end], strict=True):
            total[light] = (total.get(light, 0) + amount) % states
        yield "{" + ", ".join(f"{light} = {amount}" for light, amount in total.items()) + "}"


def _board(key: str, board: Board) -> Iterator[str]:
    if board.states <= len(DIGITS):
        return _block(key, (f'"{row}"' for row in board.row_texts()))
    return _block(key, (str(row) for row in board.to_array().tolist()))


def _marks(key: str, marks: Board) -> Iterator[str]:
    picture = str.maketrans("01", ".#")
    return _block(key, (f'"{row.translate(picture)}"' for row in marks.row_texts()))


def _block(key: str, items: Iterator[str]) -> Iterator[str]:
    yield f"{key} = ["
    for item in items:
        yield f"  {item},"
    yield "]"


def _string(text: str) -> str:
    """Return a TOML string: JSON's escapes are TOML's too, but for the delete character, which JSON leaves bare."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _decimal(value: Fraction) -> str:
    """Return the finite decimal that equals `value`.

    >>> _decimal(Fraction(5, 4)), _decimal(Fraction(3)), _decimal(Fraction(1, 20))
    ('1.25', '3', '0.05')
    """
    for places in range(value.denominator.bit_length() + 1):  # a divisor of 10^k has at most k twos and k fives
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(scaled.numerator).rjust(places + 1, "0")
            return f"{digits[:-places]}.{digits[-places:]}" if places else digits
    raise InputError(f"{value} is no finite decimal, the only numbers TOML can write exactly")

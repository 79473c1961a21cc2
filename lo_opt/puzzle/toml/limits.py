"""Limits on presses as TOML tables, read and written; knows puzzles, no file."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lo_opt.errors import InputError
from lo_opt.puzzle.board import MAX_CELLS
from lo_opt.puzzle.limits import PressLimit
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.selecting import Cell
from lo_opt.puzzle.toml.values import Table, array, check_keys, whole
from lo_opt.puzzle.weights import MAX_TOTAL
from lo_opt.wording import located, shown

_SIDES = ("at_least", "at_most", "exactly")
_PLACES = ("row", "col", "buttons", "coefficients")


def with_limits(puzzle: Puzzle, value: object) -> Puzzle:
    """Return the puzzle with the limits of an array of tables.

    A table has `at_most`, `at_least` or both, or `exactly`; it counts the presses of a `row`, of a `col`, of `buttons`
    (a list of [row, column], or of button numbers), or of all buttons, or it adds them up with `coefficients`
    (a list of [row, column, coefficient], or of [button, coefficient]).

    >>> limited = with_limits(Puzzle.grid("11/11"), [{"at_most": 1, "row": 0}, {"exactly": 2}])
    >>> [str(limit) for limit in limited.limits]
    ['at most 1 press in row 0', 'exactly 2 presses in all']
    """
    for number, table in enumerate(array(value, "limits"), 1):
        with located(f"limits: limit {number}"):
            if not isinstance(table, dict):
                raise InputError(f"{shown(table)} must be a table, as in {{at_most = 3, row = 0}}")
            check_keys(table, (*_SIDES, *_PLACES))
            puzzle = _with_limit(puzzle, table)
    return puzzle


def _with_limit(puzzle: Puzzle, table: Table) -> Puzzle:
    sides = {key: whole(table[key], key, 1 - MAX_TOTAL, MAX_TOTAL - 1) for key in _SIDES if key in table}
    if not sides or ("exactly" in sides and len(sides) > 1):
        raise InputError("give at_most, at_least or both, or exactly alone")
    places = [key for key in _PLACES if key in table]
    if len(places) > 1:
        raise InputError(f"give one of {' and '.join(places)}, or none for all buttons")
    lower = sides.get("exactly", sides.get("at_least"))
    upper = sides.get("exactly", sides.get("at_most"))
    on_grid = puzzle.layout is not None
    if "coefficients" in table:
        terms = [
            _numbers(term, 3 if on_grid else 2, "coefficients") for term in array(table["coefficients"], places[0])
        ]
        coefficients = {_cell(term[:-1], on_grid): term[-1] for term in terms}
        if len(coefficients) < len(terms):
            raise InputError("coefficients: a button is listed twice; name it once")
        return puzzle.limit(coefficients, lower, upper)
    if "buttons" in table:
        listed = array(table["buttons"], "buttons")
        cells = [_cell(_numbers(button, 2, "buttons") if on_grid else [button], on_grid) for button in listed]
        return puzzle.limit_presses(lower, upper, cells)
    row, col = (whole(table[key], key, 0, MAX_CELLS) if key in table else None for key in ("row", "col"))
    return puzzle.limit_presses(lower, upper, row=row, col=col)


def _numbers(value: object, count: int, key: str) -> list[int]:
    numbers = array(value, key)
    forms = {"buttons": "[row, column]", "coefficients": "[row, column, k]" if count == 3 else "[button, k]"}
    if len(numbers) != count:
        raise InputError(f"{key}: {shown(numbers)} must be {forms[key]}")
    return numbers


def _cell(numbers: list[int], on_grid: bool) -> Cell:
    places = [whole(number, "button", -MAX_CELLS, MAX_CELLS) for number in numbers]
    return (places[0], places[1]) if on_grid else (0, places[0])


def limit_tables(puzzle: Puzzle) -> Iterator[str]:
    """Yield each limit of a puzzle as an inline table that `with_limits` reads back.

    >>> list(limit_tables(Puzzle.grid("11/11").at_most(1, row=0).at_least(1, [(1, 1)])))
    ['{at_most = 1, row = 0}', '{at_least = 1, buttons = [[1, 1]]}']
    """
    for limit in puzzle.limits:
        sides = [("exactly", limit.lower)]
        if limit.lower != limit.upper:
            sides = [
                (key, side) for key, side in (("at_least", limit.lower), ("at_most", limit.upper)) if side is not None
            ]
        yield "{" + ", ".join([*(f"{key} = {side}" for key, side in sides), *_place(puzzle, limit)]) + "}"


def _place(puzzle: Puzzle, limit: PressLimit) -> Iterator[str]:
    cols, on_grid = puzzle.effects.button_shape[1], puzzle.layout is not None
    cells = [list(divmod(button, cols)) if on_grid else [button] for button in limit.buttons.tolist()]
    if not limit.counts:
        terms = [[*cell, k] for cell, k in zip(cells, limit.coefficients.tolist(), strict=True)]
        yield f"coefficients = {terms}"
        return
    lines: list[tuple[int | None, int | None]] = [(None, None)]
    if on_grid:
        lines += [(cells[0][0], None), (None, cells[0][1])]
    for row, col in lines:
        if np.array_equal(puzzle.buttons_in(row, col), limit.buttons):
            yield from (f"{key} = {index}" for key, index in (("row", row), ("col", col)) if index is not None)
            return
    yield f"buttons = {cells if on_grid else limit.buttons.tolist()}"

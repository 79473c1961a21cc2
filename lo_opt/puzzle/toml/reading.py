"""Puzzles written in TOML: which keys there are and what they mean together; knows no file and no option's syntax."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from lo_opt.errors import InputError
from lo_opt.puzzle.board import MAX_CELLS, MAX_STATES, Board
from lo_opt.puzzle.files.changes import UNCHANGED, Changes
from lo_opt.puzzle.files.text import board_from_text, rows_of_numbers
from lo_opt.puzzle.grid import Wrap
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.symbols import Row, decode
from lo_opt.puzzle.toml.limits import with_limits
from lo_opt.puzzle.toml.rules import RULE_KEYS, rule_of
from lo_opt.puzzle.toml.values import Table, array, check_keys, parse_document, string, whole
from lo_opt.puzzle.weights import exact
from lo_opt.wording import counted, located, shown

_PLACE_KEYS = ("rows", "cols", "board", "mask")
_GRID_KEYS = (*RULE_KEYS, "wrap", *_PLACE_KEYS)
_CONDITIONS = ("forbidden", "required", "limits")
_OTHER_KEYS = ("name", "source", "states", "buttons", "lights", "target", "weights", "objective", "known")
_KEYS = (*_OTHER_KEYS, *_GRID_KEYS, *_CONDITIONS)


def puzzle_from_toml(text: str, changes: Changes = UNCHANGED) -> Puzzle:
    """Return the puzzle of a TOML document; rule, wrap and states of `changes` (no others) replace the document's.

    The keys: `name`, `source`, `rule`, `wrap`, `states`; `board` as rows (a list of strings, one string of several
    lines, or lists of whole numbers), or 'on' or 'off' with `rows` and `cols`; `target` as rows, 'on' or 'off'; `mask`,
    rows with `#` where a cell exists and `.` where there is a hole; `weights`, rows of numbers; `forbidden`, rows with
    `#` where a button must not be pressed, or a list of [row, column]; `required`, the same for buttons that must be
    pressed; `limits`, see `with_limits`; `objective`, 'cost', 'presses' or one after the other; `known.cost`, the
    published optimum. Instead of rule and board, `buttons` lists the lights of each button (a list of lights, or a
    table light = amount), and `lights` is one row of states; `weights` is then one row, and `forbidden` and `required`
    are lists of buttons. `buttons` with a board lists one button for each cell: cells are then numbered row by row,
    those that the mask leaves out not counted. For rules see `rule_of`.

    >>> puzzle = puzzle_from_toml('rule = "king"\\nboard = ["10", "01"]\\nweights = [[1, 0.5], [1, 1]]')
    >>> puzzle.rule.name, puzzle.costs().tolist()
    ('king', [2, 1, 2, 2])

    Raises
    ------
    InputError
        For broken TOML (with its line), unknown keys, and wrong types and values, naming the key.
    """
    return puzzle_from_table(parse_document(text), changes)


def puzzle_from_table(table: Table, changes: Changes = UNCHANGED) -> Puzzle:
    """Return the puzzle of a document that is read already, decimals as `Decimal`; errors as for `puzzle_from_toml`.

    >>> str(puzzle_from_table({"board": ["10", "01"]}).start)
    '10/01'
    """
    check_keys(table, _KEYS)
    states = changes.states or whole(table.get("states", 2), "states", 2, MAX_STATES)
    puzzle = _listed(table, changes, states) if "buttons" in table else _on_grid(table, changes, states)
    if "target" in table:
        target = table["target"] if table["target"] in ("on", "off") else _board(table["target"], "target", states)
        puzzle = puzzle.with_target(target)
        _check_holes(target, puzzle.target, "target")
    if "weights" in table:
        puzzle = puzzle.with_weights(_weight_rows(table["weights"]))
    if "forbidden" in table:
        puzzle = puzzle.forbid(_cells(table, "forbidden", puzzle.layout is not None))
    if "required" in table:
        puzzle = puzzle.require(_cells(table, "required", puzzle.layout is not None))
    if "limits" in table:
        puzzle = with_limits(puzzle, table["limits"])
    if "objective" in table:
        puzzle = puzzle.with_objective(string(table, "objective"))
    known_cost = _known_cost(table)
    return replace(puzzle, name=string(table, "name"), source=string(table, "source"), known_cost=known_cost)


def _on_grid(table: Table, changes: Changes, states: int) -> Puzzle:
    if "lights" in table:
        raise InputError("lights: goes with buttons; on a grid write board")
    rule = changes.rule or rule_of(table)
    board, start, holes = _placed(table, states)
    wrap = changes.wrap or string(table, "wrap") or Wrap.NONE
    puzzle = Puzzle.grid(start, rule, wrap, holes=holes)
    _check_holes(board, puzzle.start, "board")
    return puzzle


def _placed(table: Table, states: int) -> tuple[Board | str, Board, Board | None]:
    """Return the board as it is written ('on', 'off' or rows), its states, and the holes."""
    if "board" not in table:
        raise InputError('no board: write board = ["110", "010"], or board = "on" with rows and cols')
    board: Board | str
    if (board := table["board"]) in ("on", "off"):
        if not table.keys() >= {"rows", "cols"}:
            raise InputError(f'board: "{board}" needs rows and cols')
        rows, cols = (whole(table[key], key, 1, MAX_CELLS) for key in ("rows", "cols"))
        start = Board.filled(rows, cols, states - 1 if board == "on" else 0, states)
    else:
        board = start = _board(table["board"], "board", states)
        for key, found in (("rows", start.rows), ("cols", start.cols)):
            if table.get(key, found) != found:
                raise InputError(f"{key}: {shown(table[key])}, but the board has {found}; leave {key} out")
    cells = _board(table["mask"], "mask", 2) if "mask" in table else None
    holes = None if cells is None or cells.count == cells.size else Board.from_words(~cells.words, cells.cols)
    return board, start, holes


def _check_holes(written: Board | str, kept: Board, key: str) -> None:
    if isinstance(written, Board) and written != kept:
        r, c = np.argwhere(written.to_array() != kept.to_array())[0]
        raise InputError(f"{key}: cell {r},{c} is not off, but the mask has a hole there; write 0 or .")


def _listed(table: Table, changes: Changes, states: int) -> Puzzle:
    placed = "board" in table
    for key in _GRID_KEYS:
        if key in table and not (placed and key in _PLACE_KEYS):
            raise InputError(f'{key}: goes with a grid; with buttons write one row of states, as in lights = "0110"')
    if changes.rule or changes.wrap:
        raise InputError("this puzzle lists its buttons; no rule or wrap can replace them")
    if placed:
        return _on_cells(table, states)
    if "lights" not in table:
        raise InputError('no lights: with buttons write one row of states, as in lights = "0110"')
    lights = _board(table["lights"], "lights", states)
    if lights.rows != 1:
        raise InputError(f"lights: {lights.rows} rows; it must be one")
    return Puzzle.from_buttons(lights, _buttons(table, states))


def _on_cells(table: Table, states: int) -> Puzzle:
    if "lights" in table:
        raise InputError("lights: the board has them already; leave one of the two out")
    board, start, holes = _placed(table, states)
    puzzle = Puzzle.from_cells(start, _buttons(table, states), states, holes=holes)
    _check_holes(board, puzzle.start, "board")
    return puzzle


def _buttons(table: Table, states: int) -> list[list[int] | dict[int, int]]:
    buttons = array(table["buttons"], "buttons")
    if not buttons:
        raise InputError("buttons: empty; list the lights of at least one button, as in buttons = [[0, 1], [1]]")
    return [_moves(button, f"button {j}", states) for j, button in enumerate(buttons)]


def _moves(button: object, where: str, states: int) -> list[int] | dict[int, int]:
    if not isinstance(button, dict):
        return [whole(light, where, 0, MAX_CELLS) for light in array(button, where)]
    for light in button:
        if not re.fullmatch("[0-9]{1,18}", light):
            raise InputError(f"{where}: {shown(light)} must be the number of a light, as in {{0 = 1, 3 = 2}}")
    return {int(light): whole(amount, f"{where}, light {light}", 0, states - 1) for light, amount in button.items()}


def _board(value: object, key: str, states: int) -> Board:
    """Return a board of rows: a string of lines, a list of strings, lists of whole numbers, or one list for one row."""
    if isinstance(value, str):
        with located(key):
            return board_from_text(value.strip("\n"), states)
    rows = array(value, key)
    with located(key):
        if rows and all(isinstance(row, str) for row in rows):
            return Board.from_blocks(decode((Row(row, n) for n, row in enumerate(rows, 1)), states), states)
        if not any(isinstance(row, list) for row in rows):
            rows = [rows]
        for n, row in enumerate(rows, 1):
            for c, cell in enumerate(array(row, f"row {n}"), 1):
                whole(cell, f"row {n}, column {c}", 0, states - 1)
            if not row:
                raise InputError(f"row {n}: no cells")
            if len(row) != len(rows[0]):
                cells = counted(len(row), "cell")
                raise InputError(f"row {n}: {cells}, but row 1 has {len(rows[0])}; rows must be equally long")
        return Board.from_array(rows, states)


def _cells(table: Table, key: str, on_grid: bool) -> Board | Iterable[tuple[int, int]]:
    """Return cells: those marked in rows of symbols, or a list of [row, column], or of buttons."""
    value = table[key]
    if isinstance(value, str) or (isinstance(value, list) and value and isinstance(value[0], str)):
        return _board(value, key, 2)
    cells = [cell if on_grid else [0, cell] for cell in array(value, key)]
    for cell in cells:
        if len(array(cell, f"{key} cell")) != 2:
            raise InputError(f"{key} cell {shown(cell)} must be [row, column]")
    return [(_coordinate(r, key), _coordinate(c, key)) for r, c in cells]


def _coordinate(value: object, key: str) -> int:
    return whole(value, f"{key} cell", -MAX_CELLS, MAX_CELLS)


def _weight_rows(value: object) -> Sequence[Sequence[object]]:
    if isinstance(value, str):
        return rows_of_numbers(value)
    rows = array(value, "weights")
    if rows and all(isinstance(row, str) for row in rows):
        return rows_of_numbers("\n".join(rows))
    if not any(isinstance(row, list) for row in rows):
        return [rows]
    return [array(row, f"weights: row {n}") for n, row in enumerate(rows, 1)]


def _known_cost(table: Table) -> Fraction | None:
    known = table.get("known", {})
    if not isinstance(known, dict):
        raise InputError(f"known: {shown(known)} must be a table; write known.cost = 11")
    check_keys(known, ("cost",), "known.")
    return exact(known["cost"], "known.cost") if known else None

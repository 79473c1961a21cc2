"""Puzzles and games as the page writes them in JSON, checked before they are believed; knows no HTTP."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from lo_opt.answer import exact_text
from lo_opt.errors import InputError, LoOptError
from lo_opt.game import Game, Level, Phase, Verdict
from lo_opt.puzzle import Board, ButtonEffects, Grid, GridEffects, Objective, Puzzle
from lo_opt.puzzle.effects import PlacedEffects
from lo_opt.wording import shown

MAX_SIDE = 64
MAX_STATES = 10
MAX_NAME = 200
MAX_PRESSES = 10**9
MAX_EVENTS = 1000
MAX_LISTED = 40_000  # lights moved by all listed buttons together

Record = Mapping[str, Any]


def puzzle_from(record: object) -> Puzzle:
    """Return the puzzle of a record.

    Keys: `board`, rows of digits; `rule`, `wrap`, `states`; `buttons`, the lights of every cell's button, row by row,
    repeats adding up, instead of a rule, or null; `target`, 'off', 'on' or rows; `weights`, rows of numbers as text, or
    null; `forbidden`, `required`, `holes`, rows of 0 and 1, or null; `name`. All but `board` may be absent.

    >>> puzzle_from({"board": ["10", "01"], "rule": "king"}).rule.name
    'king'

    Raises
    ------
    InputError
        For anything that is no such record, or a board beyond 64x64.
    """
    table = _table(record, "puzzle")
    states = _whole(table.get("states", 2), "states", 2, MAX_STATES)
    board = _rows(table.get("board"), "board", states)
    name = _text(table.get("name", ""), "name", MAX_NAME)
    rule, wrap = (
        _text(table.get(key, default), key, MAX_NAME) for key, default in (("rule", "plus"), ("wrap", "none"))
    )
    target = table.get("target", "off")
    holes = _marks(table, "holes")
    puzzle = Puzzle.grid(
        board,
        rule,
        wrap,
        target=target if target in ("off", "on") else _rows(target, "target", states),
        holes=holes,
        name=name,
    )
    if table.get("buttons") is not None:
        puzzle = replace(puzzle, effects=_listed(table["buttons"], Grid(board.rows, board.cols, holes=holes)))
    forbidden, required = _marks(table, "forbidden"), _marks(table, "required")
    if forbidden is not None:
        puzzle = puzzle.forbid(forbidden)
    if required is not None:
        puzzle = puzzle.require(required)
    return puzzle if table.get("weights") is None else puzzle.with_weights(_weights(table["weights"]))


def record_of(puzzle: Puzzle) -> dict[str, object]:
    """Return the record of a puzzle; `puzzle_from` reads an equal one back.

    >>> record_of(Puzzle.grid("10/01"))["board"]
    ['10', '01']

    Raises
    ------
    InputError
        If the page cannot show it.
    """
    grid = puzzle.layout
    if grid is None:
        raise InputError("the page plays boards on a grid; this puzzle lists its buttons")
    if max(grid.shape) > MAX_SIDE or puzzle.states > MAX_STATES:
        raise InputError(
            f"the page shows at most {MAX_SIDE}x{MAX_SIDE} lights of {MAX_STATES} states; this board is "
            f"{grid.rows}x{grid.cols} with {puzzle.states}"
        )
    if puzzle.limits or puzzle.objective is not Objective.COST:
        raise InputError("the page knows no limits on presses and no other objective than cost; leave them out")
    on = puzzle.with_target("on").target
    rule, buttons = _rule_of(puzzle, grid), None
    if rule is None:
        buttons = _lists_of(puzzle)
        if sum(map(len, buttons)) > MAX_LISTED:
            raise InputError(f"the page holds buttons that move at most {MAX_LISTED:,} lights together")
    target: object = list(puzzle.target.row_texts()) if puzzle.target.count else "off"
    weights = None
    if puzzle.weights is not None:
        weights = [[exact_text(weight) for weight in row] for row in puzzle.weights.rows(puzzle.effects.button_shape)]
    return {
        "name": puzzle.name,
        "board": list(puzzle.start.row_texts()),
        "rule": rule or "plus",
        "buttons": buttons,
        "wrap": str(grid.wrap),
        "states": puzzle.states,
        "target": "on" if puzzle.target == on else target,
        "weights": weights,
        **{key: _mark_rows(board) for key, board in _conditions(puzzle)},
    }


def moves_of(puzzle: Puzzle) -> dict[str, object]:
    """Return what a press moves: `offsets` (down, right) where all buttons do the same, else the `lists` of lights.

    Lights that are met several times move as often.

    >>> moves_of(Puzzle.grid("10", rule="plus"))
    {'offsets': [(0, -1), (0, 0), (0, 1)]}
    """
    if isinstance(puzzle.effects, GridEffects):
        return {"offsets": puzzle.effects.offsets}
    return {"lists": _lists_of(puzzle)}


def game_from(level: Level, record: object) -> Game:
    """Return the state of a game that the page holds; the beginning for null.

    Raises
    ------
    InputError
        If it is no state of this level.
    """
    if record is None:
        return Game.start(level)
    table = _table(record, "state")
    lights = _rows(table.get("lights"), "lights", level.puzzle.states)
    if lights.shape != level.puzzle.start.shape:
        raise InputError(f"lights are {lights.rows}x{lights.cols}, the level is not")
    cursor = _whole(table.get("cursor"), "cursor", 0, lights.size - 1)
    presses = _whole(table.get("presses"), "presses", 0, MAX_PRESSES)
    errors = _whole(table.get("errors"), "errors", 0, 2)
    phase, verdict = table.get("phase"), table.get("verdict")
    if phase not in list(Phase) or verdict not in list(Verdict):
        raise InputError(f"phase {shown(phase)} with verdict {shown(verdict)}: no state of a game")
    return Game(level, lights, cursor, presses, errors, Phase(phase), Verdict(verdict))


def events_from(value: object) -> list[str]:
    """Return the names of events, at most 1,000 of them."""
    if not isinstance(value, list) or len(value) > MAX_EVENTS:
        raise InputError(f"events: must be a list of at most {MAX_EVENTS:,} names")
    return [_text(event, "event", MAX_NAME) for event in value]


def game_record(game: Game) -> dict[str, object]:
    """Return a state as the page holds it, the score with it."""
    return {
        "lights": list(game.lights.row_texts()),
        "cursor": game.cursor,
        "presses": game.presses,
        "errors": game.errors,
        "phase": game.phase,
        "verdict": game.verdict,
        "score": game.score,
    }


def _rule_of(puzzle: Puzzle, grid: Grid) -> str | None:
    """Return the name by which the rule of a puzzle is found again, None if it has none."""
    rule = puzzle.rule
    if rule is None or len(rule.name) > MAX_NAME:
        return None
    try:
        again = Puzzle.grid(puzzle.start, rule.name, grid.wrap, holes=grid.holes)
    except LoOptError:
        return None
    return rule.name if again.effects == puzzle.effects else None


def _lists_of(puzzle: Puzzle) -> list[list[int]]:
    """Return the lights each button moves, in the order of the cells, each as often as it moves by one state."""
    effects = puzzle.incidence()
    lists: list[list[int]] = [[] for _ in range(puzzle.button_count)]
    for light, button, amount in zip(
        effects.lights.tolist(), effects.buttons.tolist(), effects.amounts.tolist(), strict=True
    ):
        lists[button] += [light] * amount
    return lists


def _listed(value: object, grid: Grid) -> PlacedEffects:
    """Return the effects of listed buttons."""
    cells = grid.rows * grid.cols
    if not isinstance(value, list) or len(value) != cells:
        raise InputError(f"buttons: must be {cells} lists of lights, one for each cell")
    lists: list[list[Any]] = [button if isinstance(button, list) else [None] for button in value]
    if sum(map(len, lists)) > MAX_LISTED:
        raise InputError(f"buttons: they move more than {MAX_LISTED:,} lights together")
    lists = [[_whole(light, "light of a button", 0, cells - 1) for light in button] for button in lists]
    holes = np.zeros(cells, bool) if grid.holes is None else grid.holes.to_array().ravel() == 1
    if any(holes[light] for button in lists for light in button) or any(map(len, itertools.compress(lists, holes))):
        raise InputError("buttons: there is no light and no button where the holes are")
    return PlacedEffects(grid, ButtonEffects.from_lists(lists, cells))


def _conditions(puzzle: Puzzle) -> list[tuple[str, Board | None]]:
    holes = puzzle.layout.holes if puzzle.layout else None
    return [("holes", holes), ("forbidden", puzzle.forbidden), ("required", puzzle.required)]


def _mark_rows(board: Board | None) -> list[str] | None:
    return None if board is None or not board.count else list(board.row_texts())


def _table(value: object, what: str) -> Record:
    if not isinstance(value, dict):
        raise InputError(f"{what}: {shown(value)} must be an object")
    return value


def _text(value: object, what: str, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise InputError(f"{what}: {shown(value)} must be a text of at most {longest} characters")
    if any("\ud800" <= c <= "\udfff" for c in value):
        raise InputError(f"{what}: {shown(value)} holds half a character")  # which no file and no reply can
    return value


def _whole(value: object, what: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InputError(f"{what}: {shown(value)} must be a whole number from {low} to {high}")
    return value


def _rows(value: object, what: str, states: int) -> Board:
    """Return a board of rows of digits, refused before it is read if it is too large."""
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_SIDE:
        raise InputError(f"{what}: must be 1 to {MAX_SIDE} rows of digits")
    rows = [_text(row, f"{what} row {number}", MAX_SIDE) for number, row in enumerate(value)]
    try:
        return Board.parse("/".join(rows), states)
    except InputError as error:
        raise InputError(f"{what}: {error}") from None


def _marks(table: Record, key: str) -> Board | None:
    return None if table.get(key) is None else _rows(table[key], key, 2)


def _weights(value: object) -> list[list[str]]:
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise InputError("weights: must be rows of numbers written as text")
    return [[_text(cell, "weight", 40) for cell in row] for row in value]

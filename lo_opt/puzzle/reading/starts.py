"""How the lights of a shipped puzzle start when a word says so: `lit`, `random:SEED`, or their rows; knows no file."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.reading.notation import MAX_SEED, is_rows
from lo_opt.puzzle.recipes import random_presses
from lo_opt.puzzle.sums import add, without
from lo_opt.wording import counted, shown

if TYPE_CHECKING:
    from lo_opt.puzzle.puzzle import Puzzle
    from lo_opt.puzzle.symbols import Symbols


def is_start(word: str, states: int = 36) -> bool:
    """Return whether a word says how lights start.

    >>> [is_start(word) for word in ("lit", "random:7", "random:x", "110/010", "boards")]
    [True, True, True, True, False]
    """
    return word == "lit" or word.startswith("random:") or is_rows(word, states)


def started(puzzle: Puzzle, word: str, symbols: Symbols | None = None) -> Puzzle:
    """Return the puzzle with the lights that a word says; its published optimum is dropped.

    `lit` is every light in its last state; `random:SEED` the target moved by the random presses of that seed, so that
    it can be solved; else rows of symbols: of the whole picture, without its holes, or all lights in one row.

    >>> from lo_opt.puzzle import Puzzle
    >>> ring = Puzzle.from_cells("#.#/.#.", [[0, 1], [1, 2], [2, 0]], holes=Board.parse("010/101"))
    >>> [str(started(ring, word).start) for word in ("100/010", "10/1", "101", "lit")]
    ['100/010', '100/010', '100/010', '101/010']

    Raises
    ------
    InputError
        For a bad seed, unknown symbols, and rows that do not fit.
    """
    if word.startswith("random:"):
        return with_random_start(puzzle, _seed(word))
    holes = puzzle.layout.holes if puzzle.layout is not None else None
    if word == "lit":
        board = Board.filled(*puzzle.start.shape, puzzle.states - 1, puzzle.states)
    else:
        board = _fitted(word, puzzle, symbols)
    return replace(puzzle, start=without(holes, board), known_cost=None)


def with_random_start(puzzle: Puzzle, seed: int) -> Puzzle:
    """Return the puzzle whose lights are its target moved by random presses: none forbidden, those required among them.

    The presses are drawn by `random_presses` for every button, holes included; then those that may not be are left out.
    """
    presses = random_presses(*puzzle.effects.button_shape, seed, puzzle.states)
    presses = without(puzzle.barred(), presses)
    if puzzle.required is not None:
        presses = add(presses, without(presses, puzzle.required))
    return replace(puzzle, start=add(puzzle.target, puzzle.effects.apply(presses)), known_cost=None)


def _seed(word: str) -> int:
    seed = word.removeprefix("random:")
    if not re.fullmatch("[0-9]{1,20}", seed) or int(seed) > MAX_SEED:
        raise InputError(f"the seed {shown(seed)} must be a whole number from 0 to 2^64 - 1, as in random:300")
    return int(seed)


def _fitted(word: str, puzzle: Puzzle, symbols: Symbols | None) -> Board:
    """Return the board of rows that are as long as the puzzle's, or leave its holes out."""
    rows, cols = puzzle.start.shape
    present = np.ones((rows, cols), bool)
    if puzzle.layout is not None and puzzle.layout.holes is not None:
        present = puzzle.layout.holes.to_array() == 0
    texts = word.split("/")
    if len(texts) == rows and all(len(text) == cols for text in texts):
        return Board.parse(word, puzzle.states, symbols)
    lengths = present.sum(axis=1).tolist()
    flat = Board.parse("".join(texts), puzzle.states, symbols).to_array()[0] if any(texts) else np.zeros(0, np.uint8)
    if len(flat) == present.sum() and (len(texts) == 1 or [len(text) for text in texts] == lengths):
        cells = np.zeros((rows, cols), flat.dtype)
        cells[present] = flat
        return Board.from_array(cells, puzzle.states)
    holes = f", of {' + '.join(map(str, lengths))} without its holes" if not present.all() else ""
    raise InputError(f"{counted(len(texts), 'row')} of {len(flat)} cells in all; the board is {rows}x{cols}{holes}")

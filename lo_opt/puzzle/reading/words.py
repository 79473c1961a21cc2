"""The one place that decides what a PUZZLE is: a form in one word, a shipped board, a file, or standard input."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.files.changes import UNCHANGED, Changes
from lo_opt.puzzle.files.inputs import is_file
from lo_opt.puzzle.formats import format_named, read_as, recognised
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.reading.contents import (
    STANDARD_INPUT,
    advised,
    puzzles_in,
    puzzles_of_file,
    refuse_symbols,
    standard_input,
)
from lo_opt.puzzle.reading.declared import read_declared
from lo_opt.puzzle.reading.library import library_names, refuse_not_linear
from lo_opt.puzzle.reading.notation import FORMS, Recipe, is_rows
from lo_opt.puzzle.reading.shipped import ShippedStart, shipped
from lo_opt.puzzle.reading.starts import with_random_start
from lo_opt.puzzle.symbols import Symbols
from lo_opt.wording import located, shown, shown_path


def read_puzzle(
    text: str | os.PathLike[str],
    changes: Changes = UNCHANGED,
    *,
    symbols: Symbols | None = None,
    stdin: BinaryIO | None = None,
    format: str | None = None,
) -> Puzzle:
    """Return the one puzzle that `text` names: see `read_puzzles`.

    >>> str(read_puzzle("random:3x3:300").start)
    '110/100/111'
    >>> read_puzzle("article-5x5").known_cost
    Fraction(11, 1)

    Raises
    ------
    InputError
        As for `read_puzzles`, and if there are several puzzles.
    """
    puzzles = read_puzzles(text, changes, symbols=symbols, stdin=stdin, format=format)
    if len(puzzles) > 1:
        name = shown_path(text) if isinstance(text, os.PathLike) or "\n" not in text else "the text"
        raise InputError(f"{name} holds {len(puzzles):,} puzzles, where one is wanted; solve takes them all")
    return puzzles[0]


def read_puzzles(
    text: str | os.PathLike[str],
    changes: Changes = UNCHANGED,
    *,
    symbols: Symbols | None = None,
    stdin: BinaryIO | None = None,
    format: str | None = None,
) -> list[Puzzle]:
    """Return the puzzles that `text` names, changed as the options say: one, or the cases of a file of several.

    In this order, `text` is

    1. `-`: standard input (`stdin` if given), a bitmap if it begins with P1 or P4, a format of `lo_opt.puzzle.formats`
       where it can be nothing else, a TOML document if it contains `=`, else rows of symbols;
    2. `lit:RxC`, every light on (state states - 1), or `random:RxC:SEED`, the article's recipe: presses drawn by
       `random_presses`, those of forbidden buttons then left out, applied to the target, so that it can be solved;
    3. several lines: the contents of a puzzle file;
    4. a word in a format that is recognised, such as a game ID `3x3:matrix,grid`;
    5. the rows of a board in one word, digits below the number of states or `.` and `#` with at least one `#`;
    6. the name of a shipped board, or `NAME:` and how its lights start: rows, `lit` or `random:SEED`;
    7. a path: `.toml`, `.npy`, `.npz` and `.pbm` by their suffix, else a recognised format, else rows of symbols.

    Lines of symbols are the rows of one board; several lines with `/` in each are a board a line, and `101/` is a board
    of one row. A word of form 5 or 6 that is also the name of an existing file is refused; `./101` is always the file,
    and so is a path object. Declared (on, off) `symbols` replace 0, 1, `.` and `#` wherever rows of symbols are read,
    and go with nothing else. With `format`, the name of a format, `text` is `-`, an existing file, or a text in it.

    >>> [str(puzzle.start) for puzzle in read_puzzles("[.#] (0) (1)\\n[##] (0,1)")]
    ['01', '11']

    Raises
    ------
    InputError
        If there is no such puzzle, or it is not well-formed: where, what is wrong, and what is allowed.
    """
    if not isinstance(text, str | os.PathLike):
        raise InputError(f"PUZZLE {shown(text)} must be text or a path; expected {FORMS}")
    if format is not None:
        refuse_symbols(symbols, f"format {format_named(format).name}")
        found = read_declared(text, format, changes, stdin)
    elif isinstance(text, os.PathLike):
        found = puzzles_of_file(Path(text), changes, symbols)
    elif (recipe := Recipe.parse(text)) is not None:
        refuse_symbols(symbols, shown(text))
        return [_made(recipe, text, changes)]
    elif recognised(text, changes.states or 2) is None and (start := ShippedStart.parse(text)) is not None:
        return [start.puzzle(changes, symbols)]
    else:
        found = _found(text, changes, symbols, stdin)
    return [changes.applied(puzzle, symbols) for puzzle in found]


def _made(recipe: Recipe, name: str, changes: Changes) -> Puzzle:
    states = changes.states or 2
    if recipe.seed is None:
        lit = Board.filled(recipe.rows, recipe.cols, states - 1, states)
        return changes.applied(changes.grid(lit, name))
    puzzle = changes.applied(changes.grid(Board.filled(recipe.rows, recipe.cols, 0, states), name))
    return with_random_start(puzzle, recipe.seed)


def _found(text: str, changes: Changes, symbols: Symbols | None, stdin: BinaryIO | None) -> list[Puzzle]:
    states = changes.states or 2
    if not text.strip():
        raise InputError(f"empty PUZZLE; expected {FORMS}")
    if text == "-":
        data = standard_input(stdin)
        return puzzles_in(data, STANDARD_INPUT, changes, symbols)
    if "\n" in text:
        return puzzles_in(text.encode("utf-8", "surrogatepass"), "", changes, symbols)
    path = Path(text)
    if symbols is None and (format := recognised(text, states)) is not None and not is_file(path):
        with located(shown(text)):
            return read_as(format.name, text, changes)
    rows, known = is_rows(text, states, symbols), text in library_names()
    if (rows or known) and is_file(path):
        what = "a board in one word" if rows else "a shipped board"
        raise InputError(f"{shown(text)} is {what}, but also an existing file; write ./{text} for the file")
    if rows or (is_rows(text, 10) and not is_file(path)):  # digits beyond the states deserve their own error
        with located(shown(text)):
            single = text.endswith("/") and text.count("/") == 1  # a level of one row, told so from a row of a board
            return [changes.grid(Board.parse(text[:-1] if single else text, states, symbols), "")]
    if known:
        refuse_symbols(symbols, f"the shipped board {text}")
        return [shipped(text, changes)]
    if is_file(path):
        return puzzles_of_file(path, changes, symbols)
    refuse_not_linear(text)
    with advised(text):
        return puzzles_of_file(path, changes, symbols)

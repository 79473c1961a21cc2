"""The one place that decides what a PUZZLE is: a form in one word, a shipped board, a file, or standard input."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from lo_opt.errors import InputError
from lo_opt.puzzle.arrays import puzzle_from_npy, puzzle_from_npz
from lo_opt.puzzle.bitmaps import read_pbm
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.changes import UNCHANGED, Changes
from lo_opt.puzzle.inputs import decode_text, is_file, open_file, read_bytes
from lo_opt.puzzle.library import library_names, library_text
from lo_opt.puzzle.notation import Recipe, is_rows
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.recipes import random_presses
from lo_opt.puzzle.sums import add, without
from lo_opt.puzzle.symbols import Symbols
from lo_opt.puzzle.text import board_from_text
from lo_opt.puzzle.toml_files import puzzle_from_toml
from lo_opt.puzzle.wording import located, shown, shown_path

__all__ = ["Changes", "read_puzzle"]

_FORMS = "a file, -, rows such as 110/010, lit:5x5, random:5x5:300 or the name of a shipped board"


def read_puzzle(
    text: str | os.PathLike[str],
    changes: Changes = UNCHANGED,
    *,
    symbols: Symbols | None = None,
    stdin: BinaryIO | None = None,
) -> Puzzle:
    """Return the puzzle that `text` names, changed as the options say.

    In this order, `text` is

    1. `-`: standard input (`stdin` if given), a TOML document if it contains `=`, a bitmap if it begins with P1 or P4,
       else rows of symbols;
    2. `lit:RxC`, every light on (state states - 1), or `random:RxC:SEED`, the article's recipe: presses drawn by
       `random_presses`, those of forbidden buttons then left out, applied to the target, so that it can be solved;
    3. several lines: the contents of a puzzle file;
    4. the rows of a board in one word, digits below the number of states or `.` and `#` with at least one `#`;
    5. the name of a shipped board;
    6. a path: `.toml`, `.npy`, `.npz` and `.pbm` by their suffix, anything else rows of symbols.

    A word of form 4 or 5 that is also the name of an existing file is refused; `./101` is always the file, and so is a
    path object. Declared (on, off) `symbols` replace 0, 1, `.` and `#` wherever rows of symbols are read, and go with
    nothing else.

    >>> str(read_puzzle("random:3x3:300").start)
    '110/100/111'
    >>> read_puzzle("article-5x5").known_cost
    Fraction(11, 1)

    Raises
    ------
    InputError
        If there is no such puzzle, or it is not well-formed: where, what is wrong, and what is allowed.
    """
    if isinstance(text, os.PathLike):
        return changes.applied(_file(Path(text), changes, symbols), symbols)
    if (recipe := Recipe.parse(text)) is not None:
        _refuse_symbols(symbols, shown(text))
        return _made(recipe, text, changes)
    return changes.applied(_found(text, changes, symbols, stdin), symbols)


def _made(recipe: Recipe, name: str, changes: Changes) -> Puzzle:
    states = changes.states or 2
    if recipe.seed is None:
        lit = Board.filled(recipe.rows, recipe.cols, states - 1, states)
        return changes.applied(changes.grid(lit, name))
    puzzle = changes.applied(changes.grid(Board.filled(recipe.rows, recipe.cols, 0, states), name))
    presses = random_presses(recipe.rows, recipe.cols, recipe.seed, states)
    presses = without(puzzle.forbidden, presses)
    if puzzle.required is not None:
        presses = add(presses, without(presses, puzzle.required))
    return replace(puzzle, start=add(puzzle.target, puzzle.effects.apply(presses)))


def _found(text: str, changes: Changes, symbols: Symbols | None, stdin: BinaryIO | None) -> Puzzle:
    states = changes.states or 2
    if not text.strip():
        raise InputError(f"empty PUZZLE; expected {_FORMS}")
    if text == "-":
        return _standard_input(stdin, changes, symbols)
    if "\n" in text:
        return _contents(text.encode("utf-8", "surrogatepass"), "", changes, symbols)
    path = Path(text)
    rows, shipped = is_rows(text, states, symbols), text in library_names()
    if (rows or shipped) and is_file(path):
        what = "a board in one word" if rows else "a shipped board"
        raise InputError(f"{shown(text)} is {what}, but also an existing file; write ./{text} for the file")
    if rows or (is_rows(text, 10) and not is_file(path)):  # digits beyond the states deserve their own error
        with located(shown(text)):
            return changes.grid(Board.parse(text, states, symbols), "")
    if shipped:
        _refuse_symbols(symbols, f"the shipped board {text}")
        return _named(puzzle_from_toml(library_text(text), changes), text)
    return _file(path, changes, symbols)


def _standard_input(stdin: BinaryIO | None, changes: Changes, symbols: Symbols | None) -> Puzzle:
    where = "standard input"
    if stdin is None:
        if sys.stdin is None:
            raise InputError("standard input is closed; name a file")
        stdin = sys.stdin.buffer
    with located(where):
        data = read_bytes(stdin)
    return _contents(data, where, changes, symbols)


def _contents(data: bytes, where: str, changes: Changes, symbols: Symbols | None) -> Puzzle:
    """Return the puzzle of a file's contents without its name: no row of symbols holds `=` or begins with P."""
    if symbols is None and data.startswith((b"P1", b"P4")):
        with located(where):
            return _pbm(io.BytesIO(data), changes, "")
    with located(where):
        text = decode_text(data)
        if symbols is None and "=" in text:
            return puzzle_from_toml(text, changes)
    return changes.grid(board_from_text(text, changes.states or 2, symbols, where), "")


def _file(path: Path, changes: Changes, symbols: Symbols | None) -> Puzzle:
    where = shown_path(path)
    with open_file(path, _FORMS, library_names()) as stream:
        if (reader := _READERS.get(path.suffix.lower())) is not None:
            _refuse_symbols(symbols, where)
            with located(where):
                return reader(stream, changes, path.stem)
        with located(where):
            text = decode_text(read_bytes(stream))
    if "=" in text and symbols is None:
        raise InputError(f"{where}: holds '=', which no row of cells does; name a TOML document .toml")
    return changes.grid(board_from_text(text, changes.states or 2, symbols, where), path.stem)


def _refuse_symbols(symbols: Symbols | None, what: str) -> None:
    if symbols is not None:
        raise InputError(f"{what} is not written in rows of symbols; leave out the declared on and off")


def _named(puzzle: Puzzle, name: str) -> Puzzle:
    return puzzle if puzzle.name else replace(puzzle, name=name)


def _toml(stream: BinaryIO, changes: Changes, name: str) -> Puzzle:
    return _named(puzzle_from_toml(decode_text(read_bytes(stream)), changes), name)


def _pbm(stream: BinaryIO, changes: Changes, name: str) -> Puzzle:
    if changes.states not in (None, 2):
        raise InputError(f"states {changes.states}: a bitmap has two; write the states of cells as text, .npy or .npz")
    return changes.grid(read_pbm(stream), name)


_READERS: dict[str, Callable[[BinaryIO, Changes, str], Puzzle]] = {
    ".toml": _toml,
    ".pbm": _pbm,
    ".npy": puzzle_from_npy,
    ".npz": puzzle_from_npz,
}

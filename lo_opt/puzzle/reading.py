"""The one place that decides what a PUZZLE is: a form in one word, a shipped board, a file, or standard input."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from lo_opt.errors import InputError
from lo_opt.puzzle.arrays import puzzle_from_npy, puzzle_from_npz
from lo_opt.puzzle.bitmaps import read_pbm
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.changes import UNCHANGED, Changes
from lo_opt.puzzle.counters import Counters
from lo_opt.puzzle.formats import advice, contests, format_named, read_as, recognised
from lo_opt.puzzle.formats.button_lists import read_counters
from lo_opt.puzzle.inputs import decode_text, is_file, open_file, read_bytes
from lo_opt.puzzle.library import library_names, refuse_not_linear
from lo_opt.puzzle.notation import Recipe, is_rows
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.shipped import ShippedStart, shipped
from lo_opt.puzzle.starts import with_random_start
from lo_opt.puzzle.symbols import Symbols
from lo_opt.puzzle.text import boards_from_text
from lo_opt.puzzle.toml_files import puzzle_from_toml
from lo_opt.puzzle.wording import located, shown, shown_path

__all__ = ["Changes", "read_counting", "read_puzzle", "read_puzzles"]

_STANDARD_INPUT = "standard input"
_FORMS = "a file, -, rows such as 110/010, lit:5x5, random:5x5:300 or the name of a shipped board"


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

    Lines of symbols are the rows of one board; several lines with `/` in each are a board a line. A word of form 5 or 6
    that is also the name of an existing file is refused; `./101` is always the file, and so is a path object. Declared
    (on, off) `symbols` replace 0, 1, `.` and `#` wherever rows of symbols are read, and go with nothing else. With
    `format`, the name of a format, `text` is `-`, an existing file, or a text in it.

    >>> [str(puzzle.start) for puzzle in read_puzzles("[.#] (0) (1)\\n[##] (0,1)")]
    ['01', '11']

    Raises
    ------
    InputError
        If there is no such puzzle, or it is not well-formed: where, what is wrong, and what is allowed.
    """
    if not isinstance(text, str | os.PathLike):
        raise InputError(f"PUZZLE {shown(text)} must be text or a path; expected {_FORMS}")
    if format is not None:
        _refuse_symbols(symbols, f"format {format_named(format).name}")
        found = _formatted(text, format, changes, stdin)
    elif isinstance(text, os.PathLike):
        found = _file(Path(text), changes, symbols)
    elif (recipe := Recipe.parse(text)) is not None:
        _refuse_symbols(symbols, shown(text))
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


def read_counting(text: str | os.PathLike[str], *, stdin: BinaryIO | None = None) -> list[Counters]:
    """Return the counting puzzles that `text` names: `-`, an existing file, or a text of lines with numbers in braces.

    >>> read_counting("(0) (0,1) {3,1}")[0].targets
    (3, 1)

    Raises
    ------
    InputError
        If the text is in another format: where, and what is wrong.
    """
    contents, where, name = _named_text(text, stdin)
    with _or_file(text):
        found = read_counters(contents, where)
    if len(found) == 1:
        return [replace(found[0], name=name)]
    return [replace(counters, name=f"{name}#{n}") for n, counters in enumerate(found, 1)]


def _formatted(text: str | os.PathLike[str], format: str, changes: Changes, stdin: BinaryIO | None) -> list[Puzzle]:
    contents, where, name = _named_text(text, stdin)
    with _or_file(text):
        return _numbered(read_as(format, contents, changes, where), name)


def _named_text(text: str | os.PathLike[str], stdin: BinaryIO | None) -> tuple[str, str, str]:
    """Return the text that is named, how errors call it, and the name of its puzzle."""
    if isinstance(text, os.PathLike) or (text != "-" and "\n" not in text and is_file(Path(text))):
        where = shown_path(text)
        with open_file(Path(text), _FORMS) as stream, located(where):
            return decode_text(read_bytes(stream)), where, Path(text).stem
    if text != "-":
        return text, "", ""
    data = _standard_input_bytes(stdin)
    with located(_STANDARD_INPUT):
        return decode_text(data), _STANDARD_INPUT, ""


@contextmanager
def _or_file(text: str | os.PathLike[str]) -> Iterator[None]:
    """Add to an error about a word in some format that it names no file either."""
    try:
        yield
    except InputError as error:
        if isinstance(text, os.PathLike) or "\n" in text or text == "-" or is_file(Path(text)):
            raise
        raise InputError(f"{error}; nor is there a file of that name") from error.__cause__


def _found(text: str, changes: Changes, symbols: Symbols | None, stdin: BinaryIO | None) -> list[Puzzle]:
    states = changes.states or 2
    if not text.strip():
        raise InputError(f"empty PUZZLE; expected {_FORMS}")
    if text == "-":
        data = _standard_input_bytes(stdin)
        return _contents(data, _STANDARD_INPUT, changes, symbols)
    if "\n" in text:
        return _contents(text.encode("utf-8", "surrogatepass"), "", changes, symbols)
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
            return [changes.grid(Board.parse(text, states, symbols), "")]
    if known:
        _refuse_symbols(symbols, f"the shipped board {text}")
        return [shipped(text, changes)]
    if is_file(path):
        return _file(path, changes, symbols)
    refuse_not_linear(text)
    with _advised(text):
        return _file(path, changes, symbols)


def _standard_input_bytes(stdin: BinaryIO | None) -> bytes:
    if stdin is None:
        if sys.stdin is None:
            raise InputError(f"{_STANDARD_INPUT} is closed; name a file")
        stdin = sys.stdin.buffer
    with located(_STANDARD_INPUT):
        return read_bytes(stdin)


def _contents(data: bytes, where: str, changes: Changes, symbols: Symbols | None) -> list[Puzzle]:
    """Return the puzzles of a file's contents without its name: no row of symbols holds `=` or begins with P."""
    if symbols is None and data.startswith((b"P1", b"P4")):
        with located(where):
            return [_pbm(io.BytesIO(data), changes, "")]
    with located(where):
        text = decode_text(data)
    return _text(text, where, changes, symbols, "")


def _file(path: Path, changes: Changes, symbols: Symbols | None) -> list[Puzzle]:
    where = shown_path(path)
    with open_file(path, _FORMS, library_names()) as stream:
        if (reader := _READERS.get(path.suffix.lower())) is not None:
            _refuse_symbols(symbols, where)
            with located(where):
                return [reader(stream, changes, path.stem)]
        with located(where):
            text = decode_text(read_bytes(stream))
    return _text(text, where, changes, symbols, path.stem, path.suffix.lower())


def _text(
    text: str, where: str, changes: Changes, symbols: Symbols | None, name: str, suffix: str | None = None
) -> list[Puzzle]:
    """Return the puzzles of a text: a recognised format, TOML where the suffix does not speak against it, or rows."""
    states = changes.states or 2
    if symbols is None:
        if (format := recognised(text, states, suffix or "")) is not None:
            return _numbered(read_as(format.name, text, changes, where), name)
        if "=" in text and suffix is None:
            with located(where):
                return [puzzle_from_toml(text, changes)]
        if "=" in text:
            raise InputError(f"{where}: holds '=', which no row of cells does; name a TOML document .toml")
    with _advised("" if symbols else text):
        boards = boards_from_text(text, states, symbols, where)
    if symbols is None and contests.also_rows(text, changes):
        raise InputError(
            f"{where or 'the text'}: a board of {boards[0].rows}x{boards[0].cols}, or the numbers of rows and columns "
            f"and then the cells; say --format contest for these, or write the rows of the board without blanks"
        )
    if len(boards) == 1:
        return [changes.grid(boards[0], name)]
    return _numbered([changes.grid(board, "") for board in boards], name)


@contextmanager
def _advised(text: str) -> Iterator[None]:
    """Add to an error about a text in which other formats it may be meant."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{error}{advice(text)}") from error.__cause__


def _numbered(puzzles: list[Puzzle], name: str) -> list[Puzzle]:
    """Return the puzzles named after their file, and numbered if there are several."""
    if len(puzzles) == 1:
        return [_named(puzzles[0], name)]
    return [replace(puzzle, name=f"{name}#{n}" if name else f"#{n}") for n, puzzle in enumerate(puzzles, 1)]


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

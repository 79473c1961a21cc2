"""What a file or standard input holds, by its suffix, its format, or else TOML and rows; knows no one-word form."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, TypeVar

from lo_opt.errors import InputError
from lo_opt.puzzle.counters import Counters
from lo_opt.puzzle.files.arrays import puzzle_from_npy, puzzle_from_npz
from lo_opt.puzzle.files.bitmaps import read_pbm
from lo_opt.puzzle.files.changes import Changes
from lo_opt.puzzle.files.inputs import decode_text, open_file, read_bytes
from lo_opt.puzzle.files.text import boards_from_text
from lo_opt.puzzle.formats import advice, contests, read_as, recognised
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.reading.library import library_names
from lo_opt.puzzle.reading.notation import FORMS
from lo_opt.puzzle.symbols import Symbols
from lo_opt.puzzle.toml import puzzle_from_toml
from lo_opt.wording import located, shown_path

STANDARD_INPUT = "standard input"

Named = TypeVar("Named", Puzzle, Counters)


def standard_input(stdin: BinaryIO | None) -> bytes:
    """Return all of `stdin`, or of the process's own.

    Raises
    ------
    InputError
        If it is closed, cannot be read, or is longer than `TEXT_LIMIT`.
    """
    if stdin is None:
        if sys.stdin is None:
            raise InputError(f"{STANDARD_INPUT} is closed; name a file")
        stdin = sys.stdin.buffer
    with located(STANDARD_INPUT):
        return read_bytes(stdin)


def puzzles_in(data: bytes, where: str, changes: Changes, symbols: Symbols | None) -> list[Puzzle]:
    """Return the puzzles of a file's contents without its name: no row of symbols holds `=` or begins with P.

    `where` is what errors call them, `symbols` the declared (on, off).

    >>> [str(puzzle.start) for puzzle in puzzles_in(b"10/01\\n11/00", "", Changes(), None)]
    ['10/01', '11/00']

    Raises
    ------
    InputError
        If they are no puzzles: where, what is wrong, and what is allowed.
    """
    if symbols is None and data.startswith((b"P1", b"P4")):
        with located(where):
            return [_pbm(io.BytesIO(data), changes, "")]
    with located(where):
        text = decode_text(data)
    return _text(text, where, changes, symbols, "")


def puzzles_of_file(path: Path, changes: Changes, symbols: Symbols | None) -> list[Puzzle]:
    """Return the puzzles of a file: by its suffix, else as `puzzles_in`, which raises the same errors."""
    where = shown_path(path)
    with open_file(path, FORMS, library_names()) as stream:
        if (reader := _READERS.get(path.suffix.lower())) is not None:
            refuse_symbols(symbols, where)
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
            return numbered(read_as(format.name, text, changes, where), name)
        if "=" in text and suffix is None:
            with located(where):
                return [puzzle_from_toml(text, changes)]
        if "=" in text:
            raise InputError(f"{where}: holds '=', which no row of cells does; name a TOML document .toml")
    with advised("" if symbols else text):
        boards = boards_from_text(text, states, symbols, where)
    if symbols is None and contests.also_rows(text, changes):
        raise InputError(
            f"{where or 'the text'}: a board of {boards[0].rows}x{boards[0].cols}, or the numbers of rows and columns "
            f"and then the cells; say --format contest for these, or write the rows of the board without blanks"
        )
    if len(boards) == 1:
        return [changes.grid(boards[0], name)]
    return numbered([changes.grid(board, "") for board in boards], name)


@contextmanager
def advised(text: str) -> Iterator[None]:
    """Add to an error about a text in which other formats it may be meant."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{error}{advice(text)}") from error.__cause__


def numbered(found: list[Named], name: str) -> list[Named]:
    """Return puzzles named after their file, and numbered if there are several."""
    if len(found) == 1:
        return [_named(found[0], name)]
    return [replace(one, name=f"{name}#{n}") for n, one in enumerate(found, 1)]


def refuse_symbols(symbols: Symbols | None, what: str) -> None:
    """Raise `InputError` if symbols are declared for what is not written in them."""
    if symbols is not None:
        raise InputError(f"{what} is not written in rows of symbols; leave out the declared on and off")


def _named(found: Named, name: str) -> Named:
    return found if found.name else replace(found, name=name)


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

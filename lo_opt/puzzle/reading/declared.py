"""Texts whose format the caller names: standard input, a file, or the text itself; recognises nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from lo_opt.errors import InputError
from lo_opt.puzzle.counters import Counters
from lo_opt.puzzle.files.changes import Changes
from lo_opt.puzzle.files.inputs import decode_text, is_file, open_file, read_bytes
from lo_opt.puzzle.formats import read_as
from lo_opt.puzzle.formats.button_lists import read_counters
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.reading.contents import STANDARD_INPUT, numbered, standard_input
from lo_opt.puzzle.reading.notation import FORMS
from lo_opt.wording import located, shown_path


def read_declared(text: str | os.PathLike[str], format: str, changes: Changes, stdin: BinaryIO | None) -> list[Puzzle]:
    """Return the puzzles that `text` names, which are written in the format of that name.

    >>> [str(puzzle.start) for puzzle in read_declared("2x1:f,8", "flip", Changes(), None)]
    ['10']

    Raises
    ------
    InputError
        For an unknown format, and a text that is not in it: where, and what is wrong.
    """
    contents, where, name = _named_text(text, stdin)
    with _or_file(text):
        return numbered(read_as(format, contents, changes, where), name)


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
        return numbered(read_counters(contents, where), name)


def _named_text(text: str | os.PathLike[str], stdin: BinaryIO | None) -> tuple[str, str, str]:
    """Return the text that is named, how errors call it, and the name of its puzzle."""
    if isinstance(text, os.PathLike) or (text != "-" and "\n" not in text and is_file(Path(text))):
        where = shown_path(text)
        with open_file(Path(text), FORMS) as stream, located(where):
            return decode_text(read_bytes(stream)), where, Path(text).stem
    if text != "-":
        return text, "", ""
    data = standard_input(stdin)
    with located(STANDARD_INPUT):
        return decode_text(data), STANDARD_INPUT, ""


@contextmanager
def _or_file(text: str | os.PathLike[str]) -> Iterator[None]:
    """Add to an error about a word in some format that it names no file either."""
    try:
        yield
    except InputError as error:
        if isinstance(text, os.PathLike) or "\n" in text or text == "-" or is_file(Path(text)):
            raise
        raise InputError(f"{error}; nor is there a file of that name") from error.__cause__

"""Shipped boards by name, and with other starts, `merlin:110/010/000`; knows no other file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from lo_opt.errors import InputError, unknown_name
from lo_opt.puzzle.files.changes import Changes
from lo_opt.puzzle.files.inputs import is_file
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.reading.library import library_names, library_text, refuse_not_linear
from lo_opt.puzzle.reading.starts import is_start, started
from lo_opt.puzzle.symbols import Symbols
from lo_opt.puzzle.toml.reading import puzzle_from_toml
from lo_opt.wording import located, shown


class ShippedStart(NamedTuple):
    """A shipped board whose lights start as a word says."""

    name: str
    word: str

    @classmethod
    def parse(cls, text: str) -> ShippedStart | None:
        """Return what `NAME:WORD` says, None if it is no such text.

        >>> ShippedStart.parse("merlin:lit")
        ShippedStart(name='merlin', word='lit')

        Raises
        ------
        InputError
            For a name that is none of a shipped board though the word says how lights start, and a text that is also
            the name of a file; `UnsupportedError` for games that are not linear.
        """
        name, colon, word = text.partition(":")
        if not colon or "/" in name or "\n" in text:
            return None
        known, path = name in library_names(), Path(text)
        if not known:
            refuse_not_linear(name)
            if not is_start(word) or is_file(path):
                return None
            raise unknown_name("shipped board", name, library_names())
        if is_file(path):
            raise InputError(
                f"{shown(text)} is a shipped board, but also an existing file; write ./{text} for the file"
            )
        return cls(name, word)

    def puzzle(self, changes: Changes, symbols: Symbols | None) -> Puzzle:
        """Return the puzzle, changed as the options say; a random start makes the changed puzzle solvable."""
        text = f"{self.name}:{self.word}"
        with located(shown(text)):
            board = replace(puzzle_from_toml(library_text(self.name), changes), name=text)
            if self.word.startswith("random:"):
                return started(changes.applied(board, symbols), self.word)
            return changes.applied(started(board, self.word, symbols), symbols)


def shipped(name: str, changes: Changes) -> Puzzle:
    """Return a shipped board, read with the rule, wrap and states of `changes` (no others)."""
    puzzle = puzzle_from_toml(library_text(name), changes)
    return puzzle if puzzle.name else replace(puzzle, name=name)

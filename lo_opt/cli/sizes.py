"""Grids named by their size on the command line, `RxC`; knows no command."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from lo_opt.cli.options import PuzzleOptions, SymbolOptions
from lo_opt.cli.reading import read_puzzle
from lo_opt.errors import InputError
from lo_opt.wording import shown

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle

_SIZE = re.compile("([0-9]{1,9})x([0-9]{1,9})")

Size = Annotated[
    str, typer.Argument(metavar="RxC|NAME", help="Rows x columns, such as 5x5, or one of 'lo-opt puzzles'.")
]


def is_size(text: str | None) -> bool:
    """Return whether a word is a size.

    >>> is_size("5x7"), is_size("lit:5x7")
    (True, False)
    """
    return text is not None and _SIZE.fullmatch(text) is not None


def puzzle_of_size(text: str, changed: PuzzleOptions) -> Puzzle:
    """Return the puzzle of a size or a shipped board, nothing to be done on it: it starts at its target.

    That of a size has no name.

    Raises
    ------
    InputError
        If `text` is neither, or the options do not fit it.
    """
    from lo_opt.analysis.regions import dark
    from lo_opt.puzzle.reading.library import library_names, refuse_not_linear

    sized = is_size(text)
    if not sized and text not in library_names():
        refuse_not_linear(text)
        raise InputError(f"size {shown(text)}: must be ROWSxCOLS, such as 5x5, or a name that 'lo-opt puzzles' lists")
    board = read_puzzle(f"lit:{text}" if sized else text, changed, SymbolOptions())
    return replace(dark(board), name="" if sized else board.name)

"""The puzzles that arguments name, changed as options say, or the one that stands in when none is named; no backend."""

from __future__ import annotations

import itertools
import os
import stat
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from lo_opt.cli.options import PuzzleOptions, SymbolOptions
from lo_opt.cli.terminal import note
from lo_opt.errors import InputError

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle

STANDARD_INPUT = "-"
DEFAULT_PUZZLE = "11011/01000/10101/00010/10110"
DEFAULT_NAME = "article-5x5"


def read_puzzle(
    name: str | None,
    changed: PuzzleOptions,
    symbols: SymbolOptions,
    *,
    format: str | None = None,
) -> Puzzle:
    """Return the one puzzle named on the command line: see `read_puzzles`; a file of several is refused."""
    (puzzle,) = read_puzzles(None if name is None else [name], changed, symbols, format=format)
    return puzzle


def read_puzzles(
    names: Sequence[str] | None,
    changed: PuzzleOptions,
    symbols: SymbolOptions,
    *,
    format: str | None = None,
    several: bool = False,
) -> list[Puzzle]:
    """Return the puzzles named on the command line, or the one that stands in when none is named.

    One for each name, unless `several` allows the cases of a file of several. `format` is what `--format` says.

    Raises
    ------
    InputError
        For the first of them that is no puzzle, or that cannot be changed as the options ask.
    """
    from lo_opt.puzzle import reading

    if (symbols.on is None) != (symbols.off is None):
        raise InputError("--on and --off belong together: declare both symbols")
    declared = None if symbols.on is None or symbols.off is None else (symbols.on, symbols.off)
    changes = reading.Changes(**asdict(changed))
    if not names and not is_piped():
        if format is not None:
            raise InputError(f"--format {format} says how a PUZZLE is written, but none is given")
        note(f"no PUZZLE given: this is the article's 5x5 board, {DEFAULT_PUZZLE}")
        return [replace(reading.read_puzzle(DEFAULT_PUZZLE, changes), name=DEFAULT_NAME)]
    stdin = None if sys.stdin is None else sys.stdin.buffer
    words = names or [STANDARD_INPUT]
    if not several:
        return [reading.read_puzzle(word, changes, symbols=declared, stdin=stdin, format=format) for word in words]
    found = (reading.read_puzzles(word, changes, symbols=declared, stdin=stdin, format=format) for word in words)
    return list(itertools.chain.from_iterable(found))


def is_piped() -> bool:
    """Return whether standard input comes from a pipe, a file or a socket.

    A terminal or another device (/dev/null, which programs and schedulers pass on) is nothing that a puzzle was piped
    into, and neither is a closed one.
    """
    if sys.stdin is None:
        return False
    try:
        return not stat.S_ISCHR(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError):  # closed
        return False

"""The one-word forms of a puzzle: its rows, `lit:RxC`, `random:RxC:SEED`; knows no file and no rule."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lo_opt.errors import InputError
from lo_opt.puzzle.board import check_size
from lo_opt.puzzle.symbols import DARK_AND_LIT, DIGITS, Symbols
from lo_opt.wording import shown

MAX_SEED = 2**64 - 1
FORMS = "a file, -, rows such as 110/010, lit:5x5, random:5x5:300 or the name of a shipped board"
"""What PUZZLE may be, in the words of messages."""


def is_rows(text: str, states: int = 2, symbols: Symbols | None = None) -> bool:
    """Return whether a word is the rows of a board: digits of that many states, or `.` and `#`, with `/` between rows.

    A word without any `#` is no picture, so that `.` and `../..` stay paths; letters alone (digits from ten on) are a
    name; and what starts with `/` is a path. Declared (on, off) symbols replace both sets.

    >>> [is_rows(word) for word in ("110/010", ".#/#.", "../..", "/0/1", "120/010")]
    [True, True, False, False, False]
    """
    if text.startswith("/"):
        return False
    used = set(text) - {"/"}
    if symbols is not None:
        return bool(used) and used <= set(symbols)
    if used <= set(DARK_AND_LIT):
        return "#" in used
    return used <= set(DIGITS[:states]) and not text.isalpha()


@dataclass(frozen=True)
class Recipe:
    """A board to be made: all lights lit, or presses drawn from `seed` (None for lit) applied to the target."""

    rows: int
    cols: int
    seed: int | None = None

    @classmethod
    def parse(cls, text: str) -> Recipe | None:
        """Return the recipe written as `lit:RxC` or `random:RxC:SEED`, None if the word starts with neither.

        >>> Recipe.parse("random:5x4:300")
        Recipe(rows=5, cols=4, seed=300)

        Raises
        ------
        InputError
            If what follows `lit:` or `random:` is not as it should be, or the size is 0 or beyond memory.
        """
        kind, colon, rest = text.partition(":")
        if not colon or kind not in ("lit", "random"):
            return None
        size, colon, seed = rest.partition(":") if kind == "random" else (rest, "", "")
        found = re.fullmatch("([0-9]{1,18})x([0-9]{1,18})", size)
        if found is None:
            example = "lit:5x5" if kind == "lit" else "random:5x5:300"
            raise InputError(f"{shown(text)}: the size {shown(size)} must be ROWSxCOLS, as in {example}")
        rows, cols = int(found[1]), int(found[2])
        check_size(rows, cols)
        if kind == "lit":
            return cls(rows, cols)
        if not re.fullmatch("[0-9]{1,20}", seed) or int(seed) > MAX_SEED:
            raise InputError(
                f"{shown(text)}: the seed {shown(seed)} must be a whole number from 0 to 2^64 - 1, as in random:5x5:300"
            )
        return cls(rows, cols, int(seed))

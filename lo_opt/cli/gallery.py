"""Several small boards drawn in characters and laid out in lines as wide as the terminal; writes nothing itself."""

from __future__ import annotations

import itertools
import string
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lo_opt.cli.picture import MAX_SIDE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lo_opt.puzzle import Board

_GUTTER = "    "
_SPACED_COLS = 20  # wider boards are drawn without blanks between the cells
REGION_SYMBOLS = string.ascii_uppercase + string.ascii_lowercase + string.digits


def board_block(title: str, board: Board, off: str, on: str) -> list[str]:
    """Return a titled two-state board, its lines equally long; none if it is too large to be a picture.

    >>> from lo_opt.puzzle import Board
    >>> board_block("press", Board.parse("10/01"), ".", "#")
    ['press', '# .  ', '. #  ']
    """
    return text_block(title, [[on if cell else off for cell in row] for row in board.to_array().tolist()])


def region_block(title: str, regions: NDArray[np.intp], shape: tuple[int, int], fixed: str) -> list[str]:
    """Return a drawing of the region of every button, a letter each in order of appearance, `fixed` for region -1.

    `regions` are intp (buttons,), `shape` the (rows, cols) of the board. Nothing is drawn, not even the title, if there
    are more regions than letters and digits.
    """
    names: dict[int, str] = {-1: fixed}
    for region in regions.tolist():
        if region not in names:
            if len(names) > len(REGION_SYMBOLS):
                return []
            names[region] = REGION_SYMBOLS[len(names) - 1]
    return text_block(title, [[names[region] for region in row] for row in regions.reshape(shape).tolist()])


def text_block(title: str, rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of characters under a title, the lines equally long; none if they are too long or too many."""
    if max(len(rows), max(map(len, rows))) > MAX_SIDE:
        return []
    space = " " if max(map(len, rows)) <= _SPACED_COLS else ""
    lines = [title, *(space.join(row) for row in rows)]
    longest = max(map(len, lines))
    return [line.ljust(longest) for line in lines]


def laid_out(blocks: Sequence[list[str]], width: int) -> list[str]:
    """Return the blocks side by side, as many next to each other as `width` takes, and an empty line between rows.

    >>> laid_out([["a", "b"], ["c", "d"], ["e", "f"]], 8)
    ['a    c', 'b    d', '', 'e', 'f']
    """
    lines: list[str] = []
    waiting = [block for block in blocks if block]
    while waiting:
        taken, used = 1, len(waiting[0][0])
        while taken < len(waiting) and used + len(_GUTTER) + len(waiting[taken][0]) <= width:
            used += len(_GUTTER) + len(waiting[taken][0])
            taken += 1
        row, waiting = waiting[:taken], waiting[taken:]
        widths = [len(block[0]) for block in row]
        if lines:
            lines.append("")
        for parts in itertools.zip_longest(*row, fillvalue=""):
            lines.append(_GUTTER.join(part.ljust(w) for part, w in zip(parts, widths, strict=True)).rstrip())
    return lines

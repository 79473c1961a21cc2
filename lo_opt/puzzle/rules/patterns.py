"""Rules of one's own: a list of offsets, or a small picture of what a press toggles; knows no board and no file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lo_opt.errors import InputError
from lo_opt.puzzle.checks import each, is_whole
from lo_opt.puzzle.rules.kinds import MAX_OFFSET, Offset, Pattern
from lo_opt.wording import shown

MAX_OFFSETS = 4096  # a rule this large lights a whole small board
_CELLS = ".#@o"
_LONGEST_SIDE = 16  # a rule that reaches further is named by its number of lights, not by its picture
_SYNTAX = "'#' toggled, '.' not, and once the pressed cell: '@' toggled too, 'o' not; without a mark it is the centre"


def is_picture(text: str) -> bool:
    """Return whether a word is a picture of a rule: rows of `.`, `#`, `@` and `o`, with at least one `#` or `@`.

    >>> is_picture(".#./#@#/.#."), is_picture("plus")
    (True, False)
    """
    used = set(text)
    return used <= {*_CELLS, "/"} and not used.isdisjoint("#@")


def pattern_from_picture(rows: str | Sequence[str]) -> Pattern:
    """Return the rule that a picture shows: rows, or one word with `/` between them.

    `#` is a light that a press toggles and `.` one that it does not; one cell marks the button that is pressed, as `@`
    if its own light is toggled and as `o` if not. Without a mark the pressed cell is the centre of the picture, whose
    sides must then be odd. The rule is named by its smallest picture with the mark.

    >>> rule = pattern_from_picture([".#.", "###", ".#."])
    >>> rule.name, rule.pattern
    ('.#./#@#/.#.', ((-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)))
    >>> pattern_from_picture("o##").pattern
    ((0, 1), (0, 2))

    Raises
    ------
    InputError
        For other symbols, ragged rows, several marks, a missing centre, and a picture without any toggled light.
    """
    lines = ["".join(row.split()) for row in (rows.split("/") if isinstance(rows, str) else rows)]
    where = f"picture of a rule {shown('/'.join(lines))}"
    if not lines or not lines[0] or len({len(line) for line in lines}) > 1:
        raise InputError(f"{where}: the rows must be equally long, and there must be cells in them")
    height, width = len(lines), len(lines[0])
    if max(height, width) > 2 * MAX_OFFSET:
        raise InputError(f"{where}: it is {height}x{width}; a rule reaches at most {MAX_OFFSET} cells")
    cells = [(r, c, symbol) for r, line in enumerate(lines) for c, symbol in enumerate(line) if symbol != "."]
    for r, c, symbol in cells:
        if symbol not in _CELLS:
            raise InputError(f"{where}: row {r + 1}, column {c + 1}: unknown symbol {symbol!r}; {_SYNTAX}")
    marks = [(r, c) for r, c, symbol in cells if symbol in "@o"]
    if len(marks) > 1:
        raise InputError(f"{where}: {len(marks)} cells are marked as pressed; mark one")
    if not marks and not (height % 2 and width % 2):
        raise InputError(f"{where}: it is {height}x{width} and has no centre; mark the pressed cell: {_SYNTAX}")
    row, col = marks[0] if marks else (height // 2, width // 2)
    return pattern_from_offsets([(r - row, c - col) for r, c, symbol in cells if symbol != "o"])


def pattern_from_offsets(offsets: Iterable[Sequence[int]], name: str = "") -> Pattern:
    """Return the rule that moves the light at (row + dr, column + dc) for every offset (dr, dc); repeats add up.

    Without a name it is named by its picture where that is small, else by its number of offsets.

    >>> pattern_from_offsets([(0, 0), (0, 1)]).name, pattern_from_offsets([(0, 0), (0, 0)]).name
    ('@#', '2 offsets')

    Raises
    ------
    InputError
        For no or too many offsets, and offsets that are not two whole numbers of reasonable size.
    """
    every: list[Offset] = []
    for offset in each(offsets, "offsets", "a list of [down, right]"):
        if len(every) == MAX_OFFSETS:
            raise InputError(f"offsets: more than {MAX_OFFSETS}; list such buttons one by one")
        pair = list(offset) if isinstance(offset, Iterable) and not isinstance(offset, str) else [offset]
        if len(pair) != 2 or not all(map(is_whole, pair)):
            raise InputError(f"offset {shown(offset)} must be [down, right], two whole numbers")
        if max(map(abs, pair)) > MAX_OFFSET:
            raise InputError(f"offset {shown(offset)}: a rule reaches at most {MAX_OFFSET} cells")
        every.append((int(pair[0]), int(pair[1])))
    if not every:
        raise InputError("a rule must toggle at least one light; list offsets such as [[0, 0], [0, 1]]")
    every.sort()
    return Pattern(name or _picture(every) or f"{len(every)} offsets", "a rule of one's own", tuple(every))


def _picture(offsets: list[Offset]) -> str:
    """Return the smallest picture of a rule in one word, empty where there is none."""
    rows, cols = [*(r for r, _ in offsets), 0], [*(c for _, c in offsets), 0]
    top, left = min(rows), min(cols)
    height, width = max(rows) - top + 1, max(cols) - left + 1
    hit = set(offsets)
    if len(hit) < len(offsets) or max(height, width) > _LONGEST_SIDE:
        return ""
    cells = [["#" if (r + top, c + left) in hit else "." for c in range(width)] for r in range(height)]
    cells[-top][-left] = "@" if (0, 0) in hit else "o"
    return "/".join(map("".join, cells))

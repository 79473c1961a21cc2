"""Rules by which buttons differ: triangles that point up and down, and rules mixed by a map; knows no board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.errors import InputError
from lo_opt.puzzle.grid import Grid
from lo_opt.puzzle.rules.kinds import AnyRule, Offset, Rule
from lo_opt.puzzle.rules.naming import rule_named
from lo_opt.wording import shown

MAX_KINDS = 64


@dataclass(frozen=True)
class Triangles:
    """A grid of triangles: cell (r, c) points up where r + c is even, with its base on the cell below, else down.

    Left and right of a triangle are its neighbours in the row; on a ring of odd length two triangles that point the
    same way would meet, which is refused.

    >>> kinds, offsets = TRIANGLE.offsets_by_cell(Grid(1, 3))
    >>> kinds.tolist(), offsets[0]
    ([[0, 1, 0]], ((0, 0), (0, -1), (0, 1), (1, 0)))
    """

    name: str
    summary: str

    def offsets_by_cell(self, grid: Grid) -> tuple[NDArray[np.intp], Sequence[Sequence[Offset]]]:
        """Return 0 where a triangle points up and 1 where down, intp (rows, cols), and what either toggles."""
        for wraps, length, what in ((grid.columns_wrap, grid.cols, "columns"), (grid.rows_wrap, grid.rows, "rows")):
            if wraps and length % 2:
                raise InputError(f"rule {self.name}: {length} {what} cannot wrap; triangles close to even rings only")
        rows, cols = np.indices(grid.shape)
        row = ((0, 0), (0, -1), (0, 1))
        return (rows + cols) % 2, ((*row, (1, 0)), (*row, (-1, 0)))


TRIANGLE = Triangles("triangle", "itself and its neighbours in a grid of triangles, up where row + column is even")


@dataclass(frozen=True)
class MixedRule:
    """Different rules for different buttons: `rows` has a symbol for every cell, `rules` says which rule it stands for.

    >>> merlin = MixedRule.of(["khk", "v+v", "khk"], {"k": "king", "h": "#@#", "v": "#/@/#", "+": "plus"})
    >>> merlin.name, len(merlin.offsets_by_cell(Grid(3, 3))[1])
    ('mixed', 4)
    """

    rows: tuple[str, ...]
    rules: tuple[tuple[str, Rule], ...]
    name: str = "mixed"
    summary: str = "different rules for different buttons"

    @classmethod
    def of(cls, rows: Sequence[str], rules: Mapping[str, str | AnyRule]) -> MixedRule:
        """Return the rule mixed as rows of symbols and their rules (or the names of rules) say; blanks do not matter.

        Raises
        ------
        InputError
            For symbols that are not one character or not used, rows of different lengths, unknown symbols, and rules
            that are mixed themselves.
        """
        lines = tuple("".join(row.split()) for row in rows)
        if not lines or not lines[0] or len({len(line) for line in lines}) > 1:
            raise InputError("map of rules: the rows must be equally long, with a symbol for every cell")
        if len(rules) > MAX_KINDS:
            raise InputError(f"map of rules: {len(rules)} rules, at most {MAX_KINDS}")
        kinds: dict[str, Rule] = {}
        for symbol, rule in rules.items():
            if len(symbol) != 1 or symbol.isspace():
                raise InputError(f"map of rules: symbol {shown(symbol)} must be one character")
            chosen = rule_named(rule) if isinstance(rule, str) else rule
            if not isinstance(chosen, Rule):
                raise InputError(f"map of rules: rule {chosen.name} differs from cell to cell itself; use plain rules")
            kinds[symbol] = chosen
        used = set().union(*lines)
        for symbol in sorted(used - kinds.keys()):
            raise InputError(f"map of rules: {symbol!r} stands for no rule; the rules are {', '.join(kinds) or 'none'}")
        for symbol in sorted(kinds.keys() - used):
            raise InputError(f"map of rules: no cell has the rule {symbol!r}; leave it out")
        return cls(lines, tuple(sorted(kinds.items())))

    def offsets_by_cell(self, grid: Grid) -> tuple[NDArray[np.intp], Sequence[Sequence[Offset]]]:
        """Return which of its rules every cell has, intp (rows, cols), and what they toggle on this grid."""
        if grid.shape != (len(self.rows), len(self.rows[0])):
            raise InputError(f"map of rules: {len(self.rows)}x{len(self.rows[0])}, the board {grid.rows}x{grid.cols}")
        number = {symbol: kind for kind, (symbol, _) in enumerate(self.rules)}
        kinds = np.array([[number[symbol] for symbol in row] for row in self.rows], np.intp)
        return kinds, [rule.offsets(grid) for _, rule in self.rules]

"""Rank, nullity and numbers of solvable boards by grid size, by polynomials where the rule allows; knows no board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from lo_opt.algebra.polynomials import grid_nullity
from lo_opt.algebra.tensorgrid import solve_king_grid
from lo_opt.control import Control, Progress
from lo_opt.errors import InputError, UnsupportedError
from lo_opt.puzzle import Board, Grid, Puzzle, Rule, Wrap, rule_named
from lo_opt.puzzle.board import check_size
from lo_opt.puzzle.rules import KING, NEIGHBORS, PLUS, AnyRule, Offset

MAX_ELIMINATED = 1 << 20
"""Cells of a grid whose nullity needs elimination."""

MAX_SIZES = 10**6
"""Sizes of one table."""


@dataclass(frozen=True)
class GridRank:
    """The rank and nullity of one grid under one rule; everything else follows from them.

    >>> size = GridRank(5, 5, 2)
    >>> size.rank, size.solvable_boards, size.share, size.solutions_per_board
    (23, 8388608, Fraction(1, 4), 4)
    """

    rows: int
    cols: int
    nullity: int

    @property
    def rank(self) -> int:
        """Rank of the effect matrix: log2 of the number of solvable boards."""
        return self.rows * self.cols - self.nullity

    @property
    def solvable_boards(self) -> int:
        """How many of the 2**(rows * cols) boards can be solved: 2**rank, a number of `rank` bits."""
        return 1 << self.rank

    @property
    def share(self) -> Fraction:
        """The share of boards that can be solved, 2**-nullity."""
        return Fraction(1, self.solutions_per_board)

    @property
    def solutions_per_board(self) -> int:
        """How many solutions each of them has, 2**nullity."""
        return 1 << self.nullity


def grid_rank(rows: int, cols: int, rule: str | AnyRule = "plus", wrap: str | Wrap = Wrap.NONE) -> GridRank:
    """Return rank and nullity of a two-state grid.

    Plus and neighbours only without wrap by a gcd of polynomials (25,000 x 25,000 in seconds), king moves by a formula,
    everything else by elimination.

    >>> grid_rank(9, 9).nullity, grid_rank(3, 3, "king", "torus").nullity
    (8, 8)

    Raises
    ------
    InputError
        For an unknown rule or wrap, or an empty grid; `UnsupportedError` if elimination would be too large.
    """
    check_size(rows, cols)
    grid = Grid(rows, cols, Wrap.named(wrap))
    chosen = rule_named(rule) if isinstance(rule, str) else rule
    for pattern, self_loop in ((PLUS.pattern, True), (NEIGHBORS.pattern, False)):
        if grid.wrap is Wrap.NONE and _moves(chosen, grid, pattern):
            return GridRank(rows, cols, grid_nullity(rows, cols, self_loop))
    if _moves(chosen, grid, KING.pattern):
        solved = solve_king_grid([0] * rows, cols, wrap_rows=grid.rows_wrap, wrap_cols=grid.columns_wrap)
        return GridRank(rows, cols, solved.nullity)
    return GridRank(rows, cols, _nullity_by_elimination(grid, chosen))


def rank_table(
    sizes: Iterable[tuple[int, int]],
    rule: str | AnyRule = "plus",
    wrap: str | Wrap = Wrap.NONE,
    *,
    progress: Callable[[Progress], None] | None = None,
) -> Iterator[GridRank]:
    """Yield rank and nullity of each size (rows, cols), as they become known.

    >>> [(size.rows, size.rank, size.nullity) for size in rank_table((n, n) for n in range(2, 6))]
    [(2, 4, 0), (3, 9, 0), (4, 12, 4), (5, 23, 2)]
    """
    wanted = list(sizes)
    work = [rows * cols for rows, cols in wanted]
    control, done, total = Control(report=progress), 0, sum(work)
    for (rows, cols), cells in zip(wanted, work, strict=True):
        control.tell("ranks", done / total)
        yield grid_rank(rows, cols, rule, wrap)
        done += cells


def parse_sizes(text: str) -> list[tuple[int, int]]:
    """Return the grid sizes that a list such as `2-9,12,3x5` names, squares where only one number is given.

    >>> parse_sizes("2-4,3x5")
    [(2, 2), (3, 3), (4, 4), (3, 5)]

    Raises
    ------
    InputError
        For anything else, and for more than `MAX_SIZES`, before any is listed.
    """
    sizes: list[tuple[int, int]] = []
    for item in text.split(","):
        rows, cross, cols = item.partition("x")
        if cross:
            sizes.append((_whole(rows, text), _whole(cols, text)))
        else:
            sides = parse_range(item, text)
            check_size_count(len(sizes) + len(sides))
            sizes += [(side, side) for side in sides]
    check_size_count(len(sizes))
    return sizes


def check_size_count(count: int) -> None:
    """Raise `InputError` for more than `MAX_SIZES` sizes.

    >>> check_size_count(2_000_000)
    Traceback (most recent call last):
        ...
    lo_opt.errors.InputError: 2,000,000 sizes; at most 1,000,000 at once
    """
    if count > MAX_SIZES:
        raise InputError(f"{count:,} sizes; at most {MAX_SIZES:,} at once")


def parse_range(item: str, text: str = "") -> range:
    """Return the whole numbers of `7` or `2-9`, at least 1; `text` is what to quote in an error.

    >>> parse_range("2-4")
    range(2, 5)
    """
    first, dash, last = item.partition("-")
    low = _whole(first, text or item)
    high = _whole(last, text or item) if dash else low
    if high < low:
        raise InputError(f"sizes {text or item!r}: {item.strip()} ends before it begins; write the smaller one first")
    return range(low, high + 1)


def _whole(digits: str, text: str) -> int:
    stripped = digits.strip()
    if not (stripped.isascii() and stripped.isdigit() and len(stripped) <= 9 and int(stripped)):
        raise InputError(f"sizes {text!r}: {stripped!r} must be a whole number from 1, as in 2-9, 12 or 3x5")
    return int(stripped)


def _moves(rule: AnyRule, grid: Grid, pattern: tuple[Offset, ...]) -> bool:
    return isinstance(rule, Rule) and Counter(rule.offsets(grid)) == Counter(pattern)


def _nullity_by_elimination(grid: Grid, rule: AnyRule) -> int:
    from lo_opt import linear

    if grid.rows * grid.cols > MAX_ELIMINATED:
        raise UnsupportedError(
            f"grid {grid.rows}x{grid.cols}: rule {rule.name}, wrap {grid.wrap} needs elimination, "
            f"which takes up to {MAX_ELIMINATED:,} cells; only plus and neighbors without wrap, and king, go beyond"
        )
    return linear.solutions(Puzzle.grid(Board.filled(grid.rows, grid.cols, 0), rule, grid.wrap)).nullity

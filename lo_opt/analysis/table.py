"""Rank, nullity and numbers of solvable boards by grid size, by polynomials where the rule allows; knows no board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from lo_opt.algebra.gridranks import Axis, Bilinear, grid_nullity
from lo_opt.algebra.primefields import is_prime
from lo_opt.control import Control, Progress
from lo_opt.errors import InputError, UnsupportedError
from lo_opt.puzzle import Board, Grid, Puzzle, Rule, Wrap, rule_named
from lo_opt.puzzle.board import check_size
from lo_opt.puzzle.rules import AnyRule
from lo_opt.wording import shown

MAX_ELIMINATED = 1 << 20
"""Cells of a two-state grid whose nullity needs elimination."""

MAX_ELIMINATED_MODULAR = 1 << 14
"""The same with more states."""

MAX_SIZES = 10**6
"""Sizes of one table."""

_NEAR = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1)]


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
    states: int = 2

    @property
    def rank(self) -> int:
        """Rank of the effect matrix: the logarithm of the number of solvable boards to the base `states`."""
        return self.rows * self.cols - self.nullity

    @property
    def solvable_boards(self) -> int:
        """How many of the states**(rows * cols) boards can be solved: states**rank, a number of very many digits."""
        return int(self.states**self.rank)

    @property
    def share(self) -> Fraction:
        """The share of boards that can be solved, states**-nullity."""
        return Fraction(1, self.solutions_per_board)

    @property
    def solutions_per_board(self) -> int:
        """How many solutions each of them has, states**nullity."""
        return int(self.states**self.nullity)


def grid_rank(
    rows: int, cols: int, rule: str | AnyRule = "plus", wrap: str | Wrap = Wrap.NONE, states: int = 2
) -> GridRank:
    """Return rank and nullity of a grid of lights with a prime number of states.

    By gcds of polynomials, whatever the wrap, for every rule that is the same up and down, left and right, and along
    all diagonals, and reaches no further (plus, neighbors, x, king, ring, pictures): 25,000 x 25,000 in seconds.
    Everything else by elimination.

    >>> grid_rank(9, 9).nullity, grid_rank(3, 3, "king", "torus").nullity, grid_rank(5, 5, states=3).nullity
    (8, 8, 3)

    Raises
    ------
    InputError
        For an unknown rule or wrap, an empty grid, or a number of states that is no prime; `UnsupportedError` if
        elimination would be too large.
    """
    check_size(rows, cols, states)
    if not is_prime(states):
        raise InputError(f"states {states}: rank and nullity are those of a field, so their number must be a prime")
    grid = Grid(rows, cols, Wrap.named(wrap))
    chosen = rule_named(rule) if isinstance(rule, str) else rule
    moves = _bilinear(chosen, grid)
    if moves is None:
        return GridRank(rows, cols, _nullity_by_elimination(grid, chosen, states), states)
    down, across = Axis(rows, grid.rows_wrap), Axis(cols, grid.columns_wrap)
    return GridRank(rows, cols, grid_nullity(down, across, moves, states), states)


def rank_table(
    sizes: Iterable[tuple[int, int]],
    rule: str | AnyRule = "plus",
    wrap: str | Wrap = Wrap.NONE,
    states: int = 2,
    *,
    progress: Callable[[Progress], None] | None = None,
) -> Iterator[GridRank]:
    """Yield rank and nullity of each size (rows, cols), as they become known; errors as for `grid_rank`.

    >>> [(size.rows, size.rank, size.nullity) for size in rank_table((n, n) for n in range(2, 6))]
    [(2, 4, 0), (3, 9, 0), (4, 12, 4), (5, 23, 2)]
    """
    wanted = list(sizes)
    work = [rows * cols for rows, cols in wanted]
    control, done, total = Control(report=progress), 0, sum(work)
    for (rows, cols), cells in zip(wanted, work, strict=True):
        control.tell("ranks", done / total)
        yield grid_rank(rows, cols, rule, wrap, states)
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
        raise InputError(
            f"sizes {shown(text or item)}: {item.strip()} ends before it begins; write the smaller one first"
        )
    return range(low, high + 1)


def _whole(digits: str, text: str) -> int:
    stripped = digits.strip()
    if not (stripped.isascii() and stripped.isdigit() and len(stripped) <= 9 and int(stripped)):
        raise InputError(
            f"sizes {shown(text)}: {shown(stripped)} must be a whole number from 1 to 999,999,999, as in 2-9, 12 or 3x5"
        )
    return int(stripped)


def _bilinear(rule: AnyRule, grid: Grid) -> Bilinear | None:
    """Return a rule as a polynomial in the adjacencies of rows and columns, None if it is none of degree 1 in each."""
    if not isinstance(rule, Rule):
        return None
    times = Counter(rule.offsets(grid))
    down, across = times[1, 0], times[0, 1]
    sides = (times[-1, 0], times[0, -1]) == (down, across)
    diagonals = {times[dr, dc] for dr, dc in _NEAR if dr and dc}
    if not sides or len(diagonals) > 1 or not {offset for offset in times if times[offset]} <= set(_NEAR):
        return None
    return Bilinear(times[0, 0], down, across, diagonals.pop())


def _nullity_by_elimination(grid: Grid, rule: AnyRule, states: int) -> int:
    from lo_opt import linear
    from lo_opt.analysis.modular import modular_form

    largest = MAX_ELIMINATED if states == 2 else MAX_ELIMINATED_MODULAR
    if grid.rows * grid.cols > largest:
        raise UnsupportedError(
            f"grid {grid.rows}x{grid.cols}: rule {rule.name} needs elimination, which takes up to {largest:,} cells; "
            f"only rules that are the same up and down, left and right, and along all diagonals go beyond"
        )
    puzzle = Puzzle.grid(Board.filled(grid.rows, grid.cols, 0, states), rule, grid.wrap)
    return linear.solutions(puzzle).nullity if states == 2 else len(modular_form(puzzle).orders)

"""What levels are asked for, checked as far as that needs no mathematics; knows no way to make them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.regions import check_analysable, dark
from lo_opt.errors import InputError, unknown_name
from lo_opt.generate.symmetry import Symmetry, generators
from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.weights import Number, exact
from lo_opt.wording import shown

MAX_LEVELS = 10**7
MAX_CELLS = 10**8
"""Cells of all levels together."""

MAX_SYMMETRIC_CELLS = 4096
MAX_PRESSES = 10**6


class Distinct(StrEnum):
    """Which levels count as the same, so that only one of them is kept."""

    BOARDS = "boards"
    SYMMETRY = "symmetry"
    NONE = "none"


@dataclass(frozen=True)
class Request:
    """A checked request for levels.

    `random_presses` is K for the method presses:K, None for uniform. `least` and `most` bound the least cost, as whole
    numbers over the puzzle's denominator.
    """

    puzzle: Puzzle
    count: int
    random_presses: int | None
    least: int
    most: int | None
    unique: bool
    symmetry: Symmetry | None
    distinct: Distinct
    seed: int

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        count: int = 1,
        *,
        method: str = "uniform",
        min_presses: Number | None = None,
        max_presses: Number | None = None,
        unique: bool = False,
        symmetry: str | Symmetry | None = None,
        distinct: str | Distinct = Distinct.BOARDS,
        seed: int = 0,
    ) -> Request:
        """Return the request; the arguments are those of `generate_levels`.

        >>> Request.of(Puzzle.grid("00/00"), 3, method="presses:4", max_presses=2).random_presses
        4

        Raises
        ------
        InputError
            For whatever is out of range or unknown; `UnsupportedError` for puzzles that cannot be analysed.
        """
        check_analysable(puzzle)
        if puzzle.layout is None:
            raise InputError("levels are made on grids; this puzzle lists its buttons")
        if not 1 <= count <= MAX_LEVELS:
            raise InputError(f"{count} levels: must be from 1 to {MAX_LEVELS:,}")
        if count * puzzle.light_count > MAX_CELLS:
            raise InputError(f"{count:,} levels of {puzzle.light_count:,} cells; at most {MAX_CELLS:,} cells in all")
        if not 0 <= seed < 2**64:
            raise InputError(f"seed {seed}: must be a whole number from 0 to 2^64 - 1")
        if distinct not in list(Distinct):
            raise unknown_name("kind of distinct levels", str(distinct), list(Distinct))
        chosen = None if symmetry is None else Symmetry.named(str(symmetry))
        if chosen is not None:
            generators(chosen, *puzzle.start.shape)
            if puzzle.light_count > MAX_SYMMETRIC_CELLS:
                raise InputError(
                    f"symmetric levels of {puzzle.light_count:,} cells; at most {MAX_SYMMETRIC_CELLS:,} cells"
                )
        presses = _random_presses(method)
        if presses is not None and chosen is not None:
            raise InputError("symmetric levels are made by method uniform; K random presses are hardly ever symmetric")
        least, most = _bounds(puzzle, min_presses, max_presses)
        return cls(dark(puzzle), count, presses, least, most, unique, chosen, Distinct(distinct), seed)

    @property
    def filtered(self) -> bool:
        """Whether anything is asked of the least cost or of how many solutions reach it."""
        return self.least > 0 or self.most is not None or self.unique

    def accepts(self, cost: int, ties: int) -> bool:
        """Return whether a board of this least cost, reached by `ties` solutions, is wanted."""
        return cost >= self.least and (self.most is None or cost <= self.most) and (not self.unique or ties == 1)

    def accepted(self, costs: NDArray[np.int64], ties: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some boards are wanted, bool (B,): `accepts` for each; a cost of -1 is not known."""
        wanted = (costs >= 0) & (costs >= self.least)
        if self.most is not None:
            wanted &= costs <= self.most
        if self.unique:
            wanted &= ties == 1
        return wanted

    def wish(self) -> str:
        """Return what is asked of the least cost, in words.

        >>> Request.of(Puzzle.grid("00"), min_presses=1, max_presses=2, unique=True).wish()
        'a least cost from 1 to 2 that only one solution reaches'
        """
        from lo_opt.verify import as_cost

        denominator = self.puzzle.weight_denominator
        low = as_cost(self.least, denominator)
        high = None if self.most is None else as_cost(self.most, denominator)
        text = "any least cost"
        if high is not None:
            text = f"a least cost of {low}" if low == high else f"a least cost from {low} to {high}"
        elif self.least:
            text = f"a least cost of at least {low}"
        return text + (" that only one solution reaches" if self.unique else "")


def _random_presses(method: str) -> int | None:
    """Return K of `presses:K`, None for `uniform`."""
    if method == "uniform":
        return None
    found = re.fullmatch("presses:([0-9]{1,9})", method)
    if found is None:
        raise InputError(f"method {shown(method)}: must be uniform or presses:K, such as presses:10")
    if not 1 <= int(found[1]) <= MAX_PRESSES:
        raise InputError(f"method {shown(method)}: must press from 1 to {MAX_PRESSES:,} times")
    return int(found[1])


def _bounds(puzzle: Puzzle, low: Number | None, high: Number | None) -> tuple[int, int | None]:
    """Return the least and the most cost wanted as whole numbers over the denominator."""
    denominator = puzzle.weight_denominator
    least = 0 if low is None else math.ceil(exact(low, "least number of presses") * denominator)
    most = None if high is None else math.floor(exact(high, "largest number of presses") * denominator)
    if most is not None and (low is not None and high is not None and exact(high) < exact(low)):
        raise InputError(f"levels of at least {low} and at most {high} presses: the first must not be the larger")
    return least, most

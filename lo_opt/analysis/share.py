"""The share of random boards that can be solved, measured by light chasing alone; knows no rank and no kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words
from lo_opt.analysis.intervals import share_interval
from lo_opt.control import Control, Progress
from lo_opt.errors import InputError

MAX_SIDE = 24
"""The shorter side at most: light chasing tries 2**side first rows."""

_BOARDS_AT_ONCE = 1 << 16


@dataclass(frozen=True)
class ShareEstimate:
    """How many of some random boards could be solved."""

    solvable: int
    boards: int

    @property
    def share(self) -> float:
        """The measured share."""
        return self.solvable / self.boards

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval for the true share."""
        return share_interval(self.solvable, self.boards)


def solvable_share(
    rows: int,
    cols: int,
    boards: int = 100_000,
    seed: int = 0,
    *,
    self_loop: bool = True,
    progress: Callable[[Progress], None] | None = None,
) -> ShareEstimate:
    """Estimate the share of solvable boards under the plus rule (neighbours only without `self_loop`), without wrap.

    Every light of a random board is on with probability 1/2. Each board is chased down from an empty first row; it can
    be solved if some first row, chased down a dark board, leaves the same last row. So this is a witness of 2**-nullity
    that uses no linear algebra but that presses add up.

    >>> solvable_share(5, 5, 10_000, seed=1).share
    0.2433

    Raises
    ------
    InputError
        If the grid is empty, its shorter side over 24, or `boards` less than 1.
    """
    if boards < 1:
        raise InputError(f"{boards} random boards: at least 1 is needed")
    rows, cols = max(rows, cols), min(rows, cols)
    if not 1 <= cols <= MAX_SIDE:
        raise InputError(f"grid {rows}x{cols}: the shorter side must be from 1 to {MAX_SIDE} to try every first row")
    rng = np.random.default_rng(seed)
    control = Control(report=progress)
    reachable = _reachable(rows, cols, self_loop)
    solvable = 0
    for first in range(0, boards, _BOARDS_AT_ONCE):
        count = min(_BOARDS_AT_ONCE, boards - first)
        lights = (rng.integers(0, 1 << cols, count, np.uint64) for _ in range(rows))
        left = residues(lights, np.zeros(count, np.uint64), cols, self_loop)
        solvable += int(np.count_nonzero(reachable[left]))
        control.tell("random boards", (first + count) / boards)
    return ShareEstimate(solvable, boards)


def solvable_by_chasing(lights: Words, cols: int, *, self_loop: bool = True) -> NDArray[np.bool_]:
    """Return which boards light chasing can solve, bool (B,); errors as for `solvable_share`.

    `lights`, uint64 (rows, B), are the lights to toggle, one row of all boards after the other, column c in bit c.

    >>> solvable_by_chasing(np.array([[0b1, 0b1], [0b0, 0b1]], np.uint64), 1).tolist()
    [False, True]
    """
    rows = len(lights)
    if not (rows and 1 <= cols <= MAX_SIDE):
        raise InputError(f"grid {rows}x{cols}: it must have rows, and from 1 to {MAX_SIDE} columns to try")
    left = residues(lights, np.zeros(lights.shape[1], np.uint64), cols, self_loop)
    solvable: NDArray[np.bool_] = _reachable(rows, cols, self_loop)[left]
    return solvable


def _reachable(rows: int, cols: int, self_loop: bool) -> NDArray[np.bool_]:
    """Return which last rows, as numbers, some first row leaves on a dark board, bool (2**cols,)."""
    reachable = np.zeros(1 << cols, np.bool_)
    firsts = np.arange(1 << cols, dtype=np.uint64)
    reachable[residues((np.uint64(0) for _ in range(rows)), firsts, cols, self_loop)] = True
    return reachable


def residues(lights: Iterable[Words | np.uint64], firsts: Words, cols: int, self_loop: bool) -> NDArray[np.intp]:
    """Return the last rows that chasing leaves lit, as numbers, intp (B,).

    `lights` are the rows from top to bottom, each uint64 (B,) or one number, column c in bit c; `firsts`, uint64 (B,),
    the presses of the first row.

    >>> residues(np.array([[0b1], [0b0]], np.uint64), np.array([0b00], np.uint64), 2, True).tolist()
    [3]
    """
    one, mask = np.uint64(1), np.uint64((1 << cols) - 1)
    above, here = np.zeros_like(firsts), firsts
    for row in lights:
        moved = here << one ^ here >> one ^ above ^ row
        above, here = here, (moved ^ here if self_loop else moved) & mask
    return here.astype(np.intp)

"""Light chasing with every first row at once, one bit a candidate; the witness that uses no linear algebra.

It knows the plus rule on a grid without wrap, weights and forbidden cells; it must not know puzzles, ranks or kernels.

The first row of presses decides the others: row r + 1 must finish row r. All 2**C first rows are chased in blocks. Per
cell of a row there is one bit-vector over the candidates of the block, so 64 candidates move in one machine word.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra import bits, rowgrid
from lo_opt.algebra.bits import Words
from lo_opt.algebra.pacing import BITS_A_UNIT, Pace
from lo_opt.algebra.parallel import results_of
from lo_opt.control import Control, DeadlineError
from lo_opt.errors import InputError

_BLOCK_BITS = 20  # candidates chased together: also the most solutions ever held at once
_FEW_COLUMNS = 10  # up to here one integer holds all first rows of a board, which spares tall boards NumPy calls
_PRESSES_AT_ONCE = 1 << 16  # rows × candidates, when they are weighed
_BLOCK_WORK = 1 << 29  # cells × candidates of a block: it stays near 0.2 s even if every candidate is a solution

# Bit k of word c is bit c of the number k: the first six columns of candidates 64 w + k, whatever w.
_LOW_COLUMNS = (
    0xAAAAAAAAAAAAAAAA,
    0xCCCCCCCCCCCCCCCC,
    0xF0F0F0F0F0F0F0F0,
    0xFF00FF00FF00FF00,
    0xFFFF0000FFFF0000,
    0xFFFFFFFF00000000,
)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@dataclass(frozen=True)
class ChaseResult:
    """The lightest solution among the first rows tried.

    `presses` is one int a row, column c in bit c, None if no first row tried leads to a solution; then `cost` is None.
    `survivors` counts the solutions found, `optimal_count` those of them that cost `cost`. `tried` of `total` first
    rows were chased; if `exhausted`, all of them: then `cost` is the optimum, and no solution means there is none.
    """

    presses: list[int] | None
    cost: int | None
    survivors: int
    optimal_count: int
    tried: int
    total: int

    @property
    def exhausted(self) -> bool:
        """Whether every first row was tried."""
        return self.tried == self.total


def chase_all(
    rows: Sequence[int],
    cols: int,
    weights: NDArray[np.int64],
    forbidden: NDArray[np.bool_] | None,
    control: Control,
    first_only: bool,
) -> ChaseResult:
    """Try every first row under the plus rule, or every first column if there are fewer of them.

    Parameters
    ----------
    rows
        Lights to toggle, one int a row from top to bottom, column c in bit c.
    cols
        Width of the grid. The shorter side is at most 62.
    weights
        Cost of pressing each cell, int64 (rows, cols).
    forbidden
        Cells not to press, bool (rows, cols), or None.
    control
        Obeyed between blocks of 2**20 first rows (fewer on tall grids), and on the way down very tall ones. At the
        deadline, or at a KeyboardInterrupt, the result holds what was found so far. The blocks run on its executor if
        it has one.
    first_only
        Stop after the first block that holds a solution.

    Raises
    ------
    InputError
        If the shapes do not match, the grid is empty or too large, or the weights add up beyond 64 bits.

    Examples
    --------
    >>> result = chase_all([0b111] * 3, 3, np.ones((3, 3), np.int64), None, Control(), first_only=False)
    >>> [f"{row:03b}" for row in result.presses], result.cost, result.survivors, result.exhausted
    (['101', '010', '101'], 5, 1, True)
    """
    rowgrid.check_grid(rows, cols)
    shape = len(rows), cols
    blocked = np.zeros(shape, np.bool_) if forbidden is None else forbidden
    if weights.shape != shape or blocked.shape != shape:
        raise InputError(f"weights {weights.shape} and forbidden {blocked.shape} on a grid of {shape}; all must agree")
    if sum(map(abs, weights.ravel().tolist())) >= 1 << 63:
        raise InputError("weights add up to more than 64-bit integers hold; scale them down")
    if cols > len(rows):
        turned = chase_all(rowgrid.transpose(rows, cols), len(rows), weights.T, blocked.T, control, first_only)
        presses = None if turned.presses is None else rowgrid.transpose(turned.presses, len(rows))
        return ChaseResult(presses, turned.cost, turned.survivors, turned.optimal_count, turned.tried, turned.total)
    if cols > 62:
        raise InputError(f"2**{cols} first rows; light chasing takes grids whose shorter side is at most 62")
    return _search(_Board(bits.from_row_ints(rows, cols)[:, 0], weights, blocked), control, first_only)


class _Board(NamedTuple):
    """A grid at least as tall as wide: `rows` to toggle (R,), one word each, `weights` and `forbidden` (R, C)."""

    rows: Words
    weights: NDArray[np.int64]
    forbidden: NDArray[np.bool_]

    @property
    def cols(self) -> int:
        return int(self.weights.shape[1])


class _Found(NamedTuple):
    """Solutions among `tried` first rows: `first` is the smallest of those of least `cost`; both 0 if none survive."""

    tried: int
    survivors: int
    cost: int
    optimal_count: int
    first: int

    def merged(self, other: _Found) -> _Found:
        """Return what both found together."""
        found = [part for part in (self, other) if part.survivors]
        cost = min((part.cost for part in found), default=0)
        lightest = [part for part in found if part.cost == cost]
        return _Found(
            tried=self.tried + other.tried,
            survivors=self.survivors + other.survivors,
            cost=cost,
            optimal_count=sum(part.optimal_count for part in lightest),
            first=min((part.first for part in lightest), default=0),
        )


def _search(board: _Board, control: Control, first_only: bool) -> ChaseResult:
    """Chase all first rows block by block until done, interrupted, out of time or (`first_only`) successful."""
    total = 1 << board.cols
    size = min(total, 1 << _BLOCK_BITS)
    while size > 64 and size * board.weights.size > _BLOCK_WORK:
        size >>= 1
    # An executor's workers need no more of the control than its deadline, and could not take its executor.
    within = control if control.executor is None else Control(control.deadline)
    blocks = ((board, start, size, within) for start in range(0, total, size))
    found = _Found(0, 0, 0, 0, 0)
    with suppress(KeyboardInterrupt, DeadlineError):
        for block in results_of(_chase_block, blocks, control):
            found = found.merged(block)
            control.tell("first rows", found.tried / total, found.cost if found.survivors else None)
            if first_only and found.survivors:
                break
    if not found.survivors:
        return ChaseResult(None, None, 0, 0, found.tried, total)
    presses = [row for rows in _following(board, np.array([found.first], np.uint64)) for row in rows[:, 0].tolist()]
    return ChaseResult(presses, found.cost, found.survivors, found.optimal_count, found.tried, total)


def _chase_block(board: _Board, start: int, size: int, control: Control) -> _Found:
    """Return the solutions whose first row is one of start, …, start + size - 1 (a power of two that divides start).

    Raises `DeadlineError` at the deadline if there is no solution yet; with solutions, the first one is all it returns.
    """
    firsts = _survivors(board, start, size, control)
    if not firsts.size:
        return _Found(size, 0, 0, 0, 0)
    try:
        costs = _costs(board, firsts, control)
    except DeadlineError:
        return _Found(0, 1, int(_costs(board, firsts[:1], Control())[0]), 1, int(firsts[0]))
    cost = int(costs.min())
    lightest = np.flatnonzero(costs == cost)
    return _Found(size, firsts.size, cost, lightest.size, int(firsts[lightest[0]]))


def _survivors(board: _Board, start: int, count: int, control: Control) -> Words:
    """Return the first rows among start, …, start + count - 1 that solve the board, ascending, as uint64."""
    if board.cols <= _FEW_COLUMNS and count == 1 << board.cols:
        return _survivors_of_all(board, Pace(control))
    cols = board.cols
    words = start // 64 + np.arange(bits.word_count(count), dtype=np.uint64)
    here = np.empty((cols, words.size), np.uint64)
    for c in range(cols):
        here[c] = _LOW_COLUMNS[c] if c < 6 else (words >> np.uint64(c - 6) & np.uint64(1)) * _ALL
    pace, row_work = Pace(control), 200 + here.size // 16
    above = np.zeros_like(here)
    lights = bits.unpack(board.rows[:, None], cols) * _ALL
    dead = np.full(words.size, 0 if count >= 64 else (1 << 64) - (1 << count), np.uint64)
    for lit, blocked in zip(lights, board.forbidden, strict=True):
        for column in here[blocked]:
            dead |= column
        # Turns `above` into the row below: light ^ above ^ here ^ left neighbour ^ right neighbour.
        above ^= lit[:, None]
        above ^= here
        above[1:] ^= here[:-1]
        above[:-1] ^= here[1:]
        above, here = here, above
        pace.spend(row_work)
    for residue in here:
        dead |= residue
    alive = ~dead
    hits = np.flatnonzero(alive)
    which, bit = np.nonzero(bits.unpack(alive[hits, None], 64))
    return words[hits[which]] * np.uint64(64) + bit.astype(np.uint64)


def _survivors_of_all(board: _Board, pace: Pace) -> Words:
    """Return the first rows that solve a narrow board, ascending, as uint64: all 2**C are chased in one integer.

    Column c of candidate k is bit c * 2**C + k, so that a row's neighbour is a shift by 2**C.
    """
    cols, count = board.cols, 1 << board.cols
    every = (1 << count) - 1
    columns = [sum((k >> c & 1) << k for k in range(count)) for c in range(cols)]
    above, here = 0, sum(column << c * count for c, column in enumerate(columns))
    mask = (1 << cols * count) - 1
    row_work = 10 + 8 * cols * count // BITS_A_UNIT
    spread = functools.cache(lambda row: sum(every << c * count for c in range(cols) if row >> c & 1))
    dead = 0
    forbidden = {int(r) for r in np.flatnonzero(board.forbidden) // cols}
    for r, row in enumerate(pace.over(board.rows.tolist(), row_work)):
        if r in forbidden:
            for c in np.flatnonzero(board.forbidden[r]).tolist():
                dead |= here >> c * count & every
        above, here = here, (here << count ^ here >> count ^ here ^ above) & mask ^ spread(row)
    for c in range(cols):
        dead |= here >> c * count & every
    return np.array([k for k in range(count) if not dead >> k & 1], np.uint64)


def _costs(board: _Board, firsts: Words, control: Control) -> NDArray[np.int64]:
    """Return the cost of the presses that follow from each first row, int64 as long as `firsts`."""
    costs = np.zeros(firsts.size, np.int64)
    uniform = int(board.weights[0, 0]) if (board.weights == board.weights[0, 0]).all() else None
    pace = Pace(control)
    top = 0
    for rows in _following(board, firsts):
        if uniform is not None:
            costs += np.bitwise_count(rows).sum(axis=0, dtype=np.int64) * uniform
        else:
            for byte, table in enumerate(_cost_tables(board.weights[top : top + len(rows)])):
                pressed = (rows >> np.uint64(8 * byte) & np.uint64(255)).astype(np.intp)
                costs += np.take_along_axis(table, pressed, axis=1).sum(axis=0)
        top += len(rows)
        pace.spend(len(rows) * (10 + rows.shape[1] // 4))
    return costs


def _cost_tables(weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the cost of every byte of presses, int64 (bytes of a row, rows, 256)."""
    height, cols = weights.shape
    padded = np.zeros((height, (cols + 7) // 8 * 8), np.int64)
    padded[:, :cols] = weights
    eights = padded.reshape(height, -1, 8).transpose(1, 0, 2)
    return eights @ bits.unpack(np.arange(256, dtype=np.uint64)[:, None], 8).T.astype(np.int64)


def _following(board: _Board, firsts: Words) -> Iterator[Words]:
    """Yield the rows of presses from top to bottom, some at a time, uint64 (rows, candidates), column c in bit c.

    All candidates are one integer, 64 bits each.
    """
    count = len(firsts)
    ones = int.from_bytes(np.ones(count, "<u8").tobytes(), "little")
    mask = ones * ((1 << board.cols) - 1)
    above, here = 0, int.from_bytes(firsts.astype("<u8").tobytes(), "little")
    step = min(1 << 10, max(1, _PRESSES_AT_ONCE // count))
    for top in range(0, len(board.rows), step):
        block = []
        for row in board.rows[top : top + step].tolist():
            block.append(here.to_bytes(8 * count, "little"))
            above, here = here, (here << 1 ^ here >> 1 ^ here ^ above) & mask ^ ones * row
        yield np.frombuffer(b"".join(block), "<u8").reshape(-1, count).astype(np.uint64, copy=False)

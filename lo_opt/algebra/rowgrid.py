"""Grids of bits held as one int a row: checked, turned, flattened; it must not know any matrix or puzzle.

Cell (r, c) is bit c of row r. Flattened, cells run row by row: cell (r, c) is number r * cols + c.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra import bits
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.errors import InputError


@dataclass(frozen=True)
class GridSolution:
    """What A x = b comes to on a grid with a symmetric matrix A over GF(2); grids are lists of row ints.

    Exactly one of `presses` (some x with A x = b) and `certificate` is set. The certificate y proves that there is no
    x: A y = 0, yet y and b meet in an odd number of cells. `nullity` is the dimension of the kernel of A.
    """

    presses: list[int] | None
    nullity: int
    certificate: list[int] | None


def check_grid(rows: Sequence[int], cols: int) -> None:
    """Raise InputError unless there is a row, a column, and no bit outside the columns.

    >>> check_grid([0b101], 2)
    Traceback (most recent call last):
    ...
    lo_opt.errors.InputError: row 0 has a cell in column 2; the grid has columns 0 to 1
    """
    if not rows or cols < 1:
        raise InputError(f"grid of {len(rows)} × {cols} cells; both sides must be at least 1")
    for index, row in enumerate(rows):
        if row < 0:
            raise InputError(f"row {index} is a negative number; a row is a sum of 2**column over its cells")
        if row.bit_length() > cols:
            raise InputError(
                f"row {index} has a cell in column {row.bit_length() - 1}; the grid has columns 0 to {cols - 1}"
            )


def transpose(rows: Sequence[int], cols: int) -> list[int]:
    """Return the grid turned over its diagonal: row c of the result holds column c, cell (r, c) in bit r.

    >>> transpose([0b01, 0b11, 0b00], 2)
    [3, 2]
    """
    words = bits.from_row_ints(rows, cols)
    turned: list[int] = []
    step = max(1, (1 << 18) // len(rows))  # words of each row unpacked at once: 16 MiB of bytes
    for start in range(0, words.shape[1], step):
        cells = bits.unpack(words[:, start : start + step], min(64 * step, cols - 64 * start))
        turned += bits.row_ints(bits.pack(cells.T))
    return turned


def cells(rows: Sequence[int], cols: int) -> NDArray[np.uint8]:
    """Return the flattened grid as uint8 (len(rows) * cols,) of 0/1.

    >>> cells([0b01, 0b11], 2).tolist()
    [1, 0, 1, 1]
    """
    return bits.unpack(bits.from_row_ints(rows, cols), cols).reshape(-1)


def space(presses: Sequence[int], patterns: Iterable[Sequence[int]], cols: int) -> SolutionSpace:
    """Return one solution and a basis of the kernel, both grids of `cols` columns, over the flattened cells.

    >>> space([0b01, 0b11], [[0b00, 0b10]], 2).kernel.tolist()
    [[8]]
    """
    size = len(presses) * cols
    basis = [bits.pack(cells(pattern, cols)) for pattern in patterns]
    return SolutionSpace(cells(presses, cols), np.array(basis, np.uint64).reshape(len(basis), bits.word_count(size)))


def flags(vector: int, length: int) -> list[bool]:
    """Return bits 0, …, length - 1 of `vector` in time proportional to `length`, unlike as many shifts.

    >>> flags(0b01, 3)
    [True, False, False]
    """
    return [digit == "1" for digit in reversed(f"{vector:0{length}b}")]


def outer(column: int, row: int, height: int) -> list[int]:
    """Return the grid of `height` rows with cell (r, c) set where bit r of `column` and bit c of `row` are.

    >>> outer(0b101, 0b11, 3)
    [3, 0, 3]
    """
    return [row if flag else 0 for flag in flags(column, height)]

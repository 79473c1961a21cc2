"""The plus and the neighbours-only matrix of a grid without wrap, solved in time proportional to the grid.

It knows cells as bits of row ints and the module of a path; it must not know puzzles, weights or costs.

H is the adjacency of a path of C cells, T = I + H (self loop) or H (neighbours only). Light chasing is the recurrence
x_{r+1} = T x_r + x_{r-1} + b_r over the rows; the last row comes out right when x_R = 0. Rows of C cells, y acting as
H, are the cyclic module GF(2)[y]/χ with χ = P_{C+1}, the Fibonacci polynomial: generator e_0, and e_j = P_{j+1}·e_0.
In it the first row f solves q·f = s, where q = P_{R+1}(T), and s is what chasing b from an empty first row leaves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from lo_opt.algebra import rowgrid
from lo_opt.algebra.polynomials import bezout, divide, fibonacci, multiply
from lo_opt.algebra.rowgrid import GridSolution
from lo_opt.algebra.spaces import SolutionSpace

# A grid more than this many times wider than tall is turned first: the work quadratic in its columns would cost more.
_WIDE = 128


def solve_path_grid(rows: Sequence[int], cols: int, self_loop: bool) -> GridSolution:
    """Solve A x = b on a grid where a press moves the cell's neighbours, and the cell itself if `self_loop`.

    Parameters
    ----------
    rows
        b, one int a row from top to bottom, column c in bit c, each below 2**cols.
    cols
        Width of the grid.

    Raises
    ------
    InputError
        If there is no row or no column, or a bit outside the grid.

    Notes
    -----
    About R·C/64 word operations and one Euclid on polynomials of degree C; memory of the result, and little more.

    Examples
    --------
    >>> solve_path_grid([0b11, 0b11], 2, True).presses
    [3, 3]
    >>> unsolvable = solve_path_grid([0b01, 0b00], 2, False)
    >>> unsolvable.presses, unsolvable.nullity, unsolvable.certificate
    (None, 2, [1, 2])
    """
    rowgrid.check_grid(rows, cols)
    height = len(rows)
    if cols > _WIDE * height:
        turned = solve_path_grid(rowgrid.transpose(rows, cols), height, self_loop)
        presses, certificate = (
            None if grid is None else rowgrid.transpose(grid, height) for grid in (turned.presses, turned.certificate)
        )
        return GridSolution(presses, turned.nullity, certificate)
    line = _Line(height, cols, self_loop)
    residue = deque(_chase(rows, 0, cols, self_loop), maxlen=1).pop()
    first = line.first_row(residue)
    if first is not None:
        return GridSolution(_from_first_row(rows, first, cols, self_loop), line.nullity, None)
    # Chased from an empty first row, b is met everywhere but in the last row, where `residue` is missing: a quiet
    # pattern meets b as often (mod 2) as its last row meets `residue`. Upside down the grid is itself, so the last rows
    # of quiet patterns are the first rows; if all of them met `residue` evenly, it would be in the image of q.
    last = next(row for row in line.quiet_first_rows() if (row & residue).bit_count() % 2)
    return GridSolution(None, line.nullity, _from_first_row(repeat(0, height), last, cols, self_loop)[::-1])


def quiet_patterns(rows: int, cols: int, self_loop: bool) -> Iterator[list[int]]:
    """Yield a basis of the presses that move nothing: one list of row ints at a time, `nullity` of them.

    >>> [f"{row:05b}" for row in next(quiet_patterns(5, 5, True))]
    ['01110', '10101', '11011', '10101', '01110']
    """
    if cols > _WIDE * rows:
        yield from (rowgrid.transpose(pattern, rows) for pattern in quiet_patterns(cols, rows, self_loop))
        return
    for first in _Line(rows, cols, self_loop).quiet_first_rows():
        yield _from_first_row(repeat(0, rows), first, cols, self_loop)


def path_grid_space(rows: Sequence[int], cols: int, self_loop: bool) -> SolutionSpace | None:
    """Return all solutions of A x = b over the flattened cells r * cols + c, or None if there are none.

    Arguments as for `solve_path_grid`. The kernel takes `nullity` times the memory of the packed grid.

    >>> space = path_grid_space([0b1111] * 4, 4, True)
    >>> space.size, space.nullity
    (16, 4)
    """
    presses = solve_path_grid(rows, cols, self_loop).presses
    if presses is None:
        return None
    return rowgrid.space(presses, quiet_patterns(len(rows), cols, self_loop), cols)


class _Line:
    """The equation q·f = s for the first row f of a grid, with q and χ divided by their greatest common divisor."""

    def __init__(self, rows: int, cols: int, self_loop: bool) -> None:
        self.cols = cols
        modulus = fibonacci(cols + 1)
        self.common, self.inverse = bezout(fibonacci(rows + 1, shifted=self_loop, modulus=modulus), modulus)
        self.reduced = divide(modulus, self.common)[0]
        self.nullity = self.common.bit_length() - 1

    def first_row(self, residue: int) -> int | None:
        """Return the first row that undoes `residue`, or None if there is none."""
        share, remainder = divide(_polynomial(residue, self.cols), self.common)
        return None if remainder else _vector(divide(multiply(self.inverse, share), self.reduced)[1], self.cols)

    def quiet_first_rows(self) -> Iterator[int]:
        """Yield the basis (χ / gcd)·y^i of the first rows that chase down to nothing."""
        row = _vector(self.reduced, self.cols) if self.nullity else 0
        for _ in range(self.nullity):
            yield row
            row = (row << 1 ^ row >> 1) & ((1 << self.cols) - 1)


def _polynomial(row: int, cols: int) -> int:
    """Return the polynomial Σ row_j P_{j+1} that makes `row` out of e_0, by Clenshaw's recurrence."""
    here = after = 0
    for bit in f"{row:0{cols}b}":
        here, after = here << 1 ^ after ^ (bit == "1"), here
    return here


def _vector(polynomial: int, cols: int) -> int:
    """Return polynomial(H) e_0 by Horner's rule; inverse of `_polynomial` below degree `cols`."""
    mask = (1 << cols) - 1
    row = 0
    for bit in f"{polynomial:b}":
        row = (row << 1 ^ row >> 1) & mask ^ (bit == "1")
    return row


def _chase(rows: Iterable[int], first: int, cols: int, self_loop: bool) -> Iterator[int]:
    """Yield x_0 = first, x_1, …, x_R, the presses that chase `rows` down; x_R is the residue below the grid."""
    mask = (1 << cols) - 1
    above, here = 0, first
    yield here
    for row in rows:
        moved = here << 1 ^ here >> 1 ^ above ^ row
        if self_loop:
            moved ^= here
        above, here = here, moved & mask
        yield here


def _from_first_row(rows: Iterable[int], first: int, cols: int, self_loop: bool) -> list[int]:
    """Return the presses x_0, …, x_{R-1} that follow from a first row known to leave no residue."""
    presses = list(_chase(rows, first, cols, self_loop))
    presses.pop()
    return presses

"""The king matrix of a grid, a press moving the cell and its 8 neighbours, solved in time proportional to the grid.

It knows cells as bits of row ints and that the matrix is a tensor product; it must not know puzzles, weights or costs.

A = M_R ⊗ M_C with M_n = I + H_n, H_n the adjacency of a path of n cells, or of a cycle if the axis wraps: a press is
the product of its moves along the two axes. On an axis M x = y reads x_{i+1} = y_i + x_i + x_{i-1}, a recurrence whose
solutions for y = 0 have period 3. On a wrapped axis of length 1 or 2, moves that meet add up, and M is the identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import compress
from operator import xor

from lo_opt.algebra import rowgrid
from lo_opt.algebra.rowgrid import GridSolution
from lo_opt.algebra.spaces import SolutionSpace


def solve_king_grid(
    rows: Sequence[int], cols: int, *, wrap_rows: bool = False, wrap_cols: bool = False
) -> GridSolution:
    """Solve A x = b on a grid where a press moves the cell and its 8 neighbours.

    Parameters
    ----------
    rows
        b, one int a row from top to bottom, column c in bit c, each below 2**cols.
    cols
        Width of the grid.
    wrap_rows, wrap_cols
        Whether the last row meets the first one, and the last column the first one.

    Raises
    ------
    InputError
        If there is no row or no column, or a bit outside the grid.

    Notes
    -----
    About R·C·log2(C)/32 word operations. b is in the image of A iff it meets the whole kernel evenly, and the kernel is
    spanned by one-axis kernel vectors times anything: parities of rows, and of sums of rows, decide.

    Examples
    --------
    >>> solve_king_grid([0b111] * 3, 3).presses
    [0, 2, 0]
    >>> solve_king_grid([0b01], 2).certificate
    [3]
    """
    rowgrid.check_grid(rows, cols)
    height = len(rows)
    down, across = _Axis(height, wrap_rows), _Axis(cols, wrap_cols)
    nullity = height * cols - (height - len(down.kernel)) * (cols - len(across.kernel))
    for pattern in across.kernel:
        odd = next((r for r, row in enumerate(rows) if (row & pattern).bit_count() % 2), None)
        if odd is not None:
            return GridSolution(None, nullity, rowgrid.outer(1 << odd, pattern, height))
    for pattern in down.kernel:
        total = reduce(xor, compress(rows, rowgrid.flags(pattern, height)), 0)
        if total:
            return GridSolution(None, nullity, rowgrid.outer(pattern, total & -total, height))
    return GridSolution(down.solve_rows(map(across.solve_bits, rows)), nullity, None)


def king_grid_space(
    rows: Sequence[int], cols: int, *, wrap_rows: bool = False, wrap_cols: bool = False
) -> SolutionSpace | None:
    """Return all solutions of A x = b over the flattened cells r * cols + c, or None if there are none.

    Arguments as for `solve_king_grid`. The kernel takes `nullity` times the memory of the packed grid.

    >>> king_grid_space([0b111] * 2, 3).nullity
    3
    """
    presses = solve_king_grid(rows, cols, wrap_rows=wrap_rows, wrap_cols=wrap_cols).presses
    if presses is None:
        return None
    return rowgrid.space(presses, king_quiet_patterns(len(rows), cols, wrap_rows=wrap_rows, wrap_cols=wrap_cols), cols)


def king_quiet_patterns(
    rows: int, cols: int, *, wrap_rows: bool = False, wrap_cols: bool = False
) -> Iterator[list[int]]:
    """Yield a basis of the presses that move nothing: one list of row ints at a time, `nullity` of them.

    >>> list(king_quiet_patterns(2, 2))
    [[1, 1], [2, 2], [0, 3]]
    """
    down, across = _Axis(rows, wrap_rows).kernel, _Axis(cols, wrap_cols).kernel
    for column in down:
        for c in range(cols):
            yield rowgrid.outer(column, 1 << c, rows)
    # Products of two kernel vectors are among the above: of the rows, leave out as many as `down` has dimensions, rows
    # at which its vectors are independent. Cells 0, 1 serve: (1, 1, 0, …) and (0, 1, 1, …) on a cycle.
    for row in across:
        for r in range(len(down), rows):
            yield rowgrid.outer(1 << r, row, rows)


class _Axis:
    """The matrix M = I + H of a path or cycle; vectors have cell i in bit i.

    The recurrence gives x_i = p_i + x_0 h_i + x_{-1} h'_i, where p starts from zeros, h is 1, 1, 0, 1, 1, 0, … and h'
    is 0, 1, 1, 0, 1, 1, …. A path needs x_{-1} = x_n = 0, a cycle x_{-1} = x_{n-1} and x_n = x_0.
    """

    def __init__(self, length: int, cyclic: bool) -> None:
        self.length = length
        self.cyclic = cyclic
        self.mask = (1 << length) - 1
        thirds = (1 << 3 * (length // 3 + 1)) // 7  # bits 0, 3, 6, …
        self.here = thirds * 0b011 & self.mask
        self.before = thirds * 0b110 & self.mask
        self.kernel: list[int] = []  # basis of the x with M x = 0
        if cyclic and length % 3 == 0:
            self.kernel = [self.here, self.before]
        elif not cyclic and length % 3 == 2:
            self.kernel = [self.here]

    def start(self, last: int, beyond: int) -> tuple[int, int]:
        """Return x_0 and x_{-1} from p_{n-1} and p_n, bit by bit; zeros where M is singular and y in its image."""
        if self.kernel:
            return 0, 0
        if not self.cyclic:
            return beyond, 0
        return (last ^ beyond, beyond) if self.length % 3 == 1 else (last, last ^ beyond)

    def solve_bits(self, values: int) -> int:
        """Return x with M x = values; the recurrence is a division by 1 + z + z² = (1 + z³) / (1 + z)."""
        run = values << 1 ^ values << 2
        stride = 3
        while stride <= self.length:  # 1 / (1 + z³) = (1 + z³)(1 + z⁶)(1 + z¹²)…
            run = (run ^ run << stride) & (self.mask << 1 | 1)
            stride *= 2
        here, before = self.start(run >> self.length - 1 & 1, run >> self.length & 1)
        return (run ^ self.here * here ^ self.before * before) & self.mask

    def solve_rows(self, values: Iterable[int]) -> list[int]:
        """Return the rows x with M x = values down every column at once, one bit a column."""
        run = [0]
        before = here = 0
        for row in values:
            before, here = here, row ^ here ^ before
            run.append(here)
        run.pop()
        here, before = self.start(before, here)
        if here or before:
            third = (here, here ^ before, before)
            return [row ^ third[r % 3] for r, row in enumerate(run)]
        return run

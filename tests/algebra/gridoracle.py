"""Plain loops over cells and pairs of integers, and polynomials, against which the grid algebra is tested."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lo_opt.algebra.gridranks import Axis, Bilinear, grid_nullity

NEIGHBORS = ((-1, 0), (0, -1), (0, 1), (1, 0))
PLUS = ((0, 0), *NEIGHBORS)
KING = tuple((dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1))

Offsets = Sequence[tuple[int, int]]


def moved(
    presses: Sequence[int], cols: int, offsets: Offsets, wrap_rows: bool = False, wrap_cols: bool = False
) -> list[int]:
    """The lights that presses change, one move at a time."""
    lights = [[0] * cols for _ in presses]
    for r, row in enumerate(presses):
        for c in range(cols):
            if row >> c & 1:
                for dr, dc in offsets:
                    y = (r + dr) % len(presses) if wrap_rows else r + dr
                    x = (c + dc) % cols if wrap_cols else c + dc
                    if 0 <= y < len(presses) and 0 <= x < cols:
                        lights[y][x] ^= 1
    return [sum(light << c for c, light in enumerate(row)) for row in lights]


def flat(rows: Sequence[int], cols: int) -> int:
    """The grid as one int, cell (r, c) in bit r * cols + c."""
    return sum(row << cols * r for r, row in enumerate(rows))


def overlap(first: Sequence[int], second: Sequence[int]) -> int:
    """How many cells both grids have."""
    return sum((a & b).bit_count() for a, b in zip(first, second, strict=True))


def rank(vectors: Iterable[int]) -> int:
    """The dimension of the span over GF(2)."""
    pivots: dict[int, int] = {}
    for vector in vectors:
        rest = vector
        while rest and rest.bit_length() in pivots:
            rest ^= pivots[rest.bit_length()]
        if rest:
            pivots[rest.bit_length()] = rest
    return len(pivots)


def matrix_rank(height: int, cols: int, offsets: Offsets, wrap_rows: bool = False, wrap_cols: bool = False) -> int:
    """The rank of the whole press matrix of a grid."""
    buttons = ([1 << c if r == at else 0 for r in range(height)] for at in range(height) for c in range(cols))
    return rank(flat(moved(button, cols, offsets, wrap_rows, wrap_cols), cols) for button in buttons)


def path_nullity(rows: int, cols: int, self_loop: bool) -> int:
    """The nullity of a grid without wrap, plus rule or neighbours only, by a gcd of polynomials."""
    return grid_nullity(Axis(rows), Axis(cols), Bilinear(int(self_loop), 1, 1, 0))

"""What the tests of levels share: empty boards, and how far counts may be from uniform."""

from __future__ import annotations

import math

from lo_opt import Board, Puzzle


def dark(rows, cols, **options):
    return Puzzle.grid(Board.filled(rows, cols, 0), **options)


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


def chi_square_limit(freedom):
    """Return what chi-square exceeds with probability about 1e-5 (Wilson and Hilferty)."""
    return freedom * (1 - 2 / (9 * freedom) + 4.27 * math.sqrt(2 / (9 * freedom))) ** 3

"""The classical ways that the library is measured against: every first row chased, every solution walked through."""

from __future__ import annotations

import itertools

import numpy as np

from lo_opt.algebra.bits import pack, row_ints


def chase(board):
    """Return the least presses of a square board as the articles find them, -1 if there is no solution.

    Every first row is tried, and the lights chased down cell by cell.
    """
    size = len(board)
    least = None
    for first in itertools.product((0, 1), repeat=size):
        lights = [row[:] for row in board]
        row, count = list(first), 0
        for r in range(size):
            for c in range(size):
                if row[c]:
                    count += 1
                    for y, x in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                        if 0 <= y < size and 0 <= x < size:
                            lights[y][x] ^= 1
            row = lights[r]
        if not any(lights[-1]) and (least is None or count < least):
            least = count
    return -1 if least is None else least


def walk(space):
    """Return the least number of presses among all members of a space, each one XOR from the one before."""
    rows = row_ints(space.kernel)
    presses = row_ints(pack(space.particular[np.newaxis]))[0]
    least = presses.bit_count()
    for step in range(1, 1 << len(rows)):
        presses ^= rows[(step & -step).bit_length() - 1]
        least = min(least, presses.bit_count())
    return least

"""Random small GF(2) systems and spaces with everything about them by brute force, and grids as sparse matrices."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

from lo_opt.algebra.bits import pack, unpack
from lo_opt.algebra.elimination import row_echelon
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control

PLUS = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
NEIGHBORS = PLUS[1:]
KNIGHT = tuple((r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c))
KING = tuple(itertools.product((-1, 0, 1), repeat=2))


def vectors(length):
    """Every 0/1 vector of this length, one a row."""
    return np.array(list(itertools.product((0, 1), repeat=length)), np.int64).reshape(2**length, length)


def sparse(matrix):
    """(indptr, indices) of a dense 0/1 matrix."""
    return np.cumsum([0, *(int(row.sum()) for row in matrix)]), np.nonzero(matrix)[1]


def grid_matrix(rows, cols, offsets=PLUS, torus=False):
    """The dense effect matrix of a grid; moves that meet on a small torus cancel."""
    matrix = np.zeros((rows * cols, rows * cols), np.uint8)
    for r, c in itertools.product(range(rows), range(cols)):
        for down, right in offsets:
            y, x = r + down, c + right
            if torus:
                y, x = y % rows, x % cols
            if 0 <= y < rows and 0 <= x < cols:
                matrix[r * cols + c, y * cols + x] ^= 1
    return matrix


@st.composite
def matrices(draw, most=10):
    """Dense 0/1 matrices of up to most × most, sparse ones and some with repeated rows included."""
    rows, cols = draw(st.integers(0, most)), draw(st.integers(0, most))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    matrix = (rng.random((rows, cols)) < draw(st.sampled_from([0.1, 0.25, 0.5]))).astype(np.uint8)
    return matrix[rng.integers(0, rows, rows)] if rows and draw(st.booleans()) else matrix


def random_space(rng, size, nullity, density=0.5):
    """A space of at most this nullity, its kernel rows independent."""
    kernel = pack(rng.random((nullity, size)) < density)
    return SolutionSpace(rng.integers(0, 2, size).astype(np.uint8), row_echelon(kernel, size))


@st.composite
def spaces_with_weights(draw, most_nullity=7):
    size = draw(st.integers(0, 24))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    space = random_space(rng, size, draw(st.integers(0, most_nullity)), draw(st.sampled_from([0.15, 0.5])))
    return space, rng.integers(0, draw(st.sampled_from([2, 10, 2**17, 2**40])), size)


def members(space):
    """All members, one a row, uint8; row i takes the kernel rows of the bits of i."""
    kernel = unpack(space.kernel, space.size).astype(np.int64)
    choices = np.arange(2**space.nullity)[:, np.newaxis] >> np.arange(space.nullity) & 1
    return ((choices @ kernel + space.particular) % 2).astype(np.uint8)


@dataclass(frozen=True)
class ExpiringControl(Control):
    """A control whose deadline has passed from the (checks + 1)-th look at it on."""

    checks: int = 0
    looks: list[None] = field(default_factory=list)

    @property
    def expired(self) -> bool:
        self.looks.append(None)
        return len(self.looks) > self.checks


def interrupting(after):
    """A control that interrupts its computation like Ctrl-C at the (after + 1)-th report."""
    reports = []

    def report(progress):
        reports.append(progress)
        if len(reports) > after:
            raise KeyboardInterrupt

    return Control(report=report)

"""The formulation without whole numbers: each light as the convex hull of its parity; knows no solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lo_opt.contract import Refusal
from lo_opt.formulations.formulation import Formulation, needs_two_states
from lo_opt.formulations.linearize import hull, hull_counts
from lo_opt.formulations.program import Names, PressMap, Program
from lo_opt.formulations.xor import light_rows

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle

MAX_DEGREE = 12  # 2,048 rows of 12 for one light
MAX_ROWS = 2**20


def build(puzzle: Puzzle) -> Program:
    """Return the program that excludes, light by light, every wrong choice of presses around it.

    For each light i and each set S of the buttons N(i) that move it, |S| of the wrong parity, a row
    sum(1 - x_j for j in S) + sum(x_j for other j in N(i)) >= 1. A light moved by d buttons has 2**(d - 1) rows.

    >>> from lo_opt.puzzle import Puzzle
    >>> program = build(Puzzle.grid("10"))
    >>> program.rows.coefficients.reshape(4, 2).tolist(), program.rows.lower.tolist()
    ([[1, 1], [-1, -1], [-1, 1], [1, -1]], [1, -1, 0, 0])
    >>> [program.names.row(i) for i in range(4)]
    ['light_0_0_0', 'light_0_0_1', 'light_0_1_0', 'light_0_1_1']
    """
    buttons, lights = puzzle.button_count, light_rows(puzzle)
    counts = hull_counts(lights.lengths, lights.parity)
    owner = np.repeat(np.arange(lights.count), counts)
    first = np.cumsum(counts) - counts
    return Program(
        lower=np.zeros(buttons, np.int64),
        upper=puzzle.pressable().astype(np.int64),
        objective=puzzle.costs(),
        presses=PressMap.direct(buttons),
        rows=hull(lights),
        names=Names(
            variable=lambda j: f"x_{puzzle.button_name(j)}",
            row=lambda i: f"light_{puzzle.light_name(owner[i])}_{i - first[owner[i]]}",
        ),
    )


def refuse(puzzle: Puzzle) -> Refusal | None:
    """Return why the hull cannot be written: more than two states, or too many rows; they are only counted.

    >>> from lo_opt.puzzle import Puzzle
    >>> print(refuse(Puzzle.grid("0000000/0000000/0000000/0000000/0000000/0000000/0000000", rule="row-col")))
    hull takes 4,096 rows for light 0_0, which 13 buttons move (at most 12); use the parity formulation
    """
    other = needs_two_states("hull")(puzzle)
    if other is not None:
        return other
    lengths = light_rows(puzzle).lengths
    largest = int(lengths.argmax())
    degree = int(lengths[largest])
    cure = "use the parity formulation"
    if degree > MAX_DEGREE:
        light = f"{2 ** (degree - 1):,} rows" if degree < 64 else f"2^{degree - 1} rows"
        return Refusal(
            f"hull takes {light} for light {puzzle.light_name(largest)}, which {degree:,} buttons move "
            f"(at most {MAX_DEGREE})",
            cure,
        )
    rows = int(hull_counts(lengths, puzzle.toggles()).sum())
    if rows > MAX_ROWS:
        return Refusal(f"hull takes {rows:,} rows (at most {MAX_ROWS:,})", cure)
    return None


HULL = Formulation(
    name="hull",
    summary="the convex hull of each light's parity, 0/1 variables alone",
    needs=frozenset(),
    build=build,
    takes=refuse,
)

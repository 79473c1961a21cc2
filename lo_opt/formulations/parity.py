"""The article's formulation: every light's moves add up to a multiple of the states; knows no solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lo_opt.formulations.formulation import Formulation
from lo_opt.formulations.program import Feature, Names, PressMap, Program
from lo_opt.formulations.rows import Rows, row_sums

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle


def build(puzzle: Puzzle) -> Program:
    """Return the program b_i + sum(a_ij x_j) = m k_i over presses x and whole numbers k, one row a light.

    x_j counts the presses of button j, 0..m-1 (0 where it may not be pressed); a_ij is how much it moves light i, and
    b_i = -(the move needed) mod m, which for two states is 1 where the light must change. k_i runs from 0 to
    floor((b_i + sum(a_ij max x_j)) / m). Variables: x in the order of the buttons, then k in that of the lights.

    >>> from lo_opt.puzzle import Puzzle
    >>> program = build(Puzzle.grid("11"))
    >>> program.names.variable(0), program.names.variable(2), program.names.row(0)
    ('x_0_0', 'k_0_0', 'light_0_0')
    >>> program.rows.coefficients.tolist(), program.rows.lower.tolist(), program.upper.tolist()
    ([1, 1, -2, 1, 1, -2], [-1, -1], [1, 1, 1, 1])
    """
    states, buttons, lights = puzzle.states, puzzle.button_count, puzzle.light_count
    effects = puzzle.incidence()
    start = -puzzle.toggles() % states
    most = np.where(puzzle.pressable(), states - 1, 0).astype(np.int64)
    ends = effects.indptr[1:]
    quotients = buttons + np.arange(lights, dtype=np.intp)
    rows = Rows(
        effects.indptr + np.arange(lights + 1, dtype=np.intp),
        np.insert(effects.buttons, ends, quotients),
        np.insert(effects.amounts, ends, -states),
        -start,
        -start,
    )
    reach = row_sums(effects.indptr, effects.amounts * most[effects.buttons])
    return Program(
        lower=np.zeros(buttons + lights, np.int64),
        upper=np.concatenate([most, (start + reach) // states]),
        objective=np.concatenate([puzzle.costs(), np.zeros(lights, np.int64)]),
        presses=PressMap.direct(buttons),
        rows=rows,
        names=Names(
            variable=lambda j: f"x_{puzzle.button_name(j)}" if j < buttons else f"k_{puzzle.light_name(j - buttons)}",
            row=lambda i: f"light_{puzzle.light_name(i)}",
        ),
    )


PARITY = Formulation(
    name="parity",
    summary="b + sum of presses = m k at every light, k whole (the article's)",
    needs=frozenset({Feature.INTEGER}),
    build=build,
)

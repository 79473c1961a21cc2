"""The formulation that says parity itself: one XOR row a light, over the buttons that may be pressed; no solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lo_opt.formulations.formulation import Formulation, needs_two_states
from lo_opt.formulations.program import Feature, Names, PressMap, Program
from lo_opt.formulations.rows import XorRows

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle


def build(puzzle: Puzzle) -> Program:
    """Return the program whose variable j is the presses of button j, and whose XOR row i is light i.

    The presses of the buttons that move a light are odd in sum where it must change, even elsewhere. A button that may
    not be pressed is a variable that is 0, and in no row.

    >>> from lo_opt.puzzle import Puzzle
    >>> program = build(Puzzle.grid("100").forbid([(0, 2)]))
    >>> program.xors.indptr.tolist(), program.xors.columns.tolist(), program.xors.parity.tolist()
    ([0, 2, 4, 5], [0, 1, 0, 1, 1], [1, 0, 0])
    >>> program.upper.tolist(), program.names.variable(1), program.names.xor(2)
    ([1, 1, 0], 'x_0_1', 'light_0_2')
    """
    buttons = puzzle.button_count
    return Program(
        lower=np.zeros(buttons, np.int64),
        upper=puzzle.pressable().astype(np.int64),
        objective=puzzle.costs(),
        presses=PressMap.direct(buttons),
        xors=light_rows(puzzle),
        names=Names(
            variable=lambda j: f"x_{puzzle.button_name(j)}",
            xor=lambda i: f"light_{puzzle.light_name(i)}",
        ),
    )


def light_rows(puzzle: Puzzle) -> XorRows:
    """Return the XOR row of each light of a two-state puzzle, over the buttons that may be pressed."""
    effects = puzzle.incidence()
    kept = puzzle.pressable()[effects.buttons]
    indptr = np.concatenate([[0], np.cumsum(kept)]).astype(np.intp)[effects.indptr]
    return XorRows(indptr, effects.buttons[kept], puzzle.toggles())


XOR = Formulation(
    name="xor",
    summary="one XOR row a light",
    needs=frozenset({Feature.XOR}),
    build=build,
    takes=needs_two_states("xor"),
)

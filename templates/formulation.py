"""A template for a formulation: pairs counted in unary, so that 0/1 variables are enough; knows no solver.

A formulation is a pure function from a `Puzzle` to a `Program`. Required buttons and limits on presses need no thought:
they are added to the program of any formulation, by way of its `PressMap`.
"""

from __future__ import annotations

import itertools

import numpy as np

from lo_opt.formulations.formulation import Formulation, needs_two_states
from lo_opt.formulations.program import Names, PressMap, Program
from lo_opt.formulations.rows import NO_UPPER, Rows
from lo_opt.puzzle import Puzzle


def build(puzzle: Puzzle) -> Program:
    """Return the program b_i + sum(x_j) = 2 sum(y_it) with y_i0 >= y_i1 >= ..., one row a light and one for each >=.

    The algebra belongs here, with the order of the variables and what the rows are called.
    """
    buttons = puzzle.button_count
    # All that a formulation asks of a puzzle: who moves what, which lights must change, who may press, at what cost.
    effects, toggles, pressable, costs = puzzle.incidence(), puzzle.toggles(), puzzle.pressable(), puzzle.costs()
    names = [f"x_{puzzle.button_name(j)}" for j in range(buttons)]
    rows: list[tuple[str, dict[int, int], int, int]] = []  # name, variable -> coefficient, lower, upper
    for light in range(puzzle.light_count):
        near = effects.buttons[effects.indptr[light] : effects.indptr[light + 1]].tolist()
        label = puzzle.light_name(light)
        pairs = range(len(names), len(names) + (len(near) + int(toggles[light])) // 2)
        names += [f"y_{label}_{t}" for t in range(len(pairs))]
        moves = dict.fromkeys(near, 1) | dict.fromkeys(pairs, -2)
        rows.append((f"light_{label}", moves, -int(toggles[light]), -int(toggles[light])))
        for t, (first, second) in enumerate(itertools.pairwise(pairs)):
            rows.append((f"order_{label}_{t}", {first: 1, second: -1}, 0, NO_UPPER))
    extra = np.zeros(len(names) - buttons, np.int64)
    return Program(
        lower=np.zeros(len(names), np.int64),
        upper=np.concatenate([pressable.astype(np.int64), extra + 1]),
        objective=np.concatenate([costs, extra]),  # whole numbers over puzzle.weight_denominator
        presses=PressMap.direct(buttons),  # the first variables are the presses; other maps are affine
        rows=Rows(  # compressed sparse rows, as in most solvers
            indptr=np.cumsum([0, *(len(moves) for _, moves, _, _ in rows)], dtype=np.intp),
            columns=np.array([j for _, moves, _, _ in rows for j in moves], np.intp),
            coefficients=np.array([c for _, moves, _, _ in rows for c in moves.values()], np.int64),
            lower=np.array([lower for _, _, lower, _ in rows], np.int64),
            upper=np.array([upper for _, _, _, upper in rows], np.int64),
        ),
        names=Names(variable=names.__getitem__, row=lambda i: rows[i][0]),  # what `lo-opt export` writes
    )


UNARY = Formulation(
    name="unary",  # the selector on the command line, as in cbc:unary
    summary="pairs counted one by one, 0/1 variables alone",  # one line in `lo-opt backends`
    needs=frozenset(),  # what its programs may ask of a solver: see `Feature`
    build=build,
    takes=needs_two_states("unary"),  # why a puzzle is refused before anything is built; leave it out to take all
)

"""The formulation that starts from a solution and chooses only among all of them, found by linear algebra; no solver.

A solution x0 and the quiet patterns are computed; what is left to decide is which quiet pattern to add.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lo_opt.formulations.conditions import impossible
from lo_opt.formulations.formulation import Formulation, needs_two_states
from lo_opt.formulations.program import Feature, Names, PressMap, Program
from lo_opt.formulations.rows import XorRows

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle


def build(puzzle: Puzzle) -> Program:
    """Return the program that flips the presses of x0 in groups, one 0/1 variable a group.

    Write a solution as x0 + uK over GF(2), K the quiet patterns. Buttons with the same column g of K flip together: a
    variable z_g, in which the cost is linear, sum of w_j (-1)**x0_j over the group. Buttons with a zero column are
    constants. The variables of a basis of the columns, named u_ after their first button, are free and are to be
    branched on first; XOR rows tie the others, named z_, to them, most by three variables a row. Sums of three columns
    that vanish though no row needs them are implied rows. An unsolvable puzzle becomes a program that has no solution.

    >>> from lo_opt.puzzle import Puzzle
    >>> program = build(Puzzle.grid("11011/01000/10101/00010/10110"))
    >>> [program.names.variable(j) for j in range(3)], program.objective.tolist(), program.constant
    (['u_0_0', 'u_0_1', 'z_0_2'], [0, -2, -4], 17)
    >>> program.xors.columns.tolist(), program.xors.parity.tolist()
    ([0, 1, 2], [0])
    """
    from lo_opt.algebra.bits import pack, row_ints, unpack
    from lo_opt.algebra.elimination import row_echelon
    from lo_opt.algebra.reduction import reduce_kernel
    from lo_opt.formulations.relations import short_relations
    from lo_opt.linear import solutions

    found = solutions(puzzle)
    buttons = puzzle.button_count
    nothing = np.zeros(0, np.int64)
    if found.presses is None:
        presses = PressMap(np.zeros(buttons, np.int64), np.full(buttons, -1, np.intp), np.zeros(buttons, np.int64))
        return impossible(Program(nothing, nothing, nothing, presses))
    space = found.space()
    reduced = reduce_kernel(space, puzzle.costs())
    moved = np.flatnonzero(reduced.groups >= 0)
    first = moved[np.unique(reduced.groups[moved], return_index=True)[1]]  # the first button of each group
    order = np.argsort(first)
    groups = len(order)
    rank = np.append(np.argsort(order), -1)  # the last entry is that of the buttons in no group
    columns = unpack(reduced.columns[order], reduced.nullity).T
    echelon = unpack(row_echelon(pack(columns), groups), groups)
    basis = echelon.argmax(axis=1) if groups else np.zeros(0, np.intp)
    needed, implied = short_relations(row_ints(pack(echelon.T)), basis.tolist())
    free = np.zeros(groups, np.int64)
    free[basis] = 1
    start = space.particular.astype(np.int64)
    return Program(
        lower=np.zeros(groups, np.int64),
        upper=np.ones(groups, np.int64),
        objective=reduced.balance[order],
        constant=reduced.cost(int(reduced.balance.sum())),
        presses=PressMap(start, rank[reduced.groups], 1 - 2 * start),
        xors=XorRows.of([(relation, 0) for relation in [*needed, *implied]], implied=len(implied)),
        priority=free,
        names=Names(
            variable=lambda j: f"{'u' if free[j] else 'z'}_{puzzle.button_name(first[order[j]])}",
            xor="even_{}".format,
        ),
    )


COSET = Formulation(
    name="coset",
    summary="one solution by linear algebra, the least among all by choice of quiet patterns",
    needs=frozenset({Feature.XOR}),
    build=build,
    takes=needs_two_states("coset"),
    decomposes=True,
)

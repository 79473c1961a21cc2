"""The order in which a sparse system nearly solves itself; knows which unknown is in which equation, no values."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from lo_opt.algebra.pacing import Pace
from lo_opt.control import Control

LIST_WORK = 16
"""Units of work that one of very many small lists costs, most of them in the garbage collector."""


@dataclass(frozen=True)
class PeelOrder:
    """Which equation determines which unknown, once the parameters are known.

    `steps` are (equation, unknown) in order: all other unknowns of the equation are parameters or come from earlier
    steps. `rest` are the equations that determine nothing and hence constrain the parameters.
    """

    steps: list[tuple[int, int]]
    parameters: list[int]
    rest: list[int]


def peel(rows: list[list[int]], unknowns: int, control: Control | None = None) -> PeelOrder:
    """Return an order with few parameters for the equations `rows` (lists of unknowns).

    Equations with one unknown left are used at once. If there is none, the first unknown of an equation with the
    fewest left becomes a parameter; among these the first equation is taken, so that a grid is swept row by row. On
    100x100 tori this leaves 200 (plus), 400 (king) or 600 (knight) parameters, close to the width of the frontier.
    Raises `DeadlineError` at the deadline.

    >>> peel([[0, 1], [0, 1, 2], [1, 2]], 3)
    PeelOrder(steps=[(0, 1), (2, 2)], parameters=[0], rest=[1])
    """
    pace = Pace(control)
    equations_of: list[list[int]] = [[] for _ in pace.over(range(unknowns), LIST_WORK)]
    for equation, row in enumerate(rows):
        for unknown in row:
            equations_of[unknown].append(equation)
        pace.spend(len(row))
    left = [len(row) for row in rows]
    known = bytearray(unknowns)
    used = bytearray(len(rows))
    ready = [equation for equation, count in enumerate(left) if count == 1]
    # Entries whose count has fallen since are skipped when they come up.
    waiting = [(count, equation) for equation, count in enumerate(left) if count > 1]
    heapq.heapify(waiting)
    steps: list[tuple[int, int]] = []
    parameters: list[int] = []

    def settle(unknown: int) -> None:
        known[unknown] = 1
        pace.spend(4 * len(equations_of[unknown]) + 4)
        for equation in equations_of[unknown]:
            left[equation] -= 1
            if left[equation] == 1:
                ready.append(equation)
            elif left[equation]:
                heapq.heappush(waiting, (left[equation], equation))

    while True:
        while ready:
            equation = ready.pop()
            if left[equation] == 1:
                unknown = next(unknown for unknown in rows[equation] if not known[unknown])
                used[equation] = 1
                steps.append((equation, unknown))
                settle(unknown)
        while waiting and left[waiting[0][1]] != waiting[0][0]:
            heapq.heappop(waiting)
        if not waiting:
            break
        unknown = next(unknown for unknown in rows[waiting[0][1]] if not known[unknown])
        parameters.append(unknown)
        settle(unknown)
    parameters += [unknown for unknown in range(unknowns) if not known[unknown]]
    return PeelOrder(steps, parameters, [equation for equation in range(len(rows)) if not used[equation]])

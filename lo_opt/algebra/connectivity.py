"""Connected components of the bipartite graph of equations and unknowns; knows which is in which, nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.pacing import Pace
from lo_opt.control import Control


def connected_components(
    indptr: ArrayLike, indices: ArrayLike, unknowns: int, control: Control | None = None
) -> tuple[NDArray[np.intp], NDArray[np.intp], int]:
    """Label equations and unknowns by their connected component; return both label arrays and how many there are.

    The matrix is given as to `Elimination`. An unknown without equations, or an equation without unknowns, is a
    component of its own. Labels are consecutive; all arrays are intp. Raises
    `DeadlineError` at the deadline.

    >>> equations, unknowns, count = connected_components([0, 2, 3, 3], [0, 2, 1], unknowns=4)
    >>> equations.tolist(), unknowns.tolist(), count
    ([0, 1, 3], [0, 1, 0, 2], 4)
    """
    starts, entries = np.asarray(indptr, np.intp), np.asarray(indices, np.intp)
    lengths = np.diff(starts)
    filled = lengths > 0
    first = starts[:-1][filled]
    root = np.arange(unknowns)
    # Hooking and pointer jumping: every unknown points to the smallest root among those it shares an equation with.
    pace = Pace(control)
    while len(entries):
        pace.spend(len(entries))
        heads = root[entries]
        lowest = np.repeat(np.minimum.reduceat(heads, first), lengths[filled])
        hooked = root.copy()
        np.minimum.at(hooked, heads, lowest)
        np.minimum.at(hooked, entries, lowest)
        while (hooked != (jumped := hooked[hooked])).any():
            hooked = jumped
        if (hooked == root).all():
            break
        root = hooked
    roots, of_unknown = np.unique(root, return_inverse=True)
    of_equation = np.empty(len(lengths), np.intp)
    of_equation[filled] = of_unknown[entries[first]]
    count = len(roots) + len(lengths) - len(first)
    of_equation[~filled] = np.arange(len(roots), count)
    return of_equation, of_unknown, count

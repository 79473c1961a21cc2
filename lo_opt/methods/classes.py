"""Which buttons belong to one class of low rank: candidates from the puzzle's shape, for the search to try."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.connectivity import connected_components
from lo_opt.puzzle import Puzzle

MAX_ENTRIES = 2**22


def suggests_classes(puzzle: Puzzle) -> bool:
    """Return whether `class_labels` returns any, cheaply on a grid."""
    return puzzle.layout is not None or class_labels(puzzle) is not None


def class_labels(puzzle: Puzzle) -> NDArray[np.intp] | None:
    """Return a class number for every button, intp (button_count,), None if the puzzle suggests no classes.

    On a grid: twice the parity of the row plus that of the column. Elsewhere, if there are as many lights as buttons:
    the connected components of the support of the squared effect matrix, if there is more than one. Only candidates:
    the ranks are computed, never assumed.

    >>> class_labels(Puzzle.grid("111/111")).tolist()
    [0, 1, 0, 2, 3, 2]
    """
    if puzzle.layout is not None:
        rows, cols = np.divmod(np.arange(puzzle.button_count), puzzle.layout.cols)
        return np.asarray(2 * (rows % 2) + cols % 2)
    if puzzle.light_count != puzzle.button_count:
        return None
    effects = puzzle.incidence()
    lights, buttons = effects.lights, effects.buttons
    # Entry k leads from light to button; it goes on to all entries of the light with the button's number.
    lengths = np.diff(effects.indptr)[buttons]
    if lengths.sum() > MAX_ENTRIES:
        return None
    first = np.repeat(lights, lengths)
    within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    second = buttons[np.repeat(effects.indptr[buttons], lengths) + within]
    pairs, counts = np.unique(first * puzzle.button_count + second, return_counts=True)
    pairs = pairs[counts % 2 == 1]  # the square over GF(2)
    rows, cols = np.divmod(pairs, puzzle.button_count)
    indptr = np.searchsorted(rows, np.arange(puzzle.light_count + 1))
    labels = connected_components(indptr, cols, puzzle.button_count)[1]
    return None if len(np.unique(labels)) < 2 else labels

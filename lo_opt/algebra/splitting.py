"""A sparse matrix split into its connected components, each in numbers of its own; knows no values and no modulus."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.connectivity import connected_components
from lo_opt.control import Control


class SplitMatrix:
    """Equations and unknowns of a matrix sorted by connected component; the matrix is given as to `Elimination`.

    `of_equation` and `of_unknown` are the labels 0..count-1, `local_equation` and `local_unknown` the places in the
    own component; all are intp.

    >>> split = SplitMatrix([0, 2, 3], [0, 2, 1], unknowns=3)
    >>> split.count, split.unknowns_of(0).tolist(), [array.tolist() for array in split.matrix_of(0)]
    (2, [0, 2], [[0, 2], [0, 1], [0, 1]])
    """

    def __init__(self, indptr: ArrayLike, indices: ArrayLike, unknowns: int, control: Control | None = None) -> None:
        self.starts, self.entries = np.asarray(indptr, np.intp), np.asarray(indices, np.intp)
        self.of_equation, self.of_unknown, self.count = connected_components(
            self.starts, self.entries, unknowns, control
        )
        self.equations, self.equation_bounds, self.local_equation = sorted_by(self.of_equation, self.count)
        self.unknowns, self.unknown_bounds, self.local_unknown = sorted_by(self.of_unknown, self.count)

    def equations_of(self, label: int) -> NDArray[np.intp]:
        """Return the equations of a component, rising."""
        return self.equations[self.equation_bounds[label] : self.equation_bounds[label + 1]]

    def unknowns_of(self, label: int) -> NDArray[np.intp]:
        """Return the unknowns of a component, rising."""
        return self.unknowns[self.unknown_bounds[label] : self.unknown_bounds[label + 1]]

    def matrix_of(self, label: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Return (indptr, indices) of a component, in its own numbers, and where its entries are in the whole."""
        equations = self.equations_of(label)
        lengths = self.starts[equations + 1] - self.starts[equations]
        indptr = np.concatenate([[0], np.cumsum(lengths)])
        where = np.arange(indptr[-1]) + np.repeat(self.starts[equations] - indptr[:-1], lengths)
        return indptr, self.local_unknown[self.entries[where]], where


def sorted_by(labels: NDArray[np.intp], count: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return the items by label, where each label begins (count + 1 bounds), and each item's place in its own.

    >>> [array.tolist() for array in sorted_by(np.array([1, 0, 1]), 2)]
    [[1, 0, 2], [0, 1, 3], [0, 0, 1]]
    """
    order = np.argsort(labels, kind="stable")
    bounds = np.zeros(count + 1, np.intp)
    np.cumsum(np.bincount(labels, minlength=count), out=bounds[1:])
    place = np.empty(len(labels), np.intp)
    place[order] = np.arange(len(labels)) - bounds[labels[order]]
    return order, bounds, place

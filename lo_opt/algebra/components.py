"""The lightest solution of a sparse system, component by component; knows no way to solve a hard component."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.connectivity import connected_components
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.matroid import PartSolver, combined, lightest_by_parts, matroid_components, unimproved
from lo_opt.algebra.reduction import checked_weights
from lo_opt.algebra.smallsystem import SMALL_SIZE, SmallSolution, solve_small
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.control import Control
from lo_opt.errors import InputError

__all__ = [
    "PartSolver",
    "SystemSolution",
    "connected_components",
    "lightest_by_parts",
    "lightest_of_system",
    "matroid_components",
    "unimproved",
]


@dataclass(frozen=True)
class SystemSolution:
    """What `lightest_of_system` found.

    Either `lightest`, or `certificate`, uint8 (equations,): equations that add up to 0 = 1. `nullity` is that of the
    whole matrix, `parts` the number of its connected components.
    """

    lightest: Lightest | None
    certificate: NDArray[np.uint8] | None
    nullity: int
    parts: int


def lightest_of_system(
    indptr: ArrayLike,
    indices: ArrayLike,
    right: ArrayLike,
    weights: ArrayLike,
    solve_part: PartSolver,
    control: Control | None = None,
) -> SystemSolution:
    """Return the lightest x with A x = `right`, component by component, or a certificate that there is none.

    A is given as to `Elimination`, with one unknown for each of the integer `weights`. Small components of small
    nullity are listed here, equal ones once. Every other component is eliminated and its solution space, split once
    more by `lightest_by_parts`, handed to `solve_part`, unless some component is unsolvable.

    >>> from lo_opt.algebra.cosets import lightest_by_transform
    >>> def solve_part(space, weights, indices, control):
    ...     return lightest_by_transform(space, weights, control)
    >>> found = lightest_of_system([0, 2, 4], [0, 1, 2, 3], [1, 1], [3, 2, 1, 1], solve_part)
    >>> found.lightest.presses.tolist(), found.lightest.cost, found.lightest.optimal_count, found.nullity, found.parts
    ([0, 1, 1, 0], 3, 2, 2, 2)
    """
    control = control or Control()
    costs = checked_weights(weights, np.size(weights))
    system = _SplitSystem(indptr, indices, right, costs)
    small = system.solve_small_ones()
    nullity = sum(solution.nullity for solution in small.values())
    certificate = system.certificate_among(small)
    spaces: list[tuple[NDArray[np.intp], SolutionSpace]] = []
    for label in range(system.count):
        if label in small:
            continue
        equations, unknowns = system.equations_of(label), system.unknowns_of(label)
        form = Elimination(*system.matrix_of(label), len(unknowns))
        nullity += form.nullity
        if certificate is not None:
            continue
        space = form.space(system.right[equations])
        if space is not None:
            spaces.append((unknowns, space))
            continue
        wrong = form.certificate(system.right[equations])
        assert wrong is not None, "a system without a solution has a certificate"
        certificate = np.zeros(len(system.right), np.uint8)
        certificate[equations] = wrong
    if certificate is not None:
        return SystemSolution(None, certificate, nullity, system.count)
    solved: list[tuple[NDArray[np.intp], Lightest]] = []
    for unknowns, space in spaces:
        if solved and solved[-1][1].interrupted:
            best = unimproved(space, costs[unknowns], interrupted=True)
        else:
            best = lightest_by_parts(space, costs[unknowns], solve_part, control, unknowns)
        solved.append((unknowns, best))
    whole = combined(system.presses_of(small), costs, solved)
    if whole.optimal_count is not None:
        count = whole.optimal_count * prod(solution.optimal_count for solution in small.values())
        whole = replace(whole, optimal_count=count)
    if len(small):
        whole = replace(whole, how=f"{len(small)} small components listed" + (f"; {whole.how}" if solved else ""))
    return SystemSolution(whole, None, nullity, system.count)


class _SplitSystem:
    """A x = b with equations and unknowns sorted by connected component.

    `local` is the place of each unknown in its component, and likewise `local_equation`.
    """

    def __init__(self, indptr: ArrayLike, indices: ArrayLike, right: ArrayLike, weights: NDArray[np.int64]) -> None:
        self.starts, self.entries = np.asarray(indptr, np.intp), np.asarray(indices, np.intp)
        self.right, self.weights = np.asarray(right, np.uint8), weights
        if self.right.shape != (len(self.starts) - 1,):
            raise InputError(f"expected a right-hand side of {len(self.starts) - 1} bits, got {self.right.shape}")
        of_equation, self.label, self.count = connected_components(self.starts, self.entries, len(weights))
        self._equations, self._equation_bounds, local_equation = _sorted_by(of_equation, self.count)
        self._unknowns, self._unknown_bounds, self.local = _sorted_by(self.label, self.count)
        sizes = np.maximum(np.diff(self._equation_bounds), np.diff(self._unknown_bounds))
        self._is_small = sizes <= SMALL_SIZE
        bits = np.where(self._is_small[self.label], self.local, 0).astype(np.uint64)
        filled = np.diff(self.starts) > 0
        self._row_words = np.zeros(len(self.right), np.uint64)
        if len(self.entries):
            words = np.uint64(1) << bits[self.entries]
            self._row_words[filled] = np.bitwise_or.reduceat(words, self.starts[:-1][filled])
        self._right_words = np.zeros(self.count, np.uint64)
        lit = np.flatnonzero(self.right & self._is_small[of_equation])
        np.bitwise_or.at(self._right_words, of_equation[lit], np.uint64(1) << local_equation[lit].astype(np.uint64))

    def equations_of(self, label: int) -> NDArray[np.intp]:
        return self._equations[self._equation_bounds[label] : self._equation_bounds[label + 1]]

    def unknowns_of(self, label: int) -> NDArray[np.intp]:
        return self._unknowns[self._unknown_bounds[label] : self._unknown_bounds[label + 1]]

    def matrix_of(self, label: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return (indptr, indices) of the component, in local numbers."""
        equations = self.equations_of(label)
        lengths = np.diff(self.starts)[equations]
        indptr = np.concatenate([[0], np.cumsum(lengths)])
        where = np.arange(indptr[-1]) + np.repeat(self.starts[equations] - indptr[:-1], lengths)
        return indptr, self.local[self.entries[where]]

    def solve_small_ones(self) -> dict[int, SmallSolution]:
        """Return, by label, the solutions of the components that are small in size and nullity."""
        rows = self._row_words[self._equations].tolist()
        weights = self.weights[self._unknowns].tolist()
        rights = self._right_words.tolist()
        row_bounds, bounds = self._equation_bounds.tolist(), self._unknown_bounds.tolist()
        known: dict[tuple[tuple[int, ...], int, tuple[int, ...]], SmallSolution | None] = {}
        solutions = {}
        for label in np.flatnonzero(self._is_small).tolist():
            key = (
                tuple(rows[row_bounds[label] : row_bounds[label + 1]]),
                rights[label],
                tuple(weights[bounds[label] : bounds[label + 1]]),
            )
            if key not in known:
                known[key] = solve_small(*key)
            solution = known[key]
            if solution is not None:
                solutions[label] = solution
        return solutions

    def certificate_among(self, small: dict[int, SmallSolution]) -> NDArray[np.uint8] | None:
        """Return the certificate of the first unsolvable one, over all equations."""
        for label, solution in small.items():
            if solution.certificate is not None:
                certificate = np.zeros(len(self.right), np.uint8)
                equations = self.equations_of(label)
                certificate[equations] = [solution.certificate >> i & 1 for i in range(len(equations))]
                return certificate
        return None

    def presses_of(self, small: dict[int, SmallSolution]) -> NDArray[np.uint8]:
        """Return the solutions put together, 0 at all other unknowns."""
        words = np.zeros(self.count, np.uint64)
        words[list(small)] = [solution.presses for solution in small.values()]
        return (words[self.label] >> self.local.astype(np.uint64) & np.uint64(1)).astype(np.uint8)


def _sorted_by(labels: NDArray[np.intp], count: int) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return the items by label, where each label begins (count + 1 bounds), and each item's place in its own."""
    order = np.argsort(labels, kind="stable")
    bounds = np.zeros(count + 1, np.intp)
    np.cumsum(np.bincount(labels, minlength=count), out=bounds[1:])
    place = np.empty(len(labels), np.intp)
    place[order] = np.arange(len(labels)) - bounds[labels[order]]
    return order, bounds, place

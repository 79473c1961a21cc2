"""The lightest solution of a sparse system, component by component; knows no way to solve a hard component."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bounds import with_share
from lo_opt.algebra.connectivity import connected_components
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.matroid import PartSolver, RunningTotal, combined, lightest_by_parts, matroid_components, unimproved
from lo_opt.algebra.pacing import Pace
from lo_opt.algebra.reduction import checked_weights
from lo_opt.algebra.smallsystem import SMALL_SIZE, SmallSolution, solve_small
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.algebra.splitting import SplitMatrix
from lo_opt.control import Control, DeadlineError
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

_COMPONENT_WORK = 1 << 12


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

    Raises `DeadlineError` if the deadline comes before there is a solution or a certificate; after it, and where a
    kernel is too large, components keep the solution that they have.

    >>> from lo_opt.algebra.cosets import lightest_by_transform
    >>> def solve_part(space, weights, indices, control):
    ...     return lightest_by_transform(space, weights, control)
    >>> found = lightest_of_system([0, 2, 4], [0, 1, 2, 3], [1, 1], [3, 2, 1, 1], solve_part)
    >>> found.lightest.presses.tolist(), found.lightest.cost, found.lightest.optimal_count, found.nullity, found.parts
    ([0, 1, 1, 0], 3, 2, 2, 2)
    """
    control = control or Control()
    costs = checked_weights(weights, np.size(weights))
    system = _System(indptr, indices, right, costs, control)
    split = system.split
    small = system.solve_small_ones(control)
    nullity = sum(solution.nullity for solution in small.values())
    certificate = system.certificate_among(small)
    eliminated: list[tuple[NDArray[np.intp], Elimination, NDArray[np.uint8]]] = []
    pace = Pace(control)
    for label in range(split.count):
        if label in small:
            continue
        equations, unknowns = split.equations_of(label), split.unknowns_of(label)
        own_starts, own_entries, _ = split.matrix_of(label)
        pace.spend(_COMPONENT_WORK + len(own_entries))
        form = Elimination(own_starts, own_entries, len(unknowns), control)
        nullity += form.nullity
        if certificate is not None:
            continue
        particular = form.solve(system.right[equations], control)
        if particular is not None:
            eliminated.append((unknowns, form, particular))
            continue
        wrong = form.certificate(system.right[equations], control)
        assert wrong is not None, "a system without a solution has a certificate"
        certificate = np.zeros(len(system.right), np.uint8)
        certificate[equations] = wrong
    if certificate is not None:
        return SystemSolution(None, certificate, nullity, split.count)
    solved: list[tuple[NDArray[np.intp], Lightest]] = []
    listed_presses = system.presses_of(small)
    ahead = sum(int(costs[unknowns] @ particular) for unknowns, _, particular in eliminated)
    total = RunningTotal(int(costs @ listed_presses), ahead)
    eliminated.sort(key=lambda entry: entry[1].nullity, reverse=True)  # Popped from the end: the easiest first.
    while eliminated:  # one by one, so that the memory of each is free again once its kernel is there
        unknowns, form, particular = eliminated.pop()
        interrupted = bool(solved) and solved[-1][1].interrupted
        share = total.share_of(int(costs[unknowns] @ particular), with_share(control, 1 / (len(eliminated) + 1)))
        best = _lightest_of_component(form, particular, costs[unknowns], unknowns, solve_part, share, interrupted)
        total.add(best)
        solved.append((unknowns, best))
    whole = combined(listed_presses, costs, solved)
    if whole.optimal_count is not None:
        count = whole.optimal_count * prod(solution.optimal_count for solution in small.values())
        whole = replace(whole, optimal_count=count)
    listed = sum(len(split.unknowns_of(label)) > 0 for label in small)  # an equation without unknowns is none
    if listed:
        ways = [f"{listed} small component{'s' * (listed > 1)} listed", *([whole.how] if solved else [])]
        whole = replace(whole, how="; ".join(ways))
    return SystemSolution(whole, None, nullity, split.count)


def _lightest_of_component(
    form: Elimination,
    particular: NDArray[np.uint8],
    costs: NDArray[np.int64],
    unknowns: NDArray[np.intp],
    solve_part: PartSolver,
    control: Control,
    interrupted: bool,
) -> Lightest:
    """Return the lightest solution found, `particular` itself if there is no time or memory for the kernel."""
    try:
        space = SolutionSpace(particular, form.kernel(control))
    except DeadlineError:
        how = "not searched"
    except MemoryError as error:
        how = f"not searched: {error}"
    else:
        if interrupted:
            return unimproved(space, costs, interrupted=True)
        return lightest_by_parts(space, costs, solve_part, control, unknowns)
    cost = int(costs @ particular)
    return Lightest(particular, cost, 0, cost == 0, None, how, interrupted)


class _System:
    """A x = b taken apart into connected components; those of up to 63 equations and unknowns as words."""

    def __init__(
        self, indptr: ArrayLike, indices: ArrayLike, right: ArrayLike, weights: NDArray[np.int64], control: Control
    ) -> None:
        self.split = split = SplitMatrix(indptr, indices, len(weights), control)
        self.right, self.weights = np.asarray(right, np.uint8), weights
        if self.right.shape != (len(split.starts) - 1,):
            raise InputError(f"expected a right-hand side of {len(split.starts) - 1} bits, got {self.right.shape}")
        sizes = np.maximum(np.diff(split.equation_bounds), np.diff(split.unknown_bounds))
        self._is_small = sizes <= SMALL_SIZE
        bits = np.where(self._is_small[split.of_unknown], split.local_unknown, 0).astype(np.uint64)
        filled = np.diff(split.starts) > 0
        self._row_words = np.zeros(len(self.right), np.uint64)
        if len(split.entries):
            words = np.uint64(1) << bits[split.entries]
            self._row_words[filled] = np.bitwise_or.reduceat(words, split.starts[:-1][filled])
        self._right_words = np.zeros(split.count, np.uint64)
        lit = np.flatnonzero(self.right & self._is_small[split.of_equation])
        places = split.local_equation[lit].astype(np.uint64)
        np.bitwise_or.at(self._right_words, split.of_equation[lit], np.uint64(1) << places)

    def solve_small_ones(self, control: Control) -> dict[int, SmallSolution]:
        """Return, by label, the solutions of the components that are small in size and nullity."""
        rows = self._row_words[self.split.equations].tolist()
        weights = self.weights[self.split.unknowns].tolist()
        rights = self._right_words.tolist()
        row_bounds, bounds = self.split.equation_bounds.tolist(), self.split.unknown_bounds.tolist()
        known: dict[tuple[tuple[int, ...], int, tuple[int, ...]], SmallSolution | None] = {}
        solutions = {}
        pace = Pace(control)
        for label in np.flatnonzero(self._is_small).tolist():
            key = (
                tuple(rows[row_bounds[label] : row_bounds[label + 1]]),
                rights[label],
                tuple(weights[bounds[label] : bounds[label + 1]]),
            )
            pace.spend(len(key[0]) + len(key[2]))
            if key not in known:
                known[key] = solve_small(*key)
                pace.spend(_COMPONENT_WORK)
            solution = known[key]
            if solution is not None:
                solutions[label] = solution
        return solutions

    def certificate_among(self, small: dict[int, SmallSolution]) -> NDArray[np.uint8] | None:
        """Return the certificate of the first unsolvable one, over all equations."""
        for label, solution in small.items():
            if solution.certificate is not None:
                certificate = np.zeros(len(self.right), np.uint8)
                equations = self.split.equations_of(label)
                certificate[equations] = [solution.certificate >> i & 1 for i in range(len(equations))]
                return certificate
        return None

    def presses_of(self, small: dict[int, SmallSolution]) -> NDArray[np.uint8]:
        """Return the solutions put together, 0 at all other unknowns."""
        words = np.zeros(self.split.count, np.uint64)
        words[list(small)] = [solution.presses for solution in small.values()]
        places = self.split.local_unknown.astype(np.uint64)
        return (words[self.split.of_unknown] >> places & np.uint64(1)).astype(np.uint8)

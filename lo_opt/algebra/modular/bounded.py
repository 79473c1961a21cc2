"""A light member of a modular space too large to list, with an honest interval; knows reduced costs only."""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.modular.costs import ReducedCosts, column_classes, reduce_costs
from lo_opt.algebra.modular.echelon import echelon_generators
from lo_opt.algebra.modular.spaces import ModularSpace
from lo_opt.algebra.spaces import Lightest
from lo_opt.control import Control, DeadlineError

_MULTIPLES = 32
_KICK_AFTER = 8
_PAIR_WORK = 1 << 23


def lightest_modular_bounded(
    space: ModularSpace,
    weights: ArrayLike,
    control: Control | None = None,
    seed: int = 0,
    patience: int = 60,
) -> Lightest:
    """Return a light member of `space` by local search, and the sum of the classes' least costs as a bound on all.

    Each round takes an echelon form of the kernel whose pivots are classes that are dear as they are, and adds the best
    multiple of a row, or of two, as long as that helps; a kick follows when rounds stall. It ends after `patience`
    rounds in a row without improvement, at the deadline, on an interrupt, or at the bound. Alone it is not to be
    trusted as the minimum.

    >>> space = ModularSpace(3, np.array([2, 2, 1]), np.array([[1, 1, 1]]), np.array([3]))
    >>> found = lightest_modular_bounded(space, [1, 1, 1])
    >>> found.presses.tolist(), found.cost, found.bound
    ([0, 0, 2], 2, 2)
    """
    control = control or Control()
    reduced = reduce_costs(space, weights)
    search = _Search(reduced, np.random.default_rng(seed))
    interrupted = False
    try:
        with suppress(DeadlineError):
            search.run(patience, control)
    except KeyboardInterrupt:
        interrupted = True
    found = column_classes(np.ascontiguousarray(space.generators.T), space.modulus)
    moved = np.append(search.best, 0)[found.classes] * found.factors
    cost = reduced.fixed + search.best_cost
    return Lightest(
        (space.particular + moved) % space.modulus,
        cost,
        reduced.fixed,
        cost == reduced.fixed,
        None,
        f"local search over {space.member_count:.3g} members",
        interrupted,
    )


class _Search:
    """Members are vectors of the classes' combinations, int64 (classes,); `best` is the cheapest met."""

    def __init__(self, reduced: ReducedCosts, rng: np.random.Generator) -> None:
        self._reduced, self._rng = reduced, rng
        self._every = np.arange(len(reduced.columns))
        self.best = np.zeros(len(reduced.columns), np.int64)
        self.best_cost = self._cost(self.best)

    def run(self, patience: int, control: Control) -> None:
        position, idle = self.best, 0
        while idle < patience and self.best_cost and not control.expired:
            moves = self._moves(position, control)
            if idle and idle % _KICK_AFTER == 0:
                chosen = self._rng.random(len(moves)) < 2 / len(moves)
                position = (self.best + moves[chosen].sum(axis=0)) % self._reduced.modulus
            position = self._descend(position, moves, control)
            idle += 1
            cost = self._cost(position)
            if cost < self.best_cost:
                self.best, self.best_cost, idle = position, cost, 0
            control.tell("local search", idle / patience, self._reduced.fixed + self.best_cost, self._reduced.fixed)

    def _cost(self, position: NDArray[np.int64]) -> int:
        return int(self._reduced.tables[self._every, position].sum())

    def _moves(self, position: NDArray[np.int64], control: Control) -> NDArray[np.int64]:
        """Return up to 32 multiples of every row of a random echelon form, pivots early where it is dear."""
        dear = self._reduced.tables[self._every, position] * self._rng.exponential(1.0, len(position))
        columns = np.ascontiguousarray(self._reduced.columns.T)
        rows, orders = echelon_generators(columns, self._reduced.modulus, np.argsort(-dear), control)
        moves = []
        for row, order in zip(rows, orders.tolist(), strict=True):
            multiples = np.unique(np.linspace(1, order - 1, min(order - 1, _MULTIPLES)).astype(np.int64))
            moves.append(multiples[:, np.newaxis] * row % self._reduced.modulus)
        return np.concatenate(moves)

    def _descend(self, position: NDArray[np.int64], moves: NDArray[np.int64], control: Control) -> NDArray[np.int64]:
        """Make the best move, or the best two moves when none helps alone, as long as that helps."""
        modulus = self._reduced.modulus
        in_pairs = len(moves) ** 2 * len(position) <= _PAIR_WORK
        first, second = np.triu_indices(len(moves) if in_pairs else 0)
        cost = self._cost(position)
        while not control.expired:
            neighbours = (position + moves) % modulus
            cheapest, at = self._cheapest(neighbours)
            if cheapest >= cost and in_pairs:
                neighbours = (neighbours[first] + moves[second]) % modulus
                cheapest, at = self._cheapest(neighbours)
            if cheapest >= cost:
                break
            position, cost = neighbours[at], cheapest
        return position

    def _cheapest(self, positions: NDArray[np.int64]) -> tuple[int, int]:
        costs = self._reduced.tables[self._every, positions].sum(axis=1)
        at = int(costs.argmin())
        return int(costs[at]), at

"""A light member of a coset too large to search, with an honest interval; knows a kernel and weights, no geometry."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bounds import echelon_of, lower_bound, with_share
from lo_opt.algebra.reduction import ReducedKernel, checked_weights, reduce_kernel
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.control import Control
from lo_opt.errors import InputError

_PAIR_WORK = 1 << 31
_KICK_AFTER = 8
_BOUND_SHARE = 0.2
_PATIENCE = 400
_PATIENCE_PER_DIMENSION = 4


def lightest_bounded(
    space: SolutionSpace,
    weights: ArrayLike,
    control: Control | None = None,
    incumbent: NDArray[np.uint8] | None = None,
    seed: int = 0,
    patience: int | None = None,
) -> Lightest:
    """Return a light member of `space` by local search, and a lower bound on all of them.

    The search is that of ordered-statistics decoding: an echelon basis whose pivots are unknowns that are well off as
    they are, descent by the best single or pair of basis rows, then another basis, with a kick when that stalls. After
    `patience` bases in a row without improvement (by default 400, or 4 a dimension if that is more) it ends if
    `control` has no deadline; with one it starts again from a random member, and ends then, on an interrupt, or at the
    bound. The same seed gives the same members in the same order, however far time lets it go. `incumbent`, a member
    uint8 (n,), is where it starts (by default the particular solution): the answer is never worse. Alone it is not to
    be trusted as the minimum: several per cent above it at nullities over 40.

    >>> space = SolutionSpace(np.array([1, 1, 1, 0], np.uint8), np.array([[0b0111], [0b1110]], np.uint64))
    >>> found = lightest_bounded(space, [1, 1, 1, 1])
    >>> found.presses.tolist(), found.cost, found.bound
    ([0, 0, 0, 0], 0, 0)
    """
    control = control or Control()
    costs = checked_weights(weights, space.size)
    start = space.particular if incumbent is None else np.asarray(incumbent, np.uint8)
    if start.shape != space.particular.shape:
        raise InputError(f"an incumbent has {space.size} entries, got shape {start.shape}")
    reduced = reduce_kernel(SolutionSpace(start, space.kernel), costs)
    bound = reduced.floor
    if patience is None:
        patience = max(_PATIENCE, _PATIENCE_PER_DIMENSION * space.nullity)
    search = _Search(reduced, np.random.default_rng(seed))
    interrupted = False
    try:
        bound = lower_bound(reduced, with_share(control, _BOUND_SHARE))
        search.run(bound, patience, control)
    except KeyboardInterrupt:
        interrupted = True  # The best member so far is an answer, with the bound there is.
    presses = start.copy()
    free = reduced.groups >= 0
    presses[free] ^= search.best_flips[reduced.groups[free]]
    cost = int(costs[presses != 0].sum())
    how = f"local search over 2^{space.nullity} members"
    return Lightest(presses, cost, bound, cost == bound, None, how, interrupted)


@dataclass
class _Position:
    """One member: which groups are flipped against x0, and F with these signs."""

    flips: NDArray[np.uint8]
    signed: NDArray[np.int64]

    @property
    def sum(self) -> int:
        """The sum of F with these signs: the larger, the lighter."""
        return int(self.signed.sum())

    def moved(self, rows: NDArray[np.int64]) -> _Position:
        """Return the member that differs by the sum of basis `rows`."""
        change = np.bitwise_xor.reduce(rows, axis=0)
        return _Position(self.flips ^ change.astype(np.uint8), self.signed * (1 - 2 * change))


class _Search:
    def __init__(self, reduced: ReducedKernel, rng: np.random.Generator) -> None:
        self._reduced, self._rng = reduced, rng
        self._best = _Position(np.zeros(len(reduced.columns), np.uint8), reduced.balance)

    @property
    def best_flips(self) -> NDArray[np.uint8]:
        """Which groups to flip against x0 for the best member, uint8 (groups,)."""
        return self._best.flips

    @property
    def cost(self) -> int:
        return self._reduced.cost(self._best.sum)

    def run(self, bound: int, patience: int, control: Control) -> None:
        """Improve the best member until it meets `bound`, `patience` bases bring nothing, or the deadline comes.

        With a deadline, `patience` bases that bring nothing only end one of many runs, each from a random member.
        """
        timed = math.isfinite(control.deadline)
        began = time.perf_counter()
        position, best, idle = self._best, self._best, 0
        while self.cost > bound and not control.expired:
            if idle >= patience:
                if not timed:
                    return
                position = best = self._anywhere()
                idle = 0
            basis = self._basis_for(position)
            if idle and idle % _KICK_AFTER == 0:
                position = best.moved(basis[self._rng.random(len(basis)) < 2 / len(basis)])
            position = self._descend(position, basis, control)
            idle += 1
            if position.sum > best.sum:
                best, idle = position, 0
                if best.sum > self._best.sum:
                    self._best = best
            spent = time.perf_counter() - began
            share = spent / (spent + control.remaining_s) if timed else idle / patience
            control.tell("local search", share, self.cost, bound)

    def _anywhere(self) -> _Position:
        """Return a random member."""
        basis = echelon_of(self._reduced)
        return self._best.moved(basis[self._rng.random(len(basis)) < 0.5])

    def _basis_for(self, position: _Position) -> NDArray[np.int64]:
        """Return an echelon basis with pivots among the groups that cost most to flip, at random within a factor."""
        noise = self._rng.exponential(1.0, len(position.signed))
        return echelon_of(self._reduced, np.argsort(-position.signed * noise))

    @staticmethod
    def _descend(position: _Position, basis: NDArray[np.int64], control: Control) -> _Position:
        """Flip the best one or two rows of `basis` as long as that helps."""
        rows = basis.astype(np.float64)
        in_pairs = len(rows) ** 2 * rows.shape[1] <= _PAIR_WORK
        while not control.expired:
            if in_pairs:
                shared = (rows * position.signed) @ rows.T
                single = shared.diagonal().copy()
                # Flipping two rows leaves what they share as it was; a row with itself stands for that row alone.
                change = single[:, np.newaxis] + single - 2 * shared
                np.fill_diagonal(change, single)
            else:
                change = np.diag(rows @ position.signed)
            where = np.unravel_index(int(np.argmin(change)), change.shape)
            moved = position.moved(basis[np.unique(where)])
            if moved.sum <= position.sum:
                break
            position = moved
        return position

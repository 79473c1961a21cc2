"""What is true of a puzzle, by trying every press or listing every solution; of lo_opt it knows nothing."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .specs import Counting, Spec, ordered

MOST = 2**16  # combinations that are tried
PRIMES = (2, 3, 5, 7)

Measures = tuple[Fraction, ...]
Matrix = NDArray[np.int64]


@dataclass(frozen=True)
class Truth:
    """What is known for certain; None where it is not.

    `costs` counts the solutions by their measures, `nullity` is the dimension of the quiet patterns that press no
    forbidden (and with two states no required) button, None unless the states are prime. `presses` are all solutions,
    int64 (count, buttons). `at_most` is a solution's measures where the best is unknown.
    """

    spec: Spec = field(repr=False)
    solvable: bool | None
    costs: Counter[Measures] | None = None
    nullity: int | None = None
    presses: Matrix | None = field(default=None, repr=False)
    at_most: Measures | None = None

    @cached_property
    def best(self) -> Measures | None:
        return min(self.costs, default=None) if self.costs is not None else None

    @property
    def count(self) -> int | None:
        return None if self.costs is None else sum(self.costs.values())

    @property
    def optimal_count(self) -> int | None:
        return None if self.costs is None else self.costs.get(self.best, 0) if self.costs else 0


def truth(spec: Spec) -> Truth:
    """Return what is known of a puzzle: everything, where there are few presses to try or few solutions."""
    if spec.states ** len(spec.free()) <= MOST:
        return by_trying(spec)
    if spec.states in PRIMES:
        found = by_elimination(spec)
        if found is not None:
            return found
    if spec.planted is not None and spec.fault(spec.planted) is None:
        return Truth(spec, True, at_most=spec.measures(spec.planted))
    return Truth(spec, None)


def effects_of(spec: Spec) -> tuple[Matrix, list[int]]:
    """Return the matrix of the buttons that may be pressed, int64 (buttons, lights), and which these are."""
    free, moves = spec.free(), spec.moves()
    matrix = np.zeros((len(free), len(spec.start)), np.int64)
    for row, button in enumerate(free):
        for light, amount in moves[button].items():
            matrix[row, light] = amount % spec.states
    return matrix, free


def change_of(spec: Spec) -> Matrix:
    """Return how far every light must move, int64 (lights,)."""
    return (np.array(spec.target, np.int64) - np.array(spec.start, np.int64)) % spec.states


def every_choice(spec: Spec, count: int) -> Matrix:
    """Return all choices of presses of `count` buttons, int64 (states**count, count)."""
    index = np.arange(spec.states**count, dtype=np.int64)[:, np.newaxis]
    return index // spec.states ** np.arange(count, dtype=np.int64) % spec.states


def by_trying(spec: Spec) -> Truth:
    """Return all that is true, by trying every combination of presses."""
    matrix, free = effects_of(spec)
    chosen = every_choice(spec, len(free))
    moved = chosen @ matrix % spec.states
    nullity = None
    if spec.states in PRIMES:
        still = chosen[~moved.any(axis=1)]
        if spec.states == 2:
            still = still[~still[:, [free.index(button) for button in spec.required]].any(axis=1)]
        nullity = _log(len(still), spec.states)
    solving = chosen[(moved == change_of(spec)).all(axis=1)]
    return _weighed(spec, free, solving, nullity)


def by_elimination(spec: Spec) -> Truth | None:
    """Return all that is true for a prime number of states, None if there are too many solutions to list."""
    p = spec.states
    matrix, free = effects_of(spec)
    system = np.concatenate([matrix.T, change_of(spec)[:, np.newaxis]], axis=1)
    pivots: list[int] = []
    for column in range(len(free)):
        row = len(pivots)
        below = np.flatnonzero(system[row:, column])
        if not len(below):
            continue
        system[[row, row + below[0]]] = system[[row + below[0], row]]
        system[row] = system[row] * pow(int(system[row, column]), -1, p) % p
        others = np.flatnonzero(system[:, column])
        others = others[others != row]
        system[others] = (system[others] - system[others, column][:, np.newaxis] * system[row]) % p
        pivots.append(column)
    rank = len(pivots)
    loose = [column for column in range(len(free)) if column not in pivots]
    plain = not spec.required or p != 2
    if system[rank:, -1].any():
        return Truth(spec, False, Counter(), len(loose) if plain else None, np.zeros((0, spec.button_count), np.int64))
    if p ** len(loose) > MOST:
        return None
    chosen = every_choice(spec, len(loose))
    solving = np.zeros((len(chosen), len(free)), np.int64)
    solving[:, loose] = chosen
    solving[:, pivots] = (system[:rank, -1] - chosen @ system[:rank][:, loose].T) % p
    return _weighed(spec, free, solving, len(loose) if plain else None)


def _weighed(spec: Spec, free: list[int], solving: Matrix, nullity: int | None) -> Truth:
    """Return what is true if `solving`, int64 (count, free buttons), are the solutions but for the conditions."""
    presses = np.zeros((len(solving), spec.button_count), np.int64)
    presses[:, free] = solving
    kept = np.ones(len(presses), bool)
    for button in spec.required:
        kept &= presses[:, button] > 0
    for bound in spec.limits:
        terms = spec.terms(bound)
        total = presses[:, list(terms)] @ np.array(list(terms.values()), np.int64)
        kept &= (total >= bound.lower) if bound.lower is not None else True
        kept &= (total <= bound.upper) if bound.upper is not None else True
    presses = presses[kept]
    prices, over = spec.prices()
    wide = sum(prices) * spec.states >= 2**62
    costs = presses.astype(object) @ np.array(prices, object) if wide else presses @ np.array(prices, np.int64)
    pairs = Counter(zip(costs.tolist(), presses.sum(axis=1).tolist(), strict=True))
    counted: Counter[Measures] = Counter()
    for (cost, count), times in pairs.items():
        counted[ordered(spec.objective, Fraction(cost, over), Fraction(count))] += times
    return Truth(spec, bool(len(presses)), counted, nullity, presses)


def _log(value: int, base: int) -> int:
    return next(power for power in itertools.count() if base**power >= value)


def least_counting(counting: Counting) -> tuple[bool, int | None] | None:
    """Return whether counters can reach their targets and with how few presses; None if there is too much to try."""
    most = counting.most()
    if np.prod([m + 1 for m in most], dtype=object) > MOST:
        return None
    sums = [
        sum(presses) for presses in itertools.product(*(range(m + 1) for m in most)) if counting.fault(presses) is None
    ]
    return bool(sums), min(sums, default=None)

"""Exact statistics of coset leaders: over all cosets of a kernel, how many have each least cost; knows no puzzle.

A coset leader is a lightest member of a coset, here the cheapest way to solve one board; for a puzzle the result is
how many solvable boards need each number of presses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import prod

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.leaders.counting import count_minima, listing_steps, moduli_for, pair_steps
from lo_opt.algebra.leaders.orbits import Shapes, filling_count, shapes_of, up_to_rotation
from lo_opt.algebra.leaders.split import INSIDE_LIMIT, Split, candidate_splits, independent_classes
from lo_opt.algebra.modular.costs import ColumnClasses, column_classes
from lo_opt.algebra.modular.spaces import ModularSpace
from lo_opt.algebra.reduction import checked_weights
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control

__all__ = ["minimum_distribution"]

_MEMBERS_LIMIT = 1 << 12
_FILLINGS_LIMIT = 1 << 20


def minimum_distribution(
    space: SolutionSpace | ModularSpace,
    weights: ArrayLike | None = None,
    limit: int = 10**11,
    control: Control | None = None,
) -> dict[int, int] | None:
    """Return how many cosets of the kernel of `space` have each least cost, in increasing order.

    An unknown j at value x costs weights[j] * x (x alone without `weights`); the particular solution is not looked at.
    The last key is the worst case, its value how many boards reach it.

    Unknowns with proportional kernel columns form a class, and a coset's costs depend only on how many unknowns of a
    class with each column have each value: a product of multinomials says in how many ways.
    What a class contributes is its shape, the costs at each value of its combination; equal shapes are counted once.
    Translating a coset rotates the shapes, independently for classes with independent columns, which are therefore
    listed up to rotation. The rest is `count_minima`. Counts are exact, kept as residues.

    Returns None if the estimate is more than `limit` steps (of about a nanosecond), if there are more than 2**12
    members or 2**20 fillings of one class, and at the deadline.

    >>> space = ModularSpace(3, np.array([0, 0, 0]), np.array([[1, 2, 0]]), np.array([3]))
    >>> minimum_distribution(space)
    {0: 1, 1: 2, 2: 3, 3: 2, 4: 1}
    """
    control = control or Control()
    modular = ModularSpace.from_bits(space) if isinstance(space, SolutionSpace) else space
    costs = np.ones(modular.size, np.int64) if weights is None else checked_weights(weights, modular.size)
    if modular.member_count > _MEMBERS_LIMIT:
        return None
    modulus = modular.modulus
    found = column_classes(np.ascontiguousarray(modular.generators.T), modulus)
    spans = np.gcd(np.gcd.reduce(found.representatives, axis=1), modulus).tolist()
    unknowns = _unknowns_by_class(found, costs)
    if any(filling_count(each, modulus) > _FILLINGS_LIMIT for each in unknowns):
        return None
    shapes = [shapes_of(each, span, modulus) for each, span in zip(unknowns, spans, strict=True)]
    values = _combinations(modular, found.representatives) // np.array(spans, np.int64)
    chosen = _best_split(values, shapes, limit)
    if chosen is None:
        return None
    split, turned = chosen
    counted = count_minima(values, turned, split, limit, control)
    if counted is None:
        return None
    for weight in costs[found.classes < 0].tolist():
        counted = _with_free_unknown(counted, weight, modulus)
    return {cost: counted[cost] // modular.member_count for cost in sorted(counted)}


def _unknowns_by_class(found: ColumnClasses, costs: NDArray[np.int64]) -> list[Counter[tuple[int, int]]]:
    """Return for each class how many unknowns of each (factor, weight) it has."""
    unknowns: list[Counter[tuple[int, int]]] = [Counter() for _ in found.representatives]
    for label, factor, weight in zip(found.classes.tolist(), found.factors.tolist(), costs.tolist(), strict=True):
        if label >= 0:
            unknowns[label][factor, weight] += 1
    return unknowns


def _combinations(space: ModularSpace, representatives: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the combination of each class in each kernel member, int64 (members, classes)."""
    orders = space.orders.tolist()
    choices = np.indices(orders, np.int64).reshape(len(orders), space.member_count)
    return (representatives @ choices % space.modulus).T


def _best_split(values: NDArray[np.int64], shapes: list[Shapes], limit: int) -> tuple[Split, list[Shapes]] | None:
    """Return the split with the least estimated work and the shapes to list with it, None if all exceed `limit`."""
    turned = [up_to_rotation(each) for each in shapes]
    lengths = [len(next(iter(each))) for each in shapes]
    sizes = [len(each) for each in shapes]
    gains = [len(few) / len(each) for few, each in zip(turned, shapes, strict=True)]
    moduli = len(moduli_for(shapes))
    if prod(sizes) > limit * len(values) * INSIDE_LIMIT:
        return None
    best: tuple[int, Split, list[int]] | None = None
    for split in candidate_splits(values, sizes):
        # Rotations of independent classes save at most a factor of the number of members.
        fewest = prod(sizes[label] for label in split.outside) // len(values)
        if listing_steps(fewest, len(values), moduli) > (limit if best is None else best[0]):
            continue
        # Rotations save most where most is listed, that is outside.
        preferred = sorted(range(len(shapes)), key=lambda label: (label in split.inside, gains[label]))
        independent = independent_classes(values, lengths, preferred)
        listed = [len(turned[i]) if i in independent else sizes[i] for i in range(len(shapes))]
        outside = prod(listed[label] for label in split.outside)
        inside = prod(listed[label] for label in split.inside)
        # Entries of distinct vectors of minima vary by about a third of the largest sum.
        spread = 1 + sum(max(map(max, shapes[label])) for label in split.outside) // 3
        distinct = min(outside, spread**split.fibres)
        steps = listing_steps(outside, len(values), moduli) + pair_steps(distinct, inside, split.fibres, moduli)
        if steps <= limit and (best is None or steps < best[0]):
            best = steps, split, independent
    if best is None:
        return None
    _, split, independent = best
    return split, [turned[i] if i in independent else shapes[i] for i in range(len(shapes))]


def _with_free_unknown(counts: Mapping[int, int], weight: int, modulus: int) -> dict[int, int]:
    """Return the distribution with one more unknown whose value no member changes."""
    total: Counter[int] = Counter()
    for cost, count in counts.items():
        for value in range(modulus):
            total[cost + weight * value] += count
    return dict(total)

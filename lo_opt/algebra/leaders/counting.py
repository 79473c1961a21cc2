"""How often each least cost occurs over all sums of shapes, one of each class; knows tables and counts, no kernel."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.leaders.listing import Weighted, blocks, merged, sums
from lo_opt.algebra.leaders.orbits import Shapes
from lo_opt.algebra.leaders.residues import Residues, coprime_moduli, from_residues, to_residues
from lo_opt.algebra.leaders.split import Split
from lo_opt.algebra.transform import integer_type
from lo_opt.control import Control

_OUTSIDE_BLOCK = 1 << 17
_MERGED_AT = 1 << 20
_PAIRS_AT_ONCE = 1 << 20


def listing_steps(sums: int, members: int, moduli: int) -> int:
    """Return how long it takes to list that many sums outside, in steps of about a nanosecond.

    >>> listing_steps(1000, 4, 2)
    322000
    """
    return sums * (members // 2 + 200 + 60 * moduli)


def pair_steps(outside: int, inside: int, fibres: int, moduli: int) -> int:
    """Return how long it takes to pair that many vectors, in steps of about a nanosecond.

    >>> pair_steps(1000, 10, 4, 2)
    160000
    """
    return outside * inside * (fibres // 2 + 7 * moduli)


def moduli_for(shapes: Sequence[Shapes]) -> Residues:
    """Return moduli that tell apart all numbers of ways to fill the classes.

    >>> moduli_for([{(0, 1): 2}]).tolist()
    [2147483648]
    """
    return coprime_moduli(prod(sum(each.values()) for each in shapes))


def count_minima(
    values: NDArray[np.int64], shapes: Sequence[Shapes], split: Split, limit: int, control: Control
) -> dict[int, int] | None:
    """Return how many choices of one shape from each class have each least cost over the members.

    `values`, int64 (members, classes), say which entry of a class's shape each member sees. The sums over the classes
    outside are listed first, and of each only its minimum over every fibre is kept, since the classes inside see no
    more of a member than its fibre; equal ones are merged. All pairs with sums of the classes inside follow. Returns
    None if these take more than `limit` steps, or at the deadline.

    >>> values = np.array([[0], [1]])
    >>> split = Split([], [0], np.array([0, 1]), 1)
    >>> count_minima(values, [{(0, 2): 1, (1, 1): 2, (2, 0): 1}], split, 100, Control())
    {0: 2, 1: 2}
    """
    moduli = moduli_for(shapes)
    top = sum(max(map(max, each)) for each in shapes)
    dtype = integer_type(top, np.int8)
    outside = [_spread(shapes[label], values[split.order, label], moduli, dtype) for label in split.outside]
    by_fibre = split.order.reshape(split.fibres, -1)[:, 0]
    inside = [_spread(shapes[label], values[by_fibre, label], moduli, dtype) for label in split.inside]
    seen = _fibre_minima(outside, len(values), split.fibres, moduli, dtype, control)
    if seen is None:
        return None
    listed = sums(inside, moduli, split.fibres, dtype)
    if pair_steps(seen.count, listed.count, split.fibres, len(moduli)) > limit:
        return None
    counts = _pair_minima(seen, listed, top, moduli, control)
    if counts is None:
        return None
    return {cost: count for cost, count in enumerate(from_residues(counts, moduli)) if count}


def _spread(shapes: Shapes, seen: NDArray[np.int64], moduli: Residues, dtype: np.dtype[np.signedinteger]) -> Weighted:
    """Return the shapes as vectors over members that see the entries `seen` of them."""
    table = np.array(list(shapes), dtype)
    return Weighted(np.ascontiguousarray(table[:, seen].T), to_residues(list(shapes.values()), moduli))


def _fibre_minima(
    outside: list[Weighted],
    members: int,
    fibres: int,
    moduli: Residues,
    dtype: np.dtype[np.signedinteger],
    control: Control,
) -> Weighted | None:
    """Return the distinct vectors of minima over the fibres, of all sums of `outside`."""
    total = prod(part.count for part in outside)
    pending: list[Weighted] = []
    waiting = done = 0
    for block, factor in blocks(outside, moduli, members, dtype, max(1, _OUTSIDE_BLOCK // members)):
        if control.expired:
            return None
        minima = block.vectors.reshape(fibres, -1, block.count).min(axis=1)
        distinct = merged([Weighted(minima, block.ways)], moduli)
        pending.append(Weighted(distinct.vectors, distinct.ways * factor[:, np.newaxis] % moduli[:, np.newaxis]))
        waiting, done = waiting + distinct.count, done + block.count
        if waiting > _MERGED_AT:
            pending, waiting = [merged(pending, moduli)], 0
        control.tell("listing classes", done / total)
    return merged(pending, moduli)


def _pair_minima(left: Weighted, right: Weighted, top: int, moduli: Residues, control: Control) -> Residues | None:
    """Return how often each cost 0..top is the minimum of the sum of a vector on the left and one on the right."""
    counts = np.zeros((len(moduli), top + 1), np.int64)
    step = max(1, _PAIRS_AT_ONCE // right.count)
    for start in range(0, left.count, step):
        if control.expired:
            return None
        some = left.vectors[:, start : start + step]
        least = some[0][:, np.newaxis] + right.vectors[0]
        for a, b in zip(some[1:], right.vectors[1:], strict=True):
            np.minimum(least, a[:, np.newaxis] + b, out=least)
        rows = np.arange(some.shape[1])[:, np.newaxis] * (top + 1) + least
        for i, modulus in enumerate(moduli.tolist()):
            # Sums of fewer than 2**22 residues below 2**31 are exact in double precision.
            of_right = np.broadcast_to(right.ways[i].astype(np.float64), rows.shape)
            tally = np.bincount(rows.ravel(), of_right.ravel(), rows.shape[0] * (top + 1))
            table = tally.reshape(-1, top + 1).astype(np.int64) % modulus
            products = table * left.ways[i, start : start + step, np.newaxis] % modulus
            counts[i] = (counts[i] + products.sum(axis=0)) % modulus
        control.tell("pairing classes", (start + step) / left.count)
    return counts

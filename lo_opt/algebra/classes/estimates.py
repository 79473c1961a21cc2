"""What the search by classes will take, from ranks and weights alone; computes no table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import pack, row_ints, unpack
from lo_opt.algebra.classes import compiled
from lo_opt.algebra.classes.entries import ENTRY_LIMIT
from lo_opt.algebra.classes.linear import reduced_echelon
from lo_opt.algebra.classes.pairings import cheapest, pairings
from lo_opt.algebra.classes.parts import Part, merge_classes, reduce_coset
from lo_opt.algebra.classes.planning import expected_least
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.errors import UnsupportedError

TABLE_RANK_LIMIT = 40
"""Beyond it, the costs of a class would take days to compute."""

NULLITY_LIMIT = 512
"""Four parts that can be tabulated hold 160 dimensions; so far beyond, the kernel need not even be reduced."""

_LEVELS_PER_DEVIATION = 10
_DEVIATIONS = 9
_SECONDS_PER_VALUE = {True: 5e-9, False: 2.5e-8}
_SECONDS_PER_PAIR = {True: 5e-9, False: 3e-8}
_BYTES_PER_ENTRY = 50


@dataclass(frozen=True)
class Estimate:
    """What `lightest_by_classes` is expected to take; `reason` says why it cannot, or is None.

    `ranks` are those of the classes, equal kernel columns counted in the first class only (empty if there
    are too many to look at), `pairs` how many pairs are expected to be tested, `seconds` and `peak_bytes` what that
    takes on one core, within a small factor (boards with much symmetry take less).
    """

    ranks: tuple[int, ...]
    pairs: float
    seconds: float
    peak_bytes: float
    reason: str | None


def class_ranks(space: SolutionSpace, labels: NDArray[np.intp]) -> tuple[int, ...]:
    """Return the rank of the kernel of `space` on each class, in increasing order of the labels, intp (n,).

    >>> space = SolutionSpace(np.zeros(4, np.uint8), np.array([[0b0111], [0b1110]], np.uint64))
    >>> class_ranks(space, np.array([0, 0, 1, 1]))
    (2, 2)
    """
    kernel = unpack(space.kernel, space.size)
    return tuple(len(reduced_echelon(row_ints(pack(kernel[:, labels == label])), -1)[1]) for label in np.unique(labels))


def estimate_by_classes(space: SolutionSpace, weights: NDArray[np.int64], labels: NDArray[np.intp]) -> Estimate:
    """Return what `lightest_by_classes` will take with these arguments, in milliseconds and without any table.

    `weights` are int64 (n,), `labels` intp (n,). The costs of each class are taken to be normally distributed over its
    values, and the classes independent.

    >>> space = SolutionSpace(np.zeros(4, np.uint8), np.array([[0b0111], [0b1110]], np.uint64))
    >>> estimate = estimate_by_classes(space, np.ones(4, np.int64), np.array([0, 0, 1, 1]))
    >>> estimate.ranks, round(estimate.pairs), estimate.reason
    ((2, 1), 1, None)
    """
    if space.nullity > NULLITY_LIMIT:
        return _declined((), f"a nullity of {space.nullity} is far beyond what classes can hold")
    coset = reduce_coset(space, weights, labels)
    ranks: tuple[int, ...] = ()
    try:
        unions = merge_classes(coset)
        ranks = tuple(coset.ranks().values())
        if max(ranks, default=0) > TABLE_RANK_LIMIT:
            return _declined(ranks, f"a class has rank {max(ranks)}; at most {TABLE_RANK_LIMIT} can be tabulated")
        if (most := max(len(union.basis) for union in unions)) > TABLE_RANK_LIMIT:
            return _declined(
                ranks,
                f"{len(ranks)} classes must be merged into four, one of rank {most}; "
                f"at most {TABLE_RANK_LIMIT} can be tabulated",
            )
        parts = [coset.part(union.labels) for union in unions]
        candidates = pairings(parts, coset.dimension)
    except UnsupportedError as error:
        return _declined(ranks, str(error))
    histograms = _normal_histograms(parts)
    expected = expected_least(histograms, coset.dimension)
    pairing, ladder = cheapest(candidates, histograms, expected + 1)
    levels, pairs = ladder.climb((-1, -1), math.inf, expected + 1)
    lists = [
        float(histograms[k][: levels[i // 2] + 1].sum()) * 2.0 ** (pairing.sides[i // 2].free * (i % 2))
        for i, k in enumerate(pairing.order)
    ]
    fast = compiled.installed()
    values = sum(2.0**part.rank for part in parts)
    return Estimate(
        ranks=ranks,
        pairs=pairs,
        seconds=0.1 + values * _SECONDS_PER_VALUE[fast] + pairs * _SECONDS_PER_PAIR[fast],
        peak_bytes=1e8 + sum(lists) * _BYTES_PER_ENTRY,
        reason=f"lists of about {max(lists):.1g} partial choices would not fit in memory"
        if max(lists) > ENTRY_LIMIT
        else None,
    )


def _declined(ranks: tuple[int, ...], reason: str) -> Estimate:
    return Estimate(ranks, math.inf, math.inf, math.inf, reason)


def _normal_histograms(parts: Sequence[Part]) -> list[NDArray[np.float64]]:
    """Return how many values of each part have each level if they were drawn from normal distributions."""
    deviations = [math.sqrt(float((part.balance.astype(np.float64) ** 2).sum())) / 2 for part in parts]
    width = max(deviations, default=0.0) / _LEVELS_PER_DEVIATION
    histograms = []
    for part, deviation in zip(parts, deviations, strict=True):
        if not deviation:
            histograms.append(np.ones(1))
            continue
        steps = math.ceil(_DEVIATIONS * deviation / width)
        centres = np.arange(-steps, steps + 1) * width / deviation
        counts = np.exp(-(centres**2) / 2)
        counts *= 2.0**part.rank / counts.sum()
        first = int(np.searchsorted(np.cumsum(counts), 0.5))
        counts[first] += counts[:first].sum()
        histograms.append(counts[first:])
    return histograms

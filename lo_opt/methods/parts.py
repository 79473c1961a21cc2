"""How the lightest member of one part of a kernel is found, and which way is the quickest; knows no puzzle."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bounded import lightest_bounded
from lo_opt.algebra.bounds import lower_bound
from lo_opt.algebra.classes import estimate_by_classes, lightest_by_classes
from lo_opt.algebra.cosets import lightest_by_transform
from lo_opt.algebra.matroid import PartSolver
from lo_opt.algebra.reduction import reduce_kernel
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.control import Control

ONE_TRANSFORM = 20  # up to this nullity all costs come from one transform in the cache, in milliseconds
MAX_TRANSFORM = 34  # 2^34 costs take about a minute; each further dimension doubles it
SECONDS_PER_COST = 2.5e-9  # of a member in the transform, on one core
MAX_BYTES = 12 * 2**30  # what tables of classes may take
BOUND_SHARE = 0.05  # of the time a stopped search took, for a bound on what it left out

Labels = Callable[[], NDArray[np.intp] | None]


def by_transform(
    space: SolutionSpace,
    weights: NDArray[np.int64],
    indices: NDArray[np.intp],  # noqa: ARG001 - it does not matter which buttons these are
    control: Control,
) -> Lightest:
    """Return the lightest member by all its costs, or a bounded search if there are more than 2^34."""
    if space.nullity > MAX_TRANSFORM:
        return lightest_bounded(space, weights, control)
    began = time.perf_counter()
    found = lightest_by_transform(space, weights, control)
    return found if found.exhausted else _with_bound(found, space, weights, time.perf_counter() - began)


def _with_bound(found: Lightest, space: SolutionSpace, weights: NDArray[np.int64], spent_s: float) -> Lightest:
    """Return what a search that was stopped found, with a better bound if a twentieth of the time spent gives one."""
    try:
        bound = lower_bound(reduce_kernel(space, weights), Control.limited(BOUND_SHARE * spent_s))
    except KeyboardInterrupt:
        return replace(found, interrupted=True)
    bound = max(bound, found.bound)
    return replace(found, bound=bound, exhausted=bound == found.cost)


def by_classes(labels: Labels) -> PartSolver:
    """Return the part solver by classes of low rank, or by transform where they are of too high rank.

    `labels` is called when the first part arrives and returns the class number of every button, intp (buttons,).
    """
    return _by_classes(labels, transform_cost_s=np.inf)


def quickest(labels: Labels) -> PartSolver:
    """Return the part solver that takes the transform or the classes, whichever should be done first."""
    classes = _by_classes(labels, SECONDS_PER_COST)

    def solve(
        space: SolutionSpace, weights: NDArray[np.int64], indices: NDArray[np.intp], control: Control
    ) -> Lightest:
        chosen = by_transform if space.nullity <= ONE_TRANSFORM else classes
        return chosen(space, weights, indices, control)

    return solve


def _by_classes(labels: Labels, transform_cost_s: float) -> PartSolver:
    """Return the part solver by classes, unless the transform, at so many seconds a member, should take less time."""
    known = functools.cache(labels)

    def solve(
        space: SolutionSpace, weights: NDArray[np.int64], indices: NDArray[np.intp], control: Control
    ) -> Lightest:
        every = known()
        if every is None:
            return by_transform(space, weights, indices, control)
        expected = estimate_by_classes(space, weights, every[indices])
        reason = expected.reason
        if reason is None and expected.peak_bytes > MAX_BYTES:
            reason = f"the classes' tables would take {expected.peak_bytes / 2**30:.0f} GiB"
        transform_s = np.inf if space.nullity > MAX_TRANSFORM else transform_cost_s * 2.0**space.nullity
        if reason is None and expected.seconds < transform_s:
            return lightest_by_classes(space, weights, every[indices], control)
        found = by_transform(space, weights, indices, control)
        return found if reason is None else replace(found, how=f"{found.how} (no classes: {reason})")

    return solve

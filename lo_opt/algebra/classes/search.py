"""The lightest member of a coset by classes of low rank: what is known at each moment, and what it proves."""

from __future__ import annotations

import textwrap

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bounds import lower_bound, with_share
from lo_opt.algebra.classes import compiled
from lo_opt.algebra.classes.descent import descend
from lo_opt.algebra.classes.pairings import pairings
from lo_opt.algebra.classes.parts import Coset, Part, merge_classes, reduce_coset
from lo_opt.algebra.classes.rounds import Rounds, State
from lo_opt.algebra.classes.streamed import StreamedTable
from lo_opt.algebra.classes.tables import CostTable, StoredTable, fits
from lo_opt.algebra.reduction import member, reduce_kernel
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.control import Control

STORED_BYTES = 1 << 25
"""Tables of costs up to this size are kept in memory, larger ones computed again block by block when needed."""

_BOUND_SHARE = 0.1
_COMPILED_RANK = 25


def lightest_by_classes(
    space: SolutionSpace,
    weights: NDArray[np.int64],
    labels: NDArray[np.intp],
    control: Control,
    *,
    stored_bytes: int = STORED_BYTES,
    fast: bool | None = None,
) -> Lightest:
    """Return the lightest member of `space`, from the costs of each class of unknowns by itself.

    `weights` are n non-negative integers (sum below 2**53), `labels` n class numbers such that the kernel has a low
    rank on each class: for a grid, twice the parity of the row plus that of the column. At the deadline, on an
    interrupt, or where its lists would outgrow the memory, the best member so far is returned with a proved bound.
    The answer depends neither on the executor nor on the two tuning parameters: tables beyond `stored_bytes` are
    streamed; `fast` forces compiled loops (or none), which are otherwise used if numba is there and the work is worth
    compiling them. Lists too long to be sent to other processes are scanned by threads in this one.

    Raises `UnsupportedError` where the ranks are so high that the classes do not help (see `estimate_by_classes`).

    >>> space = SolutionSpace(np.array([1, 1, 1, 0], np.uint8), np.array([[0b0111], [0b1110]], np.uint64))
    >>> best = lightest_by_classes(space, np.array([1, 1, 1, 1]), np.array([0, 0, 1, 1]), Control())
    >>> best.presses.tolist(), best.cost, best.bound, best.optimal_count
    ([0, 0, 0, 0], 0, 0, 1)
    """
    interrupted = out_of_memory = False
    coset: Coset | None = None
    state = State((0, 0))
    try:
        coset = reduce_coset(space, weights, labels)
        state.incumbent = descend(coset.rows, coset.balance)
        _search(space, weights, coset, state, control, stored_bytes, fast)
    except KeyboardInterrupt:
        interrupted = True  # What was found and proved so far is an answer.
    except MemoryError:
        out_of_memory = True
    if coset is None:
        presses, cost, bound = space.particular, int(space.particular @ weights), 0
    else:
        presses = member(space, coset.lift(state.incumbent[1]))
        cost, bound = coset.cost(state.best), coset.cost(state.bound(coset.modulus))
    proved = bound == cost
    counted = proved and state.counted and coset is not None
    return Lightest(
        presses=presses,
        cost=cost,
        bound=bound,
        exhausted=proved,
        optimal_count=state.ties << coset.indifferent if counted and coset is not None else None,
        how=_description(coset, state) + ("; its lists would outgrow the memory" if out_of_memory else ""),
        interrupted=interrupted,
        out_of_memory=out_of_memory,
    )


def _search(
    space: SolutionSpace,
    weights: NDArray[np.int64],
    coset: Coset,
    state: State,
    control: Control,
    stored_bytes: int,
    fast: bool | None,
) -> None:
    """Improve `state` until the optimum is proved or time is up."""
    if not coset.dimension:
        state.floor, state.ties, state.counted = state.best, 1, True
        return
    if control.expired:
        return
    parts = [coset.part(union.labels) for union in merge_classes(coset)]
    candidates = pairings(parts, coset.dimension)
    if not all(fits(part, stored_bytes) for part in parts):
        state.floor = _quick_floor(space, weights, coset, control)
    tables: list[CostTable] = []
    for part in parts:
        tables.append(table_of(part, stored_bytes, fast))
        control.tell("tables", len(tables) / len(parts), coset.cost(state.best), coset.cost(state.bound(coset.modulus)))
        if control.expired:
            return
    Rounds(coset, candidates, tables, state, control, fast).run()


def table_of(part: Part, stored_bytes: int, fast: bool | None) -> CostTable:
    """Return the costs of `part`, stored if they take up to `stored_bytes`."""
    if fits(part, stored_bytes):
        return StoredTable(part)
    return StreamedTable(part, part.rank >= _COMPILED_RANK and compiled.available() if fast is None else fast)


def _quick_floor(space: SolutionSpace, weights: NDArray[np.int64], coset: Coset, control: Control) -> int:
    """Return a proved floor of the sums of f, for a long search to have something to say before its first proof."""
    bound = lower_bound(reduce_kernel(space, weights), with_share(control, _BOUND_SHARE))
    return -((coset.fixed - bound) // coset.scale)


def _description(coset: Coset | None, state: State) -> str:
    if coset is None or not coset.dimension:
        return "no choice left"
    ranks = textwrap.shorten(", ".join(map(str, coset.ranks().values())), 60, placeholder=" …")
    return f"{state.pairs:.3g} pairs of partial choices, from classes of ranks {ranks}"

"""The lightest member of a coset by classes of low rank: what is known at each moment, and what it proves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.classes.descent import descend
from lo_opt.algebra.classes.pairings import pairings
from lo_opt.algebra.classes.parts import Coset, merge_classes, reduce_coset
from lo_opt.algebra.classes.rounds import Rounds, State
from lo_opt.algebra.classes.tables import CostTable, table_of
from lo_opt.algebra.reduction import member
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.control import Control

STORED_BYTES = 1 << 25
"""Tables of costs up to this size are kept in memory, larger ones computed again block by block when needed."""


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
    rank on each class: for a grid, twice the parity of the row plus that of the column. At the deadline, or on an
    interrupt, the best member so far is returned with a proved bound. The answer depends neither on the executor nor
    on the two tuning parameters: tables beyond `stored_bytes` are streamed; `fast` forces compiled loops (or none),
    which are otherwise used if numba is there and the work is worth compiling them.

    Raises `UnsupportedError` where the ranks are so high that the classes do not help (see `estimate_by_classes`).

    >>> space = SolutionSpace(np.array([1, 1, 1, 0], np.uint8), np.array([[0b0111], [0b1110]], np.uint64))
    >>> best = lightest_by_classes(space, np.array([1, 1, 1, 1]), np.array([0, 0, 1, 1]), Control())
    >>> best.presses.tolist(), best.cost, best.bound, best.optimal_count
    ([0, 0, 0, 0], 0, 0, 1)
    """
    interrupted = False
    coset: Coset | None = None
    state = State((0, 0))
    try:
        coset = reduce_coset(space, weights, labels)
        state.incumbent = descend(coset.rows, coset.balance)
        _search(coset, state, control, stored_bytes, fast)
    except KeyboardInterrupt:
        interrupted = True  # What was found and proved so far is an answer.
    if coset is None:
        presses, cost, bound = space.particular, int(space.particular @ weights), 0
    else:
        presses = member(space, coset.lift(state.incumbent[1]))
        cost, bound = coset.cost(state.best), coset.cost(state.bound(coset.modulus))
    proved = bound == cost
    outgrown = not (proved or interrupted or control.expired)
    counted = proved and state.counted and coset is not None
    return Lightest(
        presses=presses,
        cost=cost,
        bound=bound,
        exhausted=proved,
        optimal_count=state.ties << coset.indifferent if counted and coset is not None else None,
        how=_description(coset, state) + ("; its lists would outgrow the memory" if outgrown else ""),
        interrupted=interrupted,
    )


def _search(coset: Coset, state: State, control: Control, stored_bytes: int, fast: bool | None) -> None:
    """Improve `state` until the optimum is proved or time is up."""
    if not coset.dimension:
        state.floor, state.ties, state.counted = state.best, 1, True
        return
    if control.expired:
        return
    parts = [coset.part(group) for group in merge_classes(coset)]
    candidates = pairings(parts, coset.dimension)
    tables: list[CostTable] = []
    for part in parts:
        tables.append(table_of(part, stored_bytes, fast))
        control.tell("tables", len(tables) / len(parts), coset.cost(state.best), coset.cost(state.bound(coset.modulus)))
        if control.expired:
            return
    Rounds(coset, candidates, tables, state, control, fast).run()


def _description(coset: Coset | None, state: State) -> str:
    if coset is None or not coset.dimension:
        return "no choice left"
    ranks: Sequence[int] = list(coset.ranks().values())
    return f"{state.pairs:.3g} pairs of partial choices, from classes of ranks {', '.join(map(str, ranks))}"

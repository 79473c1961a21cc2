"""How many boards of any number of states have each least cost, by classes of kernel columns, else from a sample."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from lo_opt import linear
from lo_opt.algebra.leaders import minimum_distribution
from lo_opt.algebra.modular import ModularSpace, lightest_modular
from lo_opt.analysis.minima import DEFAULT_SAMPLES, Distribution
from lo_opt.analysis.modular import count_text, modular_form
from lo_opt.control import Control, Progress
from lo_opt.errors import InputError, UnsupportedError
from lo_opt.puzzle import Puzzle
from lo_opt.verify import as_cost

MAX_LISTED = 1 << 22
"""Solutions among which the least cost of a drawn board is looked up, at most."""

_SAMPLED_WORK = 1 << 28
_FEWEST_SAMPLES = 16


def modular_distribution(
    puzzle: Puzzle,
    *,
    samples: int | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Distribution:
    """Return how many solvable boards of this puzzle's size, rule and number of states have each least cost.

    Exact where the classes of proportional kernel columns are few enough to go through, as on Lights Out 2000; else,
    or if `samples` is given, from that many uniform solvable boards, as `lo_opt.distribution` does for two states.

    >>> found = modular_distribution(Puzzle.grid("00000/00000/00000/00000/00000", states=3))
    >>> found.exact, found.max, found.counts[found.max], found.board_count == 3**22
    (True, 24, 2147985, True)

    Raises
    ------
    InputError
        For `samples` below 1 or a negative seed; `UnsupportedError` as for `analyze_modular`, and where boards are to
        be drawn that have more than `MAX_LISTED` solutions each.
    """
    if samples is not None and samples < 1:
        raise InputError(f"samples {samples}: at least 1 board must be drawn")
    if seed < 0:
        raise InputError(f"seed {seed}: must not be negative")
    form = modular_form(puzzle)
    system = linear.equations(puzzle)
    control = replace(Control.limited(time_limit_s), report=progress)
    generators, orders = form.kernel()
    space = ModularSpace(puzzle.states, np.zeros(len(system.buttons), np.int64), generators, orders)
    boards = puzzle.states ** len(system.buttons) // space.member_count
    prices, denominator = puzzle.costs()[system.buttons], puzzle.weight_denominator
    if samples is None:
        counts = minimum_distribution(space, prices, control=control)
        if counts is not None:
            return Distribution(True, {as_cost(cost, denominator): n for cost, n in counts.items()}, boards)
    if space.member_count > MAX_LISTED:
        raise UnsupportedError(
            f"every board has {count_text(space.member_count)} solutions; the least cost of drawn boards is looked up "
            f"among {MAX_LISTED:,} at most"
        )
    wanted = samples or max(_FEWEST_SAMPLES, min(DEFAULT_SAMPLES, _SAMPLED_WORK // (1000 + 8 * space.member_count)))
    rng = np.random.default_rng(seed)
    found: Counter[int] = Counter()
    interrupted = False
    try:
        while found.total() < wanted and not (found and control.expired):
            drawn = rng.integers(0, puzzle.states, len(system.buttons))
            allowed = control if found else replace(control, deadline=math.inf)  # one board whatever the limit
            best = lightest_modular(replace(space, particular=drawn), prices, replace(allowed, report=None))
            if best.interrupted:
                raise KeyboardInterrupt
            if not best.exhausted:  # cut off by the deadline; as listing takes as long for any board, that is no choice
                break
            found[best.cost] += 1
            control.tell("sampling", found.total() / wanted)
    except KeyboardInterrupt:
        if not found:
            raise
        interrupted = True
    in_order = {as_cost(cost, denominator): found[cost] for cost in sorted(found)}
    return Distribution(False, in_order, boards, found.total(), interrupted)

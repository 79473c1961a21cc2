"""How many solvable boards need each number of presses: exact by counting regions, else sampled; draws nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.matroid import lightest_by_parts
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.analysis.counting import TooLargeError
from lo_opt.analysis.exact import Counting
from lo_opt.analysis.intervals import mean_interval, share_interval
from lo_opt.analysis.regions import Regions
from lo_opt.answer import Cost
from lo_opt.control import Control, Progress
from lo_opt.errors import InputError, OutOfTimeError
from lo_opt.puzzle import Puzzle
from lo_opt.verify import as_cost

DEFAULT_SAMPLES = 100_000
_UNPROVED = -1  # the least cost of a board that was not proved
_SAMPLED_WORK = 1 << 30
_FEWEST_SAMPLES = 16
_BLOCK_WORK = 1 << 25


@dataclass(frozen=True)
class Distribution:
    """Least costs over all solvable boards, each board counted once.

    `counts` maps each least cost that occurs to its number of boards, in increasing order: of all `board_count` boards
    if `exact`, else of `samples` drawn ones. `interrupted` tells that Ctrl-C ended the sampling.

    Drawn boards are a uniform sample if `unproved` is 0. Else so many more were drawn whose least cost was not proved,
    within the time or at all: those counted are only the boards that were proved, perhaps the easier ones, and there
    are no intervals. `counting_s` is about how many seconds counting all boards would take, where only the time limit
    kept that from being done.

    >>> found = distribution(Puzzle.read("lit:5x5"))
    >>> found.total == found.board_count == 2**23, found.max, found.counts[found.max], float(found.mean)
    (True, 15, 7350, 9.902877807617188)
    """

    exact: bool
    counts: Mapping[Cost, int]
    board_count: int
    samples: int | None = None
    interrupted: bool = False
    unproved: int = 0
    counting_s: float | None = None

    @property
    def has_intervals(self) -> bool:
        """Whether the counts are of a uniform sample, from which shares can be estimated."""
        return not self.exact and not self.unproved

    @property
    def total(self) -> int:
        """Number of boards that `counts` counts."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        """Mean least cost: of all boards, or of the sample."""
        return Fraction(sum(cost * count for cost, count in self.counts.items())) / self.total

    @property
    def max(self) -> Cost:
        """The largest least cost counted."""
        return max(self.counts)

    def mean_interval(self) -> tuple[float, float] | None:
        """Return the 95% interval of a sampled mean, None if it is exact or the sample not uniform."""
        return mean_interval({float(cost): n for cost, n in self.counts.items()}) if self.has_intervals else None

    def share_interval(self, cost: Cost) -> tuple[float, float] | None:
        """Return the 95% interval of the sampled share of boards of this least cost, None as for the mean."""
        return share_interval(self.counts.get(cost, 0), self.total) if self.has_intervals else None


def distribution(
    puzzle: Puzzle | Regions,
    *,
    samples: int | None = None,
    seed: int = 0,
    time_limit_s: float | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    progress: Callable[[Progress], None] | None = None,
    counting: Counting | None = None,
) -> Distribution:
    """Return how many solvable boards of this puzzle's size and rule have each least cost.

    Exact if all boards can be counted in minutes (`Counting.of`) and within the time limit, in `workers` threads or
    processes of `executor`. Otherwise, or if `samples` is given, that many uniform solvable boards are drawn (each
    allowed button pressed with probability 1/2). The time limit, and an interrupt, end the sampling early. Where a
    board's solutions can be listed, what was drawn until then is still a uniform sample. Where they are too many, each
    board is proved by a search, and those that it cannot prove are left out and counted (`Distribution.unproved`). An
    interrupt of the counting is raised. `counting` is what `Counting.of` returned, if that is known.

    >>> from lo_opt.puzzle import Board
    >>> found = distribution(Puzzle.grid(Board.filled(3, 3, 0)))
    >>> found.exact, found.counts
    (True, {0: 1, 1: 9, 2: 36, 3: 84, 4: 126, 5: 126, 6: 84, 7: 36, 8: 9, 9: 1})

    Raises
    ------
    InputError
        For `samples` below 1 or a negative seed; `UnsupportedError` for a puzzle that cannot be analysed.
    OutOfTimeError
        If the time was gone before a single board was proved.
    """
    if samples is not None and samples < 1:
        raise InputError(f"samples {samples}: at least 1 board must be drawn")
    if seed < 0:
        raise InputError(f"seed {seed}: must not be negative")
    regions = puzzle if isinstance(puzzle, Regions) else Regions.of(puzzle)
    control = replace(Control.limited(time_limit_s), executor=executor, workers=workers, report=progress)
    counting_s = None
    if samples is None and (counting := counting or Counting.of(regions)) is not None:
        with suppress(TooLargeError):
            counts = counting.count(control)
            if counts is not None:
                return Distribution(True, _costs(counts, regions), regions.board_count)
            counting_s = counting.likely_s(workers)
    found = _sampled(regions, samples or default_samples(regions), seed, control)
    return replace(found, counting_s=counting_s)


def default_samples(regions: Regions) -> int:
    """Return how many boards are drawn unless said: 100,000, or as many as take several seconds."""
    largest = max((part.nullity for part in regions.parts), default=0)
    return max(_FEWEST_SAMPLES, min(DEFAULT_SAMPLES, _SAMPLED_WORK >> largest))


def uniform_presses(regions: Regions, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return presses uint8 (count, buttons), each allowed button with probability 1/2: uniform over solvable boards.

    Every solvable board is made by the same number of press vectors, 2**nullity.
    """
    presses = np.zeros((count, regions.puzzle.button_count), np.uint8)
    bits = np.unpackbits(np.frombuffer(rng.bytes(-(-count * len(regions.pressable) // 8)), np.uint8))
    presses[:, regions.pressable] = bits[: count * len(regions.pressable)].reshape(count, -1)
    return presses


def certified_minima(
    regions: Regions, presses: NDArray[np.uint8], control: Control
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return least costs and numbers of optimal solutions, both int64 (B,), as `Regions.weigh`, for any nullity.

    Where the deadline, or the search, leaves no proof the cost is -1; where optima were not counted, their number is.
    """
    if regions.listable:
        return regions.weigh(presses)
    from lo_opt.methods.classes import class_labels  # slow to load, and seldom needed
    from lo_opt.methods.parts import quickest

    prices = regions.puzzle.costs()
    solve_part = quickest(lambda: class_labels(regions.puzzle))
    costs, ties = np.full(len(presses), -1, np.int64), np.full(len(presses), -1, np.int64)
    for i, row in enumerate(presses):
        if control.expired:
            break
        best = lightest_by_parts(SolutionSpace(row, regions.kernel.kernel), prices, solve_part, control)
        if best.interrupted:
            raise KeyboardInterrupt
        if best.exhausted:
            costs[i] = best.cost
            if best.optimal_count is not None and best.optimal_count < 1 << 62:
                ties[i] = best.optimal_count
    return costs, ties


def block_size(regions: Regions) -> int:
    """Return how many boards to weigh at once: about 0.1 s of work and little memory."""
    largest = max((part.nullity for part in regions.parts), default=0)
    return max(1, min(1 << 16, _BLOCK_WORK // max(1 << min(largest, 40), regions.puzzle.button_count)))


def _sampled(regions: Regions, samples: int, seed: int, control: Control) -> Distribution:
    counts: Counter[int] = Counter()
    interrupted = False
    try:
        for found in _sample_blocks(regions, samples, seed, control):
            counts.update(found)
            control.tell("sampling", counts.total() / samples)
    except KeyboardInterrupt:
        if counts[_UNPROVED] == counts.total():
            raise
        interrupted = True
    unproved = counts.pop(_UNPROVED, 0)
    if not counts:
        if control.expired:
            raise OutOfTimeError("the time was gone before one board was proved; give more time")
        raise OutOfTimeError(f"the least cost of none of the {unproved:,} boards drawn could be proved; draw more")
    in_order = {cost: counts[cost] for cost in sorted(counts)}
    return Distribution(False, _costs(in_order, regions), regions.board_count, counts.total(), interrupted, unproved)


def _sample_blocks(regions: Regions, samples: int, seed: int, control: Control) -> Iterator[Counter[int]]:
    """Yield the costs of one block of boards after the other, `_UNPROVED` where a cost is not proved.

    There is one block at least, and all its boards are proved, even after the deadline, if they can be listed.
    """
    rng = np.random.default_rng(seed)
    size = block_size(regions)
    for first in range(0, samples, size):
        presses = uniform_presses(regions, min(size, samples - first), rng)
        costs, _ = certified_minima(regions, presses, control)
        values, times = np.unique(costs, return_counts=True)
        yield Counter(dict(zip(values.tolist(), times.tolist(), strict=True)))
        if control.expired:
            return


def _costs(counts: Mapping[int, int], regions: Regions) -> dict[Cost, int]:
    denominator = regions.puzzle.weight_denominator
    return {as_cost(cost, denominator): times for cost, times in counts.items()}

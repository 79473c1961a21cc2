"""The largest minimum over all solvable boards: an integer program over regions, or a proved interval; no pictures."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from lo_opt.analysis.minima import certified_minima, default_samples, uniform_presses
from lo_opt.analysis.regions import Regions
from lo_opt.analysis.worst_parts import WorstPart, upper_end, worst_of
from lo_opt.answer import Cost
from lo_opt.contract import Settings
from lo_opt.control import Control, Progress
from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.sums import add
from lo_opt.verify import as_cost


@dataclass(frozen=True)
class WorstCase:
    """What is proved about the largest least cost of all solvable boards: it lies in [lower, upper].

    `board` needs `lower`; `presses`, uint8 (buttons,), make it. `board_count` is how many boards need `upper`, None
    where that was not counted; `how` says in words what proves it.

    >>> worst = worst_case(Puzzle.read("lit:3x3"))
    >>> worst.lower, worst.proved, worst.board, worst.how
    (9, True, Board('101/010/101'), 'every board has one solution')
    """

    lower: Cost
    upper: Cost
    board: Board
    board_count: int | None
    how: str
    interrupted: bool = False
    presses: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8), repr=False, compare=False)

    @property
    def proved(self) -> bool:
        """Whether the largest minimum is known exactly."""
        return self.lower == self.upper


def worst_case(
    puzzle: Puzzle | Regions,
    *,
    wanted: int | None = None,
    time_limit_s: float | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[Progress], None] | None = None,
) -> WorstCase:
    """Return the largest minimum over all boards of this puzzle's size and rule that can be solved.

    The least cost depends only on how many buttons of each region are pressed, so the worst case is the integer program
    max t, t <= cost(u, counts) for every quiet pattern u, one variable a region; the patterns' rows are added as they
    are violated when there are many. Where every region is even, half of each is worst: no program is needed. Where the
    quiet patterns are too many to list, the lower end is the worst of some random boards, each proved for itself. The
    upper end is at most `upper_bound`.

    Given a `wanted` cost (times the weights' denominator), no more is looked for than a board that needs as much, or
    the proof that there is none: the interval then lies on one side of it, unless time runs out.

    >>> from lo_opt.puzzle import Board
    >>> worst = worst_case(Puzzle.grid(Board.filled(5, 5, 0)))
    >>> worst.lower, worst.upper, worst.board_count
    (15, 15, 7350)

    Raises
    ------
    InputError
        For threads or a seed out of range; `UnsupportedError` for a puzzle that cannot be analysed.
    BackendUnavailableError
        If an integer program is needed and no solver is installed.
    """
    check_solver_options(threads, seed)
    regions = puzzle if isinstance(puzzle, Regions) else Regions.of(puzzle)
    control = replace(Control.limited(time_limit_s), report=progress)
    settings = Settings(threads=threads, seed=seed)
    found: list[WorstPart] = []
    ends = [upper_end(part) for part in regions.parts]
    bound = sum(ends)
    for part, end in zip(regions.parts, ends, strict=True):
        stopped = bool(found) and found[-1].interrupted
        own = None if wanted is None else wanted - (bound - end)
        found.append(worst_of(part, end, own, settings, Control.limited(0.0) if stopped else control))
    denominator = regions.puzzle.weight_denominator
    boards = [result.boards for result in found]
    hows = list(dict.fromkeys(how for result in found for how in result.how.split("; ") if how))
    lower, presses = sum(result.lower for result in found), _presses(regions, found)
    interrupted = any(result.interrupted for result in found)
    if not (regions.listable or interrupted):
        try:
            drawn, cost = _worst_drawn(regions, seed, control)
            if cost > lower:
                lower, presses = cost, drawn
        except KeyboardInterrupt:  # what is proved without these boards is an answer
            interrupted = True
    return WorstCase(
        as_cost(lower, denominator),
        as_cost(sum(result.upper for result in found), denominator),
        board_of(regions, presses),
        None if None in boards else math.prod(cast("list[int]", boards)),
        "; ".join(hows) or "every board has one solution",
        interrupted,
        presses,
    )


def check_solver_options(threads: int, seed: int) -> None:
    """Raise `InputError` for a number of threads or a seed that no solver takes."""
    if threads < 1:
        raise InputError(f"threads {threads}: must be at least 1")
    if not 0 <= seed < 2**31:
        raise InputError(f"seed {seed}: must be a whole number from 0 to {2**31 - 1}")


def upper_bound(regions: Regions) -> int:
    """Return a cost, times the denominator, that no least cost exceeds, by the means of cosets and by parity.

    >>> from lo_opt.puzzle import Board
    >>> [upper_bound(Regions.of(Puzzle.grid(Board.filled(n, n, 0)))) for n in (4, 5, 9, 14)]
    [7, 15, 38, 123]
    """
    return sum(upper_end(part) for part in regions.parts)


def mean_bound(regions: Regions) -> int:
    """Return the largest mean cost of the solutions of a board, times the denominator, rounded down."""
    return sum(part.total if part.nullity == 0 else part.total // 2 for part in regions.parts)


def _presses(regions: Regions, found: list[WorstPart]) -> NDArray[np.uint8]:
    presses = np.zeros(regions.puzzle.button_count, np.uint8)
    for part, result in zip(regions.parts, found, strict=True):
        for group, count in zip(part.buttons, result.counts.tolist(), strict=True):
            presses[group[:count]] = 1
    return presses


def board_of(regions: Regions, presses: NDArray[np.uint8]) -> Board:
    """Return the board that these presses, uint8 (buttons,), solve."""
    puzzle = regions.puzzle
    shaped = Board.from_array(presses.reshape(puzzle.effects.button_shape))
    return add(puzzle.target, puzzle.effects.apply(shaped))


def _worst_drawn(regions: Regions, seed: int, control: Control) -> tuple[NDArray[np.uint8], int]:
    """Return the presses and least cost of the worst of random boards, drawn one by one as by `distribution`."""
    rng = np.random.default_rng(seed)
    drawn = np.concatenate([uniform_presses(regions, 1, rng) for _ in range(default_samples(regions))])
    costs, _ = certified_minima(regions, drawn, control)
    worst = int(costs.argmax())
    return drawn[worst], int(costs[worst])

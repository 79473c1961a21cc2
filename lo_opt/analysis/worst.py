"""The largest minimum over all solvable boards: an integer program over regions, or a proved interval; no pictures."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from lo_opt import plugins
from lo_opt.analysis.climbing import hard_counts
from lo_opt.analysis.counting import CountPlan, count_boards
from lo_opt.analysis.minima import certified_minima, default_samples, uniform_presses
from lo_opt.analysis.regions import MAX_LISTED_NULLITY, Part, Regions
from lo_opt.answer import Cost, Limit
from lo_opt.contract import Settings
from lo_opt.control import Control, Progress
from lo_opt.errors import BackendUnavailableError, InputError
from lo_opt.formulations.program import NO_UPPER, PressMap, Program, Rows
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.sums import add
from lo_opt.solvers.cpsat import CpSat
from lo_opt.verify import as_cost

if TYPE_CHECKING:
    from lo_opt.solvers.base import Solver

OTHER_SOLVERS = ("highs", "scip", "cbc")  # where CP-SAT is missing, in the order of their speed on these programs

_COUNTED_WORK = 1 << 28  # a second or so
_ALL_ROWS = 1 << 9  # members of a part that all get their row at once
_ROWS_A_ROUND = 64
_MAX_ROW_NULLITY = 16


@dataclass(frozen=True)
class WorstCase:
    """What is proved about the largest least cost of all solvable boards: it lies in [lower, upper].

    `board` needs `lower`; `presses`, uint8 (buttons,), make it. `board_count` is how many boards need `upper`, None
    where that was not counted.
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


@dataclass(frozen=True)
class _Found:
    """The same for one part: `counts` are pressed buttons a group, `lower` their least cost."""

    lower: int
    upper: int
    counts: NDArray[np.int64]
    boards: int | None
    how: str
    interrupted: bool = False


def worst_case(
    puzzle: Puzzle | Regions,
    *,
    time_limit_s: float | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[Progress], None] | None = None,
) -> WorstCase:
    """Return the largest minimum over all boards of this puzzle's size and rule that can be solved.

    The least cost depends only on how many buttons of each region are pressed, so the worst case is the integer program
    max t, t <= cost(u, counts) for every quiet pattern u, one variable a region; the patterns' rows are added as they
    are violated when there are many. Where every region is even, half of each is worst: no program is needed. Where the
    quiet patterns are too many to list, the lower end is the worst of some random boards, each proved for itself.

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
    found: list[_Found] = []
    for part in regions.parts:
        stopped = bool(found) and found[-1].interrupted
        found.append(_worst_of(part, settings, Control.limited(0.0) if stopped else control))
    denominator = regions.puzzle.weight_denominator
    boards = [result.boards for result in found]
    hows = list(dict.fromkeys(result.how for result in found if result.how))
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
        _board(regions, presses),
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
    """Return a cost, times the denominator, that no least cost exceeds: the average over the members of a coset.

    >>> from lo_opt.puzzle import Board
    >>> upper_bound(Regions.of(Puzzle.grid(Board.filled(9, 9, 0))))
    41
    """
    return sum(part.total if part.nullity == 0 else part.total // 2 for part in regions.parts)


def _presses(regions: Regions, found: list[_Found]) -> NDArray[np.uint8]:
    presses = np.zeros(regions.puzzle.button_count, np.uint8)
    for part, result in zip(regions.parts, found, strict=True):
        for group, count in zip(part.buttons, result.counts.tolist(), strict=True):
            presses[group[:count]] = 1
    return presses


def _board(regions: Regions, presses: NDArray[np.uint8]) -> Board:
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


def _worst_of(part: Part, settings: Settings, control: Control) -> _Found:
    if part.nullity == 0:
        free = int(part.sizes[part.prices == 0].sum())  # free presses change the board, not its cost
        return _Found(part.total, part.total, part.sizes, 1 << free, "")
    if not (part.sizes % 2).any():
        half = part.sizes // 2
        ways = math.prod(math.comb(int(size), int(size) // 2) for size in part.sizes) >> part.nullity
        boards = ways if (part.prices > 0).all() and _one_price_a_column(part) else None
        return _Found(part.total // 2, part.total // 2, half, boards, "half of each region pressed is worst")
    if part.nullity <= MAX_LISTED_NULLITY and CountPlan.of(part).work <= _COUNTED_WORK:
        counted = count_boards(part, control)
        if counted is not None:
            worst = max(counted.boards)
            return _Found(worst, worst, counted.worst, counted.boards[worst], "all counts of pressed buttons a region")
    if part.nullity > MAX_LISTED_NULLITY:
        nothing = np.zeros_like(part.sizes)
        return _Found(0, part.total // 2, nothing, None, f"2^{part.nullity} members of a part are too many to list")
    start = hard_counts(part, settings.seed, control)
    if part.nullity > _MAX_ROW_NULLITY:
        lower = int(part.costs(start).min())
        return _Found(lower, part.total // 2, start, None, f"local steps; 2^{part.nullity} rows are too many")
    return _by_program(part, start, settings, control)


def _one_price_a_column(part: Part) -> bool:
    """Return whether groups differ in their column, so that a balance of 0 needs each group half pressed."""
    return len(np.unique(part.columns)) == len(part.columns)


def _by_program(part: Part, start: NDArray[np.int64], settings: Settings, control: Control) -> _Found:
    """Return the interval proved by the integer program over the counts, rows added round by round."""
    solver = _solver()
    members = 1 << part.nullity
    costs = part.costs(start)
    best, counts, upper = int(costs.min()), start, part.total // 2
    rows = set(range(members)) if members <= _ALL_ROWS else set(np.argsort(costs)[:_ROWS_A_ROUND].tolist())
    interrupted = False
    while best < upper and not control.expired:
        outcome = solver.solve(_program(part, sorted(rows)), settings, control)
        if outcome.bound is not None:
            upper = min(upper, part.total // 2 - outcome.bound)
        if outcome.values is not None:
            tried = outcome.values[: len(part.sizes)]
            costs = part.costs(tried)
            if int(costs.min()) > best:
                best, counts = int(costs.min()), tried
            rows.update(np.argsort(costs)[:_ROWS_A_ROUND].tolist())
        interrupted = outcome.limit is Limit.INTERRUPT
        control.tell("worst case", 0.0, upper, best)
        if interrupted or outcome.values is None or outcome.limit is not None:
            break
    return _Found(best, upper, counts, None, f"integer program over regions by {solver.name}", interrupted)


def _program(part: Part, members: list[int]) -> Program:
    """Return min d with cost(u, c) + d >= cap for each of `members`: the worst case is cap - d, cap half the total.

    In each of `nullity` groups with independent columns at most half of the buttons are pressed: quiet patterns make
    it so without changing the least cost.
    """
    groups = len(part.sizes)
    cap = part.total // 2
    upper = part.sizes.copy()
    for g in CountPlan.of(part).halved:
        upper[g] //= 2
    signs = part.signs[:, members].T.astype(np.int64)
    coefficients = np.column_stack([signs * part.prices, np.ones(len(members), np.int64)])
    swapped = (signs < 0) @ (part.prices * part.sizes)  # what the member costs when nothing is pressed
    kept = coefficients != 0
    columns = np.broadcast_to(np.arange(groups + 1), kept.shape)[kept]
    indptr = np.concatenate([[0], np.cumsum(kept.sum(axis=1))]).astype(np.intp)
    rows = Rows(indptr, columns.astype(np.intp), coefficients[kept], cap - swapped, np.full(len(members), NO_UPPER))
    objective = np.zeros(groups + 1, np.int64)
    objective[-1] = 1
    return Program(np.zeros(groups + 1, np.int64), np.append(upper, cap), objective, PressMap.direct(groups + 1), rows)


class RelaxingCpSat(CpSat):
    """CP-SAT with its linear relaxation, which is what bounds the worst case; on parity rows it is of no use."""

    tuned: ClassVar[Mapping[str, int]] = {}


def _solver() -> Solver:
    """Return the quickest solver that is installed."""
    others = (cast("Solver", plugins.load_named("lo_opt.solvers", "solver", name)) for name in OTHER_SOLVERS)
    reasons = []
    for solver in itertools.chain([RelaxingCpSat()], others):
        there = solver.availability()
        if there.available:
            return solver
        reasons.append(f"{solver.name}: {there.reason}")
    raise BackendUnavailableError(f"the worst case needs a solver of integer programs; {'; '.join(reasons)}")

"""Everything about one puzzle but how to draw it: solvability, quiet patterns, costs of all solutions, near boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from lo_opt import linear
from lo_opt.algebra.bits import Words, unpack
from lo_opt.algebra.cosets import cost_distribution
from lo_opt.algebra.matroid import lightest_by_parts, matroid_components
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.analysis.chasing import HandTable, hand_table
from lo_opt.analysis.dual import odd_at_every_button
from lo_opt.analysis.exact import convolved
from lo_opt.analysis.nearby import NearestSolvable, nearest_solvable
from lo_opt.analysis.regions import check_analysable, dark, region_labels
from lo_opt.answer import Cost
from lo_opt.control import Control, Progress
from lo_opt.errors import SolverError
from lo_opt.linear.solutions import Solutions
from lo_opt.methods.classes import class_labels
from lo_opt.methods.parts import quickest
from lo_opt.puzzle import Board, Puzzle
from lo_opt.verify import as_cost, cost_numerator, fault_in_certificate, fault_in_presses

MAX_WEIGHED_NULLITY = 30
"""Parts of a larger nullity do not have the costs of all their solutions counted; 2**30 take several seconds."""

MAX_QUIET_CELLS = 1 << 22
"""Quiet patterns are given as boards up to this many cells in all."""

FEW_QUIET = 4
"""Up to this nullity all quiet patterns are given, not only a basis."""

_MAX_LABELLED = 1 << 18  # buttons whose regions are told, and lights among which those that tell the parity are sought


@dataclass(frozen=True)
class Parity:
    """Whether all solutions of a board have the same parity of presses.

    They have if every quiet pattern presses an even number of buttons; otherwise `odd_pattern` is one that does not.
    Then the parity is that of the lights to change among those in `lights` (the sum of each button's lights in it is
    odd), None where that was not computed; `odd` is the parity for the puzzle's own board, None if it cannot be solved.
    """

    same: bool
    odd: bool | None = None
    lights: Board | None = None
    odd_pattern: Board | None = None


@dataclass(frozen=True)
class Analysis:
    """What is known about a puzzle; None marks what does not apply or would take too long (`notes` say why).

    `rank`, `nullity` are of the effect matrix over the pressable buttons, `lights` counts the lights and
    `unsolvable_log2` is log2 of one over the share of solvable boards. `quiet_patterns` is a basis, `all_quiet` all of
    them but the empty one. Of the board: `solvable`, the `certificate` if not, the number of `solutions`, how many have
    each cost (`weights`, increasing), `min_cost`, `optimal_solutions` and an optimal one, `presses`. `regions` numbers
    the buttons by region, intp (button_count,), -1 where all solutions agree.

    >>> found = analyze(Puzzle.read("unsolvable-5x5"))
    >>> found.solvable, found.certificate, found.nearest.distance
    (False, Board('11011/00000/11011/00000/11011'), 1)
    """

    puzzle: Puzzle
    rank: int
    nullity: int
    lights: int
    quiet_patterns: tuple[Board, ...] | None
    all_quiet: tuple[Board, ...] | None
    regions: NDArray[np.intp] | None
    parity: Parity | None
    hand_table: HandTable | None
    solvable: bool | None = None
    certificate: Board | None = None
    solutions: int | None = None
    presses: Board | None = None
    min_cost: Cost | None = None
    optimal_solutions: int | None = None
    weights: Mapping[Cost, int] | None = None
    nearest: NearestSolvable | None = None
    notes: tuple[str, ...] = ()
    interrupted: bool = False

    @property
    def unsolvable_log2(self) -> int:
        """The share of solvable boards is 2**-unsolvable_log2; with as many lights as buttons that is the nullity."""
        return self.lights - self.rank


def analyze(
    puzzle: Puzzle,
    *,
    board: bool = True,
    time_limit_s: float | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    progress: Callable[[Progress], None] | None = None,
) -> Analysis:
    """Return what is known about a two-state puzzle.

    With `board` false only what holds for every board of this size and rule. The time limit is for the search for the
    least cost and for weighing all solutions together.

    >>> found = analyze(Puzzle.grid("11011/01000/10101/00010/10110"))
    >>> found.rank, found.nullity, found.solvable, found.weights
    (23, 2, True, {11: 1, 13: 1, 15: 1, 17: 1})

    Raises
    ------
    UnsupportedError
        If the puzzle has more than two states, limits on presses, required buttons, or another objective.
    """
    check_analysable(puzzle)
    control = replace(Control.limited(time_limit_s), executor=executor, workers=workers, report=progress)
    notes: list[str] = []
    found = linear.solutions(puzzle if board else dark(puzzle))
    barred = puzzle.barred()
    quiet = _quiet_space(found, notes)
    kernel = None if quiet is None else quiet.kernel
    basis = None if kernel is None else _boards(puzzle, kernel, notes)
    result = Analysis(
        puzzle,
        rank=puzzle.button_count - (0 if barred is None else barred.count) - found.nullity,
        nullity=found.nullity,
        lights=puzzle.light_count if puzzle.layout is None else puzzle.layout.cell_count,
        quiet_patterns=basis,
        all_quiet=_all_sums(basis) if basis is not None and found.nullity <= FEW_QUIET else None,
        regions=None if quiet is None or quiet.size > _MAX_LABELLED else region_labels(quiet),
        parity=None if kernel is None else _parity(puzzle, kernel, board and found.presses is not None, notes),
        hand_table=hand_table(puzzle),
        solvable=found.presses is not None if board else None,
        solutions=(1 << found.nullity if found.presses is not None else 0) if board else None,
    )
    if board and found.presses is None:
        result = _of_unsolvable(result, found, notes)
    elif board and kernel is not None:
        result = _of_solvable(result, found, control, notes)
    return replace(result, notes=tuple(notes))


def _of_solvable(result: Analysis, found: Solutions, control: Control, notes: list[str]) -> Analysis:
    """Add the least cost and the costs of all solutions."""
    puzzle = result.puzzle
    if found.nullity == 0 and found.presses is not None:
        cost = as_cost(cost_numerator(puzzle, found.presses), puzzle.weight_denominator)
        _check(puzzle, found.presses)
        return replace(result, presses=found.presses, min_cost=cost, optimal_solutions=1, weights={cost: 1})
    space = found.space()
    best = lightest_by_parts(space, puzzle.costs(), quickest(lambda: class_labels(puzzle)), control)
    presses = Board.from_array(best.presses.reshape(puzzle.effects.button_shape))
    _check(puzzle, presses)
    if cost_numerator(puzzle, presses) != best.cost:
        raise SolverError(f"linear algebra states cost {best.cost} for presses of {cost_numerator(puzzle, presses)}")
    if not best.exhausted:
        bound = as_cost(best.bound, puzzle.weight_denominator)
        notes.append(f"stopped before the least cost was proved: it is at least {bound}")
        return replace(result, presses=presses, interrupted=best.interrupted)
    result = replace(
        result,
        presses=presses,
        min_cost=as_cost(best.cost, puzzle.weight_denominator),
        optimal_solutions=best.optimal_count,
    )
    try:
        weights = _weights(space, puzzle, control, notes)
    except KeyboardInterrupt:
        return replace(result, interrupted=True)
    if weights is None:
        return result
    if min(weights) != result.min_cost:
        raise SolverError(f"two ways to the least cost disagree: {min(weights)} and {result.min_cost}")
    return replace(result, weights=weights, optimal_solutions=weights[min(weights)])


def _of_unsolvable(result: Analysis, found: Solutions, notes: list[str]) -> Analysis:
    """Add the checked certificate and the nearest solvable boards."""
    puzzle, certificate = result.puzzle, found.certificate
    assert certificate is not None
    fault = fault_in_certificate(puzzle, certificate)
    if fault is not None:
        raise SolverError(f"linear algebra claims that the puzzle is unsolvable, but {fault}")
    near = nearest_solvable(puzzle)
    if near is None:
        notes.append("the nearest solvable board is too far away, or has too many certificates, to be searched")
    return replace(result, certificate=certificate, nearest=near)


def _check(puzzle: Puzzle, presses: Board) -> None:
    """Raise unless the presses solve the puzzle."""
    fault = fault_in_presses(puzzle, presses)
    if fault is not None:
        raise SolverError(f"linear algebra gives presses that are wrong: {fault}")


def _weights(space: SolutionSpace, puzzle: Puzzle, control: Control, notes: list[str]) -> dict[Cost, int] | None:
    """Return how many solutions have each cost, part by part, since costs add over independent parts."""
    prices = puzzle.costs()
    parts = matroid_components(space)
    largest = max((part.nullity for _, part in parts), default=0)
    if largest > MAX_WEIGHED_NULLITY:
        notes.append(f"the 2^{largest} solutions of a part are too many to weigh one by one")
        return None
    free = np.zeros(space.size, np.bool_)
    for indices, _ in parts:
        free[indices] = True
    whole = {int(prices[~free] @ space.particular[~free]): 1}
    for indices, part in parts:
        own = cost_distribution(part, prices[indices], control)
        if own is None or (control.expired and len(parts) > 1):
            notes.append("the time limit came before all solutions were weighed")
            return None
        whole = convolved(whole, own)
    return {as_cost(cost, puzzle.weight_denominator): times for cost, times in whole.items()}


def _quiet_space(found: Solutions, notes: list[str]) -> SolutionSpace | None:
    try:
        return found.quiet_space()
    except MemoryError as error:
        notes.append(str(error))
        return None


def _boards(puzzle: Puzzle, kernel: Words, notes: list[str]) -> tuple[Board, ...] | None:
    """Return packed presses (count, words) as boards."""
    if len(kernel) * puzzle.button_count > MAX_QUIET_CELLS:
        notes.append(f"{len(kernel):,} quiet patterns of {puzzle.button_count:,} buttons are too many to give")
        return None
    shape = puzzle.effects.button_shape
    return tuple(Board.from_array(cells.reshape(shape)) for cells in unpack(kernel, puzzle.button_count))


def _all_sums(basis: tuple[Board, ...]) -> tuple[Board, ...]:
    """Return all sums of the boards but the empty one, lightest first."""
    sums: list[Board] = []
    for board in basis:
        sums += [board, *(Board.from_words(board.words ^ other.words, board.cols) for other in sums)]
    return tuple(sorted(sums, key=lambda board: board.count))


def _parity(puzzle: Puzzle, kernel: Words, solvable: bool, notes: list[str]) -> Parity:
    shape = puzzle.effects.button_shape
    odd = np.flatnonzero(np.bitwise_count(kernel).sum(axis=1, dtype=np.int64) % 2)
    if len(odd):
        pattern = Board.from_array(unpack(kernel[odd[0]], puzzle.button_count).reshape(shape))
        return Parity(same=False, odd_pattern=pattern)
    lights = odd_at_every_button(puzzle) if puzzle.light_count <= _MAX_LABELLED else None
    if lights is None:
        notes.append("the lights that tell the parity of presses are not looked for on boards as large as this")
        return Parity(same=True)
    meets = int(np.bitwise_count(lights.words & puzzle.change().words).sum()) % 2 == 1
    return Parity(same=True, odd=meets if solvable else None, lights=lights)

"""A puzzle of any number of states: rank, quiet patterns, all its solutions; knows other boards by number only."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from lo_opt import linear
from lo_opt.algebra.modular import ModularElimination, ModularSpace, cost_distribution, lightest_modular
from lo_opt.algebra.primefields import is_prime
from lo_opt.answer import Cost
from lo_opt.control import Control, Progress
from lo_opt.errors import SolverError, UnsupportedError
from lo_opt.puzzle import Board, Objective, Puzzle
from lo_opt.verify import as_cost, cost_numerator, fault_in_certificate, fault_in_presses

MAX_CELLS = 1 << 14
"""Lights, and buttons, of a puzzle whose equations are eliminated modulo the states."""

MAX_WEIGHED = 10**8
"""Solutions of a board that are weighed one by one: some seconds."""

MAX_QUIET_CELLS = 1 << 22
"""Quiet patterns are given as boards up to this many cells in all."""


@dataclass(frozen=True)
class ModularAnalysis:
    """What is known about a puzzle of any number of states.

    Every board that can be solved has `members` solutions: one plus all sums of independent quiet patterns, each taken
    less often than its order in `orders`. `quiet_patterns` are these patterns, None where they are too many. `boards`
    is how many boards of `lights` can be solved, `share` their share. `rank` and
    `nullity` are those of the effect matrix over the pressable buttons, None if the number of states is no prime. Of
    the board: `solvable`, the amounts of lights in `certificate` if not, the number of `solutions`, an optimal one,
    `presses`, its cost `min_cost`, how many reach it, and how many solutions have each cost (`weights`).

    >>> found = analyze_modular(Puzzle.grid("12/21", states=3))
    >>> found.min_cost, found.optimal_solutions, found.weights
    (2, 1, {2: 1, 4: 1, 6: 1})
    """

    puzzle: Puzzle
    orders: tuple[int, ...]
    rank: int | None
    nullity: int | None
    lights: int
    quiet_patterns: tuple[Board, ...] | None
    boards: int
    share: Fraction
    solvable: bool | None = None
    certificate: Board | None = None
    solutions: int | None = None
    presses: Board | None = None
    min_cost: Cost | None = None
    optimal_solutions: int | None = None
    weights: Mapping[Cost, int] | None = None
    notes: tuple[str, ...] = ()
    interrupted: bool = False

    @property
    def members(self) -> int:
        """How many solutions each board has that has any."""
        return math.prod(self.orders)


def analyze_modular(
    puzzle: Puzzle,
    *,
    board: bool = True,
    time_limit_s: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> ModularAnalysis:
    """Return what is known about a puzzle of any number of states; without `board`, what holds for every board.

    The time limit is for the search for the least cost and for weighing all solutions together.

    >>> found = analyze_modular(Puzzle.grid("11111/11111/11111/11111/11111", states=3))
    >>> found.rank, found.nullity, found.solvable, found.min_cost, found.optimal_solutions
    (22, 3, True, 18, 2)

    Raises
    ------
    UnsupportedError
        If the puzzle has limits on presses, required buttons or another objective, or more than `MAX_CELLS` lights.
    """
    form = modular_form(puzzle)
    control = replace(Control.limited(time_limit_s), report=progress)
    buttons = linear.equations(puzzle).buttons
    orders = tuple(form.orders.tolist())
    nullity = len(orders) if is_prime(puzzle.states) else None
    boards = puzzle.states ** len(buttons) // math.prod(orders)
    lights = puzzle.light_count if puzzle.layout is None else puzzle.layout.cell_count
    few = len(orders) * puzzle.button_count <= MAX_QUIET_CELLS
    too_many = f"{len(orders):,} quiet patterns of {puzzle.button_count:,} buttons are too many to give"
    result = ModularAnalysis(
        puzzle,
        orders,
        None if nullity is None else len(buttons) - nullity,
        nullity,
        lights,
        tuple(_board(puzzle, buttons, pattern) for pattern in form.kernel()[0]) if few else None,
        boards,
        Fraction(boards, puzzle.states**lights),
        notes=() if few else (too_many,),
    )
    if not board:
        return result
    particular = form.solve(puzzle.toggles())
    if particular is None:
        return _unsolvable(result, form)
    result = replace(result, solvable=True, solutions=result.members)
    return _solved(result, ModularSpace(puzzle.states, particular, *form.kernel()), buttons, control)


def _unsolvable(result: ModularAnalysis, form: ModularElimination) -> ModularAnalysis:
    """Add the checked certificate."""
    puzzle = result.puzzle
    amounts = form.certificate(puzzle.toggles())
    assert amounts is not None
    certificate = Board.from_array(amounts.reshape(puzzle.effects.light_shape), puzzle.states)
    fault = fault_in_certificate(puzzle, certificate)
    if fault is not None:
        raise SolverError(f"linear algebra claims that the puzzle is unsolvable, but {fault}")
    return replace(result, solvable=False, solutions=0, certificate=certificate)


def _solved(
    result: ModularAnalysis, space: ModularSpace, buttons: NDArray[np.intp], control: Control
) -> ModularAnalysis:
    """Add the least cost and the costs of all solutions."""
    puzzle, denominator = result.puzzle, result.puzzle.weight_denominator
    prices = puzzle.costs()[buttons]
    best = lightest_modular(space, prices, control)
    presses = _board(puzzle, buttons, best.presses)
    fault = fault_in_presses(puzzle, presses)
    if fault is None and cost_numerator(puzzle, presses) != best.cost:
        fault = f"they cost {cost_numerator(puzzle, presses)}, not {best.cost}"
    if fault is not None:
        raise SolverError(f"linear algebra gives presses that are wrong: {fault}")
    result = replace(result, presses=presses, interrupted=best.interrupted)
    if not best.exhausted:
        bound = as_cost(best.bound, denominator)
        note = f"stopped before the least cost was proved: it is from {bound} to {as_cost(best.cost, denominator)}"
        return replace(result, notes=(*result.notes, note))
    result = replace(result, min_cost=as_cost(best.cost, denominator), optimal_solutions=best.optimal_count)
    if space.member_count > MAX_WEIGHED:
        note = f"the {count_text(space.member_count)} solutions are too many to weigh one by one"
        return replace(result, notes=(*result.notes, note))
    try:
        weights = cost_distribution(space, prices, control)
    except KeyboardInterrupt:
        return replace(result, interrupted=True)
    if weights is None:
        return replace(result, notes=(*result.notes, "the time limit came before all solutions were weighed"))
    if min(weights) != best.cost:
        raise SolverError(f"two ways to the least cost disagree: {min(weights)} and {best.cost}")
    return replace(
        result,
        optimal_solutions=weights[best.cost],
        weights={as_cost(cost, denominator): times for cost, times in weights.items()},
    )


def count_text(count: int) -> str:
    """Return a number of boards or solutions for people, large ones as about a power of 2.

    >>> count_text(1_000), count_text(3**1000)
    ('1,000', 'about 2^1584')
    """
    return f"{count:,}" if count < 10**15 else f"about 2^{count.bit_length() - 1}"


def _board(puzzle: Puzzle, buttons: NDArray[np.intp], presses: NDArray[np.integer]) -> Board:
    """Return presses of the pressable buttons as a board over all."""
    whole = np.zeros(puzzle.button_count, np.int64)
    whole[buttons] = presses
    return Board.from_array(whole.reshape(puzzle.effects.button_shape), puzzle.states)


def modular_form(puzzle: Puzzle) -> ModularElimination:
    """Return the eliminated equations of a puzzle modulo its states; errors as for `analyze_modular`.

    >>> modular_form(Puzzle.grid("000/000", states=5)).orders.tolist()
    [5]
    """
    refusal = linear.refuse_modular(puzzle)
    if refusal is not None:
        raise UnsupportedError(f"this puzzle cannot be analysed: {refusal.reason}")
    if puzzle.objective is not Objective.COST:
        raise UnsupportedError(f"this puzzle cannot be analysed: its objective is {puzzle.objective}, not cost alone")
    size = max(puzzle.light_count, puzzle.button_count)
    if size > MAX_CELLS:
        raise UnsupportedError(f"{size:,} cells of {puzzle.states} states; at most {MAX_CELLS:,} are analysed")
    system = linear.equations(puzzle)
    return ModularElimination(system.indptr, system.unknowns, system.amounts, len(system.buttons), puzzle.states)

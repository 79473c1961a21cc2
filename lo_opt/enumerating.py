"""The best solutions of a puzzle in order, or all optimal ones: listed by whoever can, else solved for again and again.

Whatever lists them, every solution is verified here, as single answers are.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.answer import Answer, Cost, Goal, Status
from lo_opt.backends import backend as backend_named
from lo_opt.contract import Claim, Lister, Listing, Method, Settings, Wanted
from lo_opt.control import Control, Progress
from lo_opt.errors import InputError, UnsupportedError
from lo_opt.objectives import Pricing
from lo_opt.puzzle import Board, PressLimit, Puzzle
from lo_opt.solving import answered, check, claimed, settings_of
from lo_opt.verify import as_cost, cost_numerator, fault_in_presses, judge
from lo_opt.wording import shown

MAX_SOLUTIONS = 10**6
CHECKING_S = 1.0  # at least, for the list: some thousands of solutions


@dataclass(frozen=True)
class Solution:
    """Verified presses, in the shape of the buttons, and their exact cost.

    >>> solutions(Puzzle.grid("110/100/000"), k=1).solutions
    (Solution(presses=Board('100/000/000'), cost=1),)
    """

    presses: Board
    cost: Cost

    @property
    def press_count(self) -> int:
        """How many presses in all."""
        return self.presses.total


@dataclass(frozen=True)
class Ranking:
    """The solutions that were asked for, in the order of the puzzle's objective.

    `answer` is the answer to the puzzle itself, its presses those of the first solution. `complete` says that the list
    is all that was asked for, no better solution missing. `optimal_count` and `total` are the exact numbers of optimal
    solutions and of all solutions, None where they are unknown.

    >>> ranking = solutions(Puzzle.grid("1111/1111/1111/1111"), all_optimal=True)
    >>> sorted(str(solution.presses) for solution in ranking.solutions), ranking.complete, ranking.total
    (['0010/1000/0001/0100', '0100/0001/1000/0010'], True, 16)
    """

    answer: Answer
    solutions: tuple[Solution, ...]
    complete: bool
    optimal_count: int | None = None
    total: int | None = None

    @property
    def count(self) -> int:
        """How many solutions are listed."""
        return len(self.solutions)


def solutions(
    puzzle: Puzzle,
    k: int | None = None,
    *,
    all_optimal: bool = False,
    backend: str = "auto",
    time_limit_s: float | None = None,
    threads: int = 1,
    seed: int = 0,
    objective: str | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    progress: Callable[[Progress], None] | None = None,
) -> Ranking:
    """Return the `k` best solutions, or all optimal ones; every one verified.

    Linear algebra picks them out of all solutions. A solver is asked again and again, each time with the solutions
    found so far cut off, which only works for two states. At most 1,000,000 solutions are listed: more optimal ones
    are counted, if the backend can, and the ranking is not `complete`. The other parameters and errors are those of
    `solve`; checking the list may take the time limit again, after which it ends, not `complete`.

    >>> ranking = solutions(Puzzle.grid("0111/0100/0110/0000"), k=3)
    >>> [solution.cost for solution in ranking.solutions], ranking.optimal_count, ranking.total
    ([5, 7, 7], 1, 16)

    Raises
    ------
    InputError
        Unless exactly one of `k` (1 to 1,000,000) and `all_optimal` is given.
    """
    wanted = _wanted(k, all_optimal)
    method = backend_named(backend)
    settings = settings_of(Goal.OPTIMAL, time_limit_s, threads, seed)
    pricing = Pricing.of(puzzle if objective is None else puzzle.with_objective(objective))
    priced = pricing.priced
    check(method, priced, settings)
    began = time.perf_counter()
    report = pricing.reporting(progress)
    control = replace(Control.limited(time_limit_s), executor=executor, workers=workers, report=report)
    refusal = method.refuse_listing(priced) if isinstance(method, Lister) else None
    if isinstance(method, Lister) and refusal is None:
        answer, listing = _listed(method, method, priced, wanted, control)
    elif refusal is not None and priced.states != 2:  # no backend lists them, whatever cure there is for solving
        raise UnsupportedError(
            f"backend {method.name} cannot list solutions: {refusal.reason}, and with {priced.states} states nothing "
            f"else lists; ask for one solution"
        )
    else:
        answer, listing = _by_exclusion(method, priced, wanted, settings, control)
    checking_s = None if time_limit_s is None else max(time_limit_s, CHECKING_S)
    fault, listing = _checked(priced, answer, listing, Control.limited(checking_s))
    if fault is not None:
        if answer.status is not Status.ERROR:
            message = f"{method.name} lists solutions, but {fault}"
            answer = replace(answer, status=Status.ERROR, proof=None, message=message)
        listing = Listing(listing.claim)
    answer = pricing.expressed(answer)
    answer = replace(answer, times=replace(answer.times, total_s=time.perf_counter() - began))
    own = answer.puzzle
    listed = tuple(
        Solution(presses, as_cost(cost_numerator(own, presses), own.weight_denominator)) for presses in listing.presses
    )
    return Ranking(answer, listed, listing.complete, listing.optimal_count, listing.total)


def _wanted(k: int | None, all_optimal: bool) -> Wanted:
    if (k is None) == (not all_optimal):
        raise InputError("solutions: give k, how many of the best, or all_optimal, not both and not neither")
    if k is None:
        return Wanted(MAX_SOLUTIONS, ties_only=True)
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or not 1 <= k <= MAX_SOLUTIONS:
        raise InputError(
            f"solutions: {shown(k)} best are asked for; it must be a whole number from 1 to {MAX_SOLUTIONS:,}"
        )
    return Wanted(int(k))


def _listed(lister: Lister, method: Method, puzzle: Puzzle, wanted: Wanted, control: Control) -> tuple[Answer, Listing]:
    """Return the answer and the list of a method that makes it at once."""
    made: list[Listing] = []

    def run() -> Claim:
        made.append(lister.list_best(puzzle, wanted, control))
        return made[0].claim

    claim = claimed(method, puzzle, run)
    return judge(puzzle, Goal.OPTIMAL, method.name, claim), made[0] if made else Listing(claim)


def _by_exclusion(
    method: Method, puzzle: Puzzle, wanted: Wanted, settings: Settings, control: Control
) -> tuple[Answer, Listing]:
    """Return the first answer and a list made by solving again without the solutions found so far."""
    free = np.flatnonzero(puzzle.pressable() & (puzzle.press_range()[0] == 0))
    if puzzle.states != 2:
        raise UnsupportedError(
            f"backend {method.name} lists solutions by excluding those found, which takes two states, not "
            f"{puzzle.states}; ask for one solution"
        )
    if len(free):
        refusal = method.refuse(puzzle.with_limit(PressLimit(free, np.ones(len(free), np.int64), 0, None)), settings)
        if refusal is not None:
            raise UnsupportedError(
                f"backend {method.name} cannot list solutions, which takes limits that exclude those found: {refusal}"
            )
    answers, ended = _successive(method, puzzle, wanted, settings, control, free)
    first = answers[0]
    if first.status is not Status.OPTIMAL:
        none = 0 if ended else None
        presses = () if first.presses is None else (first.presses,)
        return first, Listing(Claim(first.status), presses, ended, none, none)
    optimal = sum(answer.cost == first.cost for answer in answers)
    listing = Listing(
        Claim(first.status),
        tuple(answer.presses for answer in answers if answer.presses is not None),
        complete=ended or (len(answers) == wanted.most and not wanted.ties_only),
        optimal_count=optimal if ended or optimal < len(answers) else None,
        total=len(answers) if ended and (not wanted.ties_only or not len(free)) else None,
    )
    return first, listing


def _successive(
    method: Method,
    puzzle: Puzzle,
    wanted: Wanted,
    settings: Settings,
    control: Control,
    free: NDArray[np.intp],
) -> tuple[list[Answer], bool]:
    """Return the best solution, the best of the others and so on, and whether there is proof that these are all.

    Only the first answer may be none that is optimal.
    """
    answers: list[Answer] = []
    while len(answers) < wanted.most:
        answer = answered(method, puzzle, settings, control)
        if answer.status is not Status.OPTIMAL or answer.presses is None:
            return answers or [answer], answer.status is Status.INFEASIBLE
        answers.append(answer)
        cost = cost_numerator(puzzle, answer.presses)
        control.tell("listing", len(answers) / wanted.most, cost)
        if not len(free):
            return answers, True
        if len(answers) == 1 and wanted.ties_only and puzzle.costs().any():
            puzzle = puzzle.with_limit(_costing(puzzle, cost))
        try:
            puzzle = puzzle.with_limit(_other_than(answer.presses.to_array().ravel(), free))
        except InputError:  # the other limits leave nothing else
            return answers, True
    return answers, False


def _other_than(presses: NDArray[np.integer[Any]], free: NDArray[np.intp]) -> PressLimit:
    """Return the limit that only these 0/1 presses break.

    With y the presses of the `free` buttons: sum(x_j where y_j = 0) - sum(x_j where y_j = 1) >= 1 - sum(y).
    """
    pressed = presses[free].astype(np.int64)
    return PressLimit(free, 1 - 2 * pressed, 1 - int(pressed.sum()), None, "other than before")


def _costing(puzzle: Puzzle, most: int) -> PressLimit:
    """Return the limit of a total cost, in `puzzle.costs()`."""
    costs = puzzle.costs()
    paid = np.flatnonzero(costs)
    return PressLimit(paid, costs[paid], None, most, "by cost")


def _checked(puzzle: Puzzle, answer: Answer, listing: Listing, control: Control) -> tuple[str | None, Listing]:
    """Return what is wrong with a list, None if all its solutions are true, different, and in order, and the list.

    At the deadline it ends with the solutions that were checked.
    """
    if answer.status is Status.ERROR:
        return answer.message, listing
    costs: list[int] = []
    for number, presses in enumerate(listing.presses):
        if number and control.expired:
            listing = replace(listing, presses=listing.presses[:number], complete=False)
            break
        fault = fault_in_presses(puzzle, presses)
        if fault is not None:
            return f"in solution {number + 1} {fault}", listing
        costs.append(cost_numerator(puzzle, presses))
    if costs != sorted(costs):
        return "they are not in order", listing
    if len(set(listing.presses)) < len(costs):
        return "one of them is listed twice", listing
    if costs and as_cost(costs[0], puzzle.weight_denominator) != answer.cost:
        return "the first of them is not the answer", listing
    return None, listing

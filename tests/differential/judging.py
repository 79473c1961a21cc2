"""Holds an answer of lo-opt against what is true: status, measures, bound, proof, presses and certificate."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lo_opt import Answer, Board, Goal, Limit, Proof, Status

from .oracle import Truth
from .specs import Spec, ordered

FLOATS = ("scip", "cbc", "highs")  # which may state an optimum as feasible, and why
HONEST = ("too large", "does not reach the cost")


def cells(board: Board) -> list[int]:
    """Return a board's states, row by row."""
    return [int(value) for value in board.to_array().ravel()]


def problems(truth: Truth, answer: Answer, *, hurried: bool = False) -> Iterator[str]:
    """Yield what is wrong with an answer; `hurried` says that the time limit was meant to stop it."""
    spec, status = truth.spec, answer.status
    if status is Status.ERROR:
        yield f"error: {answer.message}"
        return
    if answer.nullity is not None and truth.nullity is not None and answer.nullity != truth.nullity:
        yield f"nullity {answer.nullity}, in truth {truth.nullity}"
    if answer.presses is not None:
        yield from _presses(spec, answer)
    elif (answer.cost, answer.press_count, answer.value) != (None, None, None):
        yield "a cost without presses"
    if answer.bound is not None:
        yield from _bound(truth, answer)
    if status is Status.INFEASIBLE:
        yield from _infeasible(truth, answer)
    elif answer.certificate is not None:
        yield f"status {status} with a certificate"
    elif truth.solvable is False and status is not Status.UNKNOWN:
        yield f"status {status}, but there is no solution"
    elif status is Status.OPTIMAL:
        yield from _optimal(truth, answer)
    else:
        yield from _unproved(spec, answer, hurried)


def _presses(spec: Spec, answer: Answer) -> Iterator[str]:
    presses = cells(answer.presses)
    fault = spec.fault(presses)
    if fault is not None:
        yield f"presses {presses} are no solution: {fault}"
    prices, over = spec.prices()
    cost = Fraction(sum(price * times for price, times in zip(prices, presses, strict=True)), over)
    if answer.cost != cost or answer.press_count != sum(presses):
        yield f"cost {answer.cost}, count {answer.press_count}; in truth {cost} and {sum(presses)}"
    if answer.value != ordered(spec.objective, cost, Fraction(sum(presses)))[0]:
        yield f"value {answer.value} is not the measure minimised first"
    if answer.status not in (Status.OPTIMAL, Status.FEASIBLE):
        yield f"status {answer.status} with presses"


def _bound(truth: Truth, answer: Answer) -> Iterator[str]:
    best = truth.best or truth.at_most
    if best is not None and answer.bound > best[0]:
        yield f"bound {answer.bound} is above {best[0]}, which a solution has"
    if answer.value is not None and answer.bound > answer.value:
        yield f"bound {answer.bound} is above the value {answer.value}"
    if answer.bound < 0:
        yield f"bound {answer.bound} is below 0"


def _infeasible(truth: Truth, answer: Answer) -> Iterator[str]:
    spec = truth.spec
    if truth.solvable:
        yield f"infeasible, but there is a solution of {truth.best or truth.at_most}"
    if (answer.presses, answer.cost, answer.bound, answer.limit) != (None, None, None, None):
        yield "infeasible with presses, a bound or a limit"
    linear = not spec.limits and (spec.states == 2 or not spec.required)
    if linear and answer.proof is not Proof.CERTIFICATE:
        yield f"infeasible with proof {answer.proof}, where a certificate exists"
    if answer.proof is None:
        yield "infeasible without a proof"
    if (answer.proof is Proof.CERTIFICATE) != (answer.certificate is not None):
        yield f"proof {answer.proof}, certificate {answer.certificate}"
    if answer.certificate is not None:
        fault = fault_in_certificate(spec, cells(answer.certificate))
        if fault is not None:
            yield f"certificate {answer.certificate}: {fault}"


def fault_in_certificate(spec: Spec, lights: list[int]) -> str | None:
    """Return why amounts of lights do not prove a puzzle unsolvable, None if they do."""
    moves, settled = spec.moves(), spec.required if spec.states == 2 else frozenset()
    for button in spec.free():
        if button not in settled and sum(lights[i] * k for i, k in moves[button].items()) % spec.states:
            return f"button {button} changes its sum"
    after = spec.lit_after([int(button in settled) for button in range(spec.button_count)], moves)
    change = sum(y * (aim - now) for y, aim, now in zip(lights, spec.target, after, strict=True))
    if change % spec.states == 0:
        return "its sum need not change"
    if any(lights[hole] for hole in (spec.gaps if spec.on_grid else ())):
        return "it counts a hole"
    return None


def _optimal(truth: Truth, answer: Answer) -> Iterator[str]:
    measures = ordered(truth.spec.objective, Fraction(answer.cost), Fraction(answer.press_count))
    if answer.proof is None or answer.limit is not None:
        yield f"optimal with proof {answer.proof} and limit {answer.limit}"
    if answer.bound != answer.value or answer.gap != 0:
        yield f"optimal at {answer.value} with bound {answer.bound} and gap {answer.gap}"
    if answer.goal is Goal.FEASIBLE and answer.proof is Proof.SOLVER_CLAIM:
        yield "optimal by a solver's claim that was not asked for"
    wanted = truth.best or truth.at_most
    if wanted is not None:
        # For any solution only the first measure is known to be least: a bound of 0 says nothing of the second.
        told = 1 if answer.proof is Proof.BOUND else len(wanted)
        if (measures[:told] > wanted[:told]) or (truth.best is not None and measures[:told] != wanted[:told]):
            yield f"optimal at {_words(measures)}, in truth {_words(wanted)}"
    if answer.proof is Proof.UNIQUE and truth.count not in (None, 1):
        yield f"the only solution of {truth.count}"


def _unproved(spec: Spec, answer: Answer, hurried: bool) -> Iterator[str]:
    """Yield what is wrong with an answer that proves nothing."""
    if answer.goal is Goal.FEASIBLE and answer.status is Status.FEASIBLE:
        if answer.bound is not None or answer.proof is not None:
            yield f"feasible, as asked, with bound {answer.bound} and proof {answer.proof}"
        return
    if answer.proof is not None:
        yield f"status {answer.status} with proof {answer.proof}"
    if answer.limit is not None:
        if answer.limit is not Limit.TIME:
            yield f"stopped by {answer.limit}: {answer.message}"
        return
    excused = answer.solver in FLOATS and any(words in answer.message for words in HONEST)
    if not (excused and (spec.weights is not None or spec.limits)) and not hurried:
        yield f"status {answer.status} without any limit: {answer.message or answer.raw_status}"


def _words(measures: tuple[Fraction, ...]) -> str:
    return "/".join(map(str, measures))

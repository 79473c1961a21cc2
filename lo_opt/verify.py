"""The one gate every claim passes: presses, costs and certificates checked in integers, with no code of any solver."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from numbers import Integral, Real
from types import NoneType
from typing import TYPE_CHECKING

import numpy as np

from lo_opt import __version__
from lo_opt.algebra import bits
from lo_opt.answer import Answer, Cost, Goal, Limit, Proof, Status, Times
from lo_opt.contract import Claim
from lo_opt.puzzle import Board, settled
from lo_opt.puzzle.limits import broken_limit
from lo_opt.wording import shown

if TYPE_CHECKING:
    from lo_opt.puzzle import Puzzle


OBJECTIVE_SLACK = 1e-9  # relative; a solver that works in doubles cannot state large costs exactly


def as_cost(numerator: int, denominator: int) -> Cost:
    """Return an exact cost, as an int when it is whole.

    >>> as_cost(4, 2), as_cost(1, 2)
    (2, Fraction(1, 2))
    """
    value = Fraction(numerator, denominator)
    return value.numerator if value.denominator == 1 else value


def cost_numerator(puzzle: Puzzle, presses: Board) -> int:
    """Return the cost of presses times `puzzle.weight_denominator`.

    >>> from lo_opt.puzzle import Board, Puzzle
    >>> cost_numerator(Puzzle.grid("00").with_weights([[1, "0.5"]]), Board.parse("11"))
    3
    """
    if puzzle.weights is None:
        return presses.total
    return int(puzzle.weights.numerators @ presses.to_array().ravel().astype(np.int64))


def fault_in_presses(puzzle: Puzzle, presses: Board) -> str | None:
    """Return why these presses do not solve the puzzle, None if they do.

    >>> from lo_opt.puzzle import Board, Puzzle
    >>> fault_in_presses(Puzzle.grid("110/100/000"), Board.parse("010/000/000"))
    '3 lights are not at their target, the first at 0_2'
    """
    if presses.shape != puzzle.effects.button_shape or presses.states != puzzle.states:
        return f"presses are {presses.rows}x{presses.cols} of {presses.states} states, which the puzzle is not"
    button = _first_barred(puzzle, presses)
    if button is not None:
        return f"button {puzzle.button_name(button)} is pressed, which is forbidden or no button"
    fault = _broken_condition(puzzle, presses)
    if fault is not None:
        return fault
    after = puzzle.apply(presses)
    if after == puzzle.target:
        return None
    wrong = (after.to_array() != puzzle.target.to_array()).ravel()
    return f"{wrong.sum()} lights are not at their target, the first at {puzzle.light_name(int(wrong.argmax()))}"


def fault_in_certificate(puzzle: Puzzle, certificate: Board) -> str | None:
    """Return why these lights do not prove the puzzle unsolvable, None if they do.

    They do when every pressable button moves their weighted sum by a multiple of the states, but the sum must change.
    Buttons that must be pressed, and with two states can be nothing else, are pressed before.

    >>> from lo_opt.puzzle import Board, Puzzle
    >>> fault_in_certificate(Puzzle.grid("10", rule="plus"), Board.parse("11")) is None
    True
    """
    if certificate.shape != puzzle.effects.light_shape or certificate.states != puzzle.states:
        return f"certificate is {certificate.rows}x{certificate.cols}, which the board of lights is not"
    puzzle = settled(puzzle)
    button = _first_barred(puzzle, puzzle.effects.count_at_buttons(certificate), inverse=True)
    if button is not None:
        return f"button {puzzle.button_name(button)} changes the certificate's sum"
    if _product(certificate, puzzle.change()) % puzzle.states == 0:
        return "the certificate's sum need not change"
    return None


def _first_barred(puzzle: Puzzle, values: Board, inverse: bool = False) -> int | None:
    """Return the first barred button (not barred, if `inverse`) whose value is not 0, None if there is none."""
    barred = puzzle.barred()
    if barred is None and not inverse:
        return None
    if values.states == 2:  # stay packed: boards may have 10^8 cells
        mask = np.zeros_like(values.words) if barred is None else barred.words
        bad = Board.from_words(values.words & (~mask if inverse else mask), values.cols)
        return next((r * bad.cols + c for r, c in bad.cells()), None)
    there = puzzle.pressable() == inverse
    hits = np.flatnonzero(there & (values.to_array().ravel() != 0))
    return int(hits[0]) if len(hits) else None


def _broken_condition(puzzle: Puzzle, presses: Board) -> str | None:
    """Return which required button is not pressed or which limit is broken, None if all conditions are kept."""
    required = puzzle.required
    if required is not None:
        idle = np.flatnonzero(required.to_array().ravel() & (presses.to_array().ravel() == 0))
        if len(idle):
            return f"button {puzzle.button_name(int(idle[0]))} is not pressed, which is required"
    if not puzzle.limits:
        return None
    return broken_limit(puzzle.limits, presses.to_array().ravel().astype(np.int64))


def _product(left: Board, right: Board) -> int:
    """Return the sum over all cells of left times right."""
    if left.states == 2:
        return bits.popcount(left.words & right.words)
    return int(left.to_array().ravel().astype(np.int64) @ right.to_array().ravel().astype(np.int64))


def malformed(claim: object) -> str | None:
    """Return why something that a backend answered is no claim, None if it is one.

    >>> from lo_opt.contract import Claim
    >>> malformed(42), malformed(Claim("solved")), malformed(Claim(Status.UNKNOWN))
    ('42 is no claim', "'solved' is no status of a claim", None)
    """
    if not isinstance(claim, Claim):
        return f"{shown(claim)} is no claim"
    for kinds, names in _KINDS.items():
        for name in names:
            if not isinstance(value := getattr(claim, name), kinds):
                return f"{shown(value)} is no {name} of a claim"
    return None


_KINDS = {
    (Status,): ("status",),
    (Limit, NoneType): ("limit",),
    (Proof, NoneType): ("proof",),
    (Board, NoneType): ("presses", "certificate"),
    (Integral, NoneType): ("bound", "nullity"),
    (Real, NoneType): ("objective", "solver_s"),
    (Real,): ("build_s", "solve_s"),
    (str,): ("solver", "solver_version", "raw_status", "message"),
    (Mapping,): ("settings",),
}


def judge(puzzle: Puzzle, goal: Goal, backend: str, claim: Claim) -> Answer:
    """Return the answer that this claim supports; whatever in it is false turns the status into ERROR.

    The answer keeps the presses only if they were verified. A solver's OPTIMAL for goal `feasible` says nothing about
    the number of presses and becomes FEASIBLE, unless another proof comes with it.

    >>> from lo_opt.contract import Claim
    >>> from lo_opt.puzzle import Board, Puzzle
    >>> lie = Claim(Status.FEASIBLE, presses=Board.parse("010/000/000"))
    >>> answer = judge(Puzzle.grid("110/100/000"), Goal.FEASIBLE, "liar", lie)
    >>> str(answer.status), answer.presses
    ('error', None)
    """
    began = time.perf_counter()
    answer = Answer(
        puzzle=puzzle,
        goal=goal,
        backend=backend,
        status=claim.status,
        limit=claim.limit,
        nullity=claim.nullity,
        solver=claim.solver or "lo-opt",
        solver_version=claim.solver_version or __version__,
        raw_status=claim.raw_status,
        settings=claim.settings,
        message=claim.message,
    )
    fault = None if claim.presses is None else fault_in_presses(puzzle, claim.presses)
    if fault is None:
        fault, answer = _weigh(answer, claim)
    verify_s = time.perf_counter() - began
    if fault is not None:
        answer = replace(answer, status=Status.ERROR, message=f"{backend} claims {claim.status}, but {fault}")
    times = Times(claim.build_s, claim.solve_s, verify_s, claim.build_s + claim.solve_s + verify_s, claim.solver_s)
    return replace(answer, times=times)


def _weigh(answer: Answer, claim: Claim) -> tuple[str | None, Answer]:
    """Return (what is false in the claim, the answer with presses, cost, bound and proof), its presses being true."""
    puzzle, presses = answer.puzzle, claim.presses
    if claim.status is Status.INFEASIBLE:
        return _weigh_infeasible(answer, claim)
    if presses is None:
        if claim.status in (Status.OPTIMAL, Status.FEASIBLE):
            return "gives no presses", answer
        bound = None if claim.bound is None else as_cost(max(0, claim.bound), puzzle.weight_denominator)
        return None, replace(answer, bound=bound)
    numerator = cost_numerator(puzzle, presses)
    cost = as_cost(numerator, puzzle.weight_denominator)
    if claim.objective is not None and abs(claim.objective - numerator) >= max(0.5, OBJECTIVE_SLACK * numerator):
        stated = claim.objective / puzzle.weight_denominator
        return f"states cost {stated:g} for presses that cost {cost}", answer
    if claim.bound is not None and claim.bound > numerator:
        return f"states a bound of {as_cost(claim.bound, puzzle.weight_denominator)} for a cost of {cost}", answer
    status, proof, bound_numerator = claim.status, claim.proof, claim.bound
    if status is Status.OPTIMAL and proof in (None, Proof.SOLVER_CLAIM) and answer.goal is Goal.FEASIBLE:
        status, proof, bound_numerator = Status.FEASIBLE, None, None
    if status is Status.UNKNOWN:
        status = Status.FEASIBLE
    if status is Status.OPTIMAL:
        if claim.bound is not None and claim.bound < numerator:
            return (
                f"proves only a bound of {as_cost(claim.bound, puzzle.weight_denominator)} for a cost of {cost}",
                answer,
            )
        bound_numerator, proof = numerator, proof or Proof.SOLVER_CLAIM
    elif status is Status.FEASIBLE and (numerator == 0 or bound_numerator == numerator):
        status, proof, bound_numerator = Status.OPTIMAL, Proof.BOUND, numerator
    bound = None if bound_numerator is None else as_cost(max(0, bound_numerator), puzzle.weight_denominator)
    limit = None if status is Status.OPTIMAL else answer.limit  # what is proved was not stopped
    return None, replace(answer, status=status, limit=limit, proof=proof, presses=presses, cost=cost, bound=bound)


def _weigh_infeasible(answer: Answer, claim: Claim) -> tuple[str | None, Answer]:
    if claim.presses is not None:
        return "its own presses solve the puzzle", answer
    if claim.certificate is None:
        return None, replace(answer, proof=claim.proof or Proof.SOLVER_CLAIM)
    fault = fault_in_certificate(answer.puzzle, claim.certificate)
    if fault is not None:
        return fault, answer
    return None, replace(answer, proof=Proof.CERTIFICATE, certificate=claim.certificate)

"""A short differential run with fixed seeds, every small case that once failed, and the oracle against itself.

`LO_OPT_DIFFERENTIAL_SECONDS=600 pytest tests/differential` goes on for so long with a seed of its own.
"""

from __future__ import annotations

import itertools
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

import lo_opt as lo

from . import oracle
from .building import puzzle_of
from .drawing import draw
from .files import from_toml, to_toml
from .judging import problems
from .running import FAILED, Verdict, planned, run
from .shrinking import shrunk, simpler
from .specs import Counting, Spec

CASES = sorted((Path(__file__).parent / "cases").glob("*.toml"))
SECONDS = float(os.environ.get("LO_OPT_DIFFERENTIAL_SECONDS", "0"))
SHORT = 30  # puzzles with few enough presses to try them all; a third of a second each


def failed(verdicts: list[Verdict]) -> list[str]:
    return [f"{verdict.check}: {verdict.detail}" for verdict in verdicts if verdict.outcome == FAILED]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_what_failed_once_passes_now(path):
    case, notes = from_toml(path.read_text())
    assert failed(list(run(case, [notes["check"]]))) == []


def test_a_false_optimum_of_cbc_is_told_by_a_comparison():
    """CBC 2.10.3 calls 31 presses optimal, where 29 will do; another version may know better."""
    case, _ = from_toml((Path(__file__).parent / "cases" / "known" / "cbc-false-optimum.toml").read_text())
    found = lo.compare(puzzle_of(case), ["cbc"], seed=case.seed)
    assert found.optimum == oracle.truth(case).best[0] == 29
    assert found.agree == (found.answers[0].cost == 29)


def small_ones() -> list[int]:
    """Return the numbers of the first small puzzles of a seed."""

    def is_small(number: int) -> bool:
        case = draw(2026, number)
        return isinstance(case, Counting) or case.states ** len(case.free()) <= oracle.MOST

    return list(itertools.islice(filter(is_small, itertools.count()), SHORT))


@pytest.mark.parametrize("number", small_ones())
def test_a_few_puzzles_of_every_kind(number):
    case = draw(2026, number)
    assert failed(list(run(case, planned(case, number)))) == []


@pytest.mark.skipif(not SECONDS, reason="LO_OPT_DIFFERENTIAL_SECONDS is not set")
@pytest.mark.timeout(SECONDS + 600)
def test_puzzles_for_as_long_as_asked():
    seed, ends, number = time.time_ns() % 10**6, time.monotonic() + SECONDS, 0
    while time.monotonic() < ends:
        case = draw(seed, number)
        assert failed(list(run(case, planned(case, number)))) == [], f"seed {seed}, puzzle {number}"
        number += 1


def test_the_oracle_agrees_with_itself():
    """Trying all presses and elimination are two ways to the same truth."""
    compared = 0
    for number in range(400):
        case = draw(1, number)
        if not isinstance(case, Spec) or case.states not in oracle.PRIMES:
            continue
        if case.states ** len(case.free()) > 2**12:
            continue
        tried, eliminated = oracle.by_trying(case), oracle.by_elimination(case)
        assert (tried.solvable, tried.costs) == (eliminated.solvable, eliminated.costs), number
        assert eliminated.nullity in (None, tried.nullity)
        compared += 1
    assert compared > 100


def test_planted_presses_solve_what_was_drawn():
    planted = 0
    for number in range(300):
        case = draw(3, number)
        if isinstance(case, Spec) and case.planted is not None:
            assert case.fault(case.planted) is None
            planted += 1
    assert 100 < planted < 200


def test_cases_are_written_and_read_without_loss():
    for number in range(300):
        case = draw(4, number)
        back, notes = from_toml(to_toml(case, {"check": "solve gf2"}))
        assert notes == {"check": "solve gf2"}
        if isinstance(case, Counting):
            assert back == case
        else:
            assert back == replace(case.plain(), planted=None)
            assert back.moves() == case.moves()


def test_shrinking_ends_at_the_smallest_case():
    """A puzzle "fails" while it has a light to change that two buttons move: the smallest has little else."""

    def fails(case: Spec) -> bool:
        moves = case.moves()
        return any(
            now != aim and sum(light in button for button in moves) >= 2
            for light, (now, aim) in enumerate(zip(case.start, case.target, strict=True))
        )

    for number in range(200):
        case = draw(5, number)
        if isinstance(case, Counting) or not fails(case):
            continue
        small = shrunk(case, fails)
        assert fails(small)
        assert not any(fails(candidate) for candidate in simpler(small))
        assert (small.weights, small.limits, small.forbidden, small.objective) == (None, (), frozenset(), "cost")
        assert len(small.start) <= 2


def test_a_false_answer_is_seen():
    """The judge is not asleep: an answer to another puzzle, or with a wrong bound, is a problem."""
    spec = Spec("grid", 3, 3, (1, 1, 0, 1, 0, 0, 0, 0, 0), (0,) * 9)
    answer = lo.solve(puzzle_of(spec))
    truth = oracle.truth(spec)
    assert list(problems(truth, answer)) == []
    for wrong, words in (
        (replace(answer, bound=2), "bound 2 is above"),
        (replace(answer, cost=2), "cost 2"),
        (replace(answer, status=lo.Status.FEASIBLE, proof=None, bound=None), "without any limit"),
        (replace(answer, status=lo.Status.INFEASIBLE, presses=None, cost=None, bound=None), "there is a solution"),
        (replace(answer, presses=answer.puzzle.start), "are no solution"),
    ):
        assert any(words in problem for problem in problems(truth, wrong)), words

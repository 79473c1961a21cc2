"""The one call: arguments of the wrong kind, whatever happens inside a method, and claims made in floating point."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from dataclasses import dataclass

import numpy as np
import pytest
from puzzles import random_solvable

import lo_opt as lo
from lo_opt import Board, Limit, Proof, Puzzle, Status
from lo_opt import backends as backends_module
from lo_opt.contract import Availability, Claim
from lo_opt.control import DeadlineError
from lo_opt.errors import SolverError

PUZZLE = Puzzle.grid("110/100/000")


@dataclass(frozen=True)
class Fake:
    """A method that does what the test says."""

    result: object
    name: str = "fake"
    summary: str = ""

    def availability(self):
        return Availability()

    def refuse(self, puzzle, settings):
        return None

    def solve(self, puzzle, settings, control):
        if isinstance(self.result, BaseException):
            raise self.result
        return self.result


def solved_by(monkeypatch, result, puzzle=PUZZLE):
    monkeypatch.setattr("lo_opt.solving.backend_named", lambda name: Fake(result))
    return lo.solve(puzzle, "fake")


@pytest.mark.parametrize(
    ("raised", "status", "limit", "message"),
    [
        (KeyboardInterrupt(), Status.UNKNOWN, Limit.INTERRUPT, "interrupted"),
        (MemoryError(), Status.UNKNOWN, Limit.MEMORY, "out of memory"),
        (MemoryError("7 patterns exceed 2 GiB"), Status.UNKNOWN, Limit.MEMORY, "7 patterns exceed 2 GiB"),
        (DeadlineError(), Status.UNKNOWN, Limit.TIME, "the time was gone"),
        (SolverError("it broke"), Status.ERROR, None, "it broke"),
        (BrokenExecutor(), Status.ERROR, None, "a worker process died"),
    ],
)
def test_what_happens_inside_becomes_an_answer(monkeypatch, raised, status, limit, message):
    answer = solved_by(monkeypatch, raised)
    assert (answer.status, answer.limit, answer.presses) == (status, limit, None)
    assert message in answer.message


def test_a_false_infeasible_is_an_error_and_a_true_one_gets_its_certificate(monkeypatch):
    assert solved_by(monkeypatch, Claim(Status.INFEASIBLE)).status is Status.ERROR
    answer = solved_by(monkeypatch, Claim(Status.INFEASIBLE), Puzzle.grid("10"))
    assert (answer.status, answer.proof) == (Status.INFEASIBLE, Proof.CERTIFICATE)


def test_an_infeasible_that_cannot_be_confirmed_is_kept(monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("lo_opt.linear.solutions", interrupted)
    answer = solved_by(monkeypatch, Claim(Status.INFEASIBLE), Puzzle.grid("10"))
    assert (answer.status, answer.proof) == (Status.INFEASIBLE, Proof.SOLVER_CLAIM)


@pytest.mark.parametrize("backend", ["scip", "highs", "cbc", "cpsat"])
def test_no_optimum_is_proved_in_floating_point_with_huge_costs(backend):
    weights = np.random.default_rng(1).integers(1, 10**8, (5, 5))
    puzzle = random_solvable(5, 1).with_weights(weights)
    best = lo.solve(puzzle, "gf2").cost
    answer = lo.solve(puzzle, backend)
    if backend == "cpsat":  # computes in whole numbers
        assert (answer.status, answer.cost) == (Status.OPTIMAL, best)
    else:
        assert answer.status is Status.FEASIBLE
        assert "too large" in answer.message
        assert answer.bound is None or answer.bound <= best <= answer.cost


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"puzzle": "110/100/000"}, "is no puzzle; make one"),
        ({"puzzle": None}, "is no puzzle; make one"),
        ({"backend": None}, "must be a name"),
        ({"backend": "cbcc"}, "did you mean 'cbc'"),
        ({"goal": None}, "unknown goal 'None'"),
        ({"goal": "best"}, "unknown goal 'best'"),
        ({"time_limit_s": "5"}, "must be a positive number of seconds"),
        ({"time_limit_s": 0}, "must be a positive number of seconds"),
        ({"time_limit_s": float("nan")}, "must be a positive number of seconds"),
        ({"time_limit_s": 1j}, "must be a positive number of seconds"),
        ({"threads": 0}, "must be a whole number from 1 to 256"),
        ({"threads": 10**8}, "must be a whole number from 1 to 256"),
        ({"threads": "2"}, "must be a whole number from 1 to 256"),
        ({"seed": None}, "must be a whole number from 0"),
        ({"seed": -1}, "must be a whole number from 0"),
    ],
)
def test_arguments_of_the_wrong_kind(arguments, message):
    with pytest.raises(lo.InputError, match=message):
        lo.solve(**{"puzzle": PUZZLE, **arguments})


def test_a_limit_of_centuries_is_no_limit():
    for backend in ("scip", "cbc", "cpsat", "highs", "gf2"):
        assert lo.solve(PUZZLE, backend, time_limit_s=1e300).status is Status.OPTIMAL


def test_auto_takes_a_solver_that_only_a_plugin_declares(monkeypatch):
    limited = Puzzle.grid(Board.filled(30, 30, 1)).at_most(500)
    monkeypatch.setattr("lo_opt.auto.MAX_FILTERED", 0)
    monkeypatch.setattr("lo_opt.auto.SOLVERS", ())
    assert backends_module.backend("auto").refuse(limited, None) is None


def test_progress_of_one_component_tells_of_the_whole():
    """Two boards side by side, each too large to be listed: no report is below the cost of both, no bound above it."""
    lights = random_solvable(9, 5).start.to_array().ravel().tolist()
    around = [
        [i * 9 + j for i in range(9) for j in range(9) if abs(i - r) + abs(j - c) < 2]
        for r in range(9)
        for c in range(9)
    ]
    puzzle = Puzzle.from_buttons(
        [*lights, *lights], [*around, *([81 + light for light in button] for button in around)]
    )
    heard = []
    answer = lo.solve(puzzle, "gf2", progress=heard.append)
    assert answer.cost == 2 * lo.solve(random_solvable(9, 5), "gf2").cost
    assert heard
    for said in heard:
        assert said.incumbent >= answer.cost
        assert said.bound <= answer.cost

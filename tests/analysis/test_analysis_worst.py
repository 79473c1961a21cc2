"""The largest minimum: published values, brute force, and intervals where time runs out."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from bruteforce import costs_of_boards
from hypothesis import given, settings
from puzzles import grid_puzzles, known_values

import lo_opt as lo
from lo_opt import BackendUnavailableError, Board, Puzzle, SolverError, distribution, worst_case
from lo_opt.analysis import worst_parts
from lo_opt.analysis.regions import Regions
from lo_opt.analysis.worst import upper_bound
from lo_opt.answer import Limit, Status
from lo_opt.contract import Availability
from lo_opt.solvers.outcome import Outcome

KNOWN = {int(n): worst for n, worst in known_values()["worst_case_min_presses_n_by_n_plus"]["values"].items()}


def dark(n, **options):
    return Puzzle.grid(Board.filled(n, n, 0), **options)


@pytest.mark.parametrize(("n", "worst"), sorted((KNOWN | {14: 123, 6: 36}).items()))
def test_published_worst_cases(n, worst):
    found = worst_case(dark(n))
    assert (found.lower, found.upper, found.proved) == (worst, worst, True)
    assert lo.solve(Puzzle.grid(found.board), "gf2").cost == worst


def test_numbers_of_worst_boards():
    assert worst_case(dark(4)).board_count == 32
    assert worst_case(dark(5)).board_count == 7350


@settings(max_examples=50, deadline=None)
@given(grid_puzzles())
def test_small_grids_by_brute_force(drawn):
    puzzle, rule, wrap = drawn
    boards = costs_of_boards(puzzle, rule, wrap)
    minima = [Fraction(min(costs), puzzle.weight_denominator) for costs in boards.values()]
    found = worst_case(puzzle)
    assert found.lower == found.upper == max(minima)
    assert found.board_count in (None, minima.count(max(minima)))
    assert lo.solve(Puzzle(puzzle.effects, found.board, puzzle.target, puzzle.weights, puzzle.forbidden)).cost == max(
        minima
    )


@pytest.mark.parametrize("rows", [_ALL := 1 << 9, 8])
@pytest.mark.parametrize("weights", [False, True])
def test_the_integer_program_agrees_with_counting(monkeypatch, rows, weights):
    puzzle = dark(4)
    if weights:
        puzzle = puzzle.with_weights(np.random.default_rng(2).integers(1, 5, (4, 4)).tolist())
    counted = worst_case(puzzle)
    assert "counts" in counted.how
    monkeypatch.setattr("lo_opt.analysis.worst_parts._COUNTED_WORK", 0)
    monkeypatch.setattr("lo_opt.analysis.worst_parts.forced_balance", lambda part: 0)
    monkeypatch.setattr("lo_opt.analysis.worst_parts._ALL_ROWS", rows)
    monkeypatch.setattr("lo_opt.analysis.worst_parts._ROWS_A_ROUND", 2)
    found = worst_case(puzzle)
    assert "integer program" in found.how
    assert (found.lower, found.upper) == (counted.lower, counted.upper)
    assert lo.solve(Puzzle(puzzle.effects, found.board, puzzle.target, puzzle.weights)).cost == found.lower


def test_parity_saves_the_integer_program(monkeypatch):
    monkeypatch.setattr("lo_opt.analysis.worst_parts._COUNTED_WORK", 0)
    monkeypatch.setattr("lo_opt.analysis.worst_parts._solver", None)
    for n, worst in ((4, 7), (14, 123)):
        found = worst_case(dark(n))
        assert (found.lower, found.upper, found.how.split(";")[0]) == (
            worst,
            worst,
            "odd regions and the means of cosets",
        )


@pytest.mark.parametrize(("wanted", "proved"), [(34, None), (38, 37), (39, 38)])
def test_a_wanted_cost_is_answered_on_one_side(wanted, proved):
    found = worst_case(dark(9), wanted=wanted)
    assert found.lower <= 37 <= found.upper
    if proved is None:
        assert found.lower >= wanted
        assert lo.solve(Puzzle.grid(found.board), "gf2").cost == found.lower
    else:
        assert found.upper == proved


@pytest.mark.parametrize("solver", ["highs", "scip"])
def test_other_solvers_agree(monkeypatch, solver):
    missing = Availability(reason="gone")
    monkeypatch.setattr("lo_opt.analysis.worst_parts.RelaxingCpSat.availability", lambda self: missing)
    monkeypatch.setattr("lo_opt.analysis.worst_parts.OTHER_SOLVERS", (solver,))
    monkeypatch.setattr("lo_opt.analysis.worst_parts._COUNTED_WORK", 0)
    monkeypatch.setattr("lo_opt.analysis.worst_parts.forced_balance", lambda part: 0)
    found = worst_case(dark(4))
    assert (found.lower, found.upper) == (7, 7)
    assert solver in found.how


@pytest.mark.parametrize("n", [9, 16, 19, 30])
def test_when_time_runs_out_the_interval_is_proved(n):
    found = worst_case(dark(n), time_limit_s=0.05)
    assert found.lower <= found.upper <= upper_bound(Regions.of(dark(n)))
    assert lo.solve(Puzzle.grid(found.board), "gf2").cost == found.lower
    if n == 9:
        assert found.lower <= 37 <= found.upper


def test_parts_that_cannot_be_listed_are_bounded():
    drawn = distribution(dark(39), seed=3)
    found = worst_case(dark(39), seed=3)
    assert drawn.max <= found.lower < found.upper == upper_bound(Regions.of(dark(39)))
    assert lo.solve(Puzzle.grid(found.board)).cost == found.lower


def test_without_time_for_a_board_the_bounds_are_still_proved():
    found = worst_case(dark(39), time_limit_s=0.0)
    assert 0 <= found.lower < found.upper == upper_bound(Regions.of(dark(39)))


class Stub:
    """A solver that says what it is told to: `outcome` makes its outcome from the program."""

    def __init__(self, outcome):
        self.name, self.solve = "stub", lambda program, settings, control: outcome(program)

    def availability(self):
        return Availability("1")


def stubbed(monkeypatch, outcome):
    monkeypatch.setattr("lo_opt.analysis.worst_parts._solver", lambda: Stub(outcome))


def test_an_interrupt_leaves_the_interval(monkeypatch):
    stubbed(monkeypatch, lambda program: Outcome(Status.UNKNOWN, Limit.INTERRUPT))
    found = worst_case(dark(9))
    assert found.interrupted
    assert found.lower <= 37 <= found.upper
    assert found.how == "odd regions and the means of cosets; the integer program was stopped"


@pytest.mark.parametrize("work", ["count_boards", "hard_counts"])
def test_an_interrupt_between_parts_leaves_what_is_proved(monkeypatch, work):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    if work == "hard_counts":
        monkeypatch.setattr("lo_opt.analysis.worst_parts._COUNTED_WORK", 0)
    monkeypatch.setattr(f"lo_opt.analysis.worst_parts.{work}", interrupted)
    regions = Regions.of(dark(4))
    found = worst_case(dark(4))
    assert found.interrupted
    assert found.lower == sum(part.total for part in regions.parts if part.nullity == 0)
    assert found.upper == upper_bound(regions) == 7
    assert found.how == "odd regions and the means of cosets"


def test_a_bound_says_nothing_of_boards_that_were_not_asked_for(monkeypatch):
    stubbed(monkeypatch, lambda program: Outcome(Status.UNKNOWN, Limit.TIME, bound=int(program.upper[-1]) + 5))
    found = worst_case(dark(9), wanted=38)
    assert found.lower <= 37 == found.upper


@pytest.fixture
def hard_counts(monkeypatch):
    """Return counts of a hard board's part of 9x9 that costs 35 there; local steps find the dark board only."""
    regions = Regions.of(dark(9))
    (part,) = (part for part in regions.parts if part.nullity)
    presses = worst_case(regions, wanted=36).presses
    counts = np.array([presses[group].sum() for group in part.buttons], np.int64)
    assert part.costs(counts).min() == 35
    monkeypatch.setattr("lo_opt.analysis.worst_parts.hard_counts", lambda *arguments: np.zeros_like(counts))
    return counts


def test_a_false_bound_is_no_interval(monkeypatch, hard_counts):
    def lying(program):
        dearest = int(program.upper[-1])
        return Outcome(Status.FEASIBLE, Limit.TIME, np.append(hard_counts, dearest), bound=dearest)

    stubbed(monkeypatch, lying)
    with pytest.raises(SolverError, match="stub gave a false bound: 1, and there is a board that needs 35"):
        worst_case(dark(9))


def test_a_solver_that_found_a_board_is_named_for_that_alone(monkeypatch, hard_counts):
    stubbed(
        monkeypatch, lambda program: Outcome(Status.FEASIBLE, Limit.TIME, np.append(hard_counts, program.upper[-1]))
    )
    found = worst_case(dark(9))
    assert (found.lower, found.upper) == (36, 38)
    assert found.how.split("; ") == [
        "odd regions and the means of cosets",
        "a board found by stub",
        "the integer program was stopped",
    ]


def test_what_a_solver_in_floating_point_proves_is_its_claim(monkeypatch):
    stubbed(monkeypatch, lambda program: Outcome(Status.INFEASIBLE))
    found = worst_case(dark(9), wanted=38)
    assert (found.upper, found.how) == (37, "integer program over regions by stub (its claim in floating point)")


def test_parity_is_looked_at_once_for_each_part(monkeypatch):
    looked_at = []
    forced = worst_parts.forced_balance
    monkeypatch.setattr(
        "lo_opt.analysis.worst_parts.forced_balance", lambda part: looked_at.append(part) or forced(part)
    )
    triples = Puzzle.from_buttons("0" * 20, [[light] for light in range(20) for _ in range(3)])
    found = worst_case(triples)
    assert (found.lower, found.upper) == (20, 20)
    assert len(looked_at) == 20


def test_without_any_solver(monkeypatch):
    missing = Availability(reason="gone")
    monkeypatch.setattr("lo_opt.analysis.worst_parts.RelaxingCpSat.availability", lambda self: missing)
    monkeypatch.setattr("lo_opt.analysis.worst_parts.OTHER_SOLVERS", ())
    with pytest.raises(BackendUnavailableError, match="cpsat: gone"):
        worst_case(dark(9))


def test_the_published_results_are_what_their_boards_need():
    lines = (Path(__file__).parents[2] / "benchmarks" / "results" / "worst_cases.csv").read_text().splitlines()
    rows = [dict(zip(lines[0].split(","), line.split(","), strict=True)) for line in lines[1:]]
    assert [int(row["n"]) for row in rows] == list(range(1, 21))
    for row in rows:
        puzzle = Puzzle.grid(row["board"])
        assert lo.solve(puzzle, "gf2").cost == int(row["at_least"]) <= int(row["at_most"])
        assert int(row["at_most"]) <= upper_bound(Regions.of(puzzle))

"""Objectives: prices that order solutions, answers in the puzzle's own terms, bounds on what is minimised first."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from conditions import OBJECTIVES, allowed_solutions, measures
from hypothesis import given
from hypothesis import strategies as st
from puzzles import grid_puzzles, random_solvable

import lo_opt as lo
from lo_opt import Board, Goal, Limit, Objective, Puzzle, Status
from lo_opt.contract import Claim
from lo_opt.control import Progress
from lo_opt.objectives import Pricing
from lo_opt.verify import cost_numerator, judge

WEIGHTED = random_solvable(4, 3).with_weights([["0.5", 2, 3, 1]] * 4)


@given(grid_puzzles(max_cells=8), st.sampled_from(OBJECTIVES))
def test_prices_order_solutions_as_the_objective_does(drawn, objective):
    puzzle, rule, wrap = drawn
    pricing = Pricing.of(puzzle.with_objective(objective))
    assert pricing.priced.objective is Objective.COST
    first = pricing.puzzle.primary_denominator
    prices = []
    for measured, presses in allowed_solutions(pricing.puzzle, rule, wrap):
        rows, cols = puzzle.start.shape
        board = Board.from_array([presses[r * cols : (r + 1) * cols] for r in range(rows)])
        price = cost_numerator(pricing.priced, board)
        assert Fraction(price // pricing.factor, first) == measured[0]
        prices.append((price, measured))
    assert [measured for _, measured in sorted(prices)] == [measured for _, measured in prices]
    assert len({price for price, _ in prices}) == len({measured for _, measured in prices})


def test_without_weights_every_objective_is_the_number_of_presses():
    plain = random_solvable(5, 1)
    for objective in OBJECTIVES:
        answer = lo.solve(plain, objective=objective)
        assert answer.cost == answer.press_count == answer.bound == lo.solve(plain).cost
        assert answer.puzzle.objective == objective


@pytest.mark.parametrize("backend", ["gf2", "sweep", "chase", "cpsat", "scip"])
def test_the_second_measure_decides_among_ties(backend):
    found = {}
    for objective in OBJECTIVES:
        answer = lo.solve(WEIGHTED, backend, objective=objective)
        expected = allowed_solutions(answer.puzzle, "plus", "none")[0][0]
        assert measures(answer.puzzle, answer.cost, answer.press_count) == expected
        assert answer.bound == answer.value == expected[0]
        assert answer.gap == 0
        found[objective] = answer
    assert found["presses"].press_count <= found["cost"].press_count
    assert found["cost"].cost <= found["presses,cost"].cost


def test_the_puzzle_s_objective_holds_unless_another_is_asked_for():
    puzzle = WEIGHTED.with_objective("presses,cost")
    assert lo.solve(puzzle).value == lo.solve(WEIGHTED, objective="presses").press_count
    assert lo.solve(puzzle, objective="cost").cost == lo.solve(WEIGHTED).cost


def test_bounds_are_on_the_measure_that_comes_first():
    puzzle = Puzzle.grid("000").with_weights([[5, "1.5", 1]])
    for objective, price, bound in (
        ("presses", 2, 2),
        ("presses,cost", 31, 1),  # M = 16 (15 halves in all, and 1)
        ("presses,cost", 32, 2),
        ("cost,presses", 7, Fraction(1, 2)),  # M = 4, in halves
        ("cost,presses", 8, 1),
    ):
        pricing = Pricing.of(puzzle.with_objective(objective))
        answer = pricing.expressed(
            judge(pricing.priced, Goal.OPTIMAL, "x", Claim(Status.UNKNOWN, Limit.TIME, bound=price))
        )
        assert (answer.bound, answer.value, answer.gap) == (bound, None, math.inf)
        reports: list[Progress] = []
        pricing.reporting(reports.append)(Progress("searching", 0.5, price + 1, price))
        assert Fraction(reports[0].bound, pricing.puzzle.primary_denominator) == bound
    assert pricing.reporting(None) is None
    plain = Pricing.of(puzzle)
    assert plain.reporting(reports.append) == reports.append


def test_a_first_measure_may_be_closed_while_the_second_is_open():
    pricing = Pricing.of(Puzzle.grid("110/100/000").with_weights([[1, 2, 1]] * 3).with_objective("presses,cost"))
    presses = Board.parse("100/000/000")
    claim = Claim(Status.FEASIBLE, Limit.TIME, presses=presses, bound=pricing.factor)
    answer = pricing.expressed(judge(pricing.priced, Goal.OPTIMAL, "x", claim))
    assert (answer.status, answer.value, answer.bound, answer.gap) == (Status.FEASIBLE, 1, 1, 0.0)


def test_weights_given_later_are_checked_when_solving():
    puzzle = Puzzle.grid("110/100/000").with_objective("cost,presses").with_weights([[2**48] * 3] * 3)
    with pytest.raises(lo.InputError, match=r"prices that add up to \d+, which must stay below 2\^53"):
        lo.solve(puzzle)
    assert lo.solve(puzzle, objective="presses").press_count == 1


def test_barred_buttons_have_no_price():
    puzzle = replace(WEIGHTED, forbidden=Board.from_cells(4, 4, [(0, 0)])).with_objective("cost,presses")
    assert Pricing.of(puzzle).priced.costs()[0] == 0

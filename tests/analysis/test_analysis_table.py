"""Ranks by size: published nullities, and polynomials against elimination."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from puzzles import RULES, WRAPS, known_values

from lo_opt import Board, InputError, Puzzle, UnsupportedError
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.modular import ModularElimination
from lo_opt.analysis.table import grid_rank, parse_range, parse_sizes, rank_table

KNOWN = known_values()


def nullity_by_elimination(puzzle):
    effects = puzzle.incidence()
    return Elimination(effects.indptr, effects.buttons, puzzle.button_count).nullity


def test_squares():
    values = KNOWN["nullity_n_by_n_plus"]["values"]
    assert [size.nullity for size in rank_table((n, n) for n in range(1, len(values) + 1))] == values


def test_rectangles():
    for m, row in enumerate(KNOWN["nullity_m_by_n_plus"]["values"], 1):
        assert [grid_rank(m, n).nullity for n in range(1, len(row) + 1)] == row


def test_tori():
    values = KNOWN["nullity_n_by_n_torus_plus"]["values"]
    assert [size.nullity for size in rank_table(((n, n) for n in range(1, 21)), wrap="torus")] == values


def test_the_articles_table():
    for n, known in KNOWN["rank_table_n_by_n_plus"].items():
        size = grid_rank(int(n), int(n))
        assert (size.rank, size.nullity) == (known["rank"], known["nullity"])
        assert size.solvable_boards == 2 ** known["rank"]
        assert size.share == Fraction(1, 2 ** known["nullity"]) == Fraction(size.solvable_boards, 2 ** int(n) ** 2)
        assert size.solutions_per_board == 2 ** known["nullity"]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("wrap", WRAPS)
def test_every_rule_and_wrap_against_elimination(rule, wrap):
    for rows, cols in [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 5), (4, 4), (5, 5), (5, 8), (6, 6)]:
        puzzle = Puzzle.grid(Board.filled(rows, cols, 0), rule, wrap)
        assert grid_rank(rows, cols, rule, wrap).nullity == nullity_by_elimination(puzzle), (rows, cols)


@pytest.mark.parametrize("states", [3, 5])
@pytest.mark.parametrize("rule", [*RULES, ".#./#.#/.#.", "#.#/.@./#.#", ".#./.@./.#."])
def test_more_states_against_elimination(rule, states):
    for wrap, (rows, cols) in itertools.product(WRAPS, [(1, 2), (2, 3), (4, 4), (3, 5)]):
        puzzle = Puzzle.grid(Board.filled(rows, cols, 0, states), rule, wrap)
        effects = puzzle.incidence()
        form = ModularElimination(effects.indptr, effects.buttons, effects.amounts, rows * cols, states)
        size = grid_rank(rows, cols, rule, wrap, states)
        assert size.nullity == len(form.orders), (wrap, rows, cols)
        assert size.solvable_boards * size.solutions_per_board == states ** (rows * cols)


def test_large_grids():
    assert all(grid_rank(2**k - 1, 2**k - 1).nullity == 0 for k in range(1, 13))  # a theorem of Sutner's
    assert grid_rank(20_000, 3).rank + grid_rank(20_000, 3).nullity == 60_000


def test_progress_is_reported():
    heard = []
    list(rank_table([(2, 2), (3, 3)], progress=heard.append))
    assert [round(report.share, 2) for report in heard] == [0, 0.31]


def test_sizes_in_words():
    assert parse_sizes("2-4, 7,3x5") == [(2, 2), (3, 3), (4, 4), (7, 7), (3, 5)]
    assert parse_range("7") == range(7, 8)


@pytest.mark.parametrize("text", ["", "a", "2-", "-2", "0", "5-2", "3x", "3x0", "2,,3", "1" * 10, "²"])
def test_bad_sizes(text):
    with pytest.raises(InputError, match="sizes"):
        parse_sizes(text)


def test_what_elimination_cannot_take_is_refused():
    with pytest.raises(UnsupportedError, match="needs elimination"):
        grid_rank(2000, 2000, "knight", "torus")
    with pytest.raises(UnsupportedError, match="up to 16,384 cells"):
        grid_rank(200, 200, "knight", states=3)
    with pytest.raises(InputError, match="must be a prime"):
        grid_rank(3, 3, states=6)
    with pytest.raises(InputError, match="rule"):
        grid_rank(2, 2, "plsu")
    with pytest.raises(InputError, match="at least 1"):
        grid_rank(0, 2)

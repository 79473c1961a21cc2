"""Published figures, each reached by the library as a user would reach it."""

from __future__ import annotations

import random

import pytest
from puzzles import known_values, moves

import lo_opt as lo
from lo_opt import Board, Proof, Puzzle, Status

KNOWN = known_values()
ALL_LIT = KNOWN["min_presses_all_lit_n_by_n_plus"]["values"]


def all_lit(n: int) -> Puzzle:
    return Puzzle.grid(Board.filled(n, n, 1))


@pytest.mark.parametrize("n", range(1, len(ALL_LIT) + 1))
def test_all_lit_minima(n):
    for backend in ("gf2", "sweep", "auto", *(["chase"] if n <= 24 else [])):
        answer = lo.solve(all_lit(n), backend)
        assert (answer.status, answer.cost) == (Status.OPTIMAL, ALL_LIT[n - 1]), backend


def test_47_is_proved_twice():
    by_transform, by_classes = lo.solve(all_lit(47), "gf2"), lo.solve(all_lit(47), "sweep")
    assert "2^30 costs by a Walsh" in by_transform.message
    assert "classes of ranks 16, 15, 15, 14" in by_classes.message
    for answer in (by_transform, by_classes):
        assert (answer.status, answer.proof, answer.cost) == (Status.OPTIMAL, Proof.EXHAUSTED, 971)


@pytest.mark.parametrize("n", range(1, 61))
def test_nullities_of_squares(n):
    answer = lo.solve(Puzzle.grid(Board.filled(n, n, 0)), "gf2", goal="feasible")
    assert answer.nullity == KNOWN["nullity_n_by_n_plus"]["values"][n - 1]


@pytest.mark.parametrize("n", range(1, 21))
def test_nullities_of_tori(n):
    puzzle = Puzzle.grid(Board.filled(n, n, 0), wrap="torus")
    assert lo.solve(puzzle, "gf2", goal="feasible").nullity == KNOWN["nullity_n_by_n_torus_plus"]["values"][n - 1]


def test_nullities_of_rectangles():
    for m, row in enumerate(KNOWN["nullity_m_by_n_plus"]["values"], 1):
        for n, nullity in enumerate(row, 1):
            assert lo.solve(Puzzle.grid(Board.filled(m, n, 0)), "gf2", goal="feasible").nullity == nullity


@pytest.mark.parametrize("backend", ["gf2", "sweep", "chase", "cpsat", "scip", "cbc", "highs"])
def test_the_articles_nine_boards(backend):
    for size, minima in KNOWN["article_random_boards"]["min_presses"].items():
        for seed, expected in minima.items():
            answer = lo.solve(Puzzle.read(f"random:{size}x{size}:{seed}"), backend)
            assert (answer.status, answer.cost) == (Status.OPTIMAL, expected)


def test_the_recipe_of_the_articles_boards():
    rng = random.Random(500)
    presses = Board.from_array([[rng.randint(0, 1) for _ in range(5)] for _ in range(5)])
    assert Puzzle.read("random:5x5:500").start == Puzzle.grid(Board.filled(5, 5, 0)).apply(presses)


def test_fixed_4x4():
    known = KNOWN["fixed_4x4"]
    lit = [divmod(cell, 4) for cell in known["lit_cells"]]
    puzzle = Puzzle.grid(Board.from_cells(4, 4, lit))
    answer = lo.solve(puzzle, "gf2")
    assert (answer.cost, answer.nullity) == (known["min_presses"], known["nullity"])
    assert [[4 * r + c for r, c in answer.presses.cells()]] == known["optimal"]
    assert "1 optimal" in answer.message


def test_fixed_4x4_weights_of_all_solutions():
    known = KNOWN["fixed_4x4"]
    lights = moves(4, 4, "plus", "none")
    weights = []
    for mask in range(1 << 16):
        state = set()
        for button in range(16):
            if mask >> button & 1:
                state ^= set(lights[button])
        if state == set(known["lit_cells"]):
            weights.append(mask.bit_count())
    assert (len(weights), sorted(set(weights))) == (known["solutions"], known["weights"])


def test_quiet_patterns_of_5x5_leave_the_board_as_it_is():
    board = Puzzle.grid("11011/01000/10101/00010/10110")
    for text in KNOWN["quiet_patterns_5x5"].values():
        assert board.apply(Board.parse(text)) == board.start


def test_button_list_example():
    buttons = [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]]
    puzzle = Puzzle.from_buttons("0000", buttons, target="0110")
    for backend in ("gf2", "auto", "cpsat", "scip"):
        assert lo.solve(puzzle, backend).cost == KNOWN["button_list_example"]["min_presses"]

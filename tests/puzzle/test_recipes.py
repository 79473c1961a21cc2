"""Random presses: blocks of draws equal a plain loop over `random.Random`, and the article's table holds."""

import itertools
import random

import numpy as np
import pytest
from naive_lights import matrix, presses_that_solve

from lo_opt.puzzle import Board, Puzzle, recipes
from lo_opt.puzzle.recipes import random_presses


@pytest.mark.parametrize("states", [2, 3, 4, 5, 7, 8, 36, 1000, 32768])
@pytest.mark.parametrize("seed", [0, 300, 2**63 + 5])
def test_the_plain_loop_draws_the_same(states, seed):
    draw = random.Random(seed).randint
    assert random_presses(7, 9, seed, states).to_array().ravel().tolist() == [draw(0, states - 1) for _ in range(63)]


@pytest.mark.parametrize("block_cells", [1, 50, 1000])
def test_blocks_make_no_difference(block_cells, monkeypatch):
    monkeypatch.setattr(recipes, "_BLOCK_CELLS", block_cells)
    draw = random.Random(1).randint
    plain = [[draw(0, 1) for _ in range(65)] for _ in range(40)]
    assert random_presses(40, 65, 1).to_array().tolist() == plain


def test_presses_row_by_row_applied_to_the_dark_board():
    draw = random.Random(500).randint
    presses = Board.from_array([[draw(0, 1) for _ in range(5)] for _ in range(5)])
    puzzle = Puzzle.read("random:5x5:500")
    assert puzzle == Puzzle.grid(puzzle.start)
    assert puzzle.start == Puzzle.grid(Board.filled(5, 5, 0)).apply(presses)
    assert puzzle.name == "random:5x5:500"


@pytest.mark.parametrize(("seed", "least"), [(300, 5), (301, 4), (302, 6)])
def test_the_articles_three_by_three_boards(seed, least):
    toggles = Puzzle.read(f"random:3x3:{seed}").toggles().tolist()
    assert min(map(sum, presses_that_solve(matrix(3, 3, "plus", "none", 2), toggles))) == least


@pytest.mark.parametrize(("seed", "least"), [(500, 12), (501, 10), (502, 7)])
def test_the_articles_five_by_five_boards(seed, least):
    puzzle = Puzzle.read(f"random:5x5:{seed}")
    lights = puzzle.start.to_array().astype(int)
    found = []
    for first in itertools.product((0, 1), repeat=5):  # a first row of presses forces the rest
        presses = np.zeros((6, 5), int)
        presses[0] = first
        for r in range(5):
            padded = np.pad(presses[r], 1)
            above = presses[r - 1] if r else 0
            presses[r + 1] = (lights[r] + padded[:-2] + padded[1:-1] + padded[2:] + above) % 2
        if not presses[5].any():
            found.append(presses.sum())
    assert min(found) == least


@pytest.mark.parametrize("rule", ["plus", "king", "row-col"])
@pytest.mark.parametrize("states", [2, 3])
def test_every_recipe_can_be_solved_without_the_forbidden_buttons(rule, states):
    for seed in range(5):
        puzzle = Puzzle.read(
            f"random:2x3:{seed}", rule=rule, wrap="torus", states=states, target="on", forbid="0,1 1,1"
        )
        effects = matrix(2, 3, rule, "torus", states)
        assert any(presses_that_solve(effects, puzzle.toggles().tolist(), states, frozenset({1, 4})))


def test_a_large_recipe_is_drawn_in_blocks():
    assert abs(random_presses(2000, 2000, 7).count - 2_000_000) < 10_000

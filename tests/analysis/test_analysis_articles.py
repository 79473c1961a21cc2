"""The articles' numbers, drawn as they drew them."""

from __future__ import annotations

import random

import numpy as np
import pytest
from puzzles import known_values

import lo_opt as lo
from lo_opt import Board, InputError, Puzzle, solvable_share
from lo_opt.algebra.bits import pack
from lo_opt.analysis.intervals import share_interval
from lo_opt.analysis.regions import Regions
from lo_opt.analysis.share import solvable_by_chasing
from lo_opt.puzzle.recipes import random_presses

KNOWN = known_values()["generators_5x5_seed_42"]
BOARDS = 20_000


def test_the_three_histograms():
    random.seed(42)
    regions = Regions.of(Puzzle.grid(Board.filled(5, 5, 0)))

    def histogram(presses):
        costs, _ = regions.weigh(np.array(presses, np.uint8))
        values, times = np.unique(costs, return_counts=True)
        return {str(value): count for value, count in zip(values.tolist(), times.tolist(), strict=True)}

    def repeated(k):
        pressed = [0] * 25
        for _ in range(k):
            pressed[random.randrange(25)] ^= 1
        return pressed

    assert histogram([[int(random.random() < 0.5) for _ in range(25)] for _ in range(BOARDS)]) == KNOWN["A"]
    assert histogram([repeated(3) for _ in range(BOARDS)]) == KNOWN["B_k3"]
    assert histogram([repeated(10) for _ in range(BOARDS)]) == KNOWN["B_k10"]


def test_the_share_of_solvable_5x5_boards():
    # The article's boards: random.seed(42), then randint(0, 1) light by light, which is what random_presses draws.
    boards = random_presses(100_000, 25, 42).to_array()
    assert boards[0, :5].tolist() == [0, 0, 1, 0, 0]
    words = pack(boards.reshape(100_000, 5, 5))[:, :, 0]
    solvable = int(solvable_by_chasing(np.ascontiguousarray(words.T), 5).sum())
    assert solvable / 100_000 == 0.2497
    low, high = share_interval(solvable, 100_000)
    assert round((high - low) / 2, 4) == 0.0027
    puzzles = [Puzzle.grid(Board.from_array(board.reshape(5, 5))) for board in boards[:40]]
    known = [lo.solve(puzzle, "gf2", goal="feasible").presses is not None for puzzle in puzzles]
    assert solvable_by_chasing(np.ascontiguousarray(words[:40].T), 5).tolist() == known


@pytest.mark.parametrize(
    ("rows", "cols", "self_loop", "nullity"),
    [(3, 3, True, 0), (4, 4, True, 4), (2, 7, True, 2), (7, 2, True, 2), (9, 9, True, 8), (5, 5, False, 5)],
)
def test_other_shares_are_two_to_the_minus_nullity(rows, cols, self_loop, nullity):
    found = solvable_share(rows, cols, 60_000, seed=1, self_loop=self_loop)
    low, high = found.interval
    assert low <= 2.0**-nullity <= high
    assert (found.solvable == found.boards) == (nullity == 0)


def test_shares_are_reproducible_and_report_progress():
    heard = []
    first = solvable_share(4, 4, 70_000, seed=5, progress=heard.append)
    assert first == solvable_share(4, 4, 70_000, seed=5)
    assert heard[-1].share == 1


@pytest.mark.parametrize(("rows", "cols", "boards"), [(0, 3, 10), (25, 25, 10), (3, 3, 0)])
def test_bad_sizes_and_numbers(rows, cols, boards):
    with pytest.raises(InputError, match=r"must be|at least"):
        solvable_share(rows, cols, boards)


def test_grids_that_cannot_be_chased():
    with pytest.raises(InputError, match="columns"):
        solvable_by_chasing(np.zeros((3, 1), np.uint64), 25)

"""The stored distribution of 11x11, which takes minutes to count: facts that it must agree with."""

from __future__ import annotations

import json
import math
from pathlib import Path

from lo_opt import Board, Puzzle, distribution, solve, worst_case
from lo_opt.analysis.regions import Regions

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
RECORD = json.loads((RESULTS / "distribution_11x11.json").read_text("utf-8"))
COUNTS = {int(presses): boards for presses, boards in RECORD["counts"].items()}
DARK = Puzzle.grid(Board.filled(11, 11, 0))


def test_all_solvable_boards_are_counted():
    assert RECORD["exact"]
    assert sum(COUNTS.values()) == 2**115 == Regions.of(DARK).board_count
    assert list(COUNTS) == list(range(66))


def test_the_worst_boards_are_those_known():
    worst = worst_case(DARK)
    assert (max(COUNTS), COUNTS[65]) == (worst.upper, worst.board_count) == (65, 6**16 * 70**6 // 64)
    assert (RECORD["worst"]["lower"], RECORD["worst"]["boards"]) == (65, COUNTS[65])
    assert len(RECORD["worst"]["examples"]) == 3
    for board in RECORD["worst"]["examples"]:
        assert solve(Puzzle.grid("/".join(board)), "gf2", goal="optimal").cost == 65


def test_few_presses_never_make_a_board_twice():
    """Two sets of at most k presses that make one board differ by a quiet pattern of at most 2k buttons."""
    (part,) = (part for part in Regions.of(DARK).parts if part.nullity)
    lightest = min(cost for cost in part.costs(part.sizes * 0).tolist() if cost)
    for presses in range((lightest + 1) // 2):
        assert COUNTS[presses] == math.comb(121, presses)
    assert COUNTS[lightest // 2] < math.comb(121, lightest // 2)


def test_a_sample_agrees():
    sample = distribution(DARK, samples=20_000, seed=7)
    chi_squared = 0.0
    for presses, boards in COUNTS.items():
        expected = 20_000 * (boards / 2**115)
        if expected > 10:
            chi_squared += (sample.counts.get(presses, 0) - expected) ** 2 / expected
    assert chi_squared < 50  # 22 degrees of freedom: beyond with probability 0.0006
    low, high = sample.mean_interval()
    assert low - 0.02 < RECORD["mean"] < high + 0.02


def test_the_table_is_that_of_the_record():
    rows = (RESULTS / "distribution_11x11.md").read_text("utf-8").split("|--:|--:|\n")[1].splitlines()
    table = [row.strip("| ").split(" | ") for row in rows if row.startswith("|")]
    assert {int(presses): int(boards.replace(",", "")) for presses, boards in table} == COUNTS

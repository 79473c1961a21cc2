"""Minima of many boards at once against the same boards solved one by one, and against brute force."""

from __future__ import annotations

import numpy as np
import pytest
from puzzles import RULES, brute_force, known_values, moves

import lo_opt as lo
from lo_opt import Board, Puzzle
from lo_opt.algebra import bits
from lo_opt.many import min_costs


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("wrap", ["none", "torus"])
def test_every_board_of_3x3_and_2x4(rule, wrap):
    for rows, cols in ((3, 3), (2, 4)):
        every = bits.unpack(np.arange(2 ** (rows * cols), dtype=np.uint64)[:, np.newaxis], rows * cols)
        boards = every.reshape(-1, rows, cols)
        found = lo.min_presses(boards, rule=rule, wrap=wrap)
        least = least_by_state(rows, cols, rule, wrap)
        assert found.tolist() == [least.get(state, -1) for state in range(2 ** (rows * cols))]


def least_by_state(rows: int, cols: int, rule: str, wrap: str) -> dict[int, int]:
    """Return the fewest presses for every solvable board, cell i in bit i, by applying all press sets."""
    lights = [sum(1 << light for light in set(hit) if hit.count(light) % 2) for hit in moves(rows, cols, rule, wrap)]
    least: dict[int, int] = {}
    for mask in sorted(range(1 << len(lights)), key=int.bit_count):
        state = 0
        for button, moved in enumerate(lights):
            state ^= moved if mask >> button & 1 else 0
        least.setdefault(state, mask.bit_count())
    return least


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (9, 9), (8, 8), (5, 17), (24, 24)])
def test_random_boards_one_by_one(rows, cols):
    rng = np.random.default_rng(rows * cols)
    presses = rng.integers(0, 2, (8, rows, cols))
    dark = Puzzle.grid(Board.filled(rows, cols, 0))
    boards = np.array([dark.apply(Board.from_array(x)).to_array() for x in presses])
    boards[0, 0, 0] ^= 1  # unsolvable where there are quiet patterns that meet the corner
    alone = [lo.solve(Puzzle.grid(board), "gf2").cost for board in boards]
    assert lo.min_presses(boards).tolist() == [-1 if cost is None else cost for cost in alone]


def test_distribution_of_uniform_5x5_boards():
    known = known_values()["boards_5x5_by_min_presses"]["values"]
    boards = np.random.default_rng(5).integers(0, 2, (100_000, 5, 5))
    minima = lo.min_presses(boards)
    assert abs(np.mean(minima >= 0) - 0.25) < 5 * (0.25 * 0.75 / 100_000) ** 0.5
    assert minima.max() <= 15
    counts = np.bincount(minima[minima >= 0], minlength=16)
    expected = np.array(known) / sum(known) * counts.sum()
    assert np.all(np.abs(counts - expected) <= 6 * np.sqrt(expected) + 3)


def test_weights_target_and_forbidden_count():
    rng = np.random.default_rng(1)
    puzzle = Puzzle.grid("0000/0000/0000", target="on").with_weights(rng.integers(0, 9, (3, 4))).forbid([(1, 1)])
    boards = rng.integers(0, 2, (20, 3, 4))
    found = min_costs(puzzle, bits.pack(boards.reshape(20, 12)))
    for board, cost in zip(boards, found.tolist(), strict=True):
        alone = Puzzle.grid(board, target="on").with_weights(puzzle.weights.rows((3, 4))).forbid([(1, 1)])
        best = brute_force(alone, "plus", "none")
        assert cost == (-1 if best is None else best)


@pytest.mark.parametrize("name", ["limits", "required", "states"])
def test_what_a_batch_does_not_keep_is_refused(name):
    puzzle = {
        "limits": Puzzle.grid("00").at_most(1),
        "required": Puzzle.grid("00").require([(0, 0)]),
        "states": Puzzle.grid("00", states=3),
    }[name]
    with pytest.raises(lo.UnsupportedError, match=r"many boards at once: .*; .*use auto or a solver"):
        min_costs(puzzle, np.zeros((1, 1), np.uint64))


@pytest.mark.parametrize(
    ("boards", "reason"),
    [(np.zeros((2, 2)), "of shape"), (np.zeros((1, 2, 2)), "whole numbers"), ([[[2, 0]]], "must be 0 or 1")],
)
def test_bad_input(boards, reason):
    with pytest.raises(lo.InputError, match=reason):
        lo.min_presses(boards)


def test_no_boards():
    assert lo.min_presses(np.zeros((0, 5, 5), np.uint8)).tolist() == []


def test_a_large_board_of_high_nullity_goes_by_classes():
    """30 x 30 has nullity 20, too much for the tables."""
    presses = np.random.default_rng(4).integers(0, 2, (30, 30))
    board = Puzzle.grid(Board.filled(30, 30, 0)).apply(Board.from_array(presses))
    assert lo.min_presses(board.to_array()[np.newaxis]).tolist() == [lo.solve(Puzzle.grid(board), "sweep").cost]


def test_a_minimum_out_of_reach_is_no_number(monkeypatch):
    monkeypatch.setattr("lo_opt.methods.parts.MAX_TRANSFORM", 5)
    monkeypatch.setattr("lo_opt.many.class_labels", lambda puzzle: None)
    monkeypatch.setattr("lo_opt.methods.parts.ONE_TRANSFORM", 5)
    board = np.ones((1, 30, 30), np.uint8)
    with pytest.raises(lo.InputError, match=r"least cost was not proved: local search .* of nullity 20"):
        lo.min_presses(board)

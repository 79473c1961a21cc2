"""Analyses of small boards, against every press vector and every board."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from bruteforce import buttons_as_masks, change_of, costs_of_boards
from hypothesis import given, settings
from puzzles import grid_puzzles, known_values, random_solvable

import lo_opt as lo
from lo_opt import Board, Puzzle, UnsupportedError
from lo_opt.analysis.nearby import nearest_solvable
from lo_opt.analysis.nearest import nearest_sets
from lo_opt.analysis.structure import analyze
from lo_opt.verify import fault_in_certificate, fault_in_presses

KNOWN = known_values()


@settings(max_examples=120, deadline=None)
@given(grid_puzzles())
def test_everything_about_small_boards(drawn):
    puzzle, rule, wrap = drawn
    found = analyze(puzzle)
    boards = costs_of_boards(puzzle, rule, wrap)
    change = change_of(puzzle)
    assert 1 << found.rank == len(boards)
    assert found.unsolvable_log2 == puzzle.light_count - found.rank
    assert found.solvable == (change in boards)
    if found.solvable:
        costs = boards[change]
        counts = Counter(Fraction(cost, puzzle.weight_denominator) for cost in costs)
        assert found.weights == dict(sorted(counts.items()))
        assert (found.min_cost, found.optimal_solutions) == (min(counts), counts[min(counts)])
        assert found.solutions == len(costs) == 1 << found.nullity
        assert fault_in_presses(puzzle, found.presses) is None
    else:
        assert fault_in_certificate(puzzle, found.certificate) is None
        assert found.solutions == 0
        assert found.nearest.distance == min((change ^ board).bit_count() for board in boards)
        nearest = {b for b in boards if (change ^ b).bit_count() == found.nearest.distance}
        assert found.nearest.count == len(nearest)
        marked = {sum(1 << r * puzzle.start.cols + c for r, c in board.cells()) for board in found.nearest.changes}
        assert marked <= {change ^ board for board in nearest}
        assert len(marked) == min(20, len(nearest))


@settings(max_examples=120, deadline=None)
@given(grid_puzzles(weights=False))
def test_parity_of_presses(drawn):
    puzzle, rule, wrap = drawn
    found = analyze(puzzle)
    boards = costs_of_boards(puzzle, rule, wrap)
    same = all(len({cost % 2 for cost in costs}) == 1 for costs in boards.values())
    assert found.parity.same == same
    if not same:
        assert found.parity.odd_pattern.count % 2 == 1
        assert puzzle.apply(found.parity.odd_pattern) == puzzle.start
        return
    lights = sum(1 << r * puzzle.start.cols + c for r, c in found.parity.lights.cells())
    for board, costs in boards.items():
        assert (board & lights).bit_count() % 2 == costs[0] % 2
    if found.solvable:
        assert found.parity.odd == (found.min_cost % 2 == 1)


@settings(max_examples=80, deadline=None)
@given(grid_puzzles())
def test_quiet_patterns_and_regions(drawn):
    puzzle, rule, wrap = drawn
    found = analyze(puzzle, board=False)
    masks = buttons_as_masks(puzzle, rule, wrap)
    allowed = puzzle.pressable().tolist()
    quiet = set()
    for pattern in range(1, 1 << len(masks)):
        pressed = [j for j in range(len(masks)) if pattern >> j & 1]
        total = 0
        for j in pressed:
            total ^= masks[j]
        if total == 0 and all(allowed[j] for j in pressed):
            quiet.add(pattern)
    assert len(quiet) == (1 << found.nullity) - 1
    given_patterns = found.all_quiet if found.nullity <= 4 else found.quiet_patterns
    as_sets = {sum(1 << r * puzzle.start.cols + c for r, c in pattern.cells()) for pattern in given_patterns}
    assert as_sets <= quiet
    assert len(as_sets) == (len(quiet) if found.nullity <= 4 else found.nullity)
    for i in range(len(masks)):
        assert (found.regions[i] == -1) == all(not p >> i & 1 for p in quiet)
        for j in range(i):
            alike = all((p >> i ^ p >> j) & 1 == 0 for p in quiet)
            assert (found.regions[i] == found.regions[j]) == alike


def test_the_quiet_patterns_of_5x5():
    found = analyze(Puzzle.grid(Board.filled(5, 5, 0)), board=False)
    assert {str(pattern) for pattern in found.all_quiet} == set(KNOWN["quiet_patterns_5x5"].values())
    assert sorted(pattern.count for pattern in found.all_quiet) == [12, 12, 16]
    assert found.parity.same


def test_without_a_board_nothing_is_said_of_one():
    found = analyze(Puzzle.grid("10/00"), board=False)
    assert found.solvable is found.solutions is found.min_cost is found.presses is found.parity.odd is None


def test_fixed_4x4():
    known = KNOWN["fixed_4x4"]
    found = analyze(Puzzle.grid(Board.from_cells(4, 4, [divmod(cell, 4) for cell in known["lit_cells"]])))
    assert (found.rank, found.nullity, found.solutions) == (known["rank"], known["nullity"], known["solutions"])
    assert sorted(found.weights) == known["weights"]
    assert (found.min_cost, found.optimal_solutions) == (known["min_presses"], 1)


@pytest.mark.parametrize("n", [9, 11, 14, 16, 19])
def test_least_costs_are_those_of_solving(n):
    puzzle = random_solvable(n, n)
    found = analyze(puzzle)
    assert found.min_cost == lo.solve(puzzle, "sweep").cost == min(found.weights)
    assert sum(found.weights.values()) == 1 << found.nullity
    # Each button outside the fixed ones is pressed in half of the solutions.
    mean = sum(cost * times for cost, times in found.weights.items()) / Fraction(1 << found.nullity)
    fixed = found.regions == -1
    pressed = found.presses.to_array().ravel()[fixed].sum()
    assert mean == int(pressed) + Fraction(int((~fixed).sum()), 2)


def test_neighbours_only_has_parts_whose_costs_are_convolved():
    puzzle = random_solvable(30, 3, rule="neighbors")
    found = analyze(puzzle)
    assert found.nullity == 30
    assert found.min_cost == lo.solve(puzzle, "auto").cost
    assert sum(found.weights.values()) == 1 << 30


def test_lists_of_buttons_can_be_analysed():
    puzzle = Puzzle.from_buttons("0000", [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]], target="0110")
    found = analyze(puzzle)
    assert (found.rank, found.nullity, found.min_cost) == (4, 2, 2)
    assert found.hand_table is None


def test_holes_are_no_lights():
    holes = Board.parse("010/000/001")
    puzzle = Puzzle.grid("101/111/110", holes=holes)
    found = analyze(puzzle)
    assert (found.lights, found.rank + found.nullity) == (7, 7)


def test_what_takes_too_long_is_left_out_with_a_note(monkeypatch):
    monkeypatch.setattr("lo_opt.analysis.structure.MAX_WEIGHED_NULLITY", 1)
    monkeypatch.setattr("lo_opt.analysis.structure.MAX_QUIET_CELLS", 10)
    found = analyze(Puzzle.grid("11011/01000/10101/00010/10110"))
    assert (found.min_cost, found.optimal_solutions, found.weights, found.quiet_patterns) == (11, 1, None, None)
    assert len(found.notes) == 2


def test_far_boards_are_searched_from_both_ends():
    rng = np.random.default_rng(4)
    columns = rng.integers(1, 2**18, 60, dtype=np.uint64)
    chosen = [3, 17, 29, 41]
    syndrome = int(np.bitwise_xor.reduce(columns[chosen]))
    found = nearest_sets(columns, syndrome)
    assert found.size <= 4
    for indices in found.sets:
        assert int(np.bitwise_xor.reduce(columns[list(indices)])) == syndrome


def test_a_search_that_would_be_too_large_is_given_up(monkeypatch):
    monkeypatch.setattr("lo_opt.analysis.nearest.MAX_LEVEL", 4)
    assert nearest_sets(np.array([1, 2, 4, 8, 16], np.uint64), 31) is None
    assert nearest_solvable(Puzzle.grid(Board.filled(5, 5, 0))).distance == 0


def test_more_states_are_refused():
    with pytest.raises(UnsupportedError, match="3 states"):
        analyze(Puzzle.grid("012/111", states=3))

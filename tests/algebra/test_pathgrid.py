from __future__ import annotations

import numpy as np
import pytest
from gridoracle import NEIGHBORS, PLUS, flat, matrix_rank, moved, overlap, path_nullity, rank
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.algebra import bits, pathgrid, rowgrid
from lo_opt.algebra.pathgrid import path_grid_space, quiet_patterns, solve_path_grid
from lo_opt.errors import InputError

sizes = st.integers(1, 24)
loops = st.booleans()
randoms = st.randoms(use_true_random=False)


def offsets(self_loop):
    return PLUS if self_loop else NEIGHBORS


def assert_sound(solution, rows, cols, self_loop):
    assert (solution.presses is None) != (solution.certificate is None)
    if solution.presses is not None:
        assert moved(solution.presses, cols, offsets(self_loop)) == rows
    else:
        assert not any(moved(solution.certificate, cols, offsets(self_loop)))
        assert overlap(solution.certificate, rows) % 2 == 1


@pytest.mark.parametrize("self_loop", [True, False])
@pytest.mark.parametrize("cols", range(1, 7))
@pytest.mark.parametrize("height", range(1, 7))
def test_nullity_is_that_of_the_matrix(height, cols, self_loop):
    nullity = height * cols - matrix_rank(height, cols, offsets(self_loop))
    patterns = list(quiet_patterns(height, cols, self_loop))
    assert nullity == path_nullity(height, cols, self_loop) == len(patterns)
    assert nullity == solve_path_grid([0] * height, cols, self_loop).nullity


@pytest.mark.parametrize("self_loop", [True, False])
@pytest.mark.parametrize(("height", "cols"), [(1, 1), (1, 5), (2, 3), (3, 2), (3, 3), (5, 2), (2, 5)])
def test_every_board_is_solved_or_refuted(height, cols, self_loop):
    solvable = 0
    for board in range(1 << height * cols):
        rows = [board >> cols * r & (1 << cols) - 1 for r in range(height)]
        solution = solve_path_grid(rows, cols, self_loop)
        assert_sound(solution, rows, cols, self_loop)
        solvable += solution.presses is not None
    assert solvable == 1 << height * cols - path_nullity(height, cols, self_loop)


@given(sizes, sizes, loops, randoms)
def test_boards_made_by_presses_are_solved(height, cols, self_loop, random):
    rows = moved([random.getrandbits(cols) for _ in range(height)], cols, offsets(self_loop))
    solution = solve_path_grid(rows, cols, self_loop)
    assert solution.presses is not None
    assert_sound(solution, rows, cols, self_loop)


@given(sizes, sizes, loops, randoms)
def test_any_board_is_solved_or_refuted(height, cols, self_loop, random):
    rows = [random.getrandbits(cols) for _ in range(height)]
    assert_sound(solve_path_grid(rows, cols, self_loop), rows, cols, self_loop)


@given(sizes, sizes, loops)
def test_quiet_patterns_move_nothing_and_are_independent(height, cols, self_loop):
    patterns = list(quiet_patterns(height, cols, self_loop))
    assert not any(any(moved(pattern, cols, offsets(self_loop))) for pattern in patterns)
    assert rank(flat(pattern, cols) for pattern in patterns) == len(patterns) == path_nullity(height, cols, self_loop)


@given(sizes, sizes, loops, randoms)
def test_turned_boards_are_as_solvable(height, cols, self_loop, random):
    rows = [random.getrandbits(cols) for _ in range(height)]
    direct = solve_path_grid(rows, cols, self_loop)
    turned = solve_path_grid(rowgrid.transpose(rows, cols), height, self_loop)
    assert direct.nullity == turned.nullity
    assert (direct.presses is None) == (turned.presses is None)


@pytest.mark.parametrize("self_loop", [True, False])
@pytest.mark.parametrize(("height", "cols"), [(1, 500), (1, 501), (2, 500), (500, 1), (3, 505), (700, 3)])
def test_very_wide_and_very_tall_grids(height, cols, self_loop):
    rng = np.random.default_rng(height * cols)
    words = bits.pack(rng.integers(0, 2, (height, cols), np.uint8))
    rows = bits.row_ints(words)
    assert_sound(solve_path_grid(rows, cols, self_loop), rows, cols, self_loop)
    rows = moved(rows, cols, offsets(self_loop))
    solution = solve_path_grid(rows, cols, self_loop)
    assert solution.presses is not None
    assert_sound(solution, rows, cols, self_loop)
    patterns = list(quiet_patterns(height, cols, self_loop))
    assert len(patterns) == solution.nullity == path_nullity(height, cols, self_loop)
    assert not any(any(moved(pattern, cols, offsets(self_loop))) for pattern in patterns)


def test_turning_first_changes_no_answer(monkeypatch):
    rows = moved([0b1011, 0b0110], 4, PLUS)
    direct = solve_path_grid(rows, 4, True)
    monkeypatch.setattr(pathgrid, "_WIDE", 1)
    assert solve_path_grid(rows, 4, True) == direct


@pytest.mark.parametrize("size", [128, 300])
def test_all_lit_grids_are_always_solvable(size):
    # Sutner's theorem: all lit is solvable on every graph under the plus rule.
    rows = [(1 << size) - 1] * size
    solution = solve_path_grid(rows, size, True)
    assert moved(solution.presses, size, PLUS) == rows


@pytest.mark.parametrize(
    ("height", "cols", "self_loop"),
    [(4, 4, True), (2, 3, True), (3, 2, False), (3, 5, False), (4, 4, False), (5, 2, True)],
)
def test_the_space_holds_every_solution(height, cols, self_loop):
    rows = moved([5 * r + 3 & (1 << cols) - 1 for r in range(height)], cols, offsets(self_loop))
    space = path_grid_space(rows, cols, self_loop)
    kernel = bits.unpack(space.kernel, height * cols)
    found = set()
    for choice in range(1 << space.nullity):
        member = space.particular.copy()
        for k in range(space.nullity):
            member ^= kernel[k] * (choice >> k & 1)
        presses = [int(row @ (1 << np.arange(cols))) for row in member.reshape(height, cols)]
        assert moved(presses, cols, offsets(self_loop)) == rows
        found.add(tuple(presses))
    assert len(found) == 1 << height * cols - matrix_rank(height, cols, offsets(self_loop))


def test_an_unsolvable_board_has_no_space():
    assert path_grid_space([0b1, 0, 0, 0], 4, True) is None


def test_the_quiet_patterns_of_5x5_are_the_published_ones():
    patterns = [tuple(f"{row:05b}" for row in pattern) for pattern in quiet_patterns(5, 5, True)]
    first, second = (["01110", "10101", "11011", "10101", "01110"], ["10101", "10101", "00000", "10101", "10101"])
    third = ["11011", "00000", "11011", "00000", "11011"]
    assert set(patterns) <= {tuple(first), tuple(second), tuple(third)}
    assert len(patterns) == 2


@pytest.mark.parametrize(("rows", "cols"), [([], 3), ([8], 3), ([-1], 3), ([0], 0)])
def test_bad_grids_are_input_errors(rows, cols):
    with pytest.raises(InputError):
        solve_path_grid(rows, cols, True)

from __future__ import annotations

import pytest
from gridoracle import KING, flat, matrix_rank, moved, overlap, rank
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.algebra import bits
from lo_opt.algebra.tensorgrid import king_grid_space, king_quiet_patterns, solve_king_grid
from lo_opt.errors import InputError

sizes = st.integers(1, 20)
wraps = st.booleans()
randoms = st.randoms(use_true_random=False)


def assert_sound(solution, rows, cols, wrap_rows, wrap_cols):
    assert (solution.presses is None) != (solution.certificate is None)
    if solution.presses is not None:
        assert moved(solution.presses, cols, KING, wrap_rows, wrap_cols) == rows
    else:
        assert not any(moved(solution.certificate, cols, KING, wrap_rows, wrap_cols))
        assert overlap(solution.certificate, rows) % 2 == 1


@pytest.mark.parametrize("wrap_cols", [False, True])
@pytest.mark.parametrize("wrap_rows", [False, True])
@pytest.mark.parametrize("cols", range(1, 7))
@pytest.mark.parametrize("height", range(1, 7))
def test_quiet_patterns_span_the_kernel(height, cols, wrap_rows, wrap_cols):
    nullity = height * cols - matrix_rank(height, cols, KING, wrap_rows, wrap_cols)
    patterns = list(king_quiet_patterns(height, cols, wrap_rows=wrap_rows, wrap_cols=wrap_cols))
    assert not any(any(moved(pattern, cols, KING, wrap_rows, wrap_cols)) for pattern in patterns)
    assert rank(flat(pattern, cols) for pattern in patterns) == len(patterns) == nullity
    solution = solve_king_grid([0] * height, cols, wrap_rows=wrap_rows, wrap_cols=wrap_cols)
    assert solution.nullity == nullity


@pytest.mark.parametrize(("height", "cols"), [(1, 1), (1, 5), (2, 2), (2, 4), (3, 3), (5, 2)])
def test_every_board_is_solved_or_refuted(height, cols):
    solvable = 0
    for board in range(1 << height * cols):
        rows = [board >> cols * r & (1 << cols) - 1 for r in range(height)]
        solution = solve_king_grid(rows, cols)
        assert_sound(solution, rows, cols, False, False)
        solvable += solution.presses is not None
    assert solvable == 1 << matrix_rank(height, cols, KING)


@given(sizes, sizes, wraps, wraps, randoms)
def test_boards_made_by_presses_are_solved(height, cols, wrap_rows, wrap_cols, random):
    rows = moved([random.getrandbits(cols) for _ in range(height)], cols, KING, wrap_rows, wrap_cols)
    solution = solve_king_grid(rows, cols, wrap_rows=wrap_rows, wrap_cols=wrap_cols)
    assert solution.presses is not None
    assert_sound(solution, rows, cols, wrap_rows, wrap_cols)


@given(sizes, sizes, wraps, wraps, randoms)
def test_any_board_is_solved_or_refuted(height, cols, wrap_rows, wrap_cols, random):
    rows = [random.getrandbits(cols) for _ in range(height)]
    solution = solve_king_grid(rows, cols, wrap_rows=wrap_rows, wrap_cols=wrap_cols)
    assert_sound(solution, rows, cols, wrap_rows, wrap_cols)


@pytest.mark.parametrize(("height", "cols"), [(1, 2000), (2000, 1), (5, 700), (701, 5)])
def test_very_wide_and_very_tall_grids(height, cols):
    rows = moved([(1 << cols) // 11 * (r + 1) % (1 << cols) for r in range(height)], cols, KING)
    solution = solve_king_grid(rows, cols)
    assert moved(solution.presses, cols, KING) == rows


@pytest.mark.parametrize("wrap_cols", [False, True])
@pytest.mark.parametrize("wrap_rows", [False, True])
@pytest.mark.parametrize(("height", "cols"), [(5, 5), (3, 4), (2, 6), (1, 3)])
def test_the_space_holds_a_solution_and_the_whole_kernel(height, cols, wrap_rows, wrap_cols):
    def grid(cells):
        return [sum(int(cell) << c for c, cell in enumerate(row)) for row in cells.reshape(height, cols)]

    rows = moved([7 * r + 1 & (1 << cols) - 1 for r in range(height)], cols, KING, wrap_rows, wrap_cols)
    space = king_grid_space(rows, cols, wrap_rows=wrap_rows, wrap_cols=wrap_cols)
    assert moved(grid(space.particular), cols, KING, wrap_rows, wrap_cols) == rows
    patterns = [grid(vector) for vector in bits.unpack(space.kernel, height * cols)]
    assert not any(any(moved(pattern, cols, KING, wrap_rows, wrap_cols)) for pattern in patterns)
    nullity = height * cols - matrix_rank(height, cols, KING, wrap_rows, wrap_cols)
    assert rank(flat(pattern, cols) for pattern in patterns) == len(patterns) == nullity


def test_an_unsolvable_board_has_no_space():
    assert king_grid_space([1, 0], 2) is None


@pytest.mark.parametrize(("rows", "cols"), [([], 3), ([8], 3), ([-1], 3), ([0], 0)])
def test_bad_grids_are_input_errors(rows, cols):
    with pytest.raises(InputError):
        solve_king_grid(rows, cols)

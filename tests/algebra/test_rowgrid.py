from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.algebra import bits, rowgrid
from lo_opt.errors import InputError


@given(st.integers(1, 200), st.integers(1, 200), st.randoms(use_true_random=False))
def test_transposing_moves_every_cell(height, cols, random):
    rows = [random.getrandbits(cols) for _ in range(height)]
    turned = rowgrid.transpose(rows, cols)
    assert turned == [sum((row >> c & 1) << r for r, row in enumerate(rows)) for c in range(cols)]


def test_transposing_a_large_grid_goes_in_pieces():
    cells = np.random.default_rng(1).integers(0, 2, (20_000, 901), np.uint8)
    turned = rowgrid.transpose(bits.row_ints(bits.pack(cells)), 901)
    assert turned == bits.row_ints(bits.pack(cells.T))


def test_cells_run_row_by_row():
    assert rowgrid.cells([0b001, 0b110], 3).tolist() == [1, 0, 0, 0, 1, 1]


def test_a_space_without_kernel_keeps_its_shape():
    space = rowgrid.space([0b1] * 70, [], 1)
    assert (space.size, space.nullity, space.kernel.shape) == (70, 0, (0, 2))


@pytest.mark.parametrize(
    ("rows", "cols", "message"),
    [
        ([], 3, "0 × 3"),
        ([0], 0, "1 × 0"),
        ([4], 2, "row 0 has a cell in column 2"),
        ([0, -1], 2, "row 1 is a negative"),
        ([1 << 50_000], 50_000, "column 50000"),
    ],
)
def test_bits_outside_the_grid_are_input_errors(rows, cols, message):
    with pytest.raises(InputError, match=message):
        rowgrid.check_grid(rows, cols)

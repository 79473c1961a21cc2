import json
from pathlib import Path

import numpy as np
import pytest
from gf2_cases import KING, NEIGHBORS, grid_matrix, matrices, sparse, vectors
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.algebra import batch
from lo_opt.algebra.batch import BatchMinimum
from lo_opt.algebra.bits import pack
from lo_opt.algebra.cosets import lightest_by_transform
from lo_opt.algebra.elimination import Elimination
from lo_opt.errors import InputError

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "known_values.json").read_text())


def minima_one_by_one(matrix, boards, weights):
    form = Elimination(*sparse(matrix), matrix.shape[1])
    spaces = [form.space(board) for board in boards]
    return [-1 if space is None else lightest_by_transform(space, weights).cost for space in spaces]


@given(matrices(), st.integers(0, 2**32), st.sampled_from([None, 2, 5, 1000]), st.booleans())
def test_every_board_gets_the_least_cost_of_all_vectors(matrix, seed, largest, tabled):
    rng = np.random.default_rng(seed)
    rows, cols = matrix.shape
    weights = None if largest is None else rng.integers(0, largest, cols)
    boards = rng.integers(0, 2, (30, rows))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(batch, "_TABLED_SIZE", 512 if tabled else -1)
        patch.setattr(batch, "_BOARDS_AT_ONCE", 7)
        found = BatchMinimum(*sparse(matrix), rows, cols, weights).minima(pack(boards))
    lights = vectors(cols) @ matrix.T.astype(np.int64) % 2
    costs = vectors(cols).sum(axis=1) if weights is None else vectors(cols) @ weights
    for board, least in zip(boards, found, strict=True):
        reached = costs[(lights == board).all(axis=1)]
        assert least == (reached.min() if len(reached) else -1)


def test_all_boards_of_five_by_five_need_the_known_numbers_of_presses():
    minimum = BatchMinimum(*sparse(grid_matrix(5, 5)), 25, 25)
    counts = np.zeros(17, np.int64)
    for start in range(0, 2**25, 2**22):
        boards = np.arange(start, start + 2**22, dtype=np.uint64)[:, np.newaxis]
        counts += np.bincount(minimum.minima(boards) + 1, minlength=17)
    assert counts[1:].tolist() == KNOWN["boards_5x5_by_min_presses"]["values"]
    assert counts[0] == 2**25 - 2**23


@pytest.mark.parametrize(
    ("shape", "offsets", "largest"),
    [((8, 8), NEIGHBORS, 2), ((9, 9), None, 2), ((9, 9), None, 10), ((8, 11), KING, 300), ((11, 11), NEIGHBORS, 4)],
)
def test_boards_of_several_words(shape, offsets, largest):
    rng = np.random.default_rng(shape)
    matrix = grid_matrix(*shape, *([offsets] if offsets else []))
    cells = len(matrix)
    weights = rng.integers(1, largest, cells)
    boards = rng.integers(0, 2, (40, cells)) @ matrix.T.astype(np.int64) % 2
    boards[::8, 0] ^= 1
    found = BatchMinimum(*sparse(matrix), cells, cells, weights).minima(pack(boards))
    assert found.tolist() == minima_one_by_one(matrix, boards, weights)


@pytest.mark.parametrize("limits", [{"_TABLED_SIZE": 10}, {"_LISTED_NULLITY": 2}])
def test_what_is_too_large_for_tables_is_solved_board_by_board(monkeypatch, limits):
    matrix = grid_matrix(9, 9)
    boards = np.random.default_rng(0).integers(0, 2, (10, 81)) @ matrix.T.astype(np.int64) % 2
    boards[3, 0] ^= 1
    expected = BatchMinimum(*sparse(matrix), 81, 81).minima(pack(boards))
    for name, value in limits.items():
        monkeypatch.setattr(batch, name, value)
    assert BatchMinimum(*sparse(matrix), 81, 81).minima(pack(boards)).tolist() == expected.tolist()
    assert expected[3] == -1


def test_no_boards_no_minima():
    assert BatchMinimum(*sparse(grid_matrix(3, 3)), 9, 9).minima(np.zeros((0, 1), np.uint64)).tolist() == []


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        (np.zeros((2, 1), np.int64), "int64"),
        (np.zeros(2, np.uint64), r"\(B, 1\)"),
        (np.zeros((2, 2), np.uint64), r"\(2, 2\)"),
        (np.array([[2**9]], np.uint64), "beyond their 9 lights"),
    ],
)
def test_malformed_boards_are_refused(boards, message):
    with pytest.raises(InputError, match=message):
        BatchMinimum(*sparse(grid_matrix(3, 3)), 9, 9).minima(boards)


def test_the_number_of_lights_must_fit_the_matrix():
    with pytest.raises(InputError, match="9 row bounds"):
        BatchMinimum([0, 1], [0], 8, 1)

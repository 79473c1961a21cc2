import json
from pathlib import Path

import flint
import galois
import numpy as np
import pytest
from gf2_cases import KING, KNIGHT, grid_matrix, matrices, sparse
from hypothesis import given
from hypothesis import strategies as st

import lo_opt.algebra.elimination as elimination
from lo_opt.algebra.bits import pack, unpack
from lo_opt.algebra.elimination import Elimination, checks, row_echelon
from lo_opt.algebra.elimination.introws import IntRowElimination
from lo_opt.algebra.elimination.packed import PackedElimination
from lo_opt.errors import InputError

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "known_values.json").read_text())


def flint_rank(matrix):
    rows, cols = matrix.shape
    return flint.nmod_mat(rows, cols, [int(bit) for bit in matrix.ravel()], 2).rank()


def check(matrix, right):
    """Everything an elimination says about A x = b, against FLINT's ranks and by multiplying out."""
    wide, right = matrix.astype(np.int64), np.asarray(right)
    cols = matrix.shape[1]
    form = Elimination(*sparse(matrix), cols)
    rank = flint_rank(matrix)
    assert (form.rank, form.nullity) == (rank, cols - rank)
    kernel = unpack(form.kernel(), cols)
    assert kernel.shape == (cols - rank, cols)
    assert not (wide @ kernel.T % 2).any()
    assert flint_rank(kernel) == len(kernel)
    solution, certificate = form.solve(right), form.certificate(right)
    solvable = flint_rank(np.column_stack([matrix, right.astype(np.uint8)])) == rank
    assert (solution is not None) == (certificate is None) == (form.space(right) is not None) == solvable
    if solvable:
        assert (wide @ solution % 2 == right).all()
    else:
        assert not (certificate @ wide % 2).any()
        assert certificate @ right % 2 == 1


@given(matrices(), st.integers(0, 2**32))
def test_it_agrees_with_flint_on_small_matrices(matrix, seed):
    rng = np.random.default_rng(seed)
    rows, cols = matrix.shape
    check(matrix, rng.integers(0, 2, rows))
    check(matrix, matrix.astype(np.int64) @ rng.integers(0, 2, cols) % 2)


@pytest.mark.parametrize("density", [0.01, 0.1, 0.5])
@pytest.mark.parametrize("shape", [(330, 400), (450, 340)])
@pytest.mark.parametrize("repeated", [False, True])
def test_it_agrees_with_flint_on_large_matrices(shape, density, repeated):
    rng = np.random.default_rng([*shape, repeated])
    matrix = (rng.random(shape) < density).astype(np.uint8)
    if repeated:
        matrix[rng.integers(0, shape[0], 100)] = matrix[rng.integers(0, shape[0], 100)]
        matrix[:, 64:128] = matrix[:, :64]
    check(matrix, rng.integers(0, 2, shape[0]))
    check(matrix, matrix.astype(np.int64) @ rng.integers(0, 2, shape[1]) % 2)


@given(matrices(most=20), st.integers(0, 2**20 - 1))
def test_packed_and_int_rows_agree(matrix, right):
    rows, cols = matrix.shape
    right &= (1 << rows) - 1
    packed = PackedElimination(pack(matrix), cols)
    ints = IntRowElimination([int(word) for word in pack(matrix)[:, 0]] if cols else [0] * rows, cols)
    assert packed.rank == ints.rank
    assert (ints.syndrome(right) == 0) == (ints.solve(right) is not None)
    for form in (packed, ints):
        solution, certificate = form.solve(right), form.certificate(right)
        assert (solution is None) != (certificate is None)
        product = [int(bit) for bit in pack(matrix)[:, 0]] if cols else [0] * rows
        if solution is not None:
            assert all((row & solution).bit_count() % 2 == right >> i & 1 for i, row in enumerate(product))
        else:
            assert (certificate & right).bit_count() % 2 == 1
        assert len(form.kernel()) == cols - form.rank
        assert flint_rank(np.vstack([matrix, unpack(form.echelon(), cols)])) == form.rank == len(form.echelon())


@given(matrices(most=8))
def test_galois_finds_the_same_rank_and_row_space(matrix):
    if not matrix.size:
        return
    field = galois.GF2(matrix)
    form = Elimination(*sparse(matrix), matrix.shape[1])
    assert form.rank == np.linalg.matrix_rank(field)
    ours = unpack(row_echelon(pack(matrix), matrix.shape[1]), matrix.shape[1])
    theirs = np.asarray(field.row_space())
    assert {bytes(row) for row in np.asarray(galois.GF2(ours).row_reduce())} == {bytes(row) for row in theirs}


def test_squares_have_the_known_nullity():
    for n, nullity in enumerate(KNOWN["nullity_n_by_n_plus"]["values"], start=1):
        if n <= 30:
            assert Elimination(*sparse(grid_matrix(n, n)), n * n).nullity == nullity


def test_tori_have_the_known_nullity():
    for n, nullity in enumerate(KNOWN["nullity_n_by_n_torus_plus"]["values"], start=1):
        assert Elimination(*sparse(grid_matrix(n, n, torus=True)), n * n).nullity == nullity


def test_rectangles_have_the_known_nullity():
    for m, row in enumerate(KNOWN["nullity_m_by_n_plus"]["values"], start=1):
        for n, nullity in enumerate(row, start=1):
            assert Elimination(*sparse(grid_matrix(m, n)), m * n).nullity == nullity


@pytest.mark.parametrize(("offsets", "most"), [(KNIGHT, 40 * 8), (KING, 40 * 4)])
def test_a_torus_leaves_parameters_along_its_frontier_only(offsets, most):
    matrix = grid_matrix(40, 40, offsets, torus=True)
    form = Elimination(*sparse(matrix), 1600)
    assert len(form._order.parameters) <= most
    right = matrix.astype(np.int64) @ np.random.default_rng(1).integers(0, 2, 1600) % 2
    assert (matrix.astype(np.int64) @ form.solve(right) % 2 == right).all()


@pytest.mark.parametrize("dense", [False, True])
def test_a_certificate_follows_through_substitution_and_packed_elimination(monkeypatch, dense):
    monkeypatch.setattr(elimination, "_INT_ROWS_UP_TO", 8)
    monkeypatch.setattr(elimination, "_is_dense", lambda *sizes: dense)
    check(grid_matrix(19, 19), np.eye(361, dtype=np.int64)[0])
    check(grid_matrix(9, 13, KNIGHT), np.ones(117, np.int64))


@pytest.mark.parametrize(
    ("indptr", "indices", "unknowns", "message"),
    [
        ([0, 2], [0], 2, "indptr"),
        ([0, 2, 1, 3], [0, 1, 0], 2, "indptr"),
        ([], [], 2, "indptr"),
        ([0, 1], [2], 2, r"0\.\.1"),
        ([0, 1], [-1], 2, r"0\.\.1"),
        ([0, 1, 3], [0, 1, 1], 2, "equation 1 lists unknown 1 twice"),
        ([0, 2, 3], [1, 1, 0], 2, "equation 0 lists unknown 1 twice"),
        ([0, 1, 3], [0, 0, 0], 1, "equation 1 lists unknown 0 twice"),
    ],
)
def test_malformed_matrices_are_refused(indptr, indices, unknowns, message):
    with pytest.raises(InputError, match=message):
        Elimination(indptr, indices, unknowns)


@pytest.mark.parametrize(("right", "message"), [([1], "2 bits"), ([0, 2], "modulo 2")])
def test_malformed_right_hand_sides_are_refused(right, message):
    form = Elimination([0, 1, 2], [0, 1], 2)
    with pytest.raises(InputError, match=message):
        form.solve(right)


def test_what_would_not_fit_memory_is_refused(monkeypatch):
    monkeypatch.setattr(checks, "MEMORY_LIMIT_BYTES", 1000)
    with pytest.raises(InputError, match=r"1600 unknowns .* 80 equations in 80 parameters .* GiB"):
        Elimination(*sparse(grid_matrix(40, 40, torus=True)), 1600)
    with pytest.raises(InputError, match="dense system of 400 equations in 400 parameters"):
        Elimination(*sparse(np.ones((400, 400), np.uint8)), 400)

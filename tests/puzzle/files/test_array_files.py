"""NumPy's files: plain and packed boards, round trips, and every way in which one can be broken."""

import io
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.files import arrays as module
from lo_opt.puzzle.files.arrays import puzzle_from_npy, puzzle_from_npz, write_npy, write_npz
from lo_opt.puzzle.files.changes import Changes


def npy(array, **kwargs):
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.asanyarray(array), **kwargs)
    return stream.getvalue()


def npz(**members):
    stream = io.BytesIO()
    np.savez(stream, **members)
    return stream.getvalue()


def read_npy(data, **changes):
    return puzzle_from_npy(io.BytesIO(data), Changes(**changes), "n")


def read_npz(data, **changes):
    return puzzle_from_npz(io.BytesIO(data), Changes(**changes), "n")


@pytest.mark.parametrize("dtype", ["?", "u1", "i1", "<u2", ">u2", "<i4", ">i8", "<u8"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_whole_type_and_order(dtype, order):
    cells = np.array([[1, 0, 1], [0, 0, 1]])
    puzzle = read_npy(npy(np.array(cells, dtype, order=order)))
    assert puzzle == Puzzle.grid(cells)
    assert puzzle.name == "n"


@given(
    arrays(np.uint8, st.tuples(st.integers(1, 5), st.integers(1, 200)), elements=st.integers(0, 4)),
    st.booleans(),
    st.integers(1, 300),
)
def test_blocks_of_any_size_and_both_orders(cells, transposed, block_bytes):
    whole, module._BLOCK_BYTES = module._BLOCK_BYTES, block_bytes
    try:
        for states, values in ((2, cells % 2), (5, cells)):
            written = values.T if transposed else values
            data = npy(np.asfortranarray(written) if transposed else written)
            assert read_npy(data, states=states).start == Board.from_array(written, states)
    finally:
        module._BLOCK_BYTES = whole


@given(st.sampled_from([2, 3, 256, 257]), st.data())
def test_boards_written_read_back(states, data):
    shape = data.draw(st.tuples(st.integers(1, 4), st.integers(1, 131)))
    cells = data.draw(arrays(np.uint16, shape, elements=st.integers(0, states - 1)))
    board = Board.from_array(cells, states)
    plain, archive = io.BytesIO(), io.BytesIO()
    write_npy(board, plain)
    write_npz(board, archive)
    assert read_npy(plain.getvalue(), states=states).start == board
    assert read_npz(archive.getvalue()).start == board
    assert np.array_equal(np.load(io.BytesIO(plain.getvalue())), cells)


def test_numpy_reads_packed_archives():
    board = Board.parse("110010101/000000001")
    stream = io.BytesIO()
    write_npz(board, stream)
    loaded = np.load(io.BytesIO(stream.getvalue()))
    cells = np.unpackbits(loaded["board"], axis=1, count=int(loaded["cols"]), bitorder="little")
    assert np.array_equal(cells, board.to_array())


def test_an_archive_with_everything():
    weights = np.array([[1.5, 2], [0.1, 4]])
    data = npz(board=[[1, 2], [0, 1]], target=[[2, 2], [2, 2]], forbidden=[[0, 1], [0, 0]], weights=weights, states=3)
    expected = Puzzle.grid("12/01", states=3, target="on").with_weights([[1.5, 2], ["0.1", 4]]).forbid([(0, 1)])
    assert read_npz(data) == expected
    assert (
        read_npz(data, rule="king", wrap="torus", states=4).effects == Puzzle.grid("12/01", "king", "torus", 4).effects
    )
    by_columns = npz(board=[[1, 0], [0, 1]], weights=np.asfortranarray([[1, 2], [3, 4]]))
    assert read_npz(by_columns).costs().tolist() == [1, 2, 3, 4]


def test_packed_archives():
    rng = np.random.default_rng(0)
    cells = rng.integers(0, 2, (3, 3, 75))
    board, target, forbidden = np.packbits(cells, axis=2, bitorder="little")
    puzzle = read_npz(npz(board=board, target=target, forbidden=forbidden, cols=75))
    assert puzzle == Puzzle.grid(cells[0], target=cells[1]).forbid(map(tuple, np.argwhere(cells[2])))


def test_compressed_archives():
    stream = io.BytesIO()
    np.savez_compressed(stream, board=[[1, 0]])
    assert read_npz(stream.getvalue()) == Puzzle.grid("10")


def forged(shape, descr="|u1", body=b""):
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": descr, "fortran_order": False, "shape": shape})
    return stream.getvalue() + body


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is no .npy array that can be read: EOF"),
        (b"10\n01\n", "is no .npy array that can be read"),
        (npy([[1]])[:20], "is no .npy array that can be read"),
        (b"\x93NUMPY\x01\x00\x08\x00" + b"{[(" + b" " * 5, "is no .npy array that can be read"),
        (b"\x93NUMPY\x03\x00" + b" " * 80, "version 3.0 of the format is only for tables of records"),
        (b"\x93NUMPY\x09\x00" + b" " * 80, "is no .npy array that can be read"),
        (npy([[1, 0]])[:-1], "is cut short: its array has fewer bytes than its header says"),
        (npy([[1, 0]]) + b"x", "goes on after its array"),
        (npy([1, 0]), "has shape (2,); it must be 2-d, rows by columns"),
        (npy([[[1]]]), "has shape (1, 1, 1)"),
        (npy(np.zeros((0, 3), np.uint8)), "board size 0x3: rows and columns must be at least 1"),
        (npy([[0, 2]]), "a cell is 2; states go from 0 to 1"),
        (npy([[0, -1]]), "a cell is -1; states go from 0 to 1"),
        (npy(np.array([[0, 255]], np.uint8)), "packed rows need the array 'cols' beside them, in a .npz"),
        (npy(np.array([[0, 2]], np.uint8, order="F").T.copy("F")), "a cell is 2"),
        (forged((1, 2), "|b1", b"\0\2"), "a cell is 2"),
        (npy([[0.0, 1.0]]), "holds float64; save whole numbers, such as dtype uint8"),
        (npy([["a"]]), "holds <U1"),
        (npy(np.zeros((1, 1), [("a", "u1")])), "save whole numbers"),
        (npy(np.array([[None]]), allow_pickle=True), "holds pickled objects, which are never read"),
        (forged((10**6, 10**6)), "1,000,000,000,000 cells, at most"),
        (forged((10**4, 10**4)), "is cut short"),
        (forged((-1, 5)), "board size -1x5"),
    ],
)
def test_broken_arrays(data, message):
    with pytest.raises(InputError) as caught:
        read_npy(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def bad_member(data):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("board.npy", data)
    return stream.getvalue()


def damaged():
    data = bytearray(npz(board=np.ones((50, 50), np.uint8)))
    data[600] ^= 2
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is no .npz archive that can be read"),
        (b"PK\x03\x04" + b"0" * 100, "is no .npz archive that can be read"),
        (npz(board=[[1]])[:-30], "is no .npz archive that can be read"),
        (npz(board=[[1]])[2:], "is no .npz archive that can be read: negative seek value"),
        (damaged(), "is no .npz archive that can be read: Bad CRC-32"),
        (bad_member(b"junk"), "array 'board': is no .npy array that can be read"),
        (bad_member(forged((10**4, 10**4))), "array 'board': is cut short"),
        (
            npz(bord=[[1]]),
            "unknown array 'bord'; available: board, cols, forbidden, states, target, weights; did you mean",
        ),
        (npz(target=[[1]]), "no array 'board' in the archive"),
        (npz(board=[[1]], states="x"), "array 'states': holds <U1 of shape (); it must be one whole number"),
        (npz(board=[[1]], states=[2, 3]), "array 'states': holds int64 of shape (2,)"),
        (npz(board=[[1]], states=1), "states 1: must be a whole number from 2"),
        (npz(board=[[2]]), "array 'board': a cell is 2"),
        (npz(board=[[1]], target=[[2]]), "array 'target': a cell is 2"),
        (npz(board=[[1]], target=[[1, 1]]), "target is 1x2; it must be 1x1"),
        (npz(board=[[1]], forbidden=[[2]]), "array 'forbidden': a cell is 2"),
        (npz(board=[[1]], forbidden=[[0, 1]]), "forbidden is 1x2; it must be 1x1"),
        (npz(board=[[1]], weights=[[-1.5]]), "weight at 0,0: -1.5 must not be negative"),
        (npz(board=[[1]], weights=[[np.nan]]), "weight at 0,0: nan must be a finite decimal"),
        (npz(board=[[1]], weights=[1]), "array 'weights': has shape (1,)"),
        (npz(board=[[1]], weights=[[1, 2]]), "weights: 1 rows of 2 numbers; the buttons are 1 rows of 1"),
        (npz(board=[["a"]], weights=[["a"]]), "array 'board': holds <U1"),
        (npz(board=[[1]], weights=[["a"]]), "array 'weights': holds <U1; save numbers"),
        (npz(board=[[1]], cols=1), "packed rows of 1 cells are uint8 in C order of shape (1, 1)"),
        (npz(board=np.zeros((2, 2), np.uint8), cols=17), "of shape (2, 3)"),
        (npz(board=np.zeros((2, 2), np.uint8), cols=0), "board size 2x0"),
        (npz(board=np.zeros((2, 2), np.uint8), cols=9, states=3), "packed boards have two"),
    ],
)
def test_broken_archives(data, message):
    with pytest.raises(InputError) as caught:
        read_npz(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_weights_beyond_memory():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("board.npy", npy([[1]]))
        archive.writestr("weights.npy", forged((2**15, 2**15)))
    with pytest.raises(InputError, match="array 'weights': has 32,768 x 32,768 numbers; at most 4,194,304 are read"):
        read_npz(stream.getvalue())


def test_headers_of_python_2_are_read_without_a_word(recwarn):
    old = npy(np.array([[1, 0]], np.uint8)).replace(b"(1, 2)", b"(1L, 2L)").replace(b"    \n", b"  \n")
    assert str(read_npy(old).start) == "10"
    assert not recwarn.list

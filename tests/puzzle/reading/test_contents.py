"""What files and standard input hold: every kind, its limits, and one clear line for what is none."""

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading_harness import error_of, stdin

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.files import inputs
from lo_opt.puzzle.files.writing import write_board
from lo_opt.puzzle.reading import Changes, read_puzzle


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("b.txt", b"10\n01\n"),
        ("b", b"#.\n.#\n"),
        ("b.board", b"\xef\xbb\xbf10\r\n01\r\n"),
        ("mac.txt", b"10\r01\r"),
        ("b.toml", b'board = ["10", "01"]'),
        ("B.TOML", b'\xef\xbb\xbfboard = [\r\n"10",\r\n"01"]\r\n'),
        ("b.pbm", b"P1 2 2 1001"),
    ],
)
def test_files(folder, name, data):
    (folder / name).write_bytes(data)
    for path in (f"./{name}", name, str(folder / name), folder / name):
        puzzle = read_puzzle(path)
        assert puzzle == Puzzle.grid("10/01")
        assert puzzle.name == Path(name).stem


@pytest.mark.parametrize(
    "data",
    [
        b"10\n01",
        b"#.\n.#",
        b"##\n\n##",
        b"10/01\n",
        b'board = ["10", "01"]',
        b"# c = 1\nboard = [[1, 0], [0, 1]]",
        b"P1 2 2 1001",
    ],
)
def test_standard_input(data):
    expected = "11/11" if data.startswith(b"##") else "10/01"
    assert read_puzzle("-", stdin=stdin(data)) == Puzzle.grid(expected)


def test_standard_input_of_the_process(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stdin(b"10")))
    assert read_puzzle("-") == Puzzle.grid("10")
    monkeypatch.setattr("sys.stdin", None)
    assert error_of("-") == "standard input is closed; name a file"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "standard input: empty, there are no cells in it"),
        (b"10\n1x", "standard input:2:2: unknown symbol 'x'"),
        (b"\x93NUMPY\x00", "standard input: is not text"),
        (b"bord = 3", "standard input: unknown key 'bord'"),
        (b"P4 2 2\n", "standard input: is cut short"),
        (b"P5 2 2\n", "standard input:1:1: unknown symbol 'P'"),
    ],
)
def test_mistakes_on_standard_input(data, message):
    assert message in error_of("-", stdin=stdin(data))


def test_texts_beyond_the_limit(folder, monkeypatch):
    monkeypatch.setattr(inputs.read_bytes, "__defaults__", (3,))
    (folder / "b.txt").write_text("1111")
    cure = "larger than 0 MiB of text; write boards of that size as .pbm, .npy or .npz"
    assert error_of("b.txt") == f"b.txt: {cure}"
    assert error_of("-", stdin=stdin(b"1111")) == f"standard input: {cure}"
    assert read_puzzle("-", stdin=stdin(b"111")) == Puzzle.grid("111")


def test_endless_standard_input_is_not_read_to_its_end():
    class Endless(io.RawIOBase):
        given = 0

        def read(self, size=-1):
            self.given += 100
            return b"1" * 100

    endless = Endless()
    with pytest.raises(InputError, match="larger than 0 MiB"):
        inputs.read_bytes(endless, 1000)
    assert endless.given <= 1200


def test_files_that_may_not_be_read(folder, monkeypatch):
    (folder / "b.txt").write_text("10")

    def denied(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", denied)
    assert error_of("b.txt") == "b.txt cannot be read: permission denied"


def test_a_disk_that_fails(folder):
    class Failing(io.RawIOBase):
        def read(self, size=-1):
            raise OSError(5, "Input/output error")

    assert error_of("-", stdin=Failing()) == "standard input: cannot be read: input/output error"


def test_bitmaps_have_two_states():
    assert "states 3: a bitmap has two" in error_of("-", Changes(states=3), stdin=stdin(b"P1 1 1 1"))


def test_file_names_that_garble_a_message(folder):
    (folder / "a\tb").write_text("x")
    assert error_of("a\tb").startswith("'a\\tb':1:1: unknown symbol 'x'")


def test_large_boards_in_every_form(folder):
    board = Board.from_array(np.random.default_rng(0).integers(0, 2, (700, 3001)))
    for suffix in ("txt", "npy", "npz", "pbm"):
        write_board(board, folder / f"b.{suffix}")
        assert read_puzzle(f"b.{suffix}").start == board


@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_any_contents_are_a_puzzle_or_one_clear_line(data):
    try:
        read_puzzle("-", stdin=stdin(data))
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017

"""What a PUZZLE is: every form, their order, and one clear line for everything that is none."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading_harness import error_of, stdin

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.reading import Changes, read_puzzle


def test_one_word_and_recipes():
    assert read_puzzle("110/010") == Puzzle.grid("110/010")
    assert read_puzzle(".#/#.") == Puzzle.grid("01/10")
    assert read_puzzle("#") == Puzzle.grid("1")
    assert read_puzzle("012", Changes(states=3)) == Puzzle.grid("012", states=3)
    assert read_puzzle("lit:2x3") == Puzzle.grid("111/111")
    assert read_puzzle("lit:2x3", Changes(states=4)) == Puzzle.grid("333/333", states=4)
    assert read_puzzle("lit:2x3").name == "lit:2x3"


def test_ten_thousand_square_costs_its_board_alone():
    puzzle = read_puzzle("lit:10000x10000")
    assert puzzle.start.data.nbytes + puzzle.target.data.nbytes == 2 * 10_000 * 157 * 8


def test_several_lines_are_the_contents_of_a_file():
    assert read_puzzle("\n  .#\n  #.\n") == Puzzle.grid("01/10")
    assert read_puzzle('rule = "x"\nboard = "on"\nrows = 1\ncols = 2') == Puzzle.grid("11", "x")
    assert error_of("10\n1").startswith("line 2: 1 cell, but line 1 has 2")


def test_shipped_boards():
    assert read_puzzle("article-5x5").start == Board.parse("11011/01000/10101/00010/10110")
    assert read_puzzle("fixed-4x4").known_cost == 5


def test_declared_symbols(folder):
    symbols = ("■", "□")
    expected = Puzzle.grid("10/01")
    (folder / "b.txt").write_text("■ □\n□ ■\n", "utf-8")
    assert read_puzzle("b.txt", symbols=symbols) == expected
    assert read_puzzle("-", symbols=("=", "P"), stdin=stdin(b"=P\nP=")) == expected
    assert read_puzzle("■□/□■", symbols=symbols) == expected
    assert read_puzzle("■□/□■", Changes(target="■■/□□"), symbols=symbols) == Puzzle.grid("10/01", target="11/00")
    assert "b.txt:1:1: unknown symbol '■'; cells are 'X' (on) or 'O' (off)" in error_of("b.txt", symbols=("X", "O"))
    assert "declared for both" in error_of("b.txt", symbols=("X", "X"))
    (folder / "c.toml").write_text('board = ["1"]')
    for text in ("lit:2x2", "article-5x5", "c.toml"):
        assert "is not written in rows of symbols; leave out the declared on and off" in error_of(text, symbols=symbols)


def test_words_that_are_also_files_are_refused(folder):
    for name in ("101", "article-5x5"):
        (folder / name).write_text("1")
    assert error_of("101") == "'101' is a board in one word, but also an existing file; write ./101 for the file"
    assert error_of("article-5x5").startswith(
        "'article-5x5' is a shipped board, but also an existing file; write ./art"
    )
    assert read_puzzle("./101") == read_puzzle(Path("101")) == read_puzzle("./article-5x5") == Puzzle.grid("1")
    (folder / "12").write_text("1")  # no word of two states, so the file and nothing else
    assert read_puzzle("12") == Puzzle.grid("1")
    assert "is a board in one word, but also an existing file" in error_of("12", Changes(states=3))
    (folder / "11").mkdir()  # a directory can be no puzzle
    assert read_puzzle("11") == Puzzle.grid("11")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty PUZZLE; expected a file, -, rows such as 110/010, lit:5x5"),
        ("  ", "empty PUZZLE"),
        ("110/01", "'110/01': row 2: 2 cells, but row 1 has 3; rows must be equally long"),
        ("120/010", "'120/010': row 1, column 2: unknown symbol '2'; cells are 0 or 1"),
        ("lit:5", "must be ROWSxCOLS"),
        ("lit:0x0", "rows and columns must be at least 1"),
        ("lit:1000000x1000000", "at most 8,589,934,592 are allowed"),
        ("random:5x5:x", "the seed 'x' must be a whole number"),
        ("artcle-5x5", "no file artcle-5x5; did you mean article-5x5?; expected a file, -, rows such as"),
        ("boarb.txt", "no file boarb.txt; did you mean board.txt?"),
        ("sub/boarb.txt", "no file sub/boarb.txt; did you mean sub/board.txt?"),
        ("nowhere/b.txt", "no file nowhere/b.txt; expected"),
        ("board.txt/x", "no file board.txt/x: part of its path is not a directory"),
        (".", ". is a directory; expected a file"),
        ("..", ".. is a directory"),
        ("sub", "sub is a directory"),
        ("sub.toml", "sub.toml is a directory"),
        ("pipe", "pipe is not a regular file; to read a pipe or a device, send it to standard input and name -"),
        ("/dev/null", "/dev/null is not a regular file"),
        ("a\0b", "'a\\x00b' cannot be a file name: embedded null byte"),
        ("a" * 5000, "cannot be read: file name too long"),
        ("a/" * 5000, "cannot be read: file name too long"),
        ("empty.txt", "empty.txt: empty, there are no cells in it; write one line of 0 and 1 a row"),
        ("blank.txt", "blank.txt: empty"),
        ("empty.toml", "empty.toml: no board: write board = "),
        ("ragged.txt", "ragged.txt:3: 1 cell, but ragged.txt:1 has 2"),
        ("unknown.txt", "unknown.txt:2:3: unknown symbol 'x'"),
        ("toml.txt", "toml.txt: holds '=', which no row of cells does; name a TOML document .toml"),
        ("nul.txt", "nul.txt: is not text: a null byte at byte 2; a binary board is named .pbm, .npy or .npz"),
        ("latin.txt", "latin.txt: line 2: byte 0xe9 is not UTF-8 text; save it as UTF-8"),
        ("utf16.txt", "utf16.txt: is text in UTF-16; save it as UTF-8"),
        ("nul.toml", "nul.toml: is not text"),
        ("broken.toml", "broken.toml: broken TOML: "),
        ("bad.npy", "bad.npy: is no .npy array"),
        ("bad.npz", "bad.npz: is no .npz archive"),
        ("bad.pbm", "bad.pbm: is no portable bitmap"),
    ],
)
def test_what_is_no_puzzle(folder, text, message):
    (folder / "sub").mkdir()
    (folder / "sub.toml").mkdir()
    os.mkfifo(folder / "pipe")
    for name, data in {
        "board.txt": b"10",
        "sub/board.txt": b"10",
        "empty.txt": b"",
        "blank.txt": b"\xef\xbb\xbf \n\n",
        "empty.toml": b"",
        "ragged.txt": b"10\n\n1\n",
        "unknown.txt": b"10\n1 x\n",
        "toml.txt": b'board = ["10"]',
        "nul.txt": b"10\0",
        "latin.txt": b"10\n\xe9",
        "utf16.txt": "10".encode("utf-16"),
        "nul.toml": b"\0",
        "broken.toml": b"a = [",
        "bad.npy": b"10",
        "bad.npz": b"10",
        "bad.pbm": b"10",
    }.items():
        (folder / name).write_bytes(data)
    found = error_of(text)
    assert message in found
    assert len(found) < 400


@given(
    st.text(max_size=12) | st.from_regex(r"(lit|random):[0-9x:]{0,9}", fullmatch=True) | st.from_regex(r"[01.#/]{1,9}")
)
def test_any_word_is_a_puzzle_or_one_clear_line(text):
    try:
        read_puzzle(text, stdin=stdin(b"10"))
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017 - most words are none, some are puzzles
    except MemoryError:
        assert text.startswith(("lit:", "random:"))

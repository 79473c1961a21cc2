"""What a PUZZLE is: every form, their order, the options on top, and one clear line for everything that is none."""

import io
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle, inputs
from lo_opt.puzzle.reading import Changes, read_puzzle


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def error_of(text, changes=None, **kwargs):
    with pytest.raises(InputError) as caught:
        read_puzzle(text, changes or Changes(), **kwargs)
    message = str(caught.value)
    assert "\n" not in message
    assert "\0" not in message
    return message


def stdin(data):
    return io.BytesIO(data)


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


def test_changes_come_on_top(folder):
    (folder / "b.toml").write_text(
        'rule = "x"\nwrap = "rows"\nboard = ["10", "01"]\ntarget = "on"\nweights = [[1, 2], [3, 4]]\n'
        "forbidden = [[0, 0]]\nknown.cost = 9\n"
    )
    plain = read_puzzle("b.toml")
    assert plain.known_cost == 9
    changed = read_puzzle("b.toml", Changes("king", "torus", 3, "off", "1 1/1 0.5", "1,1"))
    expected = Puzzle.grid("10/01", "king", "torus", 3).with_weights([[1, 1], [1, "0.5"]]).forbid([(0, 0), (1, 1)])
    assert changed == expected
    assert changed.known_cost is None
    assert read_puzzle("b.toml", Changes(rule="x")).known_cost is None
    assert read_puzzle("b.toml", Changes(target="01/01")).target == Board.parse("01/01")
    assert read_puzzle("b.toml", Changes(target="#./..")).target == Board.parse("10/00")


def test_weights_from_a_file_or_a_text(folder):
    (folder / "w.txt").write_bytes(b"\xef\xbb\xbf1 0.5\r\n\r\n2,3\r\n")
    expected = Puzzle.grid("10/01").with_weights([[1, 0.5], [2, 3]])
    for weights in ("w.txt", "./w.txt", "1 0.5/2 3", "1 0.5\n2,3", str(folder / "w.txt")):
        assert read_puzzle("10/01", Changes(weights=weights)) == expected


def test_listed_buttons_take_numbers(folder):
    text = 'lights = "11"\nbuttons = [[0], [1], [0, 1]]'
    changed = read_puzzle("-", Changes(weights="1 2 3", forbid="0 2"), stdin=stdin(text.encode()))
    assert changed == Puzzle.from_buttons("11", [[0], [1], [0, 1]]).with_weights([[1, 2, 3]]).forbid([(0, 0), (0, 2)])
    assert "no rule or wrap can replace them" in error_of("-", Changes(rule="x"), stdin=stdin(text.encode()))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rule": "plos"}, "unknown rule 'plos'; available: "),
        ({"wrap": "tours"}, "did you mean 'torus'?"),
        ({"states": 1}, "states 1: must be a whole number from 2 to 32768"),
        ({"states": 10**6}, "states 1000000"),
        ({"target": "101"}, "target is 1x3; it must be 2x2"),
        ({"target": "1x/11"}, "target '1x/11': row 1, column 2: unknown symbol 'x'"),
        ({"target": ""}, "target '': row 1: no cells"),
        ({"weights": ""}, "weights: empty; give rows of numbers"),
        ({"weights": "1 2"}, "weights: 1 rows of 2 numbers; the buttons are 2 rows of 2"),
        ({"weights": "1 nan/2 3"}, "weight at 0,1: 'nan' must be a finite decimal number"),
        ({"weights": "nan nan/2 3"}, "weight at 0,0: 'nan' must be a finite decimal number"),
        ({"weights": "1 -2/3 4"}, "weight at 0,1: '-2' must not be negative"),
        ({"weights": "w.txt"}, "no file w.txt; did you mean v.txt?; expected rows of numbers, such as '1 2 / 0.5 1'"),
        ({"weights": "v.txt"}, "v.txt: weight at 1,0: 'x' must be a finite decimal number"),
        ({"weights": "empty.txt"}, "empty.txt: weights: empty"),
        ({"weights": "5"}, "weights '5' are numbers, but also the name of a file; write ./5 for the file"),
        ({"weights": "binary"}, "binary: is not text: a null byte at byte 1"),
        ({"forbid": "2,0"}, "forbidden cell 2,0 is off the board; rows are 0..1, columns 0..1"),
        ({"forbid": "0,-1"}, "forbidden cell 0,-1 is off the board"),
        ({"forbid": "1"}, "forbidden cell '1': must be row,column such as 0,3, counted from 0"),
        ({"forbid": "a,b"}, "forbidden cell 'a,b': must be row,column"),
    ],
)
def test_mistakes_in_options(folder, changes, message):
    (folder / "v.txt").write_text("1 2\nx 4")
    (folder / "empty.txt").write_text("\n")
    (folder / "5").write_text("1 2\n3 4")
    (folder / "binary").write_bytes(b"1\0")
    with pytest.raises(InputError) as caught:
        read_puzzle("10/01", Changes(**changes))
    assert message in str(caught.value)


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
    from lo_opt.puzzle.writing import write_board

    board = Board.from_array(np.random.default_rng(0).integers(0, 2, (700, 3001)))
    for suffix in ("txt", "npy", "npz", "pbm"):
        write_board(board, folder / f"b.{suffix}")
        assert read_puzzle(f"b.{suffix}").start == board


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


@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_any_contents_are_a_puzzle_or_one_clear_line(data):
    try:
        read_puzzle("-", stdin=stdin(data))
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017

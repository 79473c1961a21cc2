"""Options on top of what a puzzle says, and one clear line for each that does not fit."""

import pytest
from reading_harness import error_of, stdin

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.reading import Changes, read_puzzle


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

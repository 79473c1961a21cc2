"""TOML: every key, the round trip, and one clear line for every mistake."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.errors import InputError
from lo_opt.puzzle import Board, ButtonEffects, Puzzle
from lo_opt.puzzle.files.changes import Changes
from lo_opt.puzzle.rules import Pattern
from lo_opt.puzzle.toml import puzzle_from_toml, to_toml

BOARD = 'board = ["10", "01"]\n'


@pytest.mark.parametrize(
    "board",
    [
        '["10", "01"]',
        '["#.", ".#"]',
        '["1 0", "0 1"]',
        '"""\n10\n01\n"""',
        "'''\n  #.\n  .#\n'''",
        '"10/01"',
        "[[1, 0], [0, 1]]",
    ],
)
def test_every_form_of_a_board(board):
    assert puzzle_from_toml(f"board = {board}") == Puzzle.grid("10/01")


def test_every_key():
    puzzle = puzzle_from_toml("""
        name = "n"
        source = "s"
        known.cost = 1.5
        rule = "king"
        wrap = "rows"
        states = 3
        rows = 2
        cols = 3
        board = ["120", "000"]
        mask = ["###", "#.#"]
        target = [[2, 2, 2], [1, 0, 1]]
        weights = [[1, "0.25", 0.1], [1, 1, 1]]
        forbidden = ["..#", "#.."]
    """)
    expected = Puzzle.grid("120/000", "king", "rows", 3, target="222/101", holes=Board.parse("000/010"))
    expected = expected.with_weights([[1, "0.25", "0.1"], [1, 1, 1]]).forbid([(0, 2), (1, 0)])
    assert puzzle == expected
    assert (puzzle.name, puzzle.source, puzzle.known_cost) == ("n", "s", Fraction(3, 2))


def test_boards_all_on_or_off():
    assert puzzle_from_toml('board = "on"\nrows = 2\ncols = 3\nstates = 4').start == Board.filled(2, 3, 3, 4)
    assert puzzle_from_toml('board = "off"\nrows = 2\ncols = 3\ntarget = "on"').target == Board.filled(2, 3, 1)
    masked = puzzle_from_toml('board = "on"\nrows = 1\ncols = 3\nmask = ["#.#"]')
    assert str(masked.start) == "101"
    assert puzzle_from_toml(BOARD + 'mask = ["##", "##"]').layout.holes is None


def test_weights_in_every_form():
    for weights in ("[[1, 2.5], [0, 3]]", '["1 2.5", "0, 3"]', '"""\n1 2.5\n0 3\n"""', '[["1", "2.5"], ["0", "3"]]'):
        assert puzzle_from_toml(BOARD + f"weights = {weights}").costs().tolist() == [2, 5, 0, 6]


def test_decimals_are_exact():
    assert puzzle_from_toml('board = ["1"]\nweights = [[0.1]]').weight_denominator == 10


def test_forbidden_in_every_form():
    for forbidden in ('["#.", ".."]', '["10", "00"]', '"""\n#.\n..\n"""', "[[0, 0]]"):
        assert str(puzzle_from_toml(BOARD + f"forbidden = {forbidden}").forbidden) == "10/00"
    assert puzzle_from_toml(BOARD + "forbidden = []").forbidden is None


def test_listed_buttons():
    text = 'states = 3\nlights = "0110"\nbuttons = [[3], [1, 1, 3], {0 = 2, 2 = 1}, []]\n'
    puzzle = puzzle_from_toml(text + 'weights = [1, 0.5, 2, 1]\nforbidden = [0, 3]\ntarget = "on"')
    expected = Puzzle.from_buttons("0110", [[3], [1, 1, 3], {0: 2, 2: 1}, []], 3, target="on")
    assert puzzle == expected.with_weights([[1, "0.5", 2, 1]]).forbid([(0, 0), (0, 3)])
    for lights in ("[0, 1, 1, 0]", '["0110"]', "[[0, 1, 1, 0]]"):
        assert puzzle_from_toml(f"lights = {lights}\nbuttons = [[3]]") == Puzzle.from_buttons("0110", [[3]])


def test_changes_come_before_the_document():
    changes = Changes(rule="king", wrap="torus", states=3)
    assert puzzle_from_toml('rule = "x"\nstates = 2\n' + BOARD, changes) == Puzzle.grid("10/01", "king", "torus", 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board = [", "broken TOML: "),
        ("a = 1\nb == 2", "(at line 2, column 4)"),
        ("board = " + "[" * 5000, "nested too deeply"),
        ("rows = " + "9" * 5000, "a number is too large to be read"),
        ("rows = 1e99999999999999999999", "a number is too large to be read"),
        ("bord = 3", "unknown key 'bord'; available: board, buttons, "),
        ("bord = 3", "did you mean 'board'?"),
        ('name = 3\nboard = ["1"]', "name: 3 is a whole number; it must be a string"),
        ('rule = ["plus"]\nboard = ["1"]', "rule: ['plus'] is an array; it must be a name, or a table"),
        ('rule = "plos"\nboard = ["1"]', "unknown rule 'plos'"),
        ('wrap = "x"\nboard = ["1"]', "unknown wrap 'x'"),
        ('states = 1\nboard = ["1"]', "states: 1 must be a whole number from 2 to 32768"),
        ('states = "2"\nboard = ["1"]', "states: '2' must be a whole number"),
        ('states = 2.5\nboard = ["1"]', "states: 2.5 must be a whole number"),
        ('states = true\nboard = ["1"]', "states: true must be a whole number"),
        ("", "no board: write board = "),
        ('board = "on"', 'board: "on" needs rows and cols'),
        (f'board = "on"\nrows = {10**30}\ncols = 2', f"rows: {10**30} must be a whole number from 1 to"),
        ('board = "on"\nrows = 0\ncols = 2', "rows: 0 must be a whole number from 1"),
        ('board = "on"\nrows = 1000000\ncols = 1000000', "1,000,000,000,000 cells, at most"),
        (BOARD + "rows = 3", "rows: 3, but the board has 2; leave rows out"),
        (BOARD + 'cols = "2"', "cols: '2', but the board has 2"),
        ("board = 3", "board: 3 must be an array"),
        ("board = []", "board: row 1: no cells"),
        ("board = [[]]", "board: row 1: no cells"),
        ('board = ""', "board: the text: empty"),
        ('board = ["10", "1"]', "board: row 2: 1 cell, but row 1 has 2; rows must be equally long"),
        ('board = ["10", "1x"]', "board: row 2, column 2: unknown symbol 'x'"),
        ('board = ["10/01"]', "board: row 1, column 3: unknown symbol '/'"),
        ('board = """\n10\n1x\n"""', "board: line 2, column 2: unknown symbol 'x'"),
        ("board = [[1, 0], [1]]", "board: row 2: 1 cell, but row 1 has 2"),
        ("board = [[1, 2]]", "board: row 1, column 2: 2 must be a whole number from 0 to 1"),
        ("board = [[1, -1]]", "board: row 1, column 2: -1 must be"),
        ("board = [[1, true]]", "board: row 1, column 2: true must be"),
        ("board = [[1, 0.5]]", "board: row 1, column 2: 0.5 must be"),
        ("board = [[1, [0]]]", "board: row 1, column 2: an array must be a whole number"),
        ('board = ["10", [1, 0]]', "board: row 1: '10' must be an array"),
        (BOARD + 'target = ["1"]', "target is 1x1; it must be 2x2"),
        (BOARD + "target = 1979-05-27", "target: datetime.date(1979, 5, 27) must be an array"),
        (BOARD + 'mask = ["#."]', "mask is 1x2, the board 2x2"),
        (BOARD + 'mask = ["..", "##"]', "board: cell 0,0 is not off, but the mask has a hole there"),
        (BOARD + 'mask = ["##", ".#"]\ntarget = ["11", "11"]', "target: cell 1,0 is not off, but the mask has a hole"),
        (BOARD + "weights = [[1, 2]]", "weights: 1 rows of 2 numbers; the buttons are 2 rows of 2"),
        (BOARD + "weights = [[1, 2], [3, -4]]", "weight at 1,1: -4 must not be negative"),
        (BOARD + "weights = [[1, nan], [3, 4]]", "weight at 0,1: NaN must be a finite decimal number"),
        (BOARD + 'weights = [[1, "x"], [3, 4]]', "weight at 0,1: 'x' must be a finite decimal number"),
        (BOARD + "weights = [[1, 1e-400], [3, 4]]", "weight at 0,1: 1E-400 must be a finite decimal"),
        (BOARD + "weights = [[1, true], [3, 4]]", "weight at 0,1: True must be"),
        (BOARD + "weights = [[1, 2], 3]", "weights: row 2: 3 must be an array"),
        (BOARD + "weights = 3", "weights: 3 must be an array"),
        (BOARD + "forbidden = [[2, 0]]", "forbidden cell 2,0 is off the board"),
        (BOARD + "forbidden = [[0]]", "forbidden cell [0] must be [row, column]"),
        (BOARD + "forbidden = [0]", "forbidden cell: 0 must be an array"),
        (BOARD + 'forbidden = [["a", 0]]', "forbidden cell: 'a' must be a whole number"),
        (BOARD + 'forbidden = ["#"]', "forbidden is 1x1; it must be 2x2"),
        (BOARD + 'forbidden = ["#.", ".x"]', "forbidden: row 2, column 2: unknown symbol 'x'"),
        (BOARD + "forbidden = 3", "forbidden: 3 must be an array"),
        (BOARD + "known = 3", "known: 3 must be a table; write known.cost = 11"),
        (BOARD + "known.costs = 3", "unknown key 'known.costs'; available: known.cost; did you mean 'known.cost'?"),
        (BOARD + "known.cost = -3", "known.cost: -3 must not be negative"),
        (BOARD + 'known.cost = "x"', "known.cost: 'x' must be a finite decimal"),
        (BOARD + 'lights = "10"', "lights: goes with buttons; on a grid write board"),
        ("buttons = [[0]]", "no lights: with buttons write one row of states"),
        ('buttons = [[0]]\nboard = ["11"]', "1 buttons for 2 cells; every cell needs its button"),
        ('buttons = [[0]]\nboard = ["1"]\nlights = "1"', "lights: the board has them already"),
        ('buttons = [[0]]\nlights = "1"\nrule = "x"', "rule: goes with a grid"),
        ('buttons = [[0]]\nlights = "1/0"', "lights: 2 rows; it must be one"),
        ('buttons = []\nlights = "1"', "buttons: empty; list the lights of at least one button"),
        ('buttons = 3\nlights = "1"', "buttons: 3 must be an array"),
        ('buttons = [3]\nlights = "1"', "button 0: 3 must be an array"),
        ('buttons = [[0], [1]]\nlights = "1"', "button 1: light 1 does not exist; lights are 0..0"),
        ('buttons = [[-1]]\nlights = "1"', "button 0: -1 must be a whole number from 0"),
        (f'buttons = [[{10**30}]]\nlights = "1"', "must be a whole number from 0 to"),
        ('buttons = [["a"]]\nlights = "1"', "button 0: 'a' must be a whole number"),
        ('buttons = [{a = 1}]\nlights = "1"', "button 0: 'a' must be the number of a light, as in {0 = 1, 3 = 2}"),
        ('buttons = [{0 = 2}]\nlights = "1"', "button 0, light 0: 2 must be a whole number from 0 to 1"),
    ],
)
def test_mistakes(text, message):
    with pytest.raises(InputError) as caught:
        puzzle_from_toml(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_no_rule_replaces_listed_buttons():
    with pytest.raises(InputError, match="this puzzle lists its buttons; no rule or wrap can replace them"):
        puzzle_from_toml('buttons = [[0]]\nlights = "1"', Changes(rule="plus"))


COSTS = st.one_of(st.integers(0, 99), st.decimals(0, 99, places=3))
TEXTS = st.text(max_size=10)


@st.composite
def grid_puzzles(draw):
    rows, cols, states = draw(st.integers(1, 3)), draw(st.integers(1, 4)), draw(st.sampled_from([2, 3, 36, 100]))

    def table(values):
        return draw(st.lists(st.lists(values, min_size=cols, max_size=cols), min_size=rows, max_size=rows))

    lights = st.integers(0, states - 1)
    holes = Board.from_array(table(st.booleans()))
    puzzle = Puzzle.grid(
        Board.from_array(table(lights), states),
        draw(st.sampled_from(["plus", "king", "row-col"])),
        draw(st.sampled_from(["none", "rows", "cols", "torus"])),
        target=draw(st.sampled_from(["on", "off"])) if draw(st.booleans()) else Board.from_array(table(lights), states),
        holes=holes if holes.count and draw(st.booleans()) else None,
    )
    if draw(st.booleans()):
        puzzle = puzzle.with_weights(table(COSTS))
    return puzzle.forbid(Board.from_array(table(st.booleans())).cells())


@st.composite
def listed_puzzles(draw):
    lights, states = draw(st.integers(1, 5)), draw(st.sampled_from([2, 3, 50]))
    one = st.integers(0, lights - 1)
    amounts = st.dictionaries(one, st.integers(1, states - 1))
    buttons = draw(st.lists(st.lists(one, max_size=4) | amounts, min_size=1, max_size=4))
    start = draw(st.lists(st.integers(0, states - 1), min_size=lights, max_size=lights))
    puzzle = Puzzle.from_buttons(start, buttons, states, target=draw(st.sampled_from(["on", "off"])))
    if draw(st.booleans()):
        puzzle = puzzle.with_weights([draw(st.lists(COSTS, min_size=len(buttons), max_size=len(buttons)))])
    return puzzle.forbid((0, button) for button in draw(st.sets(st.integers(0, len(buttons) - 1))))


@given(grid_puzzles() | listed_puzzles(), TEXTS, TEXTS, st.none() | COSTS)
def test_round_trip(puzzle, name, source, cost):
    puzzle = replace(puzzle, name=name, source=source, known_cost=None if cost is None else Fraction(cost))
    text = to_toml(puzzle)
    back = puzzle_from_toml(text)
    assert back == puzzle
    assert (back.name, back.source, back.known_cost) == (puzzle.name, puzzle.source, puzzle.known_cost)
    assert to_toml(back) == text


def test_amounts_are_written_modulo_the_states():
    effects = ButtonEffects.from_lists([{0: -1, 1: 2}], 2)
    puzzle = Puzzle(effects, Board.parse("00", 3), Board.parse("00", 3))
    back = puzzle_from_toml(to_toml(puzzle))
    assert back.incidence().amounts.tolist() == puzzle.incidence().amounts.tolist() == [2, 2]


def test_what_toml_cannot_hold():
    with pytest.raises(InputError, match="1/3 is no finite decimal"):
        to_toml(Puzzle.grid("1").with_weights([[Fraction(1, 3)]]))
    with pytest.raises(InputError, match="rule 'plus' is not the one registered under that name"):
        to_toml(Puzzle.grid("1", Pattern("plus", "mine", ((0, 0),))))
    with pytest.raises(InputError, match="unknown rule 'mine'"):
        to_toml(Puzzle.grid("1", Pattern("mine", "mine", ((0, 0),))))

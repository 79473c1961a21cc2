"""Lists of buttons and counters: examples, round trips, and one clear line for what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzles import known_values

import lo_opt as lo
from lo_opt.errors import InputError
from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.counters import Counters
from lo_opt.puzzle.files.changes import UNCHANGED, Changes
from lo_opt.puzzle.formats import recognised
from lo_opt.puzzle.formats.button_lists import read, read_counters, to_buttons

LINE = known_values()["button_list_example"]["line"]


@st.composite
def listed_puzzles(draw):
    states, lights = draw(st.integers(2, 12)), draw(st.integers(1, 6))
    start = draw(st.lists(st.integers(0, states - 1), min_size=lights, max_size=lights))
    button = st.lists(st.integers(0, lights - 1), max_size=5)
    return Puzzle.from_buttons(start, draw(st.lists(button, min_size=1, max_size=5)), states)


def matrix(puzzle):
    effects = puzzle.incidence()
    return effects.indptr.tolist(), effects.buttons.tolist(), effects.amounts.tolist()


@given(st.lists(listed_puzzles().filter(lambda puzzle: puzzle.states == 2), min_size=1, max_size=3))
def test_round_trip(puzzles):
    text = "\n".join(map(to_buttons, puzzles))
    found = read(text, UNCHANGED, "")
    assert [puzzle.start for puzzle in found] == [puzzle.start for puzzle in puzzles]
    assert list(map(matrix, found)) == list(map(matrix, puzzles))
    assert recognised(text).name == "buttons"
    assert lo.read_puzzles(text) == found


@given(listed_puzzles())
def test_round_trip_of_more_states(puzzle):
    (found,) = read(to_buttons(puzzle), Changes(states=puzzle.states), "")
    assert (found.start, matrix(found)) == (puzzle.start, matrix(puzzle))


def test_what_must_change_is_written_whatever_the_target():
    puzzle = Puzzle.from_buttons("0110", [[0], [1]], target="1110")
    assert to_buttons(puzzle) == "[#...] (0) (1)"
    assert to_buttons(Puzzle.from_buttons("012", [[0], [1]], 3, target="111")) == "[201] (0) (1)"


def test_grids_and_their_holes():
    assert to_buttons(Puzzle.grid("10")) == "[#.] (0,1) (0,1)"
    assert to_buttons(Puzzle.read("orbix:lit")).startswith("[............] (1,2,3,4,5) (0,2,5,6,10)")
    assert to_buttons(Puzzle.read("orbix")).startswith("[############] ")
    merlin = lo.read_puzzles(to_buttons(Puzzle.read("merlin")))[0]
    assert lo.solve(merlin).cost == 8


@given(st.data())
def test_counters_round_trip(data):
    targets = data.draw(st.lists(st.integers(0, 10**9), min_size=1, max_size=5))
    button = st.lists(st.integers(0, len(targets) - 1), max_size=4)
    counters = Counters.of(targets, data.draw(st.lists(button, min_size=1, max_size=4)))
    lists = ["(" + ",".join(str(c) for c, n in adds for _ in range(n)) + ")" for adds in counters.buttons]
    line = " ".join([*lists, "{" + ",".join(map(str, targets)) + "}"])
    assert read_counters(line) == [counters]
    assert read_counters(f"[{'.' * len(targets)}] {line}") == [counters]


def test_the_published_example():
    (puzzle,) = lo.read_puzzles(LINE)
    assert lo.solve(puzzle).cost == known_values()["button_list_example"]["min_presses"]
    assert puzzle == Puzzle.read("four-lights")


@pytest.mark.parametrize(
    "text", [LINE, f"\n  {LINE}\n\n{LINE} {{1,2,3,4}}\n", "[0110] (3)", "[ # . ] ( 0 , 1 )", "[#] ()"]
)
def test_what_is_recognised(text):
    assert recognised(text).name == "buttons"
    assert lo.read_puzzles(text)


@pytest.mark.parametrize("text", ["[rules]\na = 1", "(0) {3}", "[#]", "#.#", "[[0]]", ""])
def test_what_is_not(text):
    assert recognised(text) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text: empty; a line is [lights]"),
        ("[.#]", "line 1: no buttons"),
        ("(0)", "line 1: no lights in brackets"),
        ("[] (0)", "line 1: no cells"),
        ("[x] (0)", "line 1, column 2: unknown symbol 'x'"),
        ("  [.#/.#] (0)", "line 1, column 6: unknown symbol '/'"),
        ("\n[.#] (2)", "line 2: button 0: light 2 does not exist; lights are 0..1"),
        ("[.#] (-1)", "line 1: light '-1' must be a whole number from 0"),
        ("[.#] (1,)", "line 1: light '' must be a whole number"),
        ("[.#] (9999999999999999999999)", "must be a whole number from 0"),
        ("[.#] (0) [.#]", "line 1: the lights in brackets come first, and once"),
        ("[.#] (0) {1,2} (1)", "line 1: something follows the numbers in braces"),
        ("[.#] (0) {1}", "line 1: 1 numbers in braces for 2 lights"),
        ("[.#] (0) {a,b}", "line 1: number 'a' must be a whole number"),
        ("[.#] (0", "line 1: '(0' is no part of it"),
        ("[.#] (0) 7", "line 1: '7' is no part of it"),
        ("[.#] ((0))", "line 1: '((0))' is no part of it"),
    ],
)
def test_mistakes(text, message):
    with pytest.raises(InputError) as caught:
        read(text, UNCHANGED, "")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[.#] (0)", "line 1: no numbers in braces"),
        ("[.#] (0) {1,2,3}", "line 1: 3 numbers in braces for other lights in brackets"),
        ("(0) {}", "line 1: no counters"),
        ("(1) {1}", "line 1: button 0: counter 1 does not exist; counters are 0..0"),
        ("(0) {1000000001}", "must be a whole number from 0 to 1000000000"),
        ("", "the text: empty"),
    ],
)
def test_mistakes_in_counters(text, message):
    with pytest.raises(InputError) as caught:
        read_counters(text)
    assert message in str(caught.value)


def test_rules_and_what_has_no_words():
    with pytest.raises(InputError, match="no rule or wrap can replace that"):
        read(LINE, Changes(rule="plus"), "")
    for puzzle, what in (
        (Puzzle.grid("11").with_weights([[1, 2]]), "weights"),
        (Puzzle.grid("11").forbid([(0, 0)]), "forbidden buttons"),
        (Puzzle.grid("11").require([(0, 0)]), "required buttons"),
        (Puzzle.grid("11").at_most(1), "limits on presses"),
        (Puzzle.grid("11").with_objective("presses"), "the objective presses"),
    ):
        with pytest.raises(InputError, match=f"format buttons has no words for {what}; write .toml"):
            to_buttons(puzzle)

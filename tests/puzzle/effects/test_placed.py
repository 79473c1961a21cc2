"""Buttons that differ, on the cells of a grid: against plain loops, the geometry they claim, and their text forms."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_lights import RULES, WRAPS, lights_moved
from puzzles import every_solution

import lo_opt as lo
from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Grid, GridEffects, Puzzle, Wrap, rule_named
from lo_opt.puzzle.effects import PlacedEffects
from lo_opt.puzzle.rules import TRIANGLE, MixedRule
from lo_opt.puzzle.toml import puzzle_from_toml, to_toml


def dense(puzzle):
    """Return the effect matrix, lights by buttons."""
    effects = puzzle.incidence()
    matrix = np.zeros((puzzle.light_count, puzzle.button_count), int)
    matrix[effects.lights, effects.buttons] = effects.amounts
    return matrix


def cells_boards(draw, rows, cols, most=1):
    flat = draw(st.lists(st.integers(0, most), min_size=rows * cols, max_size=rows * cols))
    return np.array(flat).reshape(rows, cols)


@st.composite
def mixed_puzzles(draw):
    """Draw (puzzle, lists): buttons with rules of their own, and for each button the lights it meets, by loops."""
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    states, wrap = draw(st.sampled_from([2, 3, 4])), draw(st.sampled_from(WRAPS))
    holes = cells_boards(draw, rows, cols)
    if holes.all():
        holes[0, 0] = 0
    names = draw(st.lists(st.sampled_from(RULES), min_size=1, max_size=3, unique=True))
    symbols = dict(zip("abc", names, strict=False))
    at = [[draw(st.sampled_from(sorted(symbols))) for _ in range(cols)] for _ in range(rows)]
    used = {symbol: symbols[symbol] for symbol in set(itertools.chain(*at))}
    rule = MixedRule.of(["".join(row) for row in at], used)
    start = Board.from_array(cells_boards(draw, rows, cols, states - 1), states)
    masked = Board.from_array(holes) if holes.any() else None
    puzzle = Puzzle.grid(start, rule, wrap, holes=masked)
    lists = []
    for r, c in itertools.product(range(rows), range(cols)):
        met = [] if holes[r, c] else lights_moved(r, c, rows, cols, symbols[at[r][c]], wrap)
        lists.append([i * cols + j for i, j in met if not holes[i, j]])
    return puzzle, lists


@settings(max_examples=150, deadline=None)
@given(mixed_puzzles(), st.integers(0, 2**32))
def test_mixed_rules_against_plain_loops(drawn, seed):
    puzzle, lists = drawn
    matrix = np.zeros((puzzle.light_count, puzzle.button_count), int)
    for button, lights in enumerate(lists):
        for light in lights:
            matrix[light, button] = (matrix[light, button] + 1) % puzzle.states
    np.testing.assert_array_equal(dense(puzzle), matrix)
    x = np.random.default_rng(seed).integers(0, puzzle.states, puzzle.start.shape)
    presses = Board.from_array(x, puzzle.states)
    for found, expected in (
        (puzzle.effects.apply(presses), matrix @ x.ravel()),
        (puzzle.effects.count_at_buttons(presses), matrix.T @ x.ravel()),
    ):
        np.testing.assert_array_equal(found.to_array().ravel(), expected % puzzle.states)


@settings(max_examples=60, deadline=None)
@given(mixed_puzzles())
def test_mixed_rules_and_listed_cells_survive_toml(drawn):
    puzzle, _ = drawn
    assert puzzle_from_toml(to_toml(puzzle)) == puzzle
    if puzzle.layout.wrap == "none":
        listed = Puzzle(PlacedEffects(puzzle.layout, puzzle.effects.buttons), puzzle.start, puzzle.target)
        again = puzzle_from_toml(to_toml(listed))
        assert (again.start, again.layout) == (listed.start, listed.layout)
        np.testing.assert_array_equal(dense(again), dense(listed))


@settings(max_examples=40, deadline=None)
@given(mixed_puzzles())
def test_every_backend_that_takes_them_agrees_with_trying_all_presses(drawn):
    puzzle, lists = drawn
    if puzzle.states ** int(puzzle.pressable().sum()) > 2**10:
        return
    barred = [(r, c) for r, c in puzzle.layout.holes.cells()] if puzzle.layout.holes else []
    expected = min((cost for _, cost in every_solution(puzzle.forbid(barred), lists)), default=None)
    for backend in ("auto", "cpsat"):
        assert lo.solve(puzzle, backend).cost == expected


@pytest.mark.parametrize(("rule", "wrap"), list(itertools.product(RULES, WRAPS)))
def test_a_plain_rule_listed_button_by_button(rule, wrap):
    holes = Board.parse("0100/0001/1000")
    for grid in (Grid(3, 4, Wrap(wrap)), Grid(3, 4, Wrap(wrap), holes)):
        plain, placed = (
            GridEffects(grid, rule_named(rule)),
            PlacedEffects.from_grid(GridEffects(grid, rule_named(rule))),
        )
        for states in (2, 3):
            left, right = plain.incidence(states), placed.incidence(states)
            for name in ("indptr", "buttons", "amounts"):
                np.testing.assert_array_equal(getattr(left, name), getattr(right, name))


def corners(r, c):
    """Return the corner points of triangle (r, c), exactly: up where r + c is even."""
    base = r + 1 if (r + c) % 2 == 0 else r
    tip = r if (r + c) % 2 == 0 else r + 1
    return {(c - 1, base), (c + 1, base), (c, tip)}


def test_triangles_that_share_a_side():
    puzzle = Puzzle.grid(Board.filled(4, 7, 0), "triangle")
    matrix = dense(puzzle)
    cells = list(itertools.product(range(4), range(7)))
    for (i, one), (j, two) in itertools.product(enumerate(cells), repeat=2):
        assert matrix[i, j] == (len(corners(*one) & corners(*two)) >= 2)


def test_hexagons_that_touch():
    matrix = dense(Puzzle.grid(Board.filled(4, 5, 0), "hex"))
    centres = [(c + r / 2, r * math.sqrt(3) / 2) for r, c in itertools.product(range(4), range(5))]
    for (i, one), (j, two) in itertools.product(enumerate(centres), repeat=2):
        assert matrix[i, j] == (math.dist(one, two) < 1.01)


def test_triangles_close_to_even_rings_only():
    torus = Puzzle.grid(Board.filled(4, 6, 0), "triangle", "torus")
    assert (dense(torus).sum(axis=0) == 4).all()
    for rows, cols, wrap in ((4, 5, "rows"), (3, 4, "cols"), (3, 4, "torus")):
        with pytest.raises(InputError, match="cannot wrap; triangles close to even rings only"):
            Puzzle.grid(Board.filled(rows, cols, 0), "triangle", wrap)


def test_triangles_by_name_everywhere():
    assert Puzzle.read("lit:3x4", rule="triangle").rule == TRIANGLE
    text = to_toml(Puzzle.read("lit:3x4", rule="triangle"))
    assert 'rule = "triangle"' in text
    assert puzzle_from_toml(text) == Puzzle.read("lit:3x4", rule="triangle")


@pytest.mark.parametrize(
    ("rows", "rules", "message"),
    [
        ([], {}, "the rows must be equally long"),
        (["ab", "a"], {}, "the rows must be equally long"),
        (["ab"], {"a": "plus"}, "'b' stands for no rule; the rules are a"),
        (["a"], {"a": "plus", "b": "x"}, "no cell has the rule 'b'"),
        (["a"], {"a": "plus", "bb": "x"}, "symbol 'bb' must be one character"),
        (["a"], {"a": "triangle"}, "rule triangle differs from cell to cell itself"),
        (["a"], {"a": "plos"}, "unknown rule 'plos'"),
        (["a"], {"a": "toggle"}, "the order of presses matters"),
    ],
)
def test_bad_maps_of_rules(rows, rules, message):
    with pytest.raises(InputError) as caught:
        MixedRule.of(rows, rules)
    assert message in str(caught.value)


def test_maps_must_fit_the_board():
    with pytest.raises(InputError, match="map of rules: 1x2, the board 2x2"):
        Puzzle.grid("11/11", rule=MixedRule.of(["aa"], {"a": "plus"}))


def test_one_button_for_every_cell():
    with pytest.raises(InputError, match="2 buttons for 3 cells; every cell needs its button"):
        Puzzle.from_cells("111", [[0], [1]])
    with pytest.raises(InputError, match=r"button 0: light 2 does not exist; lights are 0\.\.1"):
        Puzzle.from_cells("101", [[2], [1]], holes=Board.parse("010"))
    with pytest.raises(InputError, match="do not lie on a grid of 4 cells"):
        PlacedEffects(Grid(2, 2), Puzzle.from_buttons("11", [[0]]).effects)


def test_boards_too_large_to_list():
    with pytest.raises(InputError, match="where buttons differ, at most"):
        Puzzle.read("lit:10000x10000", rule="triangle")


BOARD = 'board = ["11", "11"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOARD + "rule = 3", "rule: 3 is a whole number; it must be a name, or a table with picture or offsets"),
        (BOARD + "rule = {}", "rule: give picture or offsets, one of the two"),
        (BOARD + 'rule = {picture = "#", offsets = [[0, 0]]}', "rule: give picture or offsets, one of the two"),
        (BOARD + 'rule = {pictures = "#"}', "unknown key 'pictures'"),
        (BOARD + "rule = {picture = 3}", "rule: picture: must be rows"),
        (BOARD + 'rule = {picture = ["##"]}', "it is 1x2 and has no centre"),
        (BOARD + "rule = {offsets = 3}", "offsets: 3 must be an array"),
        (BOARD + "rule = {offsets = []}", "rule: a rule must toggle at least one light"),
        (BOARD + "rule = {offsets = [[1]]}", "offset [1] must be [down, right]"),
        (BOARD + 'rules.a = "plus"', "rules: goes with rule_at"),
        (BOARD + 'rule_at = ["aa", "aa"]\nrule = "plus"', "rule: goes without rule_at"),
        (BOARD + 'rule_at = "aa"', "rule_at: must be a list of rows"),
        (BOARD + 'rule_at = ["aa", "aa"]', "'a' stands for no rule; the rules are none"),
        (BOARD + 'rule_at = ["aa", "aa"]\nrules = 3', "rules: a whole number; must be a table"),
        (BOARD + 'rule_at = ["aa"]\nrules.a = "plus"', "map of rules: 1x2, the board 2x2"),
        (BOARD + 'rule = "toggle"', "so the order of presses matters"),
        (BOARD + "buttons = [[0]]", "1 buttons for 4 cells"),
        (BOARD + "buttons = [[0], [1], [2], [4]]", "button 3: light 4 does not exist"),
        (BOARD + 'wrap = "torus"\nbuttons = [[0], [1], [2], [3]]', "wrap: goes with a grid"),
        ('board = ["11"]\nmask = ["#."]\nbuttons = [[0]]', "board: cell 0,1 is not off, but the mask has a hole there"),
    ],
)
def test_mistakes_in_documents(text, message):
    with pytest.raises(InputError) as caught:
        puzzle_from_toml(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_rules_in_documents():
    plus = Puzzle.grid("11/11")
    for rule in (
        '"plus"',
        '".#./#@#/.#."',
        '{picture = [".#.", "###", ".#."]}',
        '{picture = """\n.#.\n#@#\n.#.\n"""}',
        "{offsets = [[0, 0], [0, 1], [1, 0], [0, -1], [-1, 0]]}",
        '{name = "mine", offsets = [[0, 0], [0, 1], [1, 0], [0, -1], [-1, 0]]}',
    ):
        puzzle = puzzle_from_toml(f"{BOARD}rule = {rule}")
        np.testing.assert_array_equal(dense(puzzle), dense(plus))
        assert puzzle_from_toml(to_toml(puzzle)) == puzzle
    twice = puzzle_from_toml(BOARD + "states = 3\nrule = {offsets = [[0, 0], [0, 0], [0, 1]]}")
    assert dense(twice)[0, 0] == 2
    assert puzzle_from_toml(to_toml(twice)) == twice

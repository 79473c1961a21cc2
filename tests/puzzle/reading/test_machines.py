"""The historical machines: what every button does, the published nullities, distributions and worst cases."""

import itertools
import math

import networkx as nx
import numpy as np
import pytest
from puzzles import known_values

import lo_opt as lo
from lo_opt.errors import InputError, UnsupportedError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.reading import Changes, read_puzzle
from lo_opt.puzzle.reading.library import library_names

KNOWN = known_values()
VARIANTS = {entry["name"].partition(" (")[0]: entry for entry in KNOWN["variant_rules"]}
MACHINES = [
    "alien-tiles",
    "cube",
    "deluxe",
    "deluxe-x",
    "lights-out",
    "lights-out-2000",
    "merlin",
    "mini",
    "orbix",
    "xl-25",
    "xl-25-knight",
]


def dense(puzzle):
    """Return the effect matrix of the existing cells, lights by buttons."""
    effects = puzzle.incidence()
    matrix = np.zeros((puzzle.light_count, puzzle.button_count), int)
    matrix[effects.lights, effects.buttons] = effects.amounts
    there = puzzle.pressable()
    return matrix[np.ix_(there, there)]


def test_every_machine_is_shipped():
    assert set(MACHINES) <= set(library_names())


@pytest.mark.parametrize(
    ("name", "nullity"),
    [
        ("merlin", VARIANTS["Merlin Magic Square 3x3"]["nullity"]),
        ("xl-25", VARIANTS["XL-25"]["nullity_plus"]),
        ("xl-25-knight", VARIANTS["XL-25"]["nullity_knight"]),
        ("mini", VARIANTS["Mini Lights Out"]["nullity"]),
        ("deluxe", VARIANTS["Lights Out Deluxe"]["nullity_plus"]),
        ("deluxe-x", VARIANTS["Lights Out Deluxe"]["nullity_x"]),
        ("cube", VARIANTS["Lights Out Cube"]["nullity"]),
        ("orbix", VARIANTS["Orbix type 1"]["nullity"]),
        ("mini", KNOWN["nullity_n_by_n_torus_plus"]["values"][3]),
        ("lights-out", KNOWN["nullity_n_by_n_plus"]["values"][4]),
    ],
)
def test_nullities(name, nullity):
    puzzle = Puzzle.read(name)
    assert lo.solve(puzzle).nullity == nullity
    assert nullity_modulo(dense(puzzle), 2) == nullity


def nullity_modulo(matrix, prime):
    """Return the nullity of a matrix modulo a prime, by elimination in plain loops."""
    rows = [[int(x) % prime for x in row] for row in matrix]
    rank = 0
    for column in range(len(rows[0])):
        pivot = next((r for r in range(rank, len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        inverse = pow(rows[rank][column], -1, prime)
        rows[rank] = [x * inverse % prime for x in rows[rank]]
        for r in range(len(rows)):
            if r != rank and rows[r][column]:
                factor = rows[r][column]
                rows[r] = [(x - factor * y) % prime for x, y in zip(rows[r], rows[rank], strict=True)]
        rank += 1
    return len(rows[0]) - rank


def test_nullity_of_lights_out_2000():
    puzzle = Puzzle.read("lights-out-2000")
    assert puzzle.states == KNOWN["lights_out_2000_boards_by_min_presses"]["states"]
    assert nullity_modulo(dense(puzzle), 3) == KNOWN["lights_out_2000_boards_by_min_presses"]["nullity"]


def test_merlin_by_the_words_of_its_manual():
    touched = {1: [1, 2, 4, 5], 2: [1, 2, 3], 3: [2, 3, 5, 6], 4: [1, 4, 7], 5: [2, 4, 5, 6, 8]}
    touched |= {6: [3, 6, 9], 7: [4, 5, 7, 8], 8: [7, 8, 9], 9: [5, 6, 8, 9]}
    matrix = dense(Puzzle.read("merlin"))
    for button, lights in touched.items():
        assert (np.flatnonzero(matrix[:, button - 1]) + 1).tolist() == lights


STICKERS = [
    place for place in itertools.product(range(-3, 4), repeat=3)
    if sorted(map(abs, place)) in ([0, 0, 3], [0, 2, 3], [2, 2, 3])
]  # fmt: skip


def test_the_cube_is_a_cube():
    """Stickers of a cube are neighbours if they are next to each other on a face, or share an edge of the cube."""
    solid = nx.Graph()
    for one, two in itertools.combinations(STICKERS, 2):
        same_face = any(a == b and abs(a) == 3 for a, b in zip(one, two, strict=True))
        if math.dist(one, two) ** 2 < (4.5 if same_face else 2.5):
            solid.add_edge(one, two)
    assert {degree for _, degree in solid.degree} == {4}
    matrix = dense(Puzzle.read("cube"))
    assert matrix.shape == (54, 54)
    assert (matrix == matrix.T).all()
    assert (np.diag(matrix) == 1).all()
    net = nx.from_numpy_array(matrix - np.eye(54, dtype=int))
    assert nx.is_isomorphic(net, solid)
    cells = [(r, c) for r in range(9) for c in range(12) if 3 <= r < 6 or 3 <= c < 6]
    for (i, one), (j, two) in itertools.combinations(enumerate(cells), 2):
        if math.dist(one, two) == 1:
            assert matrix[i, j] == 1, "cells that touch on the net touch on the cube"


def test_orbix_is_an_icosahedron():
    matrix = dense(Puzzle.read("orbix"))
    assert nx.is_isomorphic(nx.from_numpy_array(matrix), nx.icosahedral_graph())
    assert (np.diag(matrix) == 0).all()
    positions = lo.distribution(Puzzle.read("orbix")).counts
    assert positions == {k: math.comb(12, k) for k in range(13)}  # Scherphuis's table


@pytest.mark.parametrize("name", ["xl-25", "lights-out"])
def test_distribution_and_worst_case_of_five_by_five(name):
    expected = dict(enumerate(KNOWN["boards_5x5_by_min_presses"]["values"]))
    assert lo.distribution(Puzzle.read(name)).counts == expected
    assert lo.worst_case(Puzzle.read(name)).upper == KNOWN["worst_case_min_presses_n_by_n_plus"]["values"]["5"]


@pytest.mark.parametrize(("name", "buttons"), [("merlin", 9), ("mini", 16), ("xl-25-knight", 25), ("deluxe-x", 36)])
def test_machines_with_one_solution_for_every_board(name, buttons):
    puzzle = Puzzle.read(name)
    assert lo.distribution(puzzle).counts == {k: math.comb(buttons, k) for k in range(buttons + 1)}
    worst = lo.worst_case(puzzle)
    assert (worst.lower, worst.upper) == (buttons, buttons)


def test_boards_of_lights_out_2000_within_five_presses():
    """Breadth-first over boards, a light's state in one bit of either of two planes: 0 = 00, 1 = 01, 2 = 10."""
    effects = Puzzle.read("lights-out-2000").incidence()
    masks = np.zeros(25, np.uint64)
    np.bitwise_or.at(masks, effects.buttons, np.uint64(1) << effects.lights.astype(np.uint64))
    shift, low = np.uint64(25), np.uint64(2**25 - 1)
    seen = level = np.zeros(1, np.uint64)
    counts = [1]
    for _ in range(5):
        ones, twos = level[:, None] & low, level[:, None] >> shift
        after = (ones & ~masks | ~(ones | twos) & masks) | (twos & ~masks | ones & masks) << shift
        level = np.setdiff1d(after, seen)
        seen = np.union1d(seen, level)
        counts.append(len(level))
    assert counts == KNOWN["lights_out_2000_boards_by_min_presses"]["values"][: len(counts)]


def test_the_worst_boards_of_lights_out_2000():
    counts = KNOWN["lights_out_2000_boards_by_min_presses"]
    assert sum(counts["values"]) == 3 ** (25 - counts["nullity"])  # every board that can be solved
    assert len(counts["values"]) - 1 == counts["gods_number"]
    dark = Puzzle.read("lights-out-2000:" + "0" * 25)
    board = dark.apply(Board.parse("02220/01000/22122/22122/11201", 3))
    answer = lo.solve(Puzzle.grid(board, target="off", states=3))
    assert (answer.status, answer.cost) == ("optimal", counts["gods_number"])


def test_alien_tiles_by_its_rule():
    matrix = dense(Puzzle.read("alien-tiles"))
    for i, j in itertools.product(range(49), repeat=2):
        assert matrix[i, j] == (i // 7 == j // 7 or i % 7 == j % 7)


def test_other_starts():
    assert read_puzzle("merlin:110/010/000").start == Board.parse("110/010/000")
    assert read_puzzle("merlin:110010000").start == Board.parse("110/010/000")
    assert read_puzzle("merlin:lit").target == read_puzzle("merlin").target
    assert read_puzzle("merlin:lit").known_cost is None
    assert read_puzzle("lights-out-2000:lit").start == Board.filled(5, 5, 2, 3)
    assert read_puzzle("lights-out:random:500").start == read_puzzle("article-random-5x5").start
    assert read_puzzle("lights-out:##.##/.#.../#.#.#/...#./#.##.").start == read_puzzle("article-5x5").start
    for cells in ("1/11111/00000/0", "111111000000", "0000100000/1010101010/0000000000/0000000000"):
        assert str(read_puzzle(f"orbix:{cells}").start) == "0000100000/1010101010/0000000000/0000000000"
    assert read_puzzle("deluxe:lit", Changes(rule="x")).start == read_puzzle("deluxe-x").start
    on = read_puzzle("mini:XO" + "O" * 14, symbols=("X", "O"))
    assert on.start.count == 1


@pytest.mark.parametrize("name", MACHINES)
def test_random_starts_can_be_solved(name):
    puzzle = read_puzzle(f"{name}:random:7", Changes(target="off"))
    assert puzzle.target.count == 0
    answer = lo.solve(puzzle, goal="feasible")
    assert answer.presses is not None
    assert puzzle.apply(answer.presses) == puzzle.target


@pytest.mark.parametrize("backend", ["gf2", "sweep", "scip", "cbc", "cpsat", "highs"])
@pytest.mark.parametrize("name", ["merlin", "orbix"])
def test_every_backend_takes_them(name, backend):
    puzzle = Puzzle.read(name)
    assert lo.solve(puzzle, backend).cost == puzzle.known_cost


@pytest.mark.parametrize("name", ["merlin", "cube", "mini"])
def test_light_chasing_says_why_not(name):
    with pytest.raises(UnsupportedError, match="light chasing needs the plus rule on a grid without wrap or holes"):
        lo.solve(Puzzle.read(name), "chase")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("merlin:11", "'merlin:11': 1 row of 2 cells in all; the board is 3x3"),
        ("merlin:120/000/000", "unknown symbol '2'; cells are 0 or 1 throughout"),
        ("merlin:random:x", "'merlin:random:x': the seed 'x' must be a whole number"),
        ("merlin:lt", "unknown symbol 'l'"),
        ("merln:lit", "unknown shipped board 'merln'; available: "),
        ("orbix:11/0", "the board is 4x10, of 1 + 5 + 5 + 1 without its holes"),
        ("cube:" + "0" * 55, "1 row of 55 cells in all; the board is 9x12"),
    ],
)
def test_bad_starts(text, message):
    with pytest.raises(InputError) as caught:
        read_puzzle(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["deluxe-lit-only", "deluxe-toggle", "orbix-2", "orbix-3", "orbix-4", "orbix-2:lit"])
def test_games_that_are_not_linear_are_refused_with_the_reason(name):
    with pytest.raises(UnsupportedError, match="so the order of presses matters and no linear equations describe"):
        read_puzzle(name)

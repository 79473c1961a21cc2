"""The shipped boards: each reads, says where it is from, and its published optimum is the least cost there is."""

import itertools

import numpy as np
import pytest

from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.reading.library import library_folder, library_names, library_text
from lo_opt.puzzle.toml import puzzle_from_toml, to_toml

UNSOLVABLE = {"unsolvable-5x5"}


def least_by_chasing(puzzle):
    """Return the fewest presses on a two-state plus grid: every first row at once, one int each, forcing the rest."""
    cols = puzzle.start.cols
    above, row = np.zeros(2**cols, np.uint32), np.arange(2**cols, dtype=np.uint32)
    count = np.zeros(2**cols, np.uint32)
    for lights in puzzle.start.row_ints():
        count += np.bitwise_count(row)
        below = (row ^ row << np.uint32(1) ^ row >> np.uint32(1) ^ above ^ np.uint32(lights)) & np.uint32(2**cols - 1)
        above, row = row, below
    return int(count[row == 0].min()) if (row == 0).any() else None


def least_by_chasing_states(puzzle):
    """Return the fewest presses on a plus grid of any number of states: the same, one first row after another."""
    (rows, cols), states = puzzle.start.shape, puzzle.states
    toggles = puzzle.toggles().reshape(rows, cols)
    counts = []
    for first in itertools.product(range(states), repeat=cols):
        presses = np.zeros((rows + 2, cols + 2), int)  # a frame of zeros, row r in presses[r + 1]
        presses[1, 1:-1] = first
        for r in range(rows):
            done = presses[r + 1, 1:-1] + presses[r + 1, :-2] + presses[r + 1, 2:] + presses[r, 1:-1]
            presses[r + 2, 1:-1] = (toggles[r] - done) % states
        if not presses[-1].any():
            counts.append(presses.sum())
    return min(counts, default=None)


def least_by_trying_all(puzzle):
    """Return the least cost of a two-state puzzle: all presses of its pressable buttons, at once."""
    incidence = puzzle.incidence()
    columns = np.zeros(puzzle.button_count, np.int64)
    np.bitwise_or.at(columns, incidence.buttons, 1 << incidence.lights)
    buttons = np.flatnonzero(puzzle.pressable())
    moved, cost = np.zeros(2 ** len(buttons), np.int64), np.zeros(2 ** len(buttons), np.int64)
    for bit, button in enumerate(buttons):
        pressed = np.arange(len(moved)) >> bit & 1
        moved ^= pressed * columns[button]
        cost += pressed * puzzle.costs()[button]
    solved = moved == (puzzle.toggles() << np.arange(puzzle.light_count)).sum()
    return cost[solved].min() / puzzle.weight_denominator if solved.any() else None


def least_by_elimination(puzzle):
    """Return the fewest presses of a two-state puzzle: rows as ints, button j in bit j, all kernel members listed."""
    effects = puzzle.incidence()
    rows = [int(toggle) << puzzle.button_count for toggle in puzzle.toggles()]
    for light, button in zip(effects.lights.tolist(), effects.buttons.tolist(), strict=True):
        rows[light] |= 1 << button
    rows += [1 << button for button in np.flatnonzero(~puzzle.pressable()).tolist()]
    pivots = {}
    for button in range(puzzle.button_count):
        found = next((row for row in rows if row >> button & 1), None)
        if found is not None:
            rows.remove(found)
            rows = [row ^ found if row >> button & 1 else row for row in rows]
            pivots = {b: row ^ found if row >> button & 1 else row for b, row in pivots.items()} | {button: found}
    if any(rows):
        return None
    particular = sum(1 << b for b, row in pivots.items() if row >> puzzle.button_count & 1)
    members = [particular]
    for free in set(range(puzzle.button_count)) - pivots.keys():
        quiet = 1 << free | sum(1 << b for b, row in pivots.items() if row >> free & 1)
        members += [member ^ quiet for member in members]
    return min(member.bit_count() for member in members)


def least_on_alien_tiles(size, states, colour):
    """Return the fewest clicks that move every tile of a size x size board on by `colour`.

    With R_i and C_j the clicks of a row and a column, tile (i, j) moves by R_i + C_j - x_ij, so x_ij is known from them
    and R_i, C_j must be what it adds up to. Their order does not matter, so multisets of R and of C are all there is.
    """
    best = None
    sums = list(itertools.combinations_with_replacement(range(states), size))
    for rows, cols in itertools.product(sums, repeat=2):
        clicks = [[(r + c - colour) % states for c in cols] for r in set(rows)]
        if any((sum(row) - r) % states for row, r in zip(clicks, set(rows), strict=True)):
            continue
        if any((sum((r + c - colour) % states for r in rows) - c) % states for c in set(cols)):
            continue
        total = sum((r + c - colour) % states for r in rows for c in cols)
        best = total if best is None else min(best, total)
    return best


@pytest.mark.parametrize("name", library_names())
def test_every_board(name):
    puzzle = Puzzle.read(name)
    assert puzzle.name == name
    assert puzzle.source
    if puzzle.pressable().sum() <= 16:
        least = least_by_trying_all(puzzle)
    elif puzzle.rule is not None and puzzle.rule.name == "row-col":
        least = least_on_alien_tiles(7, 4, 2)
    elif puzzle.rule is None or puzzle.rule.name != "plus" or puzzle.layout.wrap != "none":
        least = least_by_elimination(puzzle)
    else:
        least = least_by_chasing(puzzle) if puzzle.states == 2 else least_by_chasing_states(puzzle)
    assert puzzle.known_cost == least
    assert (least is None) == (name in UNSOLVABLE)


@pytest.mark.parametrize("name", library_names())
def test_every_board_is_written_as_lo_opt_writes_it(name):
    puzzle = Puzzle.read(name)
    assert puzzle_from_toml(to_toml(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("article-5x5", 11),
        ("fixed-4x4", 5),
        ("all-lit-3x3", 5),
        ("all-lit-4x4", 4),
        ("all-lit-5x5", 15),
        ("all-lit-9x9", 25),
        ("all-lit-19x19", 141),
        ("article-random-5x5", 12),
        ("four-lights", 2),
        ("lights-out", 15),
        ("deluxe", 28),
        ("xl-25", 15),
        ("orbix", 12),
        ("alien-tiles", 14),
    ],
)
def test_published_optima(name, least):
    assert Puzzle.read(name).known_cost == least


def test_the_folder_of_this_checkout_or_package():
    assert library_folder().is_dir()
    assert 'name = "article-5x5"' in library_text("article-5x5")


def test_the_certificate_named_by_the_unsolvable_board():
    puzzle = Puzzle.read("unsolvable-5x5")
    lights = Puzzle.read("10101/10101/00000/10101/10101").start
    assert puzzle.effects.count_at_buttons(lights).count == 0
    assert (puzzle.toggles() * lights.to_array().ravel()).sum() % 2 == 1

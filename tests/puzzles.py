"""Small puzzles for tests, and their optimum by trying every press: no code of the library's algebra or solvers."""

from __future__ import annotations

import itertools
import json
import random
from fractions import Fraction
from pathlib import Path

from hypothesis import strategies as st
from naive_lights import RULES, WRAPS, lights_moved

from lo_opt import Board, Puzzle


def known_values() -> dict:
    """Return the published values the tests compare with."""
    return json.loads((Path(__file__).parent / "data" / "known_values.json").read_text())


def moves(rows: int, cols: int, rule: str, wrap: str) -> list[list[int]]:
    """Return for each button the lights it meets by number, repeats included."""
    cells = itertools.product(range(rows), range(cols))
    return [[i * cols + j for i, j in lights_moved(r, c, rows, cols, rule, wrap)] for r, c in cells]


def every_solution(puzzle: Puzzle, lights_of: list[list[int]]):
    """Yield (presses, cost) of every solution of a small grid puzzle, by trying all presses."""
    m = puzzle.states
    start = puzzle.start.to_array().ravel().tolist()
    target = puzzle.target.to_array().ravel().tolist()
    barred = puzzle.forbidden.to_array().ravel() if puzzle.forbidden else [0] * len(lights_of)
    weights = [Fraction(int(w), puzzle.weight_denominator) for w in puzzle.costs()]
    for presses in itertools.product(*((0,) if f else range(m) for f in barred)):
        state = list(start)
        for count, lights in zip(presses, lights_of, strict=True):
            for light in lights if count else ():
                state[light] = (state[light] + count) % m
        if state == target:
            yield presses, sum((w * x for w, x in zip(weights, presses, strict=True)), Fraction(0))


def brute_force(puzzle: Puzzle, rule: str, wrap: str) -> Fraction | None:
    """Return the least cost of a small grid puzzle, None if it is unsolvable."""
    costs = [cost for _, cost in every_solution(puzzle, moves(*puzzle.start.shape, rule, wrap))]
    return min(costs, default=None)


@st.composite
def grid_puzzles(draw, max_cells: int = 9, rules=tuple(RULES), wraps=tuple(WRAPS), weights: bool = True):
    """Draw (puzzle, rule, wrap): a small two-state grid with target, weights and forbidden buttons."""
    rows = draw(st.integers(1, max_cells))
    cols = draw(st.integers(1, max_cells // rows))
    rule, wrap = draw(st.sampled_from(rules)), draw(st.sampled_from(wraps))
    cells = st.lists(st.integers(0, 1), min_size=rows * cols, max_size=rows * cols)

    def board() -> Board:
        flat = draw(cells)
        return Board.from_array([flat[r * cols : (r + 1) * cols] for r in range(rows)])

    puzzle = Puzzle.grid(board(), rule=rule, wrap=wrap, target=board())
    if weights and draw(st.booleans()):
        decimals = st.sampled_from(["0", "1", "2", "9", "0.5", "0.125", "3.1", "0.1"])
        puzzle = puzzle.with_weights([[draw(decimals) for _ in range(cols)] for _ in range(rows)])
    if draw(st.booleans()):
        barred = draw(cells)
        puzzle = puzzle.forbid([divmod(i, cols) for i, f in enumerate(barred) if f and i % 2])
    return puzzle, rule, wrap


def random_solvable(n: int, seed: int, **options: str) -> Puzzle:
    """Return an n x n puzzle lit by random presses."""
    rng = random.Random(seed)
    dark = Puzzle.grid(Board.filled(n, n, 0), **options)
    presses = Board.from_array([[rng.randint(0, 1) for _ in range(n)] for _ in range(n)])
    return Puzzle.grid(dark.apply(presses), **options)

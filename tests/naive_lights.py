"""Lights and presses by plain loops over cells, the independent witness of the packed code."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
DIAGONALS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
KNIGHT = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)]
MOVES = {
    "plus": [(0, 0), *SIDES],
    "neighbors": SIDES,
    "x": [(0, 0), *DIAGONALS],
    "king": [(0, 0), *SIDES, *DIAGONALS],
    "ring": [*SIDES, *DIAGONALS],
    "knight": [(0, 0), *KNIGHT],
}
RULES = [*MOVES, "row-col"]
WRAPS = ["none", "rows", "cols", "torus"]

Cell = tuple[int, int]


def lights_moved(r: int, c: int, rows: int, cols: int, rule: str, wrap: str) -> list[Cell]:
    """Return the lights that a press of button (r, c) moves on by one, a light met twice listed twice."""
    if rule == "row-col":
        return [(r, j) for j in range(cols)] + [(i, c) for i in range(rows) if i != r]
    moved = []
    for dr, dc in MOVES[rule]:
        i, j = r + dr, c + dc
        if wrap in ("cols", "torus"):
            i %= rows
        if wrap in ("rows", "torus"):
            j %= cols
        if 0 <= i < rows and 0 <= j < cols:
            moved.append((i, j))
    return moved


def matrix(
    rows: int, cols: int, rule: str, wrap: str, states: int, holes: frozenset[Cell] = frozenset()
) -> list[list[int]]:
    """Return the effect matrix, lights by buttons, row-major cells."""
    effects = [[0] * (rows * cols) for _ in range(rows * cols)]
    for r, c in itertools.product(range(rows), range(cols)):
        if (r, c) in holes:
            continue
        for i, j in lights_moved(r, c, rows, cols, rule, wrap):
            if (i, j) not in holes:
                effects[i * cols + j][r * cols + c] += 1
    return [[amount % states for amount in row] for row in effects]


def times(effects: list[list[int]], presses: list[int], states: int) -> list[int]:
    """Return the product of a matrix and a vector modulo the states."""
    return [sum(a * x for a, x in zip(row, presses, strict=True)) % states for row in effects]


def presses_that_solve(
    effects: list[list[int]], toggles: list[int], states: int = 2, barred: frozenset[int] = frozenset()
) -> Iterator[tuple[int, ...]]:
    """Yield every vector of presses that solves a small puzzle, by trying all of them."""
    choices = [(0,) if j in barred else tuple(range(states)) for j in range(len(effects[0]))]
    for presses in itertools.product(*choices):
        if times(effects, list(presses), states) == toggles:
            yield presses

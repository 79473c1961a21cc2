"""Small puzzles with conditions on presses for tests, and their solutions by trying every press."""

from __future__ import annotations

from hypothesis import assume
from hypothesis import strategies as st
from puzzles import every_solution, grid_puzzles, moves

from lo_opt import InputError, Puzzle

OBJECTIVES = ["cost", "presses", "cost,presses", "presses,cost"]


def measures(puzzle: Puzzle, cost, presses: int) -> tuple:
    """Return what the puzzle's objective compares, the first measure first."""
    known = {"cost": cost, "presses": presses}
    return tuple(known[name] for name in puzzle.objective.split(","))


def allowed_solutions(puzzle: Puzzle, rule: str, wrap: str) -> list[tuple[tuple, tuple[int, ...]]]:
    """Return (measures, presses) of every solution that keeps all conditions, best first."""
    required = [] if puzzle.required is None else puzzle.required.to_array().ravel().nonzero()[0].tolist()
    found = []
    for presses, cost in every_solution(puzzle, moves(*puzzle.start.shape, rule, wrap)):
        sums = [
            (
                sum(k * presses[b] for b, k in zip(limit.buttons.tolist(), limit.coefficients.tolist(), strict=True)),
                limit,
            )
            for limit in puzzle.limits
        ]
        kept = all(
            (limit.lower is None or limit.lower <= total) and (limit.upper is None or total <= limit.upper)
            for total, limit in sums
        )
        if kept and all(presses[b] for b in required):
            found.append((measures(puzzle, cost, sum(presses)), presses))
    return sorted(found)


@st.composite
def conditioned_puzzles(draw, max_cells: int = 8, limits: bool = True, **options):
    """Draw (puzzle, rule, wrap) with required buttons, limits and an objective; contradictory ones are passed over."""
    puzzle, rule, wrap = draw(grid_puzzles(max_cells=max_cells, **options))
    rows, cols = puzzle.start.shape
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    count = st.integers(0, len(cells))
    try:
        if draw(st.booleans()):
            puzzle = puzzle.require(draw(st.lists(st.sampled_from(cells), max_size=2, unique=True)))
        for _ in range(draw(st.integers(0, 2)) if limits else 0):
            place = draw(st.sampled_from(["all", "row", "col", "cells", "coefficients"]))
            sides = sorted([draw(count), draw(count)])
            lower, upper = draw(st.sampled_from([(None, sides[1]), (sides[0], None), (sides[0], sides[1])]))
            if place == "coefficients":
                factors = draw(st.lists(st.integers(-3, 3), min_size=len(cells), max_size=len(cells)))
                assume(any(factors))
                puzzle = puzzle.limit(dict(zip(cells, factors, strict=True)), lower, upper)
                continue
            where = {
                "all": {},
                "row": {"row": draw(st.integers(0, rows - 1))},
                "col": {"col": draw(st.integers(0, cols - 1))},
                "cells": {"cells": draw(st.lists(st.sampled_from(cells), min_size=1, unique=True))},
            }[place]
            puzzle = puzzle.limit_presses(lower, upper, **where)
    except InputError:
        assume(False)
    return puzzle.with_objective(draw(st.sampled_from(OBJECTIVES))), rule, wrap

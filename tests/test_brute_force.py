"""All 512 boards of 3x3 under every rule, by trying all 512 press sets of each."""

from __future__ import annotations

import pytest
from puzzles import RULES, WRAPS, moves

import lo_opt as lo
from lo_opt import Board, Puzzle, Status


def minima(rule: str, wrap: str) -> dict[int, int]:
    lights = [sum(1 << light for light in set(hit) if hit.count(light) % 2) for hit in moves(3, 3, rule, wrap)]
    best: dict[int, int] = {}
    for mask in sorted(range(512), key=int.bit_count):
        state = 0
        for button in range(9):
            if mask >> button & 1:
                state ^= lights[button]
        best.setdefault(state, mask.bit_count())
    return best


@pytest.mark.parametrize("rule", RULES)
def test_all_boards(rule):
    for wrap in WRAPS if rule in ("plus", "king", "x") else ["none", "torus"]:
        best = minima(rule, wrap)
        for state in range(512):
            puzzle = Puzzle.grid(Board.from_row_ints([state & 7, state >> 3 & 7, state >> 6], 3), rule=rule, wrap=wrap)
            for backend in ("gf2", *(["chase"] if (rule, wrap) == ("plus", "none") else [])):
                answer = lo.solve(puzzle, backend)
                assert answer.cost == best.get(state)
                assert (answer.status is Status.OPTIMAL) == (state in best)


@pytest.mark.parametrize("backend", ["sweep", "cpsat", "scip", "highs"])
@pytest.mark.parametrize("rule", RULES)
def test_some_boards_by_the_other_backends(rule, backend):
    best = minima(rule, "none")
    for state in range(5, 512, 101 if backend != "sweep" else 7):
        puzzle = Puzzle.grid(Board.from_row_ints([state & 7, state >> 3 & 7, state >> 6], 3), rule=rule)
        assert lo.solve(puzzle, backend).cost == best.get(state)

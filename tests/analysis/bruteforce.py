"""Small grids by brute force: every press vector, every board; no code of the library's algebra."""

from __future__ import annotations

import itertools
from collections import defaultdict

from puzzles import moves

from lo_opt import Puzzle


def buttons_as_masks(puzzle: Puzzle, rule: str, wrap: str) -> list[int]:
    """Return for each button the lights it toggles, light i in bit i; 0 for a button that must not be pressed."""
    rows, cols = puzzle.start.shape
    masks = []
    for lights in moves(rows, cols, rule, wrap):
        mask = 0
        for light in lights:
            mask ^= 1 << light
        masks.append(mask)
    return masks


def costs_of_boards(puzzle: Puzzle, rule: str, wrap: str) -> dict[int, list[int]]:
    """Return, for each solvable set of lights to change, the costs (over the denominator) of all its solutions."""
    masks = buttons_as_masks(puzzle, rule, wrap)
    allowed = puzzle.pressable().tolist()
    prices = puzzle.costs().tolist()
    found = defaultdict(list)
    for presses in itertools.product(*((0, 1) if ok else (0,) for ok in allowed)):
        change = cost = 0
        for pressed, mask, price in zip(presses, masks, prices, strict=True):
            if pressed:
                change ^= mask
                cost += price
        found[change].append(cost)
    return dict(found)


def change_of(puzzle: Puzzle) -> int:
    """Return the lights to change of a puzzle as a mask."""
    return sum(1 << i for i, t in enumerate(puzzle.toggles().tolist()) if t)

"""What a method may ask of a puzzle's shape before it chooses its mathematics; looks at moves, never at names."""

from __future__ import annotations

from collections import Counter

from lo_opt.contract import Refusal
from lo_opt.puzzle import Grid, GridEffects, Puzzle, Wrap
from lo_opt.puzzle.rules import Offset


def solid_grid(puzzle: Puzzle, offsets: tuple[Offset, ...]) -> Grid | None:
    """Return the puzzle's grid if it has no holes and every press moves exactly these offsets, else None.

    >>> from lo_opt.puzzle.rules import KING, PLUS
    >>> puzzle = Puzzle.grid("11")
    >>> solid_grid(puzzle, PLUS.pattern) == puzzle.layout, solid_grid(puzzle, KING.pattern)
    (True, None)
    """
    effects = puzzle.effects
    if not isinstance(effects, GridEffects) or effects.grid.holes is not None:
        return None
    return effects.grid if Counter(effects.rule.offsets(effects.grid)) == Counter(offsets) else None


def plain_grid(puzzle: Puzzle, offsets: tuple[Offset, ...]) -> Grid | None:
    """Return what `solid_grid` does, but None for a grid that wraps."""
    grid = solid_grid(puzzle, offsets)
    return grid if grid is not None and grid.wrap is Wrap.NONE else None


def two_states_only(puzzle: Puzzle, method: str) -> Refusal | None:
    """Return the refusal of puzzles with more than two states, None for two."""
    if puzzle.states == 2:
        return None
    return Refusal(f"{method} takes two states, this puzzle has {puzzle.states} states", "use auto or a solver")


def no_limits(puzzle: Puzzle, method: str) -> Refusal | None:
    """Return the refusal of puzzles with limits on presses, None without.

    >>> print(no_limits(Puzzle.grid("11").at_most(1), "light chasing"))
    light chasing keeps no limits on presses; use auto or a solver
    """
    return Refusal(f"{method} keeps no limits on presses", "use auto or a solver") if puzzle.limits else None

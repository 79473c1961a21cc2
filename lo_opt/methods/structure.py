"""What a method may ask of a puzzle's shape before it chooses its mathematics; looks at moves, never at names."""

from __future__ import annotations

from collections import Counter

from lo_opt.contract import Refusal
from lo_opt.puzzle import GridEffects, Puzzle, Wrap
from lo_opt.puzzle.rules import KING, NEIGHBORS, PLUS, Offset


def plain_offsets(puzzle: Puzzle) -> Counter[Offset] | None:
    """Return how often each offset occurs if every cell of an unwrapped grid without holes has them; else None.

    >>> plain_offsets(Puzzle.grid("11", wrap="torus")) is None
    True
    """
    effects = puzzle.effects
    if not isinstance(effects, GridEffects) or effects.grid.wrap is not Wrap.NONE or effects.grid.holes is not None:
        return None
    return Counter(effects.rule.offsets(effects.grid))


def is_plain(puzzle: Puzzle, offsets: tuple[Offset, ...]) -> bool:
    """Return whether the puzzle is exactly this pattern on a grid without wrap and holes.

    >>> is_plain(Puzzle.grid("11"), PLUS.pattern), is_plain(Puzzle.grid("11"), KING.pattern)
    (True, False)
    """
    return plain_offsets(puzzle) == Counter(offsets)


def path_self_loop(puzzle: Puzzle) -> bool | None:
    """Return True for the plus rule, False for neighbours only (no wrap, no holes), None for anything else."""
    if is_plain(puzzle, PLUS.pattern):
        return True
    return False if is_plain(puzzle, NEIGHBORS.pattern) else None


def is_king(puzzle: Puzzle) -> bool:
    """Return whether presses move all nine cells around, without wrap and holes."""
    return is_plain(puzzle, KING.pattern)


def two_states_only(puzzle: Puzzle, method: str) -> Refusal | None:
    """Return the refusal of puzzles with more than two states, None for two."""
    if puzzle.states == 2:
        return None
    return Refusal(f"{method} works modulo 2, this puzzle has {puzzle.states} states", "use scip, cbc, cpsat or highs")

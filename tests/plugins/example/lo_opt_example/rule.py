"""A rule: what a press moves, as offsets from the pressed cell."""

from lo_opt.puzzle.rules import Pattern

BISHOP = Pattern("bishop", "itself, and two steps along each diagonal", ((-2, -2), (-2, 2), (0, 0), (2, -2), (2, 2)))

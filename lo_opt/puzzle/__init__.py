"""What is pressed and what lights up: puzzles, boards, rules, notation and files; knows no way to solve.

From the ground up: `board`, `grid`, `weights`, `limits` and what they need; `rules/` say what one press moves,
`effects/` what all buttons do; `lights` and `puzzle` put it together; `files/`, `toml/` and `formats/` read and write
it; `reading/` finds what a word names.
"""

from lo_opt.puzzle.board import Board
from lo_opt.puzzle.effects import ButtonEffects, Effects, GridEffects, Incidence
from lo_opt.puzzle.grid import Grid, Wrap
from lo_opt.puzzle.limits import PressLimit
from lo_opt.puzzle.objective import Objective
from lo_opt.puzzle.puzzle import Puzzle
from lo_opt.puzzle.rules import Rule, rule_named
from lo_opt.puzzle.settling import settled
from lo_opt.puzzle.weights import Weights

__all__ = [
    "Board",
    "ButtonEffects",
    "Effects",
    "Grid",
    "GridEffects",
    "Incidence",
    "Objective",
    "PressLimit",
    "Puzzle",
    "Rule",
    "Weights",
    "Wrap",
    "rule_named",
    "settled",
]

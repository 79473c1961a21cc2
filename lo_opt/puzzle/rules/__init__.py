"""What one press moves on a grid: what a rule is, those with a name, and how to make one's own; knows no board."""

from lo_opt.puzzle.rules.by_cell import TRIANGLE, MixedRule
from lo_opt.puzzle.rules.kinds import AnyRule, CellRule, Offset, Pattern, Rule
from lo_opt.puzzle.rules.naming import as_rule, not_linear, rule_named
from lo_opt.puzzle.rules.standard import HEX, KING, KNIGHT, NEIGHBORS, PLUS, RING, ROW_COL, RowAndColumn, X

__all__ = [
    "HEX",
    "KING",
    "KNIGHT",
    "NEIGHBORS",
    "PLUS",
    "RING",
    "ROW_COL",
    "TRIANGLE",
    "AnyRule",
    "CellRule",
    "MixedRule",
    "Offset",
    "Pattern",
    "RowAndColumn",
    "Rule",
    "X",
    "as_rule",
    "not_linear",
    "rule_named",
]

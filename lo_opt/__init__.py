"""lo-opt: the optimization-modelling toolkit for Lights Out and its relatives.

>>> import lo_opt as lo
>>> answer = lo.solve(lo.Puzzle.grid("11011/01000/10101/00010/10110"))
>>> answer.cost
11

Names are loaded on first use, so that importing the package loads neither NumPy nor any solver.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lo_opt.analysis import (
        Analysis,
        Distribution,
        GridRank,
        WorstCase,
        analyze,
        distribution,
        grid_rank,
        rank_table,
        solvable_share,
        worst_case,
    )
    from lo_opt.answer import Answer, Goal, Limit, Proof, Status, Times
    from lo_opt.comparing import Comparison, compare
    from lo_opt.enumerating import Ranking, Solution, solutions
    from lo_opt.errors import BackendUnavailableError, InputError, LoOptError, SolverError, UnsupportedError
    from lo_opt.generate import ImpossibleError, Level, Levels, TooRareError, generate_levels
    from lo_opt.many import min_presses
    from lo_opt.puzzle import Board, Objective, PressLimit, Puzzle, Weights
    from lo_opt.solving import solve

__version__ = "0.1.0"

_HOMES = {
    "lo_opt.analysis": [
        "Analysis",
        "Distribution",
        "GridRank",
        "WorstCase",
        "analyze",
        "distribution",
        "grid_rank",
        "rank_table",
        "solvable_share",
        "worst_case",
    ],
    "lo_opt.answer": ["Answer", "Goal", "Limit", "Proof", "Status", "Times"],
    "lo_opt.comparing": ["Comparison", "compare"],
    "lo_opt.enumerating": ["Ranking", "Solution", "solutions"],
    "lo_opt.errors": ["BackendUnavailableError", "InputError", "LoOptError", "SolverError", "UnsupportedError"],
    "lo_opt.generate": ["ImpossibleError", "Level", "Levels", "TooRareError", "generate_levels"],
    "lo_opt.many": ["min_presses"],
    "lo_opt.puzzle": ["Board", "Objective", "PressLimit", "Puzzle", "Weights"],
    "lo_opt.solving": ["solve"],
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Analysis",
    "Answer",
    "BackendUnavailableError",
    "Board",
    "Comparison",
    "Distribution",
    "Goal",
    "GridRank",
    "ImpossibleError",
    "InputError",
    "Level",
    "Levels",
    "Limit",
    "LoOptError",
    "Objective",
    "PressLimit",
    "Proof",
    "Puzzle",
    "Ranking",
    "Solution",
    "SolverError",
    "Status",
    "Times",
    "TooRareError",
    "UnsupportedError",
    "Weights",
    "WorstCase",
    "__version__",
    "analyze",
    "compare",
    "distribution",
    "generate_levels",
    "grid_rank",
    "min_presses",
    "rank_table",
    "solutions",
    "solvable_share",
    "solve",
    "worst_case",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})

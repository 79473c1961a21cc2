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
    from lo_opt import bench as bench
    from lo_opt.analysis.minima import Distribution, distribution
    from lo_opt.analysis.modular import ModularAnalysis, analyze_modular
    from lo_opt.analysis.modular_minima import modular_distribution
    from lo_opt.analysis.share import solvable_share
    from lo_opt.analysis.structure import Analysis, analyze
    from lo_opt.analysis.table import GridRank, grid_rank, rank_table
    from lo_opt.analysis.worst import WorstCase, worst_case
    from lo_opt.answer import Answer, Goal, Limit, Proof, Status, Times
    from lo_opt.comparing import Comparison, compare
    from lo_opt.counters import CountingAnswer, solve_counters
    from lo_opt.enumerating import Ranking, Solution, solutions
    from lo_opt.errors import (
        BackendUnavailableError,
        InputError,
        LoOptError,
        OutOfTimeError,
        SolverError,
        UnsupportedError,
    )
    from lo_opt.generate import ImpossibleError, Level, Levels, TooRareError, generate_levels
    from lo_opt.learning import LearnedEffects, learn_effects
    from lo_opt.many import min_presses
    from lo_opt.puzzle import Board, Objective, PressLimit, Puzzle, Weights
    from lo_opt.puzzle.counters import Counters
    from lo_opt.puzzle.reading import read_puzzles
    from lo_opt.solving import solve

__version__ = "0.1.0"

_HOMES = {
    "lo_opt.analysis.minima": ["Distribution", "distribution"],
    "lo_opt.analysis.modular": ["ModularAnalysis", "analyze_modular"],
    "lo_opt.analysis.modular_minima": ["modular_distribution"],
    "lo_opt.analysis.share": ["solvable_share"],
    "lo_opt.analysis.structure": ["Analysis", "analyze"],
    "lo_opt.analysis.table": ["GridRank", "grid_rank", "rank_table"],
    "lo_opt.analysis.worst": ["WorstCase", "worst_case"],
    "lo_opt.answer": ["Answer", "Goal", "Limit", "Proof", "Status", "Times"],
    "lo_opt.comparing": ["Comparison", "compare"],
    "lo_opt.counters": ["CountingAnswer", "solve_counters"],
    "lo_opt.enumerating": ["Ranking", "Solution", "solutions"],
    "lo_opt.errors": [
        "BackendUnavailableError",
        "InputError",
        "LoOptError",
        "OutOfTimeError",
        "SolverError",
        "UnsupportedError",
    ],
    "lo_opt.generate": ["ImpossibleError", "Level", "Levels", "TooRareError", "generate_levels"],
    "lo_opt.learning": ["LearnedEffects", "learn_effects"],
    "lo_opt.many": ["min_presses"],
    "lo_opt.puzzle": ["Board", "Objective", "PressLimit", "Puzzle", "Weights"],
    "lo_opt.puzzle.counters": ["Counters"],
    "lo_opt.puzzle.reading": ["read_puzzles"],
    "lo_opt.solving": ["solve"],
}
_MODULES = {"bench"}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Analysis",
    "Answer",
    "BackendUnavailableError",
    "Board",
    "Comparison",
    "Counters",
    "CountingAnswer",
    "Distribution",
    "Goal",
    "GridRank",
    "ImpossibleError",
    "InputError",
    "LearnedEffects",
    "Level",
    "Levels",
    "Limit",
    "LoOptError",
    "ModularAnalysis",
    "Objective",
    "OutOfTimeError",
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
    "analyze_modular",
    "bench",
    "compare",
    "distribution",
    "generate_levels",
    "grid_rank",
    "learn_effects",
    "min_presses",
    "modular_distribution",
    "rank_table",
    "read_puzzles",
    "solutions",
    "solvable_share",
    "solve",
    "solve_counters",
    "worst_case",
]


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return importlib.import_module(f"lo_opt.{name}")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *_MODULES})

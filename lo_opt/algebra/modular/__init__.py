"""Sparse systems modulo any m, for puzzles with m states: all solutions, the lightest, certificates; knows no puzzle.

`ModularElimination` solves A x = b and gives a `ModularSpace`; `lightest_modular`, `cost_distribution` and
`best_members` look through its members; `lightest_of_modular_system` does all of it, component by component.
"""

from lo_opt.algebra.modular.bounded import lightest_modular_bounded
from lo_opt.algebra.modular.cosets import MEMBERS_LIMIT, best_members, cost_distribution, lightest_modular
from lo_opt.algebra.modular.echelon import echelon_generators, modular_components
from lo_opt.algebra.modular.elimination import ModularElimination
from lo_opt.algebra.modular.spaces import ModularSpace
from lo_opt.algebra.modular.system import ModularSystemSolution, lightest_of_modular_system

__all__ = [
    "MEMBERS_LIMIT",
    "ModularElimination",
    "ModularSpace",
    "ModularSystemSolution",
    "best_members",
    "cost_distribution",
    "echelon_generators",
    "lightest_modular",
    "lightest_modular_bounded",
    "lightest_of_modular_system",
    "modular_components",
]

"""From a puzzle to the linear algebra of its solutions; knows no costs, no method and no solver."""

from lo_opt.linear.equations import Equations, equations, refuse, solutions
from lo_opt.linear.modular import modular_certificate, refuse_modular
from lo_opt.linear.solutions import Solutions
from lo_opt.linear.symmetric import symmetric_grid

__all__ = [
    "Equations",
    "Solutions",
    "equations",
    "modular_certificate",
    "refuse",
    "refuse_modular",
    "solutions",
    "symmetric_grid",
]

"""Integer programs and the ways to write a puzzle as one; knows no solver, and imports no puzzle until it is built."""

from lo_opt.formulations.formulation import Formulation
from lo_opt.formulations.program import Feature, Names, PressMap, Program
from lo_opt.formulations.rows import Rows, XorRows

__all__ = ["Feature", "Formulation", "Names", "PressMap", "Program", "Rows", "XorRows"]

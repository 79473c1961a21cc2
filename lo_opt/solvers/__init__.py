"""The integer-programming solvers, one file each: they see programs, never a puzzle, and load their libraries late."""

from lo_opt.solvers.base import LibrarySolver, Solver
from lo_opt.solvers.outcome import Outcome, Report

__all__ = ["LibrarySolver", "Outcome", "Report", "Solver"]

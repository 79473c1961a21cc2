"""Levels with a certified least number of presses, as many and as rare as wanted; draws nothing, writes nothing."""

from lo_opt.generate.errors import ImpossibleError, TooRareError
from lo_opt.generate.levels import Level, Levels
from lo_opt.generate.making import generate_levels
from lo_opt.generate.request import Distinct
from lo_opt.generate.symmetry import Symmetry

__all__ = ["Distinct", "ImpossibleError", "Level", "Levels", "Symmetry", "TooRareError", "generate_levels"]

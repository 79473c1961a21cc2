"""What every button does to every light: by a rule on a grid, listed, or both; the effect matrix only on demand."""

from lo_opt.puzzle.effects.incidence import Effects, Incidence
from lo_opt.puzzle.effects.listed import ButtonEffects
from lo_opt.puzzle.effects.placed import PlacedEffects, effects_on
from lo_opt.puzzle.effects.ruled import GridEffects

__all__ = ["ButtonEffects", "Effects", "GridEffects", "Incidence", "PlacedEffects", "effects_on"]

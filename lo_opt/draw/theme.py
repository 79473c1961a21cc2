"""Colours and sizes of every picture, chosen to be told apart without colour; knows no puzzle."""

from __future__ import annotations

# Lightness alone tells them apart: dark cells are 20 % light, lit ones 85 %, and every mark has a halo of the opposite.
PAPER = "#ffffff"
INK = "#1d2433"
FAINT_INK = "#5b6475"
DARK = "#2f3950"
LIT = "#ffd447"
LIT_EDGE = "#8a6a00"
HALO = "#ffffff"
PRESS = "#c2255c"
QUIET = "#5f3dc4"
PROOF = "#0b7285"

CELL = 44.0
GAP = 0.06  # of a cell, on each of its sides
MARGIN = 18.0
TITLE = 17.0
TEXT = 13.0
LABEL = 11.0


def shade(state: int, states: int) -> str:
    """Return the colour of a light in one of `states` states, from dark to fully lit.

    >>> shade(0, 3) == DARK, shade(2, 3) == LIT
    (True, True)
    """
    share = state / (states - 1)
    ends = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in (DARK, LIT)]
    mixed = [round(low + (high - low) * share) for low, high in zip(*ends, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def on_top(state: int, states: int) -> str:
    """Return the colour of text on such a light."""
    return INK if 2 * state >= states else PAPER

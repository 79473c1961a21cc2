"""Figures of benchmark records: which kinds there are, drawn and saved; each kind is a module of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from lo_opt.bench.frame import Frame
from lo_opt.bench.plots.curves import draw_means, draw_medians
from lo_opt.bench.plots.heatmap import draw_heatmap
from lo_opt.bench.plots.marks import draw_marks
from lo_opt.bench.plots.ranking import draw_cactus, draw_profile
from lo_opt.bench.plots.style import house_style
from lo_opt.bench.plots.view import View, view_of
from lo_opt.errors import InputError
from lo_opt.puzzle.files.writing import written_whole
from lo_opt.wording import shown_path

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["SUFFIXES", "View", "draw", "save", "view_of"]

SUFFIXES = (".png", ".svg", ".pdf")
DRAWERS: dict[str, Callable[[Frame, View], Figure]] = {
    "marks": draw_marks,
    "medians": draw_medians,
    "curve": draw_means,
    "cactus": draw_cactus,
    "profile": draw_profile,
    "heatmap": draw_heatmap,
}


def draw(frame: Frame, view: View) -> Figure:
    """Return the figure of a table's rows; `InputError` if nothing in them can be drawn."""
    if not len(frame):
        raise InputError("nothing to draw: no records")
    needed = [view.x, view.y] if view.kind in ("marks", "medians", "curve") else ["seconds"]
    if not len(frame.known(*needed)):
        raise InputError(f"nothing to draw: no record knows both {' and '.join(needed)}".replace("_", "-"))
    with house_style():
        return DRAWERS[view.kind](frame, view)


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure, whole or not at all, in the form that its suffix names.

    Raises
    ------
    InputError
        For another suffix, or a file that cannot be written.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"{shown_path(path)}: unknown suffix {suffix!r}; figures are written as {', '.join(SUFFIXES)}")
    metadata = {"Date": None} if suffix == ".svg" else {"CreationDate": None} if suffix == ".pdf" else {}
    with written_whole(path) as stream, house_style():
        figure.savefig(stream, format=suffix[1:], metadata=metadata)

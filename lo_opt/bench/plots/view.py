"""Which columns a figure shows and how, and its panels; draws nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lo_opt.bench.frame import Frame
from lo_opt.bench.plots.style import value_label
from lo_opt.errors import unknown_name

PER_BOARD = frozenset({"solvable", "solvable_share", "optimum", "free_optimum", "cost_ratio"})
STUDIED = frozenset({"forbidden", "required", "row_budget"})
SCALES = ("linear", "log")
KINDS = ("marks", "medians", "curve", "cactus", "profile", "heatmap")


@dataclass(frozen=True)
class View:
    """The kind of figure and its columns; `facet` None is a single panel."""

    kind: str = "marks"
    x: str = "cells"
    y: str = "seconds"
    color: str = "backend"
    facet: str | None = "goal"
    x_scale: str = "linear"
    y_scale: str = "log"


def view_of(
    frame: Frame,
    kind: str | None = None,
    x: str | None = None,
    y: str | None = None,
    color: str | None = None,
    facet: str | None = None,
    x_scale: str | None = None,
    y_scale: str | None = None,
) -> View:
    """Return the view that these wishes mean; what is not wished for follows from the rest.

    Columns may be written with hyphens. What depends only on the board (its optimum, say) is drawn as a curve of means,
    anything against a condition (the share of forbidden buttons, say) as medians, all else as marks.

    >>> view_of(Frame({"cost_ratio": [], "forbidden": [], "weights": []}), x="forbidden", y="cost-ratio").kind
    'curve'

    Raises
    ------
    InputError
        For a kind, scale or column that there is not.
    """
    column_x, column_y = _column(x) or "cells", _column(y) or "seconds"
    if kind is None:
        kind = "curve" if column_y in PER_BOARD else "medians" if column_x in STUDIED else "marks"
    if kind not in KINDS:
        raise unknown_name("kind of figure", kind, KINDS)
    for scale in (x_scale, y_scale):
        if scale not in (None, *SCALES):
            raise unknown_name("scale", str(scale), SCALES)
    by_board = column_y in PER_BOARD
    chosen = View(
        kind,
        column_x,
        column_y,
        _column(color) or ("weights" if by_board else "backend"),
        None if facet == "none" else _column(facet) or (None if by_board else "goal"),
        x_scale or "linear",
        y_scale or ("log" if column_y in ("seconds", "peak_rss_mib") else "linear"),
    )
    if kind in ("marks", "medians", "curve"):
        for column in (chosen.x, chosen.y):
            frame[column]  # which refuses what is no column
    frame[chosen.color]
    if chosen.facet is not None:
        frame[chosen.facet]
    return replace(chosen, x_scale=x_scale or "log") if kind in ("cactus", "profile") else chosen


def panels_of(frame: Frame, facet: str | None) -> list[tuple[str, Frame]]:
    """Return (title, rows) of each panel: any solution left of the optimum, other columns by their classes."""
    if facet is None:
        return [("", frame)]
    if facet == "goal":
        goals = [goal for goal in ("feasible", "optimal") if goal in frame["goal"]]
        return [(value_label("goal", goal), frame.where("goal", goal)) for goal in goals]
    return [(f"{facet.replace('_', ' ')} {label}", part) for label, part in frame.classes(facet)]


def _column(name: str | None) -> str | None:
    return None if name is None else name.replace("-", "_")

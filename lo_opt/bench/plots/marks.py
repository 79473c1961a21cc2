"""The article's figure: one mark a run, seconds against size, a panel a goal; hollow marks at the limit for time-outs.

The same for any other two columns, coloured or split by whatever else may explain the times, such as the nullity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.bench.frame import Frame, is_numeric
from lo_opt.bench.plots.style import (
    GREY,
    WHOLE,
    Look,
    label_of,
    legend_below,
    looks,
    new_figure,
    scale_axis,
    shades,
    value_label,
)
from lo_opt.bench.plots.view import View, panels_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEAST_SECONDS = 1e-5  # a logarithmic axis has no zero
LEAST_ROOM = 0.02  # of the axis for all marks at one place


def draw_marks(frame: Frame, view: View) -> Figure:
    """Return the figure."""
    there = frame.known(view.x, view.y)
    panels = panels_of(there, view.facet)
    figure, axes = new_figure(len(panels))
    by_value = _continuous(there, view.color)
    groups = "backend" if by_value else view.color
    chosen = looks(there.distinct(groups))
    norm = _norm(there.floats(view.color)) if by_value else None
    for (title, part), panel in zip(panels, axes, strict=True):
        _draw_panel(panel, part, view, groups, chosen, norm)
        panel.set_title(title)
    axes[0].set_ylabel(label_of(view.y))
    for panel in axes[1:]:
        panel.set_ylabel("")
    handles = [_handle(look, value_label(groups, name), norm is not None) for name, look in chosen.items()]
    if view.y == "seconds":
        handles += _limit_handles(there)
    legend_below(figure, handles)
    if norm is not None:
        from matplotlib.cm import ScalarMappable
        from matplotlib.ticker import MaxNLocator

        ticks = MaxNLocator(integer=view.color in WHOLE)
        figure.colorbar(ScalarMappable(norm, shades()), ax=axes, label=label_of(view.color), pad=0.01, ticks=ticks)
    return figure


def _continuous(frame: Frame, column: str) -> bool:
    """Return whether a column's values are better shown as shades than as colours of their own."""
    values = frame.distinct(column)
    return is_numeric(values) and len(values) > 1


def _norm(values: NDArray[np.float64]) -> Any:
    from matplotlib.colors import Normalize

    return Normalize(np.nanmin(values), max(np.nanmax(values), np.nanmin(values) + 1))


def _draw_panel(panel: Axes, part: Frame, view: View, groups: str, chosen: dict[Any, Look], norm: Any) -> None:
    shifts = _shifts(part.floats(view.x), len(chosen), view.x_scale)
    for number, (name, look) in enumerate(chosen.items()):
        own = part.where(groups, name)
        if not len(own):
            continue
        x = own.floats(view.x)
        x = x * shifts[number] if view.x_scale == "log" else x + shifts[number]
        y = own.floats(view.y)
        if view.y_scale == "log" and view.y == "seconds":
            y = y.clip(LEAST_SECONDS)
        colours = look.colour if norm is None else shades()(norm(own.floats(view.color)))
        kinds = _kinds(own) if view.y == "seconds" else np.zeros(len(own), int)
        for kind in range(3):
            rows = kinds == kind
            picked = colours if isinstance(colours, str) else colours[rows]
            _scatter(panel, x[rows], y[rows], picked, look.marker, kind)
    if view.y == "seconds":
        for limit in part.distinct("time_limit_s"):
            panel.axhline(limit, color=GREY, linewidth=0.8, linestyle=":", zorder=1)
    scale_axis(panel, "x", view.x, view.x_scale)
    scale_axis(panel, "y", view.y, view.y_scale)


def _kinds(part: Frame) -> NDArray[np.int_]:
    """Return for each row 0 if solved, 1 if stopped at the limit, 2 if it failed in another way."""
    rows = zip(part["solved"], part["status"], part["limit"], strict=True)
    failed = ("error", "crashed", "memory")
    return np.array(
        [0 if solved else 2 if status in failed or limit == "memory" else 1 for solved, status, limit in rows]
    )


def _scatter(panel: Axes, x: Any, y: Any, colours: Any, marker: str, kind: int) -> None:
    if not len(x):
        return
    if kind == 2:
        panel.scatter(x, y, c=colours, marker="x", s=22, linewidths=1.1, zorder=3)
    elif kind == 1:
        panel.scatter(x, y, facecolors="none", edgecolors=colours, marker=marker, s=24, linewidths=0.9, zorder=3)
    else:
        panel.scatter(x, y, c=colours, marker=marker, s=22, linewidths=0, alpha=0.85, zorder=3)


def _shifts(x: NDArray[np.float64], count: int, scale: str) -> NDArray[np.float64]:
    """Return how far aside each of `count` groups is drawn so that marks at the same place stay visible."""
    values = np.unique(x)
    if scale == "log":
        values = np.log(values[values > 0])
    room = max(0.6 * float(np.diff(values).min()), LEAST_ROOM * float(np.ptp(values))) if len(values) > 1 else 0.1
    aside = room * (np.arange(count) - (count - 1) / 2) / max(count, 1)
    return np.exp(aside) if scale == "log" else aside


def _handle(look: Look, name: str, grey: bool) -> Any:
    from matplotlib.lines import Line2D

    return Line2D([], [], color=GREY if grey else look.colour, marker=look.marker, linestyle="", label=name)


def _limit_handles(part: Frame) -> list[Any]:
    from matplotlib.lines import Line2D

    kinds = set(_kinds(part).tolist())
    handles = []
    if 1 in kinds:
        handles.append(
            Line2D([], [], color=GREY, marker="o", markerfacecolor="none", linestyle="", label="not in time")
        )
    if 2 in kinds:
        handles.append(Line2D([], [], color=GREY, marker="x", linestyle="", label="failed"))
    return handles

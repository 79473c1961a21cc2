"""Lines over one column: medians with their quartiles for times, means with 95% intervals for facts about boards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from lo_opt.analysis.intervals import mean_interval, share_interval
from lo_opt.bench.frame import Frame
from lo_opt.bench.plots.style import (
    GREY,
    Look,
    legend_below,
    looks,
    new_figure,
    scale_axis,
)
from lo_opt.bench.plots.view import View, panels_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw_medians(frame: Frame, view: View) -> Figure:
    """Return medians of a column with a band from the lower to the upper quartile, runs not in time at the limit."""
    return _lines(frame.known(view.x, view.y), view, _draw_medians)


def draw_means(frame: Frame, view: View) -> Figure:
    """Return means over boards, each board counted once, with 95% intervals; shares with the theory, dashed."""
    return _lines(frame.first_of("board").known(view.x, view.y), view, _draw_means)


def _lines(there: Frame, view: View, draw: Any) -> Figure:
    from matplotlib.lines import Line2D

    panels = panels_of(there, view.facet)
    figure, axes = new_figure(len(panels))
    chosen = looks([label for label, _ in there.classes(view.color)])
    for (title, part), panel in zip(panels, axes, strict=True):
        panel.set_title(title)
        for label, own in part.classes(view.color):
            draw(panel, own, view, chosen.get(label) or looks([label])[label])
        scale_axis(panel, "x", view.x, view.x_scale)
        scale_axis(panel, "y", view.y, view.y_scale)
    for panel in axes[1:]:
        panel.set_ylabel("")
    handles = [
        Line2D([], [], color=look.colour, marker=look.marker, linestyle=look.dashes, label=_named(view, label))
        for label, look in chosen.items()
    ]
    if view.y == "solvable" and len(there.known("solvable_share")):
        handles.append(Line2D([], [], color=GREY, linestyle=":", label="theory"))
    legend_below(figure, handles)
    return figure


def _named(view: View, label: str) -> str:
    return label if view.color in ("backend", "weights") else f"{view.color.replace('_', ' ')} {label}"


def _draw_medians(panel: Axes, own: Frame, view: View, look: Look) -> None:
    parts = own.split(view.x)
    x = [value for value, _ in parts]
    low, middle, high = np.array([np.quantile(part.floats(view.y), [0.25, 0.5, 0.75]) for _, part in parts]).T
    panel.fill_between(x, low, high, color=look.colour, alpha=0.15, linewidth=0)
    panel.plot(x, middle, color=look.colour, marker=look.marker, linestyle=look.dashes)


def _draw_means(panel: Axes, own: Frame, view: View, look: Look) -> None:
    parts = own.split(view.x)
    x = np.array([value for value, _ in parts], np.float64)
    means = np.array([part.floats(view.y).mean() for _, part in parts])
    ends = np.array([_interval(part[view.y]) for _, part in parts])
    panel.errorbar(
        x,
        means,
        np.abs(ends.T - means),
        color=look.colour,
        marker=look.marker,
        linestyle=look.dashes,
        capsize=2.5,
        elinewidth=0.9,
    )
    if view.y == "solvable":
        theory = own.known("solvable_share").split(view.x)
        expected = [part.floats("solvable_share").mean() for _, part in theory]
        panel.plot([value for value, _ in theory], expected, color=look.colour, linestyle=":", linewidth=1.0)


def _interval(values: list[Any]) -> tuple[float, float]:
    """Return the 95% interval of a share or a mean; a single value has none."""
    if all(isinstance(value, bool) for value in values):
        return share_interval(sum(values), len(values))
    if len(values) == 1:
        return values[0], values[0]
    return mean_interval(Counter(values))

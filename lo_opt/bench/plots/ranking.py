"""Backends against each other: how many cells each solves by when, and how far each is behind the fastest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lo_opt.bench.frame import Frame
from lo_opt.bench.plots.style import legend_below, looks, new_figure, value_label
from lo_opt.bench.plots.view import View, panels_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEAST_S = 1e-3  # below, differences are noise: such times count as equal
Curves = dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]]


def draw_cactus(frame: Frame, view: View) -> Figure:
    """Return how many cells each backend solves within how many seconds."""
    return _steps(frame, view, solved_by_time, "Seconds", "Cells solved")


def draw_profile(frame: Frame, view: View) -> Figure:
    """Return, for each backend, the share of cells that it solves within so many times the fastest backend's time."""
    return _steps(frame, view, performance_profile, "Time / time of the fastest backend", "Share of cells")


def solved_by_time(frame: Frame, groups: str) -> Curves:
    """Return for each group its solving times, sorted, and how many are solved by then.

    >>> frame = Frame({"backend": ["a", "a", "b"], "solved": [True, True, False], "seconds": [2.0, 1.0, 5.0]})
    >>> [array.tolist() for array in solved_by_time(frame, "backend")["a"]]
    [[1.0, 2.0], [1.0, 2.0]]
    """
    curves: Curves = {}
    for name, part in frame.split(groups):
        times = np.sort(part.where("solved", True).floats("seconds")).clip(LEAST_S / 100)
        curves[name] = times, np.arange(1, len(times) + 1, dtype=np.float64)
    return curves


def performance_profile(frame: Frame, groups: str) -> Curves:
    """Return for each group the ratios to the fastest group's time, sorted, and the share of cells reached by then.

    Cells are compared on the same board, goal and repetition; those that no group solves count as solved by none.
    Source: E. Dolan and J. Moré, "Benchmarking optimization software with performance profiles", 2002.
    """
    best: dict[tuple[object, ...], float] = {}
    keys = list(zip(frame["board"], frame["goal"], frame["repetition"], strict=True))
    for key, seconds, solved in zip(keys, frame["seconds"], frame["solved"], strict=True):
        if solved:
            best[key] = min(best.get(key, np.inf), max(seconds, LEAST_S))
    total = len(set(keys))
    curves: Curves = {}
    for name, part in frame.split(groups):
        own = part.where("solved", True)
        own_keys = zip(own["board"], own["goal"], own["repetition"], strict=True)
        ratios = np.sort([max(s, LEAST_S) / best[key] for key, s in zip(own_keys, own["seconds"], strict=True)])
        curves[name] = ratios.astype(np.float64), np.arange(1, len(ratios) + 1) / max(total, 1)
    return curves


def _steps(frame: Frame, view: View, curves_of: Callable[[Frame, str], Curves], x_label: str, y_label: str) -> Figure:
    from matplotlib.lines import Line2D

    panels = panels_of(frame, view.facet)
    figure, axes = new_figure(len(panels))
    chosen = looks(frame.distinct(view.color))
    for (title, part), panel in zip(panels, axes, strict=True):
        curves = curves_of(part, view.color)
        end = max((float(x[-1]) for x, _ in curves.values() if len(x)), default=1.0)
        for name, (x, y) in curves.items():
            look = chosen[name]
            if len(x):
                panel.step([*x, end], [*y, y[-1]], where="post", color=look.colour, linestyle=look.dashes)
                few = slice(None, None, max(1, len(x) // 8))
                panel.plot(x[few], y[few], color=look.colour, linestyle="", marker=look.marker)
        panel.set_xscale(view.x_scale)
        panel.set_title(title)
        panel.set_xlabel(x_label)
        panel.set_ylim(bottom=0)
    axes[0].set_ylabel(y_label)
    legend_below(
        figure,
        [
            Line2D([], [], color=k.colour, marker=k.marker, linestyle=k.dashes, label=value_label(view.color, name))
            for name, k in chosen.items()
        ],
    )
    return figure

"""How figures look: colours that colour-blind readers and grey printers can tell apart, marks, words; no data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette, without its yellow, which is too pale on paper.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h")
DASHES = ("-", "--", "-.", ":")
PANEL_INCHES = (4.6, 3.9)
GREY = "0.45"
WIDE = 0.1  # an axis of shares that spans more has whole per cents

LABELS = {
    "backend": "Backend",
    "bound": "Proved bound",
    "cells": "Number of cells",
    "cost": "Cost found",
    "cost_ratio": "Cost / cost when everything is allowed",
    "forbidden": "Share of forbidden buttons",
    "gap": "Gap between cost and bound",
    "nullity": "Nullity (2^nullity solutions)",
    "optimum": "Least cost",
    "optimum_gap": "Cost above the optimum",
    "peak_rss_mib": "Memory (MiB)",
    "required": "Share of required buttons",
    "row_budget": "Most presses in a row",
    "seconds": "Seconds",
    "solvable": "Share of boards still solvable",
    "weights": "Weights",
}
SHARES = {"forbidden", "required", "solvable", "solvable_share", "gap", "optimum_gap"}
WHOLE = {"nullity", "row_budget", "rows", "cols", "threads"}
TITLES = {"feasible": "Any solution", "optimal": "The optimum"}


@dataclass(frozen=True)
class Look:
    """The colour, mark and line of one group."""

    colour: str
    marker: str
    dashes: str


def looks(names: Sequence[Any]) -> dict[Any, Look]:
    """Return a look for each name, no two alike; all formulations of one solver share its colour.

    >>> found = looks(["scip:xor", "cbc:xor", "scip:hull"])
    >>> found["scip:xor"].colour == found["scip:hull"].colour, found["scip:xor"].marker == found["cbc:xor"].marker
    (True, True)
    """
    solvers = list(dict.fromkeys(str(name).partition(":")[0] for name in names))
    formulations = list(dict.fromkeys(str(name).partition(":")[2] for name in names if ":" in str(name)))
    by_formulation = len(formulations) > 1
    found = {}
    for name in names:
        solver, _, formulation = str(name).partition(":")
        colour = solvers.index(solver)
        mark = formulations.index(formulation) if by_formulation and formulation else colour
        again = mark if by_formulation else colour // len(COLOURS)
        found[name] = Look(COLOURS[colour % len(COLOURS)], MARKERS[mark % len(MARKERS)], DASHES[again % len(DASHES)])
    return found


def shades() -> Any:
    """Return the colour map for numbers: viridis, dark for much, without the yellow that is too pale on paper."""
    import numpy as np
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    return ListedColormap(colormaps["viridis_r"](np.linspace(0.15, 1, 256)), "lo-opt")


def label_of(column: str) -> str:
    """Return the words for a column on an axis."""
    return LABELS.get(column, column.replace("_", " ").capitalize())


def value_label(column: str, value: Any) -> str:
    """Return the words for one value of a column.

    >>> value_label("goal", "optimal"), value_label("forbidden", 0.1), value_label("backend", "scip:parity")
    ('The optimum', '10%', 'scip:parity')
    """
    if column == "goal":
        return TITLES.get(value, str(value))
    if column in SHARES and isinstance(value, float):
        return f"{value:.3g}" if value > 1 else f"{100 * value:.3g}%"
    return str(value)


@contextmanager
def house_style() -> Iterator[None]:
    """Draw with these fonts and lines; the user's own settings are left alone."""
    import matplotlib as mpl

    settings = {
        "font.size": 9,
        "axes.titlesize": 10,
        "axes.grid": True,
        "axes.grid.which": "major",
        "grid.color": "0.88",
        "grid.linewidth": 0.6,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
        "legend.fontsize": 8,
        "lines.markersize": 5,
        "lines.linewidth": 1.4,
        "svg.hashsalt": "lo-opt",
        "savefig.dpi": 200,
    }
    with mpl.rc_context(settings):
        yield


def new_figure(panels: int, height: float = PANEL_INCHES[1]) -> tuple[Figure, list[Axes]]:
    """Return a figure of panels side by side, which share the vertical axis."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(PANEL_INCHES[0] * max(panels, 1), height), layout="constrained")
    axes = figure.subplots(1, max(panels, 1), sharey=True, squeeze=False)
    return figure, list(axes[0])


def scale_axis(axes: Axes, which: str, column: str, scale: str) -> None:
    """Set the scale, label and ticks of the axis 'x' or 'y'."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    axis = axes.xaxis if which == "x" else axes.yaxis
    (axes.set_xscale if which == "x" else axes.set_yscale)(scale)
    axis.set_label_text(label_of(column))
    if column in SHARES:
        low, high = axis.get_view_interval()
        axis.set_major_formatter(PercentFormatter(1.0, decimals=0 if high - low > WIDE else None))
    elif column in WHOLE and scale == "linear":
        axis.set_major_locator(MaxNLocator(integer=True))


def legend_below(figure: Figure, handles: Sequence[Any]) -> None:
    """Put one legend for all panels under them."""
    if handles:
        figure.legend(handles=list(handles), loc="outside lower center", ncols=min(len(handles), 4 * len(figure.axes)))

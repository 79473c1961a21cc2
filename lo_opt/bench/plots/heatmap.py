"""Formulation against solver: how long each pair takes on average, and what share of the cells it solves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lo_opt.bench.frame import Frame
from lo_opt.bench.plots.style import value_label
from lo_opt.bench.plots.view import View, panels_of
from lo_opt.bench.stats import shifted_geometric_mean
from lo_opt.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_heatmap(frame: Frame, view: View) -> Figure:
    """Return the map; a pair that never ran stays empty.

    Raises
    ------
    InputError
        If no cell names a formulation.
    """
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LogNorm
    from matplotlib.figure import Figure

    there = frame.known("formulation", "seconds")
    if not len(there):
        raise InputError("heatmap: no cell names a formulation, as scip:parity does")
    formulations, solvers = there.distinct("formulation"), there.distinct("solver")
    panels = panels_of(there, view.facet)
    figure = Figure(
        figsize=(1.5 + 1.25 * len(solvers) * len(panels), 1.4 + 0.62 * len(formulations)), layout="constrained"
    )
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    seconds = there.floats("seconds").clip(1e-3)
    norm = LogNorm(seconds.min(), max(seconds.max(), 2 * seconds.min()))
    for (title, part), panel in zip(panels, axes, strict=True):
        means = np.full((len(formulations), len(solvers)), np.nan)
        for r, formulation in enumerate(formulations):
            for c, solver in enumerate(solvers):
                own = part.where("formulation", formulation).where("solver", solver)
                if not len(own):
                    continue
                means[r, c] = max(shifted_geometric_mean(own.floats("seconds")), 1e-3)
                dark = norm(means[r, c]) > 0.55
                text = f"{means[r, c]:.2g} s\n{np.mean(own['solved']):.0%} solved"
                panel.text(c, r, text, ha="center", va="center", fontsize=7.5, color="white" if dark else "black")
        panel.imshow(means, cmap="cividis_r", norm=norm, aspect="auto")
        panel.grid(visible=False)
        panel.set_xticks(range(len(solvers)), [value_label("solver", solver) for solver in solvers])
        panel.set_yticks(range(len(formulations)), formulations)
        panel.set_title(title)
    figure.colorbar(ScalarMappable(norm, "cividis_r"), ax=list(axes), label="Seconds (shifted geometric mean)")
    return figure

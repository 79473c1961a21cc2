"""A distribution of least costs as a bar chart in a file; knows matplotlib, no puzzle."""

from __future__ import annotations

import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING

from lo_opt.errors import InputError
from lo_opt.puzzle.files.writing import written_whole
from lo_opt.wording import shown_path

if TYPE_CHECKING:
    from lo_opt.analysis.minima import Distribution

SUFFIXES = (".png", ".svg", ".pdf")


def plot_format(path: str | os.PathLike[str]) -> str:
    """Return the format that a file's suffix names.

    >>> plot_format("5x5.svg")
    'svg'

    Raises
    ------
    InputError
        For another suffix.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"{shown_path(path)}: unknown suffix {suffix!r}; plots are written as {', '.join(SUFFIXES)}")
    return suffix[1:]


def plot_distribution(found: Distribution, title: str, path: str | os.PathLike[str]) -> None:
    """Write a bar chart of the share of boards by least cost, with 95% intervals if it was sampled uniformly.

    Raises
    ------
    InputError
        For an unknown suffix, or a file that cannot be written.
    """
    kind = plot_format(path)
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    costs = list(found.counts)
    shares = [count / found.total for count in found.counts.values()]
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    errors = None
    if found.has_intervals:
        ends = [found.share_interval(cost) or (0.0, 0.0) for cost in costs]
        below = [share - low for share, (low, _) in zip(shares, ends, strict=True)]
        errors = [below, [high - share for share, (_, high) in zip(shares, ends, strict=True)]]
    gaps = [float(after - before) for before, after in itertools.pairwise(costs)]
    axes.bar([float(cost) for cost in costs], shares, width=0.85 * min(gaps, default=1.0), yerr=errors, color="#3b75af")
    axes.set_xlabel("least cost")
    axes.set_ylabel("share of solvable boards")
    axes.set_title(title)
    axes.spines[["top", "right"]].set_visible(False)
    with written_whole(path) as stream:
        figure.savefig(stream, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)

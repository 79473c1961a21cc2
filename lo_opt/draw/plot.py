"""Scenes as PNG, PDF and frames of a GIF, through Matplotlib; knows no puzzle."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from lo_opt.draw.scene import Box, Disc, Layer, Line, Polygon, Scene, Shape, Squares, Words

if TYPE_CHECKING:
    from PIL.Image import Image

UNITS_PER_INCH = 96.0  # as CSS has it
_POINTS_PER_UNIT = 72.0 / UNITS_PER_INCH
PNG_DPI = 2 * UNITS_PER_INCH


def rendered(scene: Scene, form: str) -> bytes:
    """Return a scene as 'png' (two pixels a unit, the words in its metadata) or 'pdf'."""
    stream = io.BytesIO()
    metadata: dict[str, str | None] = {"Title": scene.title, "Description": scene.description}
    if form == "pdf":  # which knows other keys; without a date the same picture is the same file
        metadata = {"Title": scene.title, "Subject": scene.description, "CreationDate": None}
    _figure(scene).savefig(stream, format=form, dpi=PNG_DPI, metadata=metadata)
    return stream.getvalue()


def image(scene: Scene, scale: float = 1.0) -> Image:
    """Return a scene as an image in memory, `scale` pixels a unit."""
    from PIL import Image as PillowImage

    stream = io.BytesIO()
    _figure(scene).savefig(stream, format="png", dpi=UNITS_PER_INCH * scale)
    stream.seek(0)
    return PillowImage.open(stream).convert("RGB")


def _figure(scene: Scene) -> Any:
    from matplotlib.figure import Figure

    figure = Figure((scene.width / UNITS_PER_INCH, scene.height / UNITS_PER_INCH), facecolor="white")
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    axes.set_xlim(0, scene.width)
    axes.set_ylim(scene.height, 0)
    for order, layer in enumerate(scene.layers):
        _add(axes, layer, order)
    return figure


def _add(axes: Any, layer: Layer, order: int) -> None:
    from matplotlib.collections import PatchCollection

    style = layer.style
    patches = [patch for shape in layer.shapes if not isinstance(shape, Words) for patch in _patches(shape)]
    if patches:
        axes.add_collection(
            PatchCollection(
                patches,
                facecolor=style.fill or "none",
                edgecolor=style.stroke or "none",
                linewidth=style.width * _POINTS_PER_UNIT if style.stroke else 0.0,
                capstyle="round",
                joinstyle="round",
                zorder=order,
            ),
            autolim=False,
        )
    for words in layer.shapes:
        if isinstance(words, Words):
            axes.text(
                words.x,
                words.y,
                words.text,
                fontsize=words.size * _POINTS_PER_UNIT,
                color=style.fill,
                ha={"start": "left", "middle": "center", "end": "right"}[words.anchor],
                va="center_baseline",
                weight="bold" if words.bold else "normal",
                zorder=order,
                parse_math=False,
            )


def _patches(shape: Shape) -> Iterable[Any]:
    from matplotlib import patches
    from matplotlib.path import Path

    match shape:
        case Box() if shape.radius:
            rounding = f"round,pad=0,rounding_size={shape.radius}"
            return [patches.FancyBboxPatch((shape.x, shape.y), shape.width, shape.height, boxstyle=rounding)]
        case Box():
            return [patches.Rectangle((shape.x, shape.y), shape.width, shape.height)]
        case Disc():
            return [patches.Circle((shape.x, shape.y), shape.radius)]
        case Line():
            return [patches.PathPatch(Path([(shape.x1, shape.y1), (shape.x2, shape.y2)]))]
        case Polygon():
            return [patches.Polygon(shape.points, closed=True)]
        case Squares():
            if not shape.corners:
                return []
            one = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]) * shape.side
            points = (np.array(shape.corners)[:, np.newaxis] + one).reshape(-1, 2)
            codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * len(shape.corners)
            return [patches.PathPatch(Path(points, codes))]
        case Words():
            return []

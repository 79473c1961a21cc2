"""What a picture is before it is written: layers of plain shapes in one style each; knows no puzzle and no format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Style:
    """How shapes are painted: colours as #rrggbb, None for not at all; the stroke `width` is in the scene's units."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True)
class Box:
    """A rectangle by its top left corner, with rounded corners if `radius` is not 0."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0


@dataclass(frozen=True)
class Disc:
    """A circle by its centre."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Polygon:
    """A closed line through points (x, y)."""

    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Squares:
    """Many squares of one size by their top left corners: what fills a matrix."""

    corners: tuple[tuple[float, float], ...]
    side: float


@dataclass(frozen=True)
class Words:
    """A line of text; `y` is its middle, and the style's fill its colour."""

    x: float
    y: float
    text: str
    size: float
    anchor: Anchor = "middle"
    bold: bool = False


Shape = Box | Disc | Line | Polygon | Squares | Words


@dataclass(frozen=True)
class Layer:
    """Shapes of one style; a layer lies on top of those before it."""

    style: Style
    shapes: tuple[Shape, ...]

    @classmethod
    def of(cls, style: Style, shapes: Iterable[Shape]) -> Layer:
        """Return the layer of any shapes."""
        return cls(style, tuple(shapes))


@dataclass(frozen=True)
class Scene:
    """A picture of `width` x `height` units (a unit is a CSS pixel), y downwards, and what it shows in words.

    `title` and `description` are the text alternative: who cannot see the picture reads the same in them.
    """

    width: float
    height: float
    title: str
    description: str
    layers: tuple[Layer, ...] = field(repr=False)


def moved(layer: Layer, down: float) -> Layer:
    """Return a layer moved down.

    >>> moved(Layer.of(Style(), [Disc(1, 2, 1), Squares(((0, 0),), 1)]), 5).shapes
    (Disc(x=1, y=7, radius=1), Squares(corners=((0, 5),), side=1))
    """
    return Layer.of(layer.style, (_moved(shape, down) for shape in layer.shapes))


def _moved(shape: Shape, down: float) -> Shape:
    match shape:
        case Line():
            return replace(shape, y1=shape.y1 + down, y2=shape.y2 + down)
        case Polygon():
            return Polygon(tuple((x, y + down) for x, y in shape.points))
        case Squares():
            return Squares(tuple((x, y + down) for x, y in shape.corners), shape.side)
        case _:
            return replace(shape, y=shape.y + down)

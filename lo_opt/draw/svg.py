"""Scenes as SVG text, small and with their text alternative inside; knows no puzzle."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from xml.sax.saxutils import escape

from lo_opt.draw.scene import Box, Disc, Layer, Line, Polygon, Scene, Shape, Squares, Words

FONT = "system-ui, 'DejaVu Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"


def svg(scene: Scene) -> str:
    """Return a scene as an SVG document without scripts, external fonts or references.

    >>> from lo_opt.draw.scene import Style
    >>> text = svg(Scene(10, 10, "A disc", "One disc.", (Layer.of(Style(fill="#000000"), [Disc(5, 5, 4.5)]),)))
    >>> '<title' in text, '<circle cx="5" cy="5" r="4.5"/>' in text
    (True, True)
    """
    key = hashlib.sha256(f"{scene.title}\n{scene.description}".encode()).hexdigest()[:8]  # ids in a page must differ
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(scene.width)} {_n(scene.height)}" '
        f'width="{_n(scene.width)}" height="{_n(scene.height)}" role="img" aria-labelledby="t{key} d{key}" '
        f'font-family="{FONT}" style="max-width:100%;height:auto">\n'
        f'<title id="t{key}">{escape(scene.title)}</title>\n<desc id="d{key}">{escape(scene.description)}</desc>\n'
    )
    return head + "".join(f"{group}\n" for layer in scene.layers for group in layer_parts(layer)) + "</svg>\n"


def layer_parts(layer: Layer) -> Iterator[str]:
    """Yield the groups of one layer: what an animation may share between its pictures."""
    style = layer.style
    paint = f'fill="{style.fill or "none"}"'
    if style.stroke:
        paint += f' stroke="{style.stroke}" stroke-width="{_n(style.width)}" stroke-linejoin="round"'
    if layer.shapes:
        yield f"<g {paint}>{''.join(map(_element, layer.shapes))}</g>"


def _element(shape: Shape) -> str:
    match shape:
        case Box():
            corner = f' rx="{_n(shape.radius)}"' if shape.radius else ""
            size = f'width="{_n(shape.width)}" height="{_n(shape.height)}"'
            return f'<rect x="{_n(shape.x)}" y="{_n(shape.y)}" {size}{corner}/>'
        case Disc():
            return f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"/>'
        case Line():
            return f'<path d="M{_n(shape.x1)} {_n(shape.y1)}L{_n(shape.x2)} {_n(shape.y2)}" stroke-linecap="round"/>'
        case Polygon():
            return f'<path d="M{"L".join(f"{_n(x)} {_n(y)}" for x, y in shape.points)}z"/>'
        case Squares():
            side = _n(shape.side)
            return f'<path d="{"".join(f"M{_n(x)} {_n(y)}h{side}v{side}h-{side}z" for x, y in shape.corners)}"/>'
        case Words():
            anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
            weight = ' font-weight="700"' if shape.bold else ""
            # 0.35 em below the middle: attributes that centre text are not understood everywhere.
            place = f'x="{_n(shape.x)}" y="{_n(shape.y + 0.35 * shape.size)}" font-size="{_n(shape.size)}"'
            return f"<text {place}{anchor}{weight}>{escape(shape.text)}</text>"


def _n(value: float) -> str:
    """Return a number without needless digits.

    >>> _n(4.0), _n(0.125), _n(2.5)
    ('4', '0.12', '2.5')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")

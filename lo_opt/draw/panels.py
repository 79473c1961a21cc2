"""One drawing of lights and what is marked on them, ready to be put anywhere; knows cells by place, not by meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from lo_opt.draw import theme
from lo_opt.draw.scene import Box, Disc, Layer, Line, Polygon, Style, Words

HALO = 2.0  # how much wider the light edge around a mark is than the mark, in its own widths


@dataclass(frozen=True)
class Cell:
    """One light or button: its middle and the side of the square that marks have, in the panel's own units.

    `corners` are those of a cell that is not a square, from its middle and in sides.
    """

    x: float
    y: float
    side: float
    corners: tuple[tuple[float, float], ...] = ()

    def spot(self, across: float, down: float) -> tuple[float, float]:
        """Return the point so many sides off the middle; nearer in a hexagon, in a triangle on its wide side.

        >>> Cell(10, 10, 10).spot(0.5, -0.5), Cell(10, 10, 10, ((-1, 1), (1, 1), (0, -2))).spot(0.5, -0.5)
        ((15.0, 5.0), (15.0, 15.0))
        """
        if len(self.corners) == 6:
            across, down = 0.75 * across, 0.75 * down
        if len(self.corners) == 3:
            base_below = sum(y > 0 for _, y in self.corners) == 2
            down = abs(down) if base_below else -abs(down)
        return self.x + across * self.side, self.y + down * self.side


@dataclass(frozen=True)
class Panel:
    """A titled drawing of a size that draws itself with its top left corner at (x, y)."""

    title: str
    width: float
    height: float
    draw: Callable[[float, float], Iterable[Layer]] = field(repr=False)


def light_layers(cells: Iterable[tuple[Cell, int]], states: int) -> Iterator[Layer]:
    """Yield lights in their states, with the state as a digit where there are more than two."""
    by_state: dict[int, list[Cell]] = {}
    for cell, state in cells:
        by_state.setdefault(state, []).append(cell)
    for state, members in sorted(by_state.items()):
        edge = theme.LIT_EDGE if state else None
        style = Style(theme.shade(state, states), edge, 1.0 if members[0].side > 10 else 0.0)
        yield Layer.of(style, map(_outline, members))
        if states > 2 and members[0].side >= 12:
            words = (Words(c.x, c.y, str(state), 0.4 * c.side, bold=True) for c in members)
            yield Layer.of(Style(fill=theme.on_top(state, states)), words)


def rings(cells: Iterable[Cell], colour: str = theme.PRESS) -> Iterator[Layer]:
    """Yield rings with a light edge, which stand out on dark and on lit cells."""
    members = list(cells)
    yield from _haloed((Disc(c.x, c.y, 0.29 * c.side) for c in members), colour, members, 0.1)


def crosses(cells: Iterable[Cell], colour: str = theme.INK) -> Iterator[Layer]:
    """Yield diagonal crosses over whole cells."""
    members = list(cells)
    lines = (
        line
        for c in members
        for reach in [0.32 * c.side]
        for line in (
            Line(c.x - reach, c.y - reach, c.x + reach, c.y + reach),
            Line(c.x - reach, c.y + reach, c.x + reach, c.y - reach),
        )
    )
    yield from _haloed(lines, colour, members, 0.07)


def diamonds(cells: Iterable[Cell], colour: str = theme.QUIET) -> Iterator[Layer]:
    """Yield diamonds with a light edge."""
    members = list(cells)
    shapes = (
        Polygon(((c.x, c.y - reach), (c.x + reach, c.y), (c.x, c.y + reach), (c.x - reach, c.y)))
        for c in members
        for reach in [0.34 * c.side]
    )
    yield from _haloed(shapes, colour, members, 0.09)


def frames(cells: Iterable[Cell], colour: str = theme.PROOF) -> Iterator[Layer]:
    """Yield square frames with a light edge."""
    members = list(cells)
    shapes = (Box(c.x - reach, c.y - reach, 2 * reach, 2 * reach) for c in members for reach in [0.3 * c.side])
    yield from _haloed(shapes, colour, members, 0.1)


def dots(cells: Iterable[Cell], colour: str = theme.PROOF) -> Iterator[Layer]:
    """Yield small discs with a light edge."""
    members = list(cells)
    width = HALO * 0.04 * members[0].side if members else 0.0
    yield Layer.of(Style(colour, theme.HALO, width), (Disc(c.x, c.y, 0.13 * c.side) for c in members))


def _outline(cell: Cell) -> Box | Polygon:
    side = cell.side * (1 - 2 * theme.GAP)
    if cell.corners:
        return Polygon(tuple((cell.x + side * x, cell.y + side * y) for x, y in cell.corners))
    return Box(cell.x - side / 2, cell.y - side / 2, side, side, 0.14 * cell.side if cell.side > 10 else 0.0)


def _haloed(
    shapes: Iterable[Disc | Line | Polygon | Box], colour: str, cells: list[Cell], share: float
) -> Iterator[Layer]:
    drawn = tuple(shapes)
    width = share * cells[0].side if cells else 0.0
    yield Layer(Style(stroke=theme.HALO, width=HALO * width), drawn)
    yield Layer(Style(stroke=colour, width=width), drawn)

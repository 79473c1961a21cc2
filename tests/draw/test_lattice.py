"""Hexagons and triangles on paper: cells that the rule joins share an edge, others do not, and none leaves the box."""

import itertools
import math

import pytest

from lo_opt.draw.lattice import Lattice
from lo_opt.puzzle import Puzzle

LATTICES = {"hex": Lattice.hexagons, "triangle": Lattice.triangles}


def corners(lattice, r, c):
    cell = lattice.cell(r, c)
    return {(round(cell.x + cell.side * x, 6), round(cell.y + cell.side * y, 6)) for x, y in cell.corners}


@pytest.mark.parametrize("rule", LATTICES)
def test_cells_share_an_edge_exactly_where_a_press_reaches(rule):
    rows, cols = 4, 5
    lattice = LATTICES[rule](rows, cols)
    effects = Puzzle.grid("/".join(["0" * cols] * rows), rule=rule).incidence()
    joined = set(zip(effects.lights.tolist(), effects.buttons.tolist(), strict=True))
    places = list(itertools.product(range(rows), range(cols)))
    for (i, one), (j, other) in itertools.combinations(enumerate(places), 2):
        shared = corners(lattice, *one) & corners(lattice, *other)
        assert (len(shared) == 2) == ((i, j) in joined)


@pytest.mark.parametrize("rule", LATTICES)
def test_the_box_is_just_large_enough(rule):
    lattice = LATTICES[rule](3, 4)
    xs, ys = zip(*set().union(*(corners(lattice, r, c) for r in range(3) for c in range(4))), strict=True)
    assert (min(xs), min(ys)) == (0, 0)
    assert (max(xs), max(ys)) == pytest.approx((lattice.width, lattice.height))


@pytest.mark.parametrize("rule", LATTICES)
def test_marks_keep_inside_their_cell(rule):
    """A ring of radius 0.29 sides with its stroke stays within the middle's distance from the edges."""
    lattice = LATTICES[rule](2, 2)
    for r, c in itertools.product(range(2), range(2)):
        points = lattice.cell(r, c).corners
        middles = (((a + x) / 2, (b + y) / 2) for (a, b), (x, y) in zip(points, points[1:] + points[:1], strict=True))
        assert min(math.hypot(*middle) for middle in middles) > 0.29 + 0.05


@pytest.mark.parametrize(("rule", "kind"), [("hex", 6), ("triangle", 3), ("plus", 0), ("king", 0)])
def test_the_rule_decides_the_shape(rule, kind):
    lattice = Lattice.of(Puzzle.grid("110/011", rule=rule), 2, 3)
    assert {len(lattice.cell(r, c).corners) for r in range(2) for c in range(3)} == {kind}

"""Pictures say in shapes and in words what the puzzle and its answer are, whatever the format."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from puzzles import grid_puzzles

from lo_opt import InputError, Puzzle, solve
from lo_opt.draw import answer_scene, check_picture, puzzle_scene, scene_of, svg, theme, write_picture
from lo_opt.draw.notebook import picture
from lo_opt.draw.scene import Box, Disc, Line, Polygon, Words
from lo_opt.puzzle.reading.library import library_names

SVG = "{http://www.w3.org/2000/svg}"


def shapes(scene, kind, colour):
    """Return the shapes of a kind that are painted in a colour."""
    layers = [layer for layer in scene.layers if colour in (layer.style.fill, layer.style.stroke)]
    return [shape for layer in layers for shape in layer.shapes if isinstance(shape, kind)]


def texts(scene):
    return [shape.text for layer in scene.layers for shape in layer.shapes if isinstance(shape, Words)]


def test_lights_are_where_and_as_many_as_the_board_says():
    scene = puzzle_scene(Puzzle.grid("110/010"))
    lit, dark = shapes(scene, Box, theme.LIT), shapes(scene, Box, theme.DARK)
    assert (len(lit), len(dark)) == (3, 3)
    lefts = sorted({round(box.x, 3) for box in lit + dark})
    tops = sorted({round(box.y, 3) for box in lit + dark})
    places = {(tops.index(round(box.y, 3)), lefts.index(round(box.x, 3))) for box in lit}
    assert places == {(0, 0), (0, 1), (1, 1)}


def test_presses_are_rings_and_told_in_words():
    scene = answer_scene(solve(Puzzle.grid("110/100/000")))
    assert len(shapes(scene, Disc, theme.PRESS)) == 1
    assert "Press: row 0 column 0." in scene.description
    assert scene.title == "3x3 board, rule plus; optimal: 1 press"


def test_weights_bars_and_duties_are_drawn():
    puzzle = Puzzle.grid("11/10").with_weights([["0.5", 2], [3, "1.25"]]).forbid([(0, 1)]).require([(1, 1)])
    scene = puzzle_scene(puzzle)
    assert {"0.5", "3", "1.25"} <= set(texts(scene))
    assert len(shapes(scene, Line, theme.INK)) == 2
    assert len(shapes(scene, Disc, theme.PRESS)) == 1
    assert {"× must not be pressed", "• in the corner: must be pressed"} <= set(texts(scene))


def test_a_certificate_is_framed_dotted_and_explained():
    answer = solve(Puzzle.read("unsolvable-5x5"))
    scene = answer_scene(answer)
    assert len(shapes(scene, Box, theme.PROOF)) == answer.certificate.count
    assert len(shapes(scene, Disc, theme.PROOF)) == 1
    assert "no presses can do that" in scene.description


def test_the_certificate_of_a_puzzle_with_duties_is_about_what_is_left():
    puzzle = Puzzle.read("unsolvable-5x5").require([(0, 0)])
    scene = answer_scene(solve(puzzle))
    assert len(shapes(scene, Disc, theme.PROOF)) % 2 == 1


def test_quiet_patterns_are_diamonds():
    scene = puzzle_scene(Puzzle.read("article-5x5"), quiet=True)
    assert {"quiet pattern 1 of 2", "quiet pattern 2 of 2"} <= set(texts(scene))
    assert len(shapes(scene, Polygon, theme.QUIET)) > 0
    assert any("no quiet pattern" in text for text in texts(puzzle_scene(Puzzle.grid("111"), quiet=True)))
    with pytest.raises(InputError, match="quiet patterns"):
        puzzle_scene(Puzzle.grid("00", states=3), quiet=True)


def test_states_beyond_two_are_digits():
    scene = puzzle_scene(Puzzle.read("three-states-5x5"))
    assert texts(scene).count("2") >= 4
    assert "state 2" in scene.description


def test_coordinates_are_those_of_the_command_line():
    found = texts(puzzle_scene(Puzzle.grid("000/000")))
    assert found.count("0") == 2  # row 0 and column 0
    assert found.count("2") == 1  # column 2


def test_listed_buttons_are_wired_to_their_lights():
    puzzle = Puzzle.read("four-lights")
    scene = scene_of(solve(puzzle))
    assert len(shapes(scene, Line, theme.FAINT_INK)) == len(puzzle.incidence().buttons)
    assert len(shapes(scene, Disc, theme.PRESS)) == 2


@given(grid_puzzles(max_cells=6))
@settings(max_examples=25, deadline=None)
def test_every_picture_is_well_formed_and_described(drawn):
    puzzle, _, _ = drawn
    for scene in (puzzle_scene(puzzle, quiet=True), answer_scene(solve(puzzle))):
        root = ET.fromstring(svg(scene))
        named = root.get("aria-labelledby").split()
        assert [root.find(f"{SVG}{tag}").get("id") for tag in ("title", "desc")] == named
        assert root.find(f"{SVG}title").text == scene.title
        assert root.get("role") == "img"


@pytest.mark.parametrize("name", library_names())
def test_shipped_boards_can_be_drawn(name):
    puzzle = Puzzle.read(name)
    assert ET.fromstring(svg(puzzle_scene(puzzle))).tag == f"{SVG}svg"
    assert puzzle._repr_svg_() == svg(puzzle_scene(puzzle))


def test_nothing_in_an_svg_is_active_or_from_elsewhere():
    puzzle = Puzzle.grid("10", name='<script>alert("x")</script>&')
    text = svg(answer_scene(solve(puzzle)))
    assert "<script" not in text
    assert not re.search(r"(href|src|url\()", text)
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_lit_and_dark_differ_without_colour():
    bright, dim = luminance(theme.LIT) + 0.05, luminance(theme.DARK) + 0.05
    assert bright / dim > 4.5
    for mark in (theme.PRESS, theme.QUIET, theme.PROOF, theme.INK):  # against the halo, which surrounds every mark
        assert (luminance(theme.HALO) + 0.05) / (luminance(mark) + 0.05) > 4.5


@pytest.mark.parametrize(("suffix", "magic"), [(".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF")])
def test_files_are_what_their_suffix_says(tmp_path, suffix, magic):
    path = tmp_path / f"board{suffix}"
    write_picture(scene_of(solve(Puzzle.read("weighted-4x4")), quiet=True), path)
    assert path.read_bytes().startswith(magic)
    again = tmp_path / f"again{suffix}"
    write_picture(scene_of(solve(Puzzle.read("weighted-4x4")), quiet=True), again)
    assert again.read_bytes() == path.read_bytes()


def test_a_png_has_two_pixels_a_unit_and_the_words_inside(tmp_path):
    from PIL import Image

    scene = puzzle_scene(Puzzle.grid("110/010"))
    write_picture(scene, tmp_path / "board.png")
    with Image.open(tmp_path / "board.png") as image:
        assert image.size == (pytest.approx(2 * scene.width, abs=2), pytest.approx(2 * scene.height, abs=2))
        assert image.info["Description"] == scene.description


def test_what_cannot_be_drawn_is_refused_in_words(tmp_path):
    with pytest.raises(InputError, match="at most 200"):
        puzzle_scene(Puzzle.read("lit:201x2"))
    with pytest.raises(InputError, match=r"\.svg, \.png, \.pdf"):
        check_picture(Path("board.jpg"))
    with pytest.raises(InputError, match="cannot be written"):
        write_picture(puzzle_scene(Puzzle.grid("1")), tmp_path / "no" / "board.svg")


def test_notebooks_show_what_can_be_drawn():
    puzzle = Puzzle.grid("110/010")
    answer = solve(puzzle)
    assert puzzle._repr_svg_() == svg(puzzle_scene(puzzle))
    assert answer._repr_svg_() == svg(answer_scene(answer))
    assert picture(Puzzle.read("lit:300x2")) is None


def test_large_boards_stay_small_files():
    assert len(svg(puzzle_scene(Puzzle.read("lit:64x64")))) < 400_000

"""`lo-opt solve` for people: the picture and the words around it."""

from __future__ import annotations

import pytest

from lo_opt.answer import Limit, Status
from lo_opt.cli.picture import ASCII, MAX_SIDE, UNICODE
from lo_opt.contract import Claim
from lo_opt.puzzle import Board


def test_board_and_presses_side_by_side(run):
    result = run("solve", "110/100/000", "-b", "chase")
    lines = [line.rstrip() for line in result.out.splitlines()]
    assert lines[0].endswith("3x3 board, rule plus, 3 of 9 lights on")
    assert lines[2:7] == [
        "  board      presses",
        "  0 1 2      0 1 2",
        "0 ● ● ·    0 ■ · ·",
        "1 ● · ·    1 · · ·",
        "2 · · ·    2 · · ·",
    ]
    assert "optimal    1 press" in lines
    assert "proof      exhausted (every solution was accounted for)" in lines
    assert any(line.startswith("backend    chase") for line in lines)
    assert any(line.startswith("time ") and "build" in line and "verify" in line for line in lines)


def test_no_colour_unless_at_a_terminal(run, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" not in run("solve", "-b", "chase").out
    assert "\x1b[" in run("solve", "-b", "chase", terminal=True).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in run("solve", "-b", "chase", terminal=True).out


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_pictures_are_ascii_where_nothing_else_is_possible(run, encoding):
    for puzzle in ("110/100/000", "10"):
        out = run("solve", puzzle, "-b", "chase", encoding=encoding).out
        assert out.isascii()
    assert "0 # # .    0 # . ." in run("solve", "110/100/000", "-b", "chase", encoding=encoding).out


def test_an_unsolvable_board_shows_its_certificate(run):
    result = run("solve", "10", "-b", "auto")
    assert result.code == 3
    assert "infeasible no presses solve this puzzle" in result.out
    assert "certificate" in result.out
    assert UNICODE.marked_on in result.out
    words = " ".join(result.out.split())
    assert "Every button toggles an even number of the" in words
    assert "an odd number of them, 1, must change: no presses can do that." in words


def test_a_certificate_that_holds_only_without_the_forbidden_buttons(run):
    result = run("solve", "111/111/111", "--forbid", "1,1", "-b", "chase")
    assert result.code == 3
    assert "Every button that may be pressed toggles" in result.out


def test_the_target_is_drawn_when_it_is_not_darkness(run):
    assert "target" not in run("solve", "11/10", "-b", "chase").out
    assert "target" in run("solve", "11/10", "-b", "chase", "--target", "on").out


def test_more_states_are_digits(run, puppet):
    puppet(Claim(Status.FEASIBLE, presses=Board.parse("10/00", 3)))
    out = run("solve", "22/20", "--states", "3", "-b", "puppet").out
    assert "0 2 2      0 1 ·" in out
    assert "3 states" in out


def test_forbidden_buttons_and_holes(run, tmp_path):
    file = tmp_path / "holes.toml"
    file.write_text('board = ["110", "100", "000"]\nmask = ["###", "###", "##."]\n')
    out = run("solve", file, "-b", "auto", "--forbid", "1,1").out
    assert "1 · × ·" in out
    assert "8 lights on" in out
    assert any(line.rstrip() == "2 · ·      2 · ·" for line in out.splitlines())


def test_weights_are_exact(run):
    out = run("solve", "110/100/000", "-b", "chase", "--weights", "0.1 1 1 / 1 1 1 / 1 1 1").out
    assert "optimal    1 press, cost 0.1" in out


def test_what_is_open(run, puppet):
    puppet(Claim(Status.FEASIBLE, Limit.TIME, presses=Board.parse("10/00"), bound=0))
    assert (
        "feasible   1 press, cost at least 0, gap 100.0%, stopped by the time limit"
        in run("solve", "11/10", "-b", "puppet").out
    )
    puppet(Claim(Status.UNKNOWN, Limit.MEMORY))
    assert "unknown    no solution found, stopped by lack of memory" in run("solve", "11/10", "-b", "puppet").out
    puppet(Claim(Status.ERROR, message="the solver broke"))
    out = run("solve", "11/10", "-b", "puppet").out
    assert "error      no answer can be trusted" in out
    assert "note       the solver broke" in out


def test_what_is_too_large_is_not_drawn(run, monkeypatch):
    assert "too large to draw" in run("solve", f"lit:2x{MAX_SIDE + 1}", "-b", "chase").out
    assert "too large to draw" not in run("solve", f"lit:2x{MAX_SIDE}", "-b", "chase").out
    monkeypatch.setenv("COLUMNS", "20")
    assert "too large to draw" in run("solve", "lit:2x30", "-b", "chase", terminal=True).out


def test_narrow_terminals_get_one_drawing_below_the_other(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("NO_COLOR", "1")
    lines = [line.strip() for line in run("solve", "lit:2x8", "-b", "chase", terminal=True).out.splitlines()]
    assert lines.index("board") < lines.index("presses")


def test_puzzles_off_the_grid(run, tmp_path):
    file = tmp_path / "list.toml"
    file.write_text('lights = "0110"\nbuttons = [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]]\n')
    lines = [line.rstrip() for line in run("solve", file, "-b", "auto").out.splitlines()]
    assert lines[0].endswith("6 buttons, 2 of 4 lights on")
    assert lines[2:5] == [" lights      presses", " 0 1 2 3     0 1 2 3 4 5", lines[4]]
    assert lines[4].startswith(" · ● ● ·     ")


def test_several_puzzles_are_set_apart(run):
    assert run("solve", "00/00", "11/10", "-b", "chase").out.count("board, rule plus") == 2


def test_the_two_sets_of_glyphs_have_one_column_each():
    assert all(len(glyph) == 1 for glyphs in (ASCII, UNICODE) for glyph in vars(glyphs).values())

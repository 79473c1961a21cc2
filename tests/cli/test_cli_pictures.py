"""`draw`, `solve --draw`, `eliminate` and `play` on the command line: files, text, exit codes and errors."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys

import pytest


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_draw_writes_a_picture_and_says_nothing(run, tmp_path, suffix):
    path = tmp_path / f"board.{suffix}"
    result = run("draw", "110/010/001", "-o", path)
    assert (result.code, result.out, result.err) == (0, "", "")
    assert path.stat().st_size > 500


def test_draw_solve_exits_as_solve_does(run, tmp_path):
    path = tmp_path / "board.svg"
    assert run("draw", "110/100/000", "--solve", "-o", path).code == 0
    assert "Press: row 0 column 0." in path.read_text()
    assert run("draw", "unsolvable-5x5", "--solve", "-o", path).code == 3
    assert "no presses can do that" in path.read_text()


def test_draw_takes_the_options_of_puzzles(run, tmp_path):
    path = tmp_path / "board.svg"
    options = ["--rule", "king", "--weights", "1 2 / 3 4", "--forbid", "0,0", "--require", "1,1", "--quiet"]
    assert run("draw", "10/01", *options, "-o", path).code == 0
    text = path.read_text()
    for words in ("rule king", "must not be pressed", "must be pressed", "quiet pattern 1 of"):
        assert words in text


def test_solve_draws_its_answer_too(run, tmp_path):
    path = tmp_path / "answer.svg"
    result = run("solve", "110/100/000", "--draw", path, "--json")
    assert result.object["cost"] == 1
    assert "optimal: 1 press" in path.read_text()


def test_pictures_that_cannot_be_are_errors_before_the_work(fails, tmp_path):
    assert ".svg, .png, .pdf" in fails("draw", "11", "-o", tmp_path / "board.jpg")
    assert ".svg, .png, .pdf" in fails("solve", "lit:5x5", "--draw", tmp_path / "board")
    assert "--draw takes one puzzle" in fails("solve", "11", "10", "--draw", tmp_path / "board.svg")
    assert "at most 200" in fails("draw", "lit:300x300", "-o", tmp_path / "board.svg")
    assert not list(tmp_path.iterdir())


def test_eliminate_prints_every_step(run):
    result = run("eliminate", "11/10")
    assert result.code == 0
    assert "Button 0_0: the pivot is in row 0; rank so far 1." in result.out
    assert "Solved: rank 4, nullity 0; free buttons: none." in result.out
    assert "The lightest solution takes 1 press" in result.out
    assert not any(line != line.rstrip() for line in result.out.splitlines())


def test_eliminate_is_ascii_where_nothing_else_can_be_shown(run):
    result = run("eliminate", "11/10", encoding="ascii")
    assert result.out.isascii()
    assert "> " in result.out
    assert "*" in result.out


def test_eliminate_ends_with_the_proof(run):
    result = run("eliminate", "unsolvable-5x5")
    assert result.code == 3
    assert "The proof: no press changes the sum of 12 marked lights modulo 2" in result.out


def test_chasing_is_told_row_by_row(run):
    result = run("eliminate", "article-5x5", "--method", "chase")
    assert result.code == 0
    assert "Row 0 has 4 lights: press below each of them." in result.out
    assert "The lightest solution takes 11 presses" in result.out


@pytest.mark.parametrize(("suffix", "magic"), [("html", b"<!doctype html>"), ("gif", b"GIF8")])
def test_eliminate_writes_animations(run, tmp_path, suffix, magic):
    path = tmp_path / f"steps.{suffix}"
    result = run("eliminate", "11/10", "--method", "chase", "-o", path, "--delay", "100ms")
    assert (result.code, result.out) == (0, "")
    assert path.read_bytes().startswith(magic)


def test_eliminate_refuses_in_words(fails, tmp_path):
    assert "did you mean 'gauss'" in fails("eliminate", "11", "--method", "gaus")
    assert ".html, .gif" in fails("eliminate", "11", "-o", tmp_path / "steps.mp4")
    assert "at most 144" in fails("eliminate", "lit:20x20")
    assert "give a time" in fails("eliminate", "11", "--delay", "none")


def test_play_serves_until_it_is_interrupted():
    pytest.importorskip("uvicorn", reason="the extra web is not installed")
    if os.name != "posix":
        pytest.skip("signals as POSIX has them")
    command = [sys.executable, "-m", "lo_opt", "play", "101/010", "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        address = process.stdout.readline().strip()
        host, _, port = address.removeprefix("http://").rstrip("/").partition(":")
        assert host == "127.0.0.1"
        connection = http.client.HTTPConnection(host, int(port), timeout=60)
        connection.request("GET", "/api/start")
        assert b'"board":["101","010"]' in connection.getresponse().read()
        connection.close()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (0, "", "")
    finally:
        process.kill()


def test_play_refuses_what_it_cannot_show(fails):
    pytest.importorskip("uvicorn", reason="the extra web is not installed")
    assert "lists its buttons" in fails("play", "four-lights", "--no-open", "--port", "0")
    assert "at most 64x64" in fails("play", "lit:65x65", "--no-open", "--port", "0")
    assert "must be from 0" in fails("play", "11", "--no-open", "--port", "99999")


def test_play_says_what_to_install(fails, monkeypatch):
    monkeypatch.setitem(sys.modules, "lo_opt.web.server", None)
    assert "pip install 'lo-opt[web]'" in fails("play", "11", "--no-open", code=5)

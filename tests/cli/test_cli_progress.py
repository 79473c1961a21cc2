"""The progress line: nothing for the first seconds and nothing off a terminal, then one line that is wiped away."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from cli_harness import Stream

from lo_opt.cli import progress
from lo_opt.cli.progress import ProgressLine, line_of
from lo_opt.control import Progress


@pytest.fixture
def screen(monkeypatch):
    """Return a function that makes stderr a terminal or not."""

    def make(terminal):
        stream = Stream(terminal=terminal)
        monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
        return stream

    return make


def wait_for(condition):
    deadline = time.monotonic() + 30
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)


def test_short_searches_are_silent(screen):
    stream = screen(terminal=True)
    with ProgressLine() as line:
        line(Progress("transform", 0.5))
    assert stream.text() == ""


def test_long_searches_show_one_line_that_is_wiped_away(screen, monkeypatch):
    monkeypatch.setattr(progress, "QUIET_S", 0.01)
    monkeypatch.setattr(progress, "REFRESH_S", 0.01)
    stream = screen(terminal=True)
    with ProgressLine(2) as line:
        line(Progress("transform", 0.5, incumbent=23, bound=20))
        wait_for(lambda: stream.text().count("\r\x1b[K") >= 2)
    first, second, *_ = stream.text().split("\r\x1b[K")[1:]
    assert first == second == "transform 50.0%, at most 11.5, at least 10, 0 s, about 0 s left"
    assert stream.text().endswith("\r\x1b[K")
    assert "\n" not in stream.text()


def test_nothing_is_shown_where_nobody_reads(screen, monkeypatch):
    monkeypatch.setattr(progress, "QUIET_S", 0)
    stream = screen(terminal=False)
    with ProgressLine() as line:
        line(Progress("transform", 0.5))
        time.sleep(0.05)
    assert stream.text() == ""


def test_a_new_stage_has_a_new_estimate(screen, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: now[0]))
    stream = screen(terminal=True)
    line = ProgressLine()
    line(Progress("first", 0.0))
    now[0] += 100
    line(Progress("second", 0.0))
    now[0] += 4
    line(Progress("second", 0.5))
    line.draw()
    assert stream.text() == "\r\x1b[Ksecond 50.0%, 104 s, about 4 s left"


def test_what_is_unknown_is_left_out():
    assert line_of(Progress("building", 0.0), 3.0, 3.0, 1) == "building, 3 s"
    assert line_of(Progress("rows", 0.001), 10.0, 10.0, 1) == "rows 0.1%, 10 s, about 3 h left"

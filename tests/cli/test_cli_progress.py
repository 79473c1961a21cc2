"""The progress line: nothing for the first seconds and nothing off a terminal, then one line that is wiped away."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from cli_harness import Stream

from lo_opt.cli import progress
from lo_opt.cli.progress import ProgressLine, line_of
from lo_opt.control import Progress


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is told otherwise."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def screen(monkeypatch):
    stream = Stream(terminal=True)
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
    return stream


def test_short_searches_are_silent(clock, screen):
    with ProgressLine() as line:
        clock[0] += 1.9
        line(Progress("transform", 0.5))
    assert screen.text() == ""


def test_long_searches_show_one_line_that_is_wiped_away(clock, screen):
    with ProgressLine(2) as line:
        line(Progress("transform", 0.0))
        clock[0] += 10
        line(Progress("transform", 0.5, incumbent=23, bound=20))
        clock[0] += 0.01
        line(Progress("transform", 0.6))
    expected = "transform 50%, at most 11.5, at least 10, 10 s, about 10 s left"
    assert screen.text() == f"\r\x1b[K{expected}\r\x1b[K"


def test_nobody_reads_a_file(clock, monkeypatch):
    stream = Stream(terminal=False)
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
    with ProgressLine() as line:
        clock[0] += 10
        line(Progress("transform", 0.5))
    assert stream.text() == ""


def test_a_new_stage_has_a_new_estimate(clock, screen):
    with ProgressLine() as line:
        line(Progress("first", 0.0))
        clock[0] += 100
        line(Progress("second", 0.0))
        clock[0] += 4
        line(Progress("second", 0.5))
    assert "second 50%, 104 s, about 4 s left" in screen.text()


def test_what_is_unknown_is_left_out():
    assert line_of(Progress("building", 0.0), 3.0, 3.0, 1) == "building, 3 s"

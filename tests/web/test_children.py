"""Child processes that compute: they report, obey limits and cancellation, and may die without harm."""

from __future__ import annotations

import os
import signal
import time

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

from lo_opt import Puzzle
from lo_opt.web import children
from lo_opt.web.children import Child, Nursery
from lo_opt.web.wire import record_of

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")

EASY = {"puzzle": record_of(Puzzle.read("article-5x5"))}
LONG = {"puzzle": record_of(Puzzle.read("random:40x40:1")), "backend": "chase", "time_limit_s": 600.0}


@pytest.fixture
def child():
    made = Child()
    yield made
    made.kill()
    assert not made.is_alive


def ending(child):
    *_, last = (message for message in child.messages() if message is not None)
    return last


def wait_for_a_report(child):
    for message in child.messages():
        if message is not None:
            assert "progress" in message
            return


def test_a_task_is_computed(child):
    child.begin("solve", EASY, 60.0)
    assert ending(child)["result"]["cost"] == "11"


def test_a_cancelled_search_still_answers(child):
    child.begin("solve", LONG, 600.0)
    wait_for_a_report(child)
    child.cancel()
    assert ending(child)["result"]["limit"] == "interrupt"


def test_a_task_that_does_not_stop_is_killed(child, monkeypatch):
    monkeypatch.setattr(children, "GRACE_S", 0.3)
    child.begin("solve", LONG, 0.1)
    assert "beyond its time limit" in ending(child)["error"]
    assert not child.is_alive


def test_a_child_that_dies_is_an_error_in_words(child):
    child.begin("solve", LONG, 600.0)
    wait_for_a_report(child)
    os.kill(child._process.pid, signal.SIGKILL)
    assert "died" in ending(child)["error"]


def test_killing_a_child_ends_the_programs_it_started(child):
    child.begin(
        "solve", {"puzzle": record_of(Puzzle.read("random:30x30:1")), "backend": "cbc", "time_limit_s": 600.0}, 600
    )
    group = child._process.pid
    deadline = time.monotonic() + 60
    while len(members(group)) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(members(group)) >= 2  # the child, and CBC
    child.kill()
    while members(group) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert members(group) == []


def members(group):
    """Return the processes of a group that still run."""
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdecimal() and os.getpgid(int(name)) == group:
                with open(f"/proc/{name}/stat") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] != "Z":
                        found.append(int(name))
        except (ProcessLookupError, FileNotFoundError):
            continue
    return found


def test_the_nursery_keeps_one_child_ahead():
    nursery = Nursery()
    nursery.prepare()
    spare = nursery._spare
    nursery.prepare()
    assert nursery._spare is spare
    taken = nursery.take()
    assert taken is spare
    taken.kill()
    assert nursery.take().is_alive
    nursery.close()
    nursery.prepare()
    assert nursery._spare is None

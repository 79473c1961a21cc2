"""Counting along chains of flats ends at the deadline, on Ctrl-C and on failures, and tells how far it is."""

from __future__ import annotations

import itertools
import math
import queue
import types

import numpy as np
import pytest
from flat_cases import needs_loops, parts_of

from lo_opt.analysis.counting import TooLargeError
from lo_opt.analysis.flats import descent, elimination
from lo_opt.analysis.flats.bottom import Bottom
from lo_opt.analysis.flats.descent import Descent
from lo_opt.analysis.flats.elimination import Elimination
from lo_opt.control import Control, DeadlineError


@needs_loops
def test_progress_is_told_and_rises(monkeypatch):
    monkeypatch.setattr(descent, "_STEPS_AT_ONCE", 1000)
    heard = []
    (part,) = parts_of(5, 11)
    Elimination.of(part).count(Control(report=heard.append))
    shares = [report.share for report in heard]
    assert shares == sorted(shares)
    assert shares[-1] == 1


@needs_loops
def test_the_deadline_ends_merging_and_counting(monkeypatch):
    (part,) = parts_of(5, 11)
    plan = Elimination.of(part)
    assert plan.count(Control.limited(0.0)) is None
    monkeypatch.setattr(elimination, "_HOPELESS", math.inf)
    assert plan.count(Control.limited(1e-9)) is None
    profiles, weights = plan._merged(Control())
    monkeypatch.setattr(descent, "_STEPS_AT_ONCE", 100)
    run = Descent.of(plan.chain, plan.stored, profiles, Control())
    ((_, limb),) = run.limbs(weights)
    assert run.weighed(limb, Control.limited(0.0), 0, 1) is None


@needs_loops
def test_the_deadline_ends_the_table_and_the_sums(monkeypatch):
    (part,) = parts_of(5, 11)
    plan = Elimination.of(part)
    late = Control.limited(0.0)
    with pytest.raises(DeadlineError):
        Bottom.of(plan.chain, late)
    profiles, weights = plan._merged(Control())
    run = Descent.of(plan.chain, plan.stored, profiles, Control())
    shape = (len(run.bottom.values), run.largest + 1)
    with pytest.raises(DeadlineError):
        run._by_largest([(np.zeros(shape, np.uint64), np.zeros(shape, np.uint32))], late)
    monkeypatch.setattr(elimination, "_HOPELESS", math.inf)
    monkeypatch.setattr(Elimination, "_merged", lambda *arguments: (profiles, weights))
    assert plan.count(late) is None


@needs_loops
def test_more_work_than_foreseen_is_not_for_want_of_time(monkeypatch):
    (part,) = parts_of(5, 11)
    plan = Elimination.of(part)
    monkeypatch.setattr(elimination, "MAX_STEPS", 1)
    with pytest.raises(TooLargeError):
        plan.count(Control())


@needs_loops
@pytest.mark.parametrize(("limit_s", "ends"), [(300, False), (2000, True)])
def test_a_slow_count_is_given_up_early(monkeypatch, limit_s, ends):
    (part,) = parts_of(5, 11)
    plan = Elimination.of(part)
    profiles, weights = plan._merged(Control())
    run = Descent.of(plan.chain, plan.stored, profiles, Control())
    ((_, limb),) = run.limbs(weights)
    monkeypatch.setattr(descent, "_STEPS_AT_ONCE", 1)
    monkeypatch.setattr("time.perf_counter", itertools.count().__next__)  # each look at the clock takes a second
    heard = []
    limited = Control.limited(limit_s)
    assert (run.weighed(limb, Control(limited.deadline, report=heard.append), 0, 1) is not None) == ends
    assert heard[-1].share == 1 if ends else heard[-1].share < 0.1


@needs_loops
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_is_passed_on(monkeypatch, workers):
    monkeypatch.setattr(descent, "_STEPS_AT_ONCE", 1000)

    def interrupt(report):
        raise KeyboardInterrupt

    (part,) = parts_of(5, 11)
    with pytest.raises(KeyboardInterrupt):
        Elimination.of(part).count(Control(report=interrupt, workers=workers))


@needs_loops
@pytest.mark.parametrize("workers", [1, 2])
def test_a_failure_leaves_no_thread_waiting(monkeypatch, workers):
    queues = []

    class Impatient(queue.SimpleQueue):
        def __init__(self):
            queues.append(self)

        def get(self):
            return super().get(timeout=5)

    def fail(*arguments):
        raise MemoryError("no room")

    (part,) = parts_of(5, 11)
    monkeypatch.setattr(descent, "_STEPS_AT_ONCE", 1000)
    monkeypatch.setattr(descent, "queue", types.SimpleNamespace(SimpleQueue=Impatient))
    monkeypatch.setattr(Descent, "_follow", fail)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    with pytest.raises(MemoryError, match="no room"):
        Elimination.of(part).count(Control(workers=workers))
    assert [tables.qsize() for tables in queues] == [workers]

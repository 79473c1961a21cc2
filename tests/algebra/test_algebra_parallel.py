"""Parts on an executor: all workers at once, few parts in flight, none after the end."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from lo_opt.algebra.parallel import results_of
from lo_opt.control import Control

WORKERS = 4


@pytest.fixture
def pool():
    with ThreadPoolExecutor(WORKERS) as executor:
        yield executor


def test_every_part_is_done_once(pool):
    parts = [(n, 2) for n in range(50)]
    found = results_of(pow, parts, Control(executor=pool, workers=WORKERS))
    assert sorted(found) == [n**2 for n in range(50)] == list(results_of(pow, parts, Control()))


def test_all_workers_work_at_once(pool):
    """Each part waits until as many parts as there are workers have begun."""
    barrier = threading.Barrier(WORKERS, timeout=10)
    parts = [()] * (3 * WORKERS)
    assert len(list(results_of(barrier.wait, parts, Control(executor=pool, workers=WORKERS)))) == len(parts)


def test_parts_are_drawn_when_they_can_start_and_no_more_begin_after_the_end(pool):
    drawn, begun, ended = [], [], threading.Event()

    def parts():
        for n in range(1000):
            drawn.append(n)
            yield (n,)

    def task(n):
        begun.append(n)
        if n:
            ended.wait(10)
        return n

    results = results_of(task, parts(), Control(executor=pool, workers=WORKERS))
    assert next(results) == 0
    assert WORKERS <= len(drawn) <= 3 * WORKERS
    results.close()
    ended.set()
    pool.shutdown()
    assert len(begun) <= WORKERS + 1


def test_an_error_in_a_part_is_raised(pool):
    with pytest.raises(ZeroDivisionError):
        list(results_of(divmod, [(1, 1), (1, 0)], Control(executor=pool, workers=WORKERS)))


def test_after_the_deadline_one_part_is_done_here_and_none_elsewhere(pool):
    parts = [(n, 2) for n in range(50)]
    late = Control.limited(0.0)
    assert list(results_of(pow, parts, late)) == [0]
    assert list(results_of(pow, parts, Control(late.deadline, executor=pool, workers=WORKERS))) == []

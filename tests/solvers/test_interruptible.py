"""Calls that hear no signal: their failures, and being asked to stop at the deadline and at an interrupt."""

import signal
import threading
import time

import pytest

from lo_opt.control import Control
from lo_opt.solvers.interruptible import run_interruptibly


class Search:
    """A search that ends only when it has been asked to stop often enough."""

    def __init__(self, deafness=1):
        self.asked, self.deafness, self.stopped = 0, deafness, threading.Event()

    def run(self):
        assert self.stopped.wait(30)

    def stop(self):
        self.asked += 1
        if self.asked >= self.deafness:
            self.stopped.set()


def interrupt_after(seconds, times=1):
    def press():
        for _ in range(times):
            time.sleep(seconds)
            signal.pthread_kill(main, signal.SIGINT)

    main = threading.main_thread().ident
    threading.Thread(target=press, daemon=True).start()


def test_returns_when_the_call_does():
    done = []
    assert not run_interruptibly(lambda: done.append(1), pytest.fail, Control())
    assert done == [1]


def test_raises_what_the_call_raised():
    def fail():
        raise OSError("no such luck")

    with pytest.raises(OSError, match="no such luck"):
        run_interruptibly(fail, pytest.fail, Control())


def test_an_interrupt_stops_the_search_and_is_swallowed():
    search = Search(deafness=3)
    interrupt_after(0.2)
    assert run_interruptibly(search.run, search.stop, Control())
    assert search.asked == 3


def test_the_third_interrupt_gives_up_the_wait():
    search = Search(deafness=10**9)
    interrupt_after(0.15, times=3)
    with pytest.raises(KeyboardInterrupt):
        run_interruptibly(search.run, search.stop, Control())
    search.stopped.set()


def test_a_search_that_overruns_its_limit_is_stopped():
    search = Search()
    assert not run_interruptibly(search.run, search.stop, Control.limited(0.1), grace_s=0.1)
    assert search.asked == 1


def test_works_outside_the_main_thread():
    results = []
    worker = threading.Thread(target=lambda: results.append(run_interruptibly(lambda: None, pytest.fail, Control())))
    worker.start()
    worker.join(10)
    assert results == [False]

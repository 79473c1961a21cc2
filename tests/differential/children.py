"""Runs checks in a child process, so that a hang or a crash is a finding and not the end; knows no puzzle."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

from .running import FAILED, Verdict
from .specs import Case

PATIENCE_S = 90.0  # for one check, whatever its own limits say
MOST_BYTES = 6 * 2**30  # of address space, so that a puzzle that takes more ends its own process alone
PUZZLES_EACH = 2000  # then a fresh child: what leaks memory shall not end the run


class Child:
    """A process that runs the checks it is sent, one at a time, and is killed when one takes too long."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._left = 0

    def verdicts(self, case: Case, names: list[str]) -> Iterator[Verdict]:
        """Yield a verdict for each check, also for those that hang or kill the process."""
        left = list(names)
        while left:
            pipe = self._ready()
            pipe.send((case, left))
            while left:
                began = time.monotonic()
                try:
                    said = pipe.recv() if pipe.poll(PATIENCE_S) else None
                except (EOFError, OSError):
                    said = "died"
                if isinstance(said, Verdict):
                    left.pop(0)
                    yield said
                elif said == "done":
                    return
                else:
                    what = "the process died" if said else f"no answer after {PATIENCE_S:.0f} seconds"
                    self.close()
                    yield Verdict(left.pop(0), FAILED, what, time.monotonic() - began)
                    break
            else:
                pipe.recv()  # "done"

    def close(self) -> None:
        """End the process and whatever it started."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.join()
        self._process = self._pipe = None

    def _ready(self) -> Connection:
        if self._left <= 0:
            self.close()
        if self._process is None or self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
            self._left = PUZZLES_EACH
        self._left -= 1
        return self._pipe


def _serve(pipe: Connection) -> None:
    os.setsid()
    with contextlib.suppress(ImportError, ValueError, OSError):  # where there are no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    from .running import run  # loads lo-opt here, not where the clock is watched

    with contextlib.suppress(EOFError, KeyboardInterrupt):
        while True:
            case, names = pipe.recv()
            began = time.perf_counter()
            for verdict in run(case, names):
                now = time.perf_counter()
                pipe.send(Verdict(verdict.check, verdict.outcome, verdict.detail, now - began))
                began = now
            pipe.send("done")

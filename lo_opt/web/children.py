"""Child processes that each compute one task: started ahead, limited, cancelled, and never waited for; knows no HTTP.

Whatever a solver does in there, hanging, crashing or filling its memory, the page's own process goes on.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Any

from lo_opt.errors import LoOptError
from lo_opt.web.tasks import TASKS

logger = logging.getLogger(__name__)

GRACE_S = 5.0  # beyond the time limit, and after a cancellation, before a child is killed
POLL_S = 0.1
REPORT_S = 0.1  # reports that come faster are dropped
MEMORY_BYTES = 4 << 30
_CONTEXT = multiprocessing.get_context("spawn")  # forked children would inherit the server's sockets and threads

Message = dict[str, Any]


class Child:
    """One process that waits for one task, computes it, says what it found, and ends."""

    def __init__(self) -> None:
        self._ours, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_main, args=(theirs,), name="lo-opt task", daemon=True)
        with _interrupts_held():
            self._process.start()
        theirs.close()
        self._deadline = float("inf")
        self._cancelled = False

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.is_alive()

    def begin(self, kind: str, record: Message, limit_s: float) -> None:
        """Hand over the task."""
        self._deadline = time.monotonic() + limit_s + GRACE_S
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it is dead, which `next_message` will say
            self._ours.send((kind, record))

    def next_message(self) -> Message | None:
        """Return the next report or the end, None if there is nothing yet within `POLL_S`.

        The end has the key `result` or `error`. A child that died, or that had to be killed, ends with an error.
        """
        try:
            if self._ours.poll(POLL_S):
                message: Message = self._ours.recv()
                return message
        except (EOFError, OSError):
            self._process.join(GRACE_S)
            if self._cancelled:
                return {"error": "cancelled"}
            return {
                "error": f"the process that computed this died (exit code {self._process.exitcode}); try another way"
            }
        if time.monotonic() > self._deadline:
            self.kill()
            reason = "it did not stop when asked to" if self._cancelled else "it went on beyond its time limit"
            return {"error": f"the computation was killed: {reason}"}
        return None

    def messages(self) -> Iterator[Message | None]:
        """Yield what `next_message` returns up to the end."""
        while True:
            message = self.next_message()
            yield message
            if message is not None and ("result" in message or "error" in message):
                return

    def cancel(self) -> None:
        """Ask the task to stop, as Ctrl-C does, so that it can still say what it has found."""
        self._cancelled = True
        self._deadline = min(self._deadline, time.monotonic() + GRACE_S)
        if self._process.pid is not None and self.is_alive:
            os.kill(self._process.pid, signal.SIGINT)

    def kill(self) -> None:
        """End the process at once and let go of it."""
        if self._process.pid is not None and self.is_alive:
            _kill_group(self._process.pid)
        self._process.join(GRACE_S)
        self._ours.close()


class Nursery:
    """Children ready to work: one is always started ahead, so that a task need not wait for imports."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spare: Child | None = None
        self._closed = False

    def prepare(self) -> None:
        """Start the spare child, if there is none."""
        with self._lock:
            if not self._closed and (self._spare is None or not self._spare.is_alive):
                self._spare = Child()

    def take(self) -> Child:
        """Return a child that waits for its task."""
        with self._lock:
            child, self._spare = self._spare, None
        return child if child is not None and child.is_alive else Child()

    def close(self) -> None:
        """End the spare child, and start none any more."""
        with self._lock:
            self._closed = True
            child, self._spare = self._spare, None
        if child is not None:
            child.kill()


def _main(connection: Connection) -> None:
    """Wait for a task, compute it and say what it found; everything that can go wrong becomes a message."""
    try:
        _stand_alone()
        _limit_memory()
        import lo_opt.linear
        import lo_opt.solving  # noqa: F401 - loaded while there is nothing to do yet

        kind, record = connection.recv()
    except (KeyboardInterrupt, EOFError):
        return
    try:
        message: Message = {"result": TASKS[kind](record, _Reporter(connection))}
    except KeyboardInterrupt:
        message = {"error": "cancelled"}
    except LoOptError as error:
        message = {"error": str(error)}
    except MemoryError:
        message = {"error": "out of memory"}
    except Exception as error:
        logger.exception("task %s failed", kind)
        message = {"error": f"internal error, {type(error).__name__}"}
    try:
        connection.send(message)
    except (BrokenPipeError, KeyboardInterrupt):
        return


class _Reporter:
    """Sends reports on, but not faster than a page can show them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._latest = 0.0

    def __call__(self, report: Message) -> None:
        now = time.monotonic()
        if now - self._latest >= REPORT_S:
            self._latest = now
            self._connection.send({"progress": report})


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let a child that is started meanwhile not hear Ctrl-C before it stands alone: it could only end in tracebacks."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    usual = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)


def _stand_alone() -> None:
    """Leave the server's process group: Ctrl-C in its terminal is for the server, which then ends its children."""
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _kill_group(process: int) -> None:
    """Kill a child with the solvers it started as programs of their own (CBC)."""
    try:
        if os.getpgid(process) == process:
            os.killpg(process, signal.SIGKILL)
        else:  # it has only just begun
            os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _limit_memory() -> None:
    """Let a runaway task fail by itself before the machine suffers, where the system can limit it."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY or soft > MEMORY_BYTES:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, hard))

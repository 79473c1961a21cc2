"""Running one job in a child program under hard limits of time and memory; knows processes, nothing of puzzles.

The child leads a session of its own, and all of it is killed at the end, whatever it left behind. If the harness is
killed, the child's guard notices and ends the child.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from lo_opt.bench.jobs import Event, Job

STARTUP_LIMIT_S = 120.0
POLL_S = 0.05
TAIL_BYTES = 4096
PIPE_BYTES = 2**16
THREAD_VARIABLES = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMBA_NUM_THREADS",
)


class End(StrEnum):
    """How a child ended: with its result, by itself without one, or killed for its time or its memory."""

    DONE = "done"
    CRASHED = "crashed"
    KILLED = "killed"
    MEMORY = "memory"


@dataclass(frozen=True)
class Ended:
    """What became of a child: how it ended and why, its last event, seconds until it began and in all, memory held."""

    end: End
    message: str = ""
    event: Event | None = None
    startup_s: float | None = None
    wall_s: float = 0.0
    peak_rss_bytes: int = 0


def run_child(job: Job, time_limit_s: float, threads: int = 1) -> Ended:
    """Run a job, and kill what runs longer than `time_limit_s` after its beginning or holds too much memory.

    Libraries are told to use so many `threads`. The child's stdout and stderr are read all the time, so that nothing it
    writes can block it.
    """
    launched = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "lo_opt.bench.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | dict.fromkeys(THREAD_VARIABLES, str(threads)) | {"PYTHONHASHSEED": "0"},
        start_new_session=True,
    )
    with _CHILDREN.counted(process):
        try:
            return _Watch(process, job, launched, time_limit_s).until_the_end()
        finally:
            _end(process)


def stop_children() -> None:
    """Kill every child that this process has started; whoever waits for them sees them crash."""
    _CHILDREN.kill_all()


class _Children:
    """The children now running in this process, whichever of its threads started them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()

    @contextlib.contextmanager
    def counted(self, process: subprocess.Popen[bytes]) -> Iterator[None]:
        with self._lock:
            self._running.add(process)
        try:
            yield
        finally:
            with self._lock:
                self._running.discard(process)

    def kill_all(self) -> None:
        with self._lock:
            for process in self._running:
                _kill_group(process)


_CHILDREN = _Children()


class _Watch:
    """The loop that feeds a child, reads it and keeps it within its limits."""

    def __init__(self, process: subprocess.Popen[bytes], job: Job, launched: float, time_limit_s: float) -> None:
        self.process = process
        self.job = msgspec.structs.replace(job, guarded=True)
        self.launched = launched
        self.time_limit_s = time_limit_s
        self.startup_s: float | None = None
        self.event: Event | None = None
        self.peak = 0
        self.said = b""
        self.complaints = b""

    def until_the_end(self) -> Ended:
        self._send()
        deadline = self.launched + STARTUP_LIMIT_S
        with selectors.DefaultSelector() as selector:
            for stream in (self.process.stdout, self.process.stderr):
                assert stream is not None
                selector.register(stream, selectors.EVENT_READ)
            while True:
                ready = selector.select(POLL_S)
                for key, _ in ready:
                    more = self._hear_out() if key.fileobj is self.process.stdout else self._hear_complaints()
                    if not more:
                        selector.unregister(key.fileobj)
                if self.event is not None:
                    return self._ended(End.DONE)
                if not ready and self.process.poll() is not None:
                    return self._crashed(self.process.returncode)
                if self.startup_s is not None:
                    deadline = self.launched + self.startup_s + self.time_limit_s
                self.peak = max(self.peak, tree_rss_bytes(self.process.pid))
                if self.peak > self.job.memory_limit_mib * 2**20:
                    return self._ended(End.MEMORY, f"held more than {self.job.memory_limit_mib:,} MiB")
                if time.perf_counter() > deadline:
                    if self.startup_s is None:
                        return self._ended(End.KILLED, f"had not begun after {STARTUP_LIMIT_S:g} s")
                    return self._ended(End.KILLED, f"still ran after {self.time_limit_s:g} s")

    def _send(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # then it has crashed, which is noticed elsewhere
            self.process.stdin.write(msgspec.json.encode(self.job) + b"\n")
            self.process.stdin.flush()

    def _hear_out(self) -> bool:
        """Take in what the child says; return whether it may say more."""
        assert self.process.stdout is not None
        data = os.read(self.process.stdout.fileno(), PIPE_BYTES)
        *lines, self.said = (self.said + data).split(b"\n")
        for line in lines:
            event = msgspec.json.decode(line, type=Event)
            if event.kind == "began":
                self.startup_s = time.perf_counter() - self.launched
            else:
                self.event = event
        return bool(data)

    def _hear_complaints(self) -> bool:
        """Take in what goes to stderr, of which only the end is kept; return whether there may be more."""
        assert self.process.stderr is not None
        data = os.read(self.process.stderr.fileno(), PIPE_BYTES)
        self.complaints = (self.complaints + data)[-TAIL_BYTES:]
        return bool(data)

    def _crashed(self, code: int) -> Ended:
        how = f"ended by {_signal_name(-code)}" if code < 0 else f"ended with exit code {code}"
        lines = self.complaints.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return self._ended(End.CRASHED, f"{how}: {last}" if last else how)

    def _ended(self, end: End, message: str = "") -> Ended:
        return Ended(end, message, self.event, self.startup_s, time.perf_counter() - self.launched, self.peak)


def tree_rss_bytes(pid: int) -> int:
    """Return the memory that a process and its descendants hold, 0 where the system does not say.

    >>> tree_rss_bytes(os.getpid()) > 2**20 or not Path("/proc/self/statm").exists()
    True
    """
    root = f"/proc/{pid}"
    total = 0
    with contextlib.suppress(OSError, ValueError):  # it may end at any moment
        with open(f"{root}/statm", "rb") as file:
            total = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        for thread in os.listdir(f"{root}/task"):
            with open(f"{root}/task/{thread}/children", "rb") as file:
                for child in file.read().split():
                    total += tree_rss_bytes(int(child))
    return total


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill all of the child's group and reap it."""
    _kill_group(process)
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        with contextlib.suppress(BrokenPipeError):
            stream.close()
    process.wait()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

"""Commands in forked copies of one warm process, each under its own limits of memory, file size and time.

Starting Python and loading NumPy takes longer than most commands that should fail; a fork takes milliseconds. The warm
process holds the command line and no library that lo-opt loads late, so a copy finds what a fresh process would.
Run as a program it is that process: jobs in JSON on stdin, how they ended on stdout.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import resource
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

MIB = 2**20
TIMEOUT_S = 60.0


@dataclass(frozen=True)
class Ending:
    """How a command ended: its exit code (negative for a signal), what it wrote, and what it took.

    `cpu_s` is the time that a processor spent on it, `seconds` that of the clock on the wall. `rss_mib` is the most
    memory it held, beyond what the warm process held before.
    """

    code: int
    out: str
    err: str
    seconds: float
    cpu_s: float
    rss_mib: float
    hung: bool

    def assert_is_error(self, code=2):
        """Assert that nothing came out but one clear line on stderr."""
        self.assert_is_clean()
        assert (self.code, self.out) == (code, ""), self
        assert self.err.startswith("lo-opt: error: "), self
        assert self.err.count("\n") == 1, self
        return self.err

    def assert_is_clean(self):
        """Assert that the command ended by itself, in time, and without a traceback or an internal error."""
        assert not self.hung, self
        assert self.code >= 0, self
        assert "Traceback" not in self.err + self.out, self
        assert "internal error" not in self.err + self.out, self
        assert self.err.count("\n") <= 1, self


class Cage:
    """The warm process."""

    def __init__(self):
        path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": path, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )

    def run(
        self,
        *arguments,
        stdin=b"",
        cwd=None,
        env=None,
        before="",
        memory_mib=None,
        file_bytes=None,
        stdout=None,
        timeout_s=TIMEOUT_S,
    ):
        """Run `lo-opt` with these arguments, after the Python text `before`, or that alone if there are none.

        `memory_mib` is what it may allocate beyond what it has, `file_bytes` the size of any file it writes; `stdout`
        names where its output goes instead of back here. Its standard input is a pipe only if something is in it.
        """
        job = {
            "arguments": [str(argument) for argument in arguments],
            "stdin": stdin.decode("latin-1"),
            "cwd": None if cwd is None else str(cwd),
            "env": env or {},
            "before": before,
            "memory_mib": memory_mib,
            "file_bytes": file_bytes,
            "stdout": stdout,
            "timeout_s": timeout_s,
        }
        self._process.stdin.write(json.dumps(job).encode() + b"\n")
        self._process.stdin.flush()
        return Ending(**json.loads(self._process.stdout.readline()))

    def close(self):
        """End the warm process."""
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(30)


def _serve():
    from lo_opt.__main__ import main

    with contextlib.redirect_stderr(io.StringIO()):
        main(["solve", "10/1", "--backend", "gf2"])  # loads what every command does
    gc.freeze()
    jobs = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    for line in jobs:
        job = json.loads(line)
        out, err = os.pipe(), os.pipe()  # no files, whose size may be limited
        base_kib = _rss_kib()
        began = time.perf_counter()
        process = os.fork()
        if not process:
            _become(job, out[1], err[1])
            return  # out of the loop, to the end that every program has
        os.close(out[1])
        os.close(err[1])
        said = {out[0]: b"", err[0]: b""}
        status, usage, hung = _wait(process, began + job["timeout_s"], said)
        answer = {
            "code": os.waitstatus_to_exitcode(status),
            "out": said[out[0]].decode("utf-8", "backslashreplace"),
            "err": said[err[0]].decode("utf-8", "backslashreplace"),
            "seconds": time.perf_counter() - began,
            "cpu_s": usage.ru_utime + usage.ru_stime,
            "rss_mib": (usage.ru_maxrss - base_kib) / 1024,
            "hung": hung,
        }
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def _rss_kib():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 1024


def _wait(process, deadline, said):
    """Wait for a process until the deadline, take in what it says, and kill its group if it still runs then."""
    hung = False
    while True:
        _hear(said)
        ended, status, usage = os.wait4(process, os.WNOHANG)
        if ended:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process, signal.SIGKILL)  # what it has left behind
            _hear(said)
            for stream in said:
                os.close(stream)
            return status, usage, hung
        if time.perf_counter() > deadline and not hung:
            hung = True
            os.killpg(process, signal.SIGKILL)


def _hear(said):
    """Take in what there is to be read, within two milliseconds if there is nothing."""
    while ready := select.select(list(said), [], [], 0.002)[0]:
        parts = {stream: os.read(stream, 2**16) for stream in ready}
        for stream, part in parts.items():
            said[stream] += part
        if not all(parts.values()):  # closed
            time.sleep(0.001)
            return


def _become(job, out, err):
    """Turn this copy of the warm process into the command of a job, and run it."""
    os.setsid()
    os.dup2(err, 2)
    os.dup2(os.open(job["stdout"], os.O_WRONLY) if job["stdout"] else out, 1)
    if job["stdin"]:
        reading, writing = os.pipe()
        os.dup2(reading, 0)
        if not os.fork():
            with open(writing, "wb") as stream, contextlib.suppress(BrokenPipeError):
                stream.write(job["stdin"].encode("latin-1"))
            os._exit(0)
        os.close(writing)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    os.environ.update(job["env"])
    if job["cwd"] is not None:
        os.chdir(job["cwd"])
    if job["file_bytes"] is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (job["file_bytes"], resource.RLIM_INFINITY))
    if job["memory_mib"] is not None:
        held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + job["memory_mib"] * MIB, resource.RLIM_INFINITY))
    exec(job["before"], {"__name__": "before"})
    if job["arguments"]:
        from lo_opt.__main__ import main

        sys.argv = ["lo-opt", *job["arguments"]]
        sys.exit(main())


if __name__ == "__main__":
    _serve()

"""The child program `python -m lo_opt.bench.worker`: one job in JSON on stdin, events in JSON on stdout.

It runs in a process of its own so that nothing a backend does (crash, leak, print, never return) can touch the harness
or another cell. Libraries are loaded, and a tiny puzzle solved, before the clock starts.
"""

from __future__ import annotations

import os
import signal

ADDRESS_SPACE_SLACK_BYTES = 2**30  # libraries reserve more than they use: OR-Tools 0.4 GiB for a 5x5 board
STDIN, STDOUT, STDERR = 0, 1, 2


def main() -> None:
    """Read the job, run it, write its events; what a backend prints goes nowhere."""
    line = _first_line()
    events = os.dup(STDOUT)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, STDOUT)
    if b'"guarded":true' in line:
        _die_with_the_parent(events, nowhere)
    os.dup2(nowhere, STDIN)

    import msgspec  # from here on libraries start threads, so nothing may be forked any more

    from lo_opt.bench.jobs import Event, Job
    from lo_opt.bench.running import run_board, run_cell

    job = msgspec.json.decode(line, type=Job)
    _limit_memory(job.memory_limit_mib * 2**20)

    def tell(event: Event) -> None:
        data = msgspec.json.encode(event) + b"\n"
        while data:
            data = data[os.write(events, data) :]

    def began() -> None:
        tell(Event("began"))

    if job.cell is not None:
        tell(Event("cell", cell=run_cell(job.cell, began)))
    elif job.board is not None:
        tell(Event("board", board=run_board(job.board, job.time_limit_s, began)))
    os._exit(0)  # a library's threads or exit handlers may hang


def _first_line() -> bytes:
    """Return stdin up to the first newline and no byte more: what follows is for the guard."""
    line = b""
    while not line.endswith(b"\n"):
        part = os.read(STDIN, 1)
        if not part:
            break
        line += part
    return line


def _die_with_the_parent(events: int, nowhere: int) -> None:
    """Fork a guard that kills the whole process group when stdin ends, that is, when the harness is gone.

    A thread could not: a library that computes in C may hold the interpreter for minutes.
    """
    if os.fork():
        return
    os.close(events)
    os.dup2(nowhere, STDERR)
    while os.read(STDIN, 1024):
        pass
    os.killpg(0, signal.SIGKILL)


def _limit_memory(limit_bytes: int) -> None:
    """Bound the address space: a second line, for what grows faster than the harness looks at it."""
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    wanted = 2 * limit_bytes + ADDRESS_SPACE_SLACK_BYTES
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


if __name__ == "__main__":
    main()

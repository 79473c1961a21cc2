"""Running a library call that hears no signal so that Ctrl-C and a deadline still stop it; knows no solver."""

from __future__ import annotations

import threading
from collections.abc import Callable

from lo_opt.control import Control

POLL_S = 0.1
PATIENCE = 3  # after so many interrupts the wait itself is given up


def run_interruptibly(
    call: Callable[[], object],
    stop: Callable[[], None],
    control: Control,
    grace_s: float = 1.0,
    kill: Callable[[], None] | None = None,
) -> bool:
    """Run `call` in a thread until it returns; return whether an interrupt (Ctrl-C) cut it short.

    A library that computes in C does not let Python see a signal, and several install handlers of their own and never
    put Python's back. Here the main thread only waits, so the signal arrives as usual; then `stop` is called, again
    and again until `call` returns (a library may miss a request that comes before its search begins). The same is
    done `grace_s` seconds after the deadline, for a library that overruns its own time limit. A second interrupt calls
    `kill`, if there is one.

    Raises
    ------
    KeyboardInterrupt
        At the third interrupt, when the library does not stop; its thread ends with the process.
    BaseException
        Whatever `call` raised.
    """
    failures: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            call()
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    threading.Thread(target=work, name="lo-opt solver", daemon=True).start()
    overdue = Control(control.deadline + grace_s)
    interrupts = 0
    while True:
        try:
            while not done.wait(POLL_S):
                if interrupts or overdue.expired:
                    stop()
            break
        except KeyboardInterrupt:
            interrupts += 1
            if kill is not None and interrupts > 1:
                kill()
            if interrupts >= PATIENCE:
                raise
    if failures:
        raise failures[0]
    return interrupts > 0

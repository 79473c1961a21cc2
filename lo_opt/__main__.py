"""The way in and out of the command: every failure becomes one line on stderr and an exit code; knows no command."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from types import FrameType

from lo_opt.cli.exits import CLOSED_PIPE, INTERRUPTED
from lo_opt.errors import BackendUnavailableError, LoOptError

DEBUG_VARIABLE = "LO_OPT_DEBUG"
PACKAGES = {"PIL": "pillow"}  # where they are not called like the module they bring


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (of this process, unless given) and return the exit code."""
    _prepare_streams()
    if arguments is not None:
        return _run(arguments, [])
    with _heeded_signals() as heard:
        return _run(sys.argv[1:], heard)


def _run(arguments: Sequence[str], heard: Sequence[int]) -> int:
    """Run a command line; `heard` are the signals that have asked it to end."""
    try:
        from lo_opt.cli.app import run

        code = run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        # An import that is interrupted in the midst of C code fails in ways of its own.
        return INTERRUPTED if heard and not isinstance(error, OSError) else _failed(error)
    return code


def _failed(error: Exception) -> int:
    """Say what went wrong, and return the exit code."""
    if isinstance(error, BrokenPipeError):
        _discard_stdout()
        return CLOSED_PIPE
    if isinstance(error, LoOptError):
        return _fail(str(error), error.exit_code)
    if isinstance(error, OSError):  # what is read has its own errors, so this is what is written: a full disk, say
        _discard_stdout()
        return _fail(f"the output cannot be written: {error.strerror or error}", LoOptError.exit_code)
    if isinstance(error, MemoryError):
        return _fail("out of memory", LoOptError.exit_code)
    library = (error.name or "").partition(".")[0] if isinstance(error, ImportError) else ""
    if library not in ("", "lo_opt"):
        cure = f"pip install {PACKAGES.get(library, library)}"
        return _fail(f"the library {library} does not load: {error}; cure: {cure}", BackendUnavailableError.exit_code)
    if os.environ.get(DEBUG_VARIABLE):
        raise error
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    what = ", ".join([what, *getattr(error, "__notes__", ())])
    return _fail(f"internal error, {what}; set {DEBUG_VARIABLE}=1 to see where", LoOptError.exit_code)


@contextlib.contextmanager
def _heeded_signals() -> Iterator[list[int]]:
    """Take a request to end (SIGTERM) and a terminal that is gone (SIGHUP) as Ctrl-C: nothing is left half done.

    The list is filled with the signals that come. Afterwards every one of them simply ends the process, which is about
    to end anyway.
    """
    heard: list[int] = []

    def once_more(dropped: sys.UnraisableHookArgs) -> None:
        """Let a signal come again that arrived in a library's callback, where exceptions are dropped."""
        if not isinstance(dropped.exc_value, KeyboardInterrupt):
            sys.__unraisablehook__(dropped)
            return
        import threading

        number = heard[-1] if heard else signal.SIGINT
        again = threading.Timer(0.1, signal.pthread_kill, (threading.main_thread().ident, number))
        again.daemon = True
        again.start()

    def interrupt(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - what a handler is given
        heard.append(number)
        raise KeyboardInterrupt

    names = (getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP"))
    usual = (signal.SIG_DFL, signal.default_int_handler)  # else it is meant to be ignored (nohup)
    taken = [number for number in names if number is not None and signal.getsignal(number) in usual]
    for number in taken:
        signal.signal(number, interrupt)
    if hasattr(signal, "pthread_kill"):
        sys.unraisablehook = once_more
    try:
        yield heard
    finally:
        sys.unraisablehook = sys.__unraisablehook__
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _prepare_streams() -> None:
    """Make sure that there are streams to write to, and that no character can be unprintable on them."""
    if sys.stdout is None:  # closed by the caller
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the process ends
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _discard_stdout() -> None:
    """Let what cannot be written any more go nowhere, so that the interpreter's last flush is silent."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, code: int) -> int:
    """Say what went wrong in one line, whatever characters are in it, and return the exit code."""
    line = "".join(c if c.isprintable() or "\ud800" <= c <= "\udfff" else " " for c in message)
    print(f"lo-opt: error: {' '.join(line.split())}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())

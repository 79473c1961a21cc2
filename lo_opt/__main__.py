"""The way in and out of the command: every failure becomes one line on stderr and an exit code; knows no command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from lo_opt.cli.exits import CLOSED_PIPE, INTERRUPTED
from lo_opt.errors import LoOptError

DEBUG_VARIABLE = "LO_OPT_DEBUG"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (of this process, unless given) and return the exit code."""
    _prepare_streams()
    try:
        from lo_opt.cli.app import run

        code = run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_stdout()
        return CLOSED_PIPE
    except LoOptError as error:
        return _fail(str(error), error.exit_code)
    except OSError as error:  # what is read has its own errors, so this is what is written: a full disk, say
        _discard_stdout()
        return _fail(f"the output cannot be written: {error.strerror or error}", LoOptError.exit_code)
    except MemoryError:
        return _fail("out of memory", LoOptError.exit_code)
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return _fail(f"internal error, {what}; set {DEBUG_VARIABLE}=1 to see where", LoOptError.exit_code)
    return code


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

"""What the terminal can show: its width, colours, characters, and whether anyone is reading; knows no puzzle."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

UNLIMITED = 10_000  # columns of a file or pipe: nothing is wrapped or left out there for want of width


def is_terminal(stream: TextIO) -> bool:
    """Return whether a person is reading this stream."""
    return not stream.closed and stream.isatty()


def width() -> int:
    """Return how many columns may be written to stdout."""
    return shutil.get_terminal_size().columns if is_terminal(sys.stdout) else UNLIMITED


def can_show(characters: str, stream: TextIO) -> bool:
    """Return whether the stream's encoding has all these characters.

    >>> import io
    >>> can_show("●", io.TextIOWrapper(io.BytesIO(), "ascii"))
    False
    """
    try:
        characters.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def console() -> Console:
    """Return where text for people goes: stdout, coloured only on a terminal that wants it (NO_COLOR)."""
    from rich.console import Console

    class PipeConsole(Console):
        """Leaves a pipe that its reader closed to whoever sets the exit code; rich itself would end with 1."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return PipeConsole(file=sys.stdout, width=width(), highlight=False, markup=False, emoji=False)


def note(text: str) -> None:
    """Tell whoever sits at the terminal something that is no data."""
    if is_terminal(sys.stderr):
        print(f"lo-opt: {text}", file=sys.stderr)


@contextlib.contextmanager
def backends_talk_to_stderr() -> Iterator[None]:
    """Send what a backend prints, in Python or in C, where it harms nobody: stdout carries data only."""
    with _descriptor_to_stderr(sys.stdout), contextlib.redirect_stdout(sys.stderr):
        yield


@contextlib.contextmanager
def _descriptor_to_stderr(stream: TextIO) -> Iterator[None]:
    """Send what C code writes to this stream's descriptor to that of stderr, if both have one."""
    try:
        there, elsewhere = stream.fileno(), sys.stderr.fileno()
        stream.flush()
        kept = os.dup(there)
    except (OSError, ValueError):
        yield
        return
    try:
        os.dup2(elsewhere, there)
        yield
    finally:
        _flush_c()
        os.dup2(kept, there)
        os.close(kept)


def _flush_c() -> None:
    """Write out what C code has printed and the C library still holds back."""
    with contextlib.suppress(Exception):
        ctypes.CDLL(None).fflush(None)

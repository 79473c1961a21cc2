"""Output files written whole or not at all, and boards written to them; knows no rule and no solver."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from lo_opt.errors import InputError
from lo_opt.puzzle.board import Board
from lo_opt.puzzle.files.arrays import write_npy, write_npz
from lo_opt.puzzle.files.bitmaps import check_two_states, write_pbm
from lo_opt.wording import reason_of, shown_path


@contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for writing whose contents take the place of `path` only when the block ends without an error.

    They are written beside it, under a temporary name that is removed if anything goes wrong, so that neither an error
    nor an interrupt leaves half a file. A symbolic link keeps pointing where it did.

    Raises
    ------
    InputError
        If the file cannot be written, with the system's reason.
    """
    name = shown_path(path)
    try:
        final = Path(os.path.realpath(path))
        taken = final.exists() and not final.is_file()
    except (OSError, ValueError) as error:
        raise InputError(f"{name} cannot be a file name: {reason_of(error)}") from None
    if taken:
        raise InputError(f"{name} is not a regular file; name a file to write to")
    draft = final.with_name(f".lo-opt-{secrets.token_hex(6)}.tmp")
    try:
        with open(draft, "xb") as stream:
            yield stream
        os.replace(draft, final)
    except OSError as error:
        raise InputError(f"{name} cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        with suppress(OSError):
            draft.unlink()


def _write_text(board: Board, stream: BinaryIO) -> None:
    for row in board.row_texts():
        stream.write(row.encode("ascii") + b"\n")


_WRITERS: dict[str, Callable[[Board, BinaryIO], None]] = {
    ".txt": _write_text,
    ".npy": write_npy,
    ".npz": write_npz,
    ".pbm": write_pbm,
}


def check_output(path: str | os.PathLike[str], states: int = 2) -> None:
    """Raise `InputError` if `write_board` could not write a board of so many states there, before it is worked out.

    >>> check_output("presses.gif")
    Traceback (most recent call last):
        ...
    lo_opt.errors.InputError: presses.gif: unknown suffix '.gif'; boards are written as .txt, .npy, .npz, .pbm
    """
    if _writer(path) is write_pbm:
        check_two_states(states)
    check_writable(path)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise `InputError` if `written_whole` could not write there; what is there stays as it is."""
    with suppress(_NothingToWriteError), written_whole(path):
        raise _NothingToWriteError


class _NothingToWriteError(Exception):
    """Ends a trial before it replaces anything."""


def _writer(path: str | os.PathLike[str]) -> Callable[[Board, BinaryIO], None]:
    suffix = Path(path).suffix.lower()
    if suffix not in _WRITERS:
        raise InputError(f"{shown_path(path)}: unknown suffix {suffix!r}; boards are written as {', '.join(_WRITERS)}")
    return _WRITERS[suffix]


def write_board(board: Board, path: str | os.PathLike[str]) -> None:
    """Write a board (of lights or presses) to a file, whole or not at all, in the form its suffix names.

    `.txt` rows of digits, `.pbm` a bitmap (two states), `.npz` an archive (packed for two states), `.npy` an array.

    Raises
    ------
    InputError
        For another suffix, a board the form cannot hold, or a file that cannot be written.
    """
    write = _writer(path)
    with written_whole(path) as stream:
        write(board, stream)

"""Bytes and text from files and streams: only regular files, within a stated size, valid UTF-8; knows no format."""

from __future__ import annotations

import difflib
import itertools
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import IO, BinaryIO

from lo_opt.errors import InputError
from lo_opt.wording import reason_of, shown_path

TEXT_LIMIT = 2**28  # bytes; text this long costs several times as much to read as packed rows
_TOO_LONG = "larger than {:,} MiB of text; write boards of that size as .pbm, .npy or .npz"
_READ_AT_ONCE = 2**20  # bytes; for more, Python sets as much memory aside before it reads
_LOOKED_AT = 10_000  # names of a folder that a misspelt one is compared with


def open_file(path: Path, expected: str, names: Sequence[str] = ()) -> BinaryIO:
    """Open a regular file for reading.

    Raises
    ------
    InputError
        If there is none (with the nearest of the file names there and of other `names`, and what is `expected`), or it
        cannot be read.
    """
    name = shown_path(path)
    try:
        mode = os.stat(path).st_mode
        stream = open(path, "rb") if stat.S_ISREG(mode) else None  # noqa: SIM115 - the caller closes it
    except FileNotFoundError:
        raise InputError(f"no file {name}{_nearest(path, names)}; expected {expected}") from None
    except NotADirectoryError:
        raise InputError(f"no file {name}: part of its path is not a directory; expected {expected}") from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:  # a null byte, or characters the file system cannot hold
        raise InputError(f"{name} cannot be a file name: {reason_of(error)}") from None
    if stream is not None:
        return stream
    if stat.S_ISDIR(mode):
        raise InputError(f"{name} is a directory; expected {expected}")
    raise InputError(f"{name} is not a regular file; to read a pipe or a device, send it to standard input and name -")


def is_file(path: Path) -> bool:
    """Return whether something that can be opened is there; no error for what cannot be a file name at all."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        return False


def _nearest(path: Path, names: Sequence[str]) -> str:
    try:
        with os.scandir(path.parent) as entries:
            files = [entry.name for entry in itertools.islice(entries, _LOOKED_AT)]
    except OSError:
        files = []
    if close := difflib.get_close_matches(path.name, files, n=1):
        return f"; did you mean {shown_path(path.with_name(close[0]))}?"
    close = difflib.get_close_matches(os.fspath(path), names, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def read_bytes(stream: BinaryIO, limit: int = TEXT_LIMIT) -> bytes:
    """Return all a stream holds.

    Raises
    ------
    InputError
        If that is more than `limit` bytes; no more than one byte beyond it is read.
    """
    try:
        data = read_up_to(stream, limit + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {(error.strerror or str(error)).lower()}") from None
    if len(data) > limit:
        raise InputError(_TOO_LONG.format(limit // 2**20))
    return data


def read_up_to(stream: IO[bytes], count: int) -> bytes:
    """Return the next `count` bytes of a stream, fewer where it ends; never holds more memory than there are bytes.

    >>> import io
    >>> read_up_to(io.BytesIO(b"1011"), 10**12)
    b'1011'
    """
    data = bytearray()
    while len(data) < count and (part := stream.read(min(count - len(data), _READ_AT_ONCE))):
        data += part
    return bytes(data)


def decode_text(data: bytes) -> str:
    """Return UTF-8 text, a byte-order mark dropped and every kind of line end turned into a newline.

    >>> decode_text(b"10\\r\\n01")
    '10\\n01'

    Raises
    ------
    InputError
        If the bytes are no text.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("is text in UTF-16; save it as UTF-8")
    if (position := data.find(b"\0")) >= 0:
        raise InputError(f"is not text: a null byte at byte {position}; a binary board is named .pbm, .npy or .npz")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"line {line}: byte 0x{data[error.start]:02x} is not UTF-8 text; save it as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")

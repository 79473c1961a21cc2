"""A directory of records being written: one writer at a time, lines appended whole; knows no record's contents."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import msgspec

from lo_opt.bench.records import BOARDS, RECORDS, SUITE, BoardRecord, Record, read_suite
from lo_opt.bench.suite import Suite
from lo_opt.errors import InputError, LoOptError
from lo_opt.puzzle.files.writing import written_whole
from lo_opt.wording import shown, shown_path


class StorageError(LoOptError):
    """A record could not be written: what is on the disk is whole, and the run can be resumed."""


class LineFile:
    """A file to which one process at a time appends lines, each whole or not at all.

    Opening it cuts off what follows the last line end: a line that a kill or a full disk has left unfinished. The lock
    ends with the process, however it ends.

    Raises
    ------
    InputError
        If another process has it open.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._descriptor)
            raise InputError(
                f"{shown_path(path.parent)} is in use by another run; wait for its end, or name another directory"
            ) from None
        self._size = _whole_size(self._descriptor)
        os.ftruncate(self._descriptor, self._size)

    def append(self, record: msgspec.Struct) -> None:
        """Write a record as one line and have it on the disk; `StorageError` if that fails."""
        data = msgspec.json.encode(record) + b"\n"
        try:
            written = 0
            while written < len(data):
                written += os.pwrite(self._descriptor, data[written:], self._size + written)
            os.fsync(self._descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._size)
            reason = (error.strerror or str(error)).lower()
            raise StorageError(
                f"{shown_path(self._path)} cannot be written: {reason}; the same command again resumes from here"
            ) from error
        self._size += len(data)

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)


def _whole_size(descriptor: int) -> int:
    """Return the number of bytes up to and including the last newline."""
    end = os.fstat(descriptor).st_size
    while end > 0:
        start = max(0, end - 2**16)
        last = os.pread(descriptor, end - start, start).rfind(b"\n")
        if last >= 0:
            return start + last + 1
        end = start
    return 0


class Store:
    """The directory of a run, locked for this process.

    Raises
    ------
    InputError
        If it cannot be made or written, another run is using it, or it holds the records of another suite.
    """

    def __init__(self, directory: str | os.PathLike[str], suite: Suite) -> None:
        self.folder = Path(directory)
        with _worded(self.folder), contextlib.ExitStack() as opened:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._cells = LineFile(self.folder / RECORDS)
            opened.callback(self._cells.close)
            self._boards = LineFile(self.folder / BOARDS)
            opened.callback(self._boards.close)
            _check_suite(self.folder, suite)
            self._opened = opened.pop_all()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._opened.close()

    def add(self, record: Record | BoardRecord) -> None:
        """Append a record; `StorageError` if that fails."""
        (self._cells if isinstance(record, Record) else self._boards).append(record)


@contextlib.contextmanager
def _worded(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"{shown_path(folder)} cannot be written: {reason}; name another directory") from None


def _check_suite(folder: Path, suite: Suite) -> None:
    there = read_suite(folder)
    if there is not None and there.name != suite.name:
        raise InputError(
            f"{shown_path(folder)} holds records of the suite {shown(there.name)}, not {shown(suite.name)}; "
            f"name another directory"
        )
    if there != suite:
        with written_whole(folder / SUITE) as stream:
            stream.write(msgspec.json.format(msgspec.json.encode(suite), indent=1) + b"\n")

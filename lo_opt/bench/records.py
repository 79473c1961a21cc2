"""What was measured: one record a cell and one a board, read from and written to lines of JSON; runs nothing."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from lo_opt.bench.boards import BoardSpec
from lo_opt.bench.cells import Cell
from lo_opt.bench.jobs import BoardResult, CellResult
from lo_opt.bench.machine import Code, Machine
from lo_opt.bench.suite import Suite
from lo_opt.errors import InputError, unknown_name
from lo_opt.wording import reason_of, shown_path

if TYPE_CHECKING:
    from lo_opt.bench.table import Table

SCHEMA = 1
RECORDS, BOARDS, SUITE = "records.jsonl", "boards.jsonl", "suite.json"


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """One cell, how it ended, and all that its times depend on.

    `startup_s` is what loading took, `wall_s` all of it as the harness saw it; `peak_rss_bytes` is the most memory the
    child and its own children held. `at` is when it ended, in UTC.
    """

    schema: int
    key: str
    board: str
    cell: Cell
    result: CellResult
    startup_s: float | None
    wall_s: float
    peak_rss_bytes: int
    machine: Machine
    code: Code
    at: str


class BoardRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """One board and what linear algebra proves about it."""

    schema: int
    key: str
    spec: BoardSpec
    result: BoardResult
    machine: Machine
    code: Code
    at: str


@dataclass(frozen=True)
class Records:
    """All that was measured, each cell once: the last time it was run.

    >>> Records(None, (), {}).to_csv().startswith("board,")
    True
    """

    suite: Suite | None
    cells: tuple[Record, ...]
    boards: dict[str, BoardRecord]

    @classmethod
    def read(cls, directory: str | os.PathLike[str]) -> Records:
        """Return the records of a directory; a last line that was cut short is left out.

        Raises
        ------
        InputError
            If it is no directory of records, or a line of it is broken.
        """
        folder = Path(directory)
        if not (folder / RECORDS).is_file():
            raise InputError(f"{shown_path(folder)}: no {RECORDS} in it; name a directory that 'bench run' has written")
        cells = {record.key: record for record in read_lines(folder / RECORDS, Record)}
        boards = {record.key: record for record in read_lines(folder / BOARDS, BoardRecord)}
        return cls(read_suite(folder), tuple(cells.values()), boards)

    @property
    def machines(self) -> dict[str, Machine]:
        """The kinds of machines by id."""
        return {record.machine.id: record.machine for record in self.cells}

    def on(self, machine: str) -> Records:
        """Return the records of one kind of machine.

        Raises
        ------
        InputError
            If there are none.
        """
        if machine not in self.machines:
            raise unknown_name("machine", machine, self.machines)
        return Records(self.suite, tuple(r for r in self.cells if r.machine.id == machine), self.boards)

    def to_table(self) -> Table:
        """Return one row a cell as columns by name, lists of equal length: `pandas.DataFrame` takes them as they are.

        `lo_opt.bench.table` says what the columns are.
        """
        from lo_opt.bench.table import table_of

        return table_of(self)

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return the table as comma-separated values, unknown ones empty; also write it to `path` if given."""
        table = self.to_table()
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(table)
        writer.writerows(zip(*table.values(), strict=True))
        if path is not None:
            from lo_opt.puzzle.files.writing import written_whole

            with written_whole(path) as stream:
                stream.write(text.getvalue().encode())
        return text.getvalue()


def read_suite(folder: Path) -> Suite | None:
    """Return the suite that a directory was filled by, None if it does not say."""
    path = folder / SUITE
    data = _contents(path)
    try:
        return None if data is None else msgspec.json.decode(data, type=Suite)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"{shown_path(path)}: {reason_of(error)}; delete the file") from None


def read_lines(path: Path, kind: type[Any]) -> Iterator[Any]:
    """Yield the records of a file; none if there is no file. What follows the last line end was cut short.

    Raises
    ------
    InputError
        If the file cannot be read, or another line is broken.
    """
    data = _contents(path)
    if data is None:
        return
    decoder = msgspec.json.Decoder(kind)
    *lines, _ = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise InputError(
                f"{shown_path(path)}:{number}: {reason_of(error)}; delete this line and run again"
            ) from None


def _contents(path: Path) -> bytes | None:
    """Return all that a file holds, None if there is no such file; `InputError` if it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"{shown_path(path)} cannot be read: {(error.strerror or str(error)).lower()}") from None


def in_order(records: Iterable[Record], order: Sequence[str]) -> tuple[Record, ...]:
    """Return the records sorted by their key's place in `order`; the others follow as they come."""
    place = {key: number for number, key in enumerate(order)}
    return tuple(sorted(records, key=lambda record: place.get(record.key, len(place))))

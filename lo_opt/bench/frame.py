"""A table that can be cut and grouped, for plots and reports; draws nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.bench.table import COLUMNS, Table
from lo_opt.errors import InputError, unknown_name
from lo_opt.wording import shown

MOST_CLASSES = 6


@dataclass(frozen=True)
class Frame:
    """Rows of a table.

    >>> frame = Frame({"backend": ["b", "a", "b"], "seconds": [1.0, None, 2.0]})
    >>> [(name, part.floats("seconds").tolist()) for name, part in frame.known("seconds").split("backend")]
    [('b', [1.0, 2.0])]
    """

    table: Table

    def __len__(self) -> int:
        return len(next(iter(self.table.values())))

    def __getitem__(self, column: str) -> list[Any]:
        """Return a column; `InputError` for one there is not."""
        if column not in self.table:
            raise unknown_name("column", column.replace("_", "-"), (name.replace("_", "-") for name in COLUMNS))
        return self.table[column]

    def take(self, rows: Iterable[int]) -> Frame:
        """Return the rows of these numbers."""
        kept = list(rows)
        return Frame({name: [values[row] for row in kept] for name, values in self.table.items()})

    def known(self, *columns: str) -> Frame:
        """Return the rows where none of these columns is None."""
        wanted = [self[column] for column in columns]
        return self.take(row for row in range(len(self)) if all(values[row] is not None for values in wanted))

    def where(self, column: str, *values: object) -> Frame:
        """Return the rows where a column has one of these values."""
        return self.take(row for row, value in enumerate(self[column]) if value in values)

    def only(self, condition: str) -> Frame:
        """Return the rows that keep a condition `column=value`, as people write it.

        >>> Frame({"presses": ["any", "allowed"], "rows": [3, 4]}).only("presses=any")["rows"]
        [3]
        """
        column, equals, value = condition.partition("=")
        if not equals:
            raise InputError(f"condition {shown(condition)}: write column=value, such as presses=allowed")
        values = self[column.strip().replace("-", "_")]
        return self.take(row for row, found in enumerate(values) if str(found) == value.strip())

    def distinct(self, column: str) -> list[Any]:
        """Return the values of a column: numbers sorted, anything else in the order of its first row, None last."""
        values = list(dict.fromkeys(value for value in self[column] if value is not None))
        if all(isinstance(value, int | float) for value in values):
            values.sort()
        return values + [None] * (None in self[column])

    def split(self, column: str) -> list[tuple[Any, Frame]]:
        """Return (value, its rows) for each value of a column, in the order of `distinct`."""
        rows: dict[Any, list[int]] = {value: [] for value in self.distinct(column)}
        for row, value in enumerate(self[column]):
            rows[value].append(row)
        return [(value, self.take(numbers)) for value, numbers in rows.items()]

    def first_of(self, column: str) -> Frame:
        """Return the first row of each value of a column."""
        places: dict[Any, int] = {}
        for row, value in enumerate(self[column]):
            places.setdefault(value, row)
        return self.take(places.values())

    def classes(self, column: str) -> list[tuple[str, Frame]]:
        """Return (label, rows) for each value of a column, numbers of many values in ranges of about as many rows.

        >>> [label for label, _ in Frame({"nullity": list(range(20))}).classes("nullity")]
        ['0–4', '5–9', '10–14', '15–19']
        """
        values = self.distinct(column)
        if len(values) <= MOST_CLASSES or not is_numeric(values):
            return [(str(value), part) for value, part in self.split(column)]
        there = self.known(column)
        numbers = there.floats(column)
        edges = np.unique(np.quantile(numbers, [0, 0.25, 0.5, 0.75, 1], method="higher"))
        bins = np.searchsorted(edges[1:-1], numbers, side="right")
        parts = [there.take(np.flatnonzero(bins == number).tolist()) for number in range(len(edges) - 1)]
        return [(f"{min(part[column]):g}–{max(part[column]):g}", part) for part in parts if len(part)]

    def floats(self, column: str) -> NDArray[np.float64]:
        """Return a column as float64 (rows,), None as nan."""
        return np.array([np.nan if value is None else value for value in self[column]], np.float64)


def is_numeric(values: Iterable[Any]) -> bool:
    """Return whether all values but None are numbers.

    >>> is_numeric([1, None, 2.5]), is_numeric(["a", 1])
    (True, False)
    """
    return all(value is None or (isinstance(value, int | float) and not isinstance(value, bool)) for value in values)

"""What the tests of the command line share: streams, results, a backend that does as told, the promised JSON."""

from __future__ import annotations

import io
import json
import math
from dataclasses import dataclass

from lo_opt.contract import Availability

WORDS = {"optimal", "feasible", "infeasible", "unknown", "error"}
LIMITS = {None, "time", "memory", "nodes", "interrupt"}
PROOFS = {None, "exhausted", "unique", "bound", "certificate", "solver claim"}


def is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def check_schema(record, rows=None, cols=None):
    """Assert that an object is what the documentation of `solve --json` promises."""
    assert record["schema"] == 1
    puzzle = record["puzzle"]
    assert puzzle.keys() >= {"name", "rows", "cols", "rule", "wrap", "states", "lights", "buttons"}
    assert all(is_count(puzzle[key]) for key in ("states", "lights", "buttons"))
    assert (puzzle["rows"], puzzle["cols"]) == (rows, cols)
    assert isinstance(record["backend"], str)
    assert record["solver"].keys() >= {"name", "version"}
    assert record["goal"] in {"optimal", "feasible"}
    assert record["status"] in WORDS
    assert record["limit"] in LIMITS
    assert record["proof"] in PROOFS
    for key in ("cost", "bound", "gap"):
        assert record[key] is None or is_number(record[key])
    for key in ("press_count", "nullity"):
        assert record[key] is None or is_count(record[key])
    for key in ("presses", "certificate"):
        if record[key] is not None and rows is not None:
            assert len(record[key]) == rows
            assert all(isinstance(row, str) and len(row) == cols for row in record[key])
    assert record["times_s"].keys() >= {"build", "solve", "verify", "total"}
    assert all(is_number(record["times_s"][key]) for key in ("build", "solve", "verify", "total"))
    assert isinstance(record["message"], str)


@dataclass(frozen=True)
class Result:
    """How a run of the command ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self):
        """The JSON objects on stdout, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def object(self):
        """The only JSON object on stdout."""
        (only,) = self.lines
        return only


class Stream(io.TextIOWrapper):
    """A text stream in memory that may claim to be a terminal."""

    def __init__(self, encoding="utf-8", terminal=False):
        super().__init__(io.BytesIO(), encoding=encoding, newline="")
        self._terminal = terminal

    def isatty(self):
        return self._terminal

    def text(self):
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)


class Puppet:
    """A backend that does as it is told."""

    name = "puppet"
    summary = "does as it is told"

    def __init__(self, solve=None, available=None):
        self._solve = solve
        self._available = available or Availability("1.0")

    def availability(self):
        return self._available

    def refuse(self, puzzle, settings):
        return None

    def solve(self, puzzle, settings, control):
        return self._solve(puzzle, settings, control)


@dataclass(frozen=True)
class Entry:
    """An entry point that loads by calling a function."""

    name: str
    load: object
    value: str = "elsewhere:METHOD"

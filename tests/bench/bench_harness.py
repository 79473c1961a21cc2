"""What the tests of the harness share: a package of misbehaving backends, and suites that use them."""

from __future__ import annotations

from pathlib import Path

from lo_opt.bench import BoardRecord, BoardSpec, Cell, Record, Records, Suite, Variant
from lo_opt.bench.jobs import BoardResult, CellResult
from lo_opt.bench.machine import Code, Machine
from lo_opt.bench.records import SCHEMA

PLUGINS = Path(__file__).parent / "plugins"
FAST = {"time_limit_s": 0.5, "grace_s": 0.5, "memory_limit_mib": 400}


def suite_of(*backends: str, **options) -> Suite:
    """Return a small suite of these backends."""
    return Suite("small", backends=backends, **{"sizes": (3,), "seeds": (1,)} | FAST | options)


def suite_text(backends, sizes, **options) -> str:
    """Return a small suite as TOML."""
    values = {"time_limit_s": 20.0, **options}
    lines = ['name = "small"', f"backends = {list(backends)}", f"sizes = {list(sizes)}"]
    return "\n".join(lines + [f"{key} = {value}" for key, value in values.items()]) + "\n"


MACHINE = Machine("abcdef", "a processor", 2, 8, "Linux x86_64")
CODE = Code("0.1.0", "3.11.0")
AT = "2026-01-01T00:00:00"


def record(backend="gf2", seconds=1.0, status="optimal", *, rows=5, seed=1, goal="optimal", **result) -> Record:
    """Return a made-up record."""
    variant = result.pop("variant", Variant())
    cell = Cell(BoardSpec(rows, rows, seed, variant=variant), backend, goal, 5.0, 100)
    outcome = CellResult(status, solve_s=seconds, **result)
    return Record(SCHEMA, cell.key, cell.board.key, cell, outcome, 0.2, 1.5, 2**25, MACHINE, CODE, AT)


def board_record(cell: Record, **result) -> BoardRecord:
    """Return a made-up record of a cell's board."""
    spec = cell.cell.board
    facts = {"status": "optimal", "rows": spec.rows, "cols": spec.cols, "lights": spec.rows * spec.cols} | result
    return BoardRecord(SCHEMA, cell.board, spec, BoardResult(**facts), MACHINE, CODE, AT)


def records_of(*cells: Record, **boards) -> Records:
    """Return made-up records; every board gets the same result."""
    return Records(None, cells, {cell.board: board_record(cell, **boards) for cell in cells})

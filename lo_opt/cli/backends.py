"""`lo-opt backends`: every selector, and whether what it needs is installed; solves nothing."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lo_opt.cli import options
from lo_opt.cli.examples import examples

if TYPE_CHECKING:
    from lo_opt.contract import Availability

EXAMPLES = examples("lo-opt backends", "lo-opt backends --json")


@dataclass(frozen=True)
class Listed:
    """One selector as it is listed."""

    selector: str
    summary: str
    availability: Availability


def backends(json: options.Json = False) -> int:
    """List the ways to solve a puzzle, and how to install those that are missing."""
    listed = [_listed(selector) for selector in _selectors()]
    if json:
        from lo_opt.cli.jsonlines import SCHEMA, write_json

        records = [
            {
                "selector": entry.selector,
                "summary": entry.summary,
                "available": entry.availability.available,
                "version": entry.availability.version or None,
                "reason": entry.availability.reason or None,
                "cure": entry.availability.cure or None,
            }
            for entry in listed
        ]
        write_json({"schema": SCHEMA, "backends": records}, sys.stdout)
        return 0
    _print_table(listed)
    return 0


def _selectors() -> list[str]:
    from lo_opt.backends import selectors

    return list(selectors())


def _listed(selector: str) -> Listed:
    """Return the entry of a selector; a third-party backend may fail at anything, and is then merely unavailable."""
    from lo_opt.backends import availability_of, backend
    from lo_opt.contract import Availability
    from lo_opt.errors import LoOptError
    from lo_opt.plugins import ANY_FAILURE

    try:
        method = backend(selector)
        return Listed(selector, method.summary, availability_of(method))
    except ANY_FAILURE as error:
        reason = str(error) if isinstance(error, LoOptError) else f"it fails with {type(error).__name__}: {error}"
        return Listed(selector, "", Availability(reason=reason))


def _print_table(listed: list[Listed]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from lo_opt.cli.terminal import console

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("backend", "version", "what it does"):
        table.add_column(heading, overflow="fold")
    for entry in listed:
        there = entry.availability
        if there.available:
            table.add_row(Text(entry.selector, "bold"), there.version or "yes", entry.summary)
        else:
            cure = f"; cure: {there.cure}" if there.cure else ""
            table.add_row(Text(entry.selector, "dim"), Text("no", "red"), there.reason + cure)
    console().print(table)

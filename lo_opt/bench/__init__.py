"""Timing backends fairly, and what the times show: suites, a resumable harness, tables, figures and reports.

>>> from lo_opt import bench
>>> suite = bench.Suite("tiny", backends=["gf2"], sizes=[3])
>>> bench.run(suite).to_table()["cost"]
[8]

Names are loaded on first use, so that the child program of every cell starts quickly.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lo_opt.bench.agreement import disagreements
    from lo_opt.bench.boards import BoardSpec, Variant
    from lo_opt.bench.cells import Cell
    from lo_opt.bench.records import BoardRecord, Record, Records
    from lo_opt.bench.runner import Rerun, run
    from lo_opt.bench.suite import Suite, Variants

_HOMES = {
    "agreement": ["disagreements"],
    "boards": ["BoardSpec", "Variant"],
    "cells": ["Cell"],
    "records": ["BoardRecord", "Record", "Records"],
    "runner": ["Rerun", "run"],
    "suite": ["Suite", "Variants"],
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "BoardRecord",
    "BoardSpec",
    "Cell",
    "Record",
    "Records",
    "Rerun",
    "Suite",
    "Variant",
    "Variants",
    "disagreements",
    "run",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})

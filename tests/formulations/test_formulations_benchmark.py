"""The benchmark of formulations runs to its end on boards of no size, and its figures follow from its runs."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_small_boards(tmp_path):
    script = ROOT / "benchmarks" / "formulations.py"
    command = [
        sys.executable,
        script,
        "--sizes",
        "2",
        "3",
        "--seeds",
        "1",
        "--limit",
        "20",
        "--output",
        tmp_path / "out",
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=110)
    runs = list(csv.DictReader((tmp_path / "out.csv").open()))
    assert {run["status"] for run in runs} == {"optimal"}
    assert len({(run["solver"], run["formulation"]) for run in runs}) == len(runs) / 2 == 16
    for n in ("2", "3"):
        assert len({run["cost"] for run in runs if run["n"] == n}) == 1
    text = (tmp_path / "out.md").read_text("utf-8")
    assert "| scip:coset | " in text
    assert "| cpsat* | parity | " in text
    assert "100%" in text

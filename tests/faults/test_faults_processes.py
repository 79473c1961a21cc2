"""Processes that somebody else kills: the one that waits for them says so, and goes on with the rest."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

TIMEOUT_S = 90
COMMAND = [sys.executable, "-m", "lo_opt"]


def start(*arguments, **options):
    return subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        **options,
    )  # fmt: skip


def descendant(process, word):
    """Wait for a process that this one has started, itself or through others, and that has a word in its command."""
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        waiting = [process.pid]
        while waiting:
            parent = waiting.pop()
            try:
                children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
                for thread in Path(f"/proc/{parent}/task").iterdir():
                    children += (thread / "children").read_text().split()
                waiting += map(int, children)
                if parent != process.pid and word.encode() in Path(f"/proc/{parent}/cmdline").read_bytes():
                    return parent
            except OSError:  # it has just ended
                continue
        time.sleep(0.02)
    raise AssertionError(f"no process {word}")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_cbc(number):
    process = start("solve", "random:30x30:1", "-b", "cbc", "--json")
    os.kill(descendant(process, "model.mps"), number)
    out, err = process.communicate(timeout=TIMEOUT_S)
    record = json.loads(out)
    assert (process.returncode, err, record["status"], record["presses"]) == (1, "", "error", None)
    assert "CBC ended without a solution file" in record["message"]


def test_a_cell_of_a_benchmark(tmp_path):
    suite = 'name = "x"\nbackends = ["scip", "gf2"]\nsizes = [30]\ntime_limit_s = 60.0\n'
    (tmp_path / "suite.toml").write_text(suite)
    process = start("bench", "run", "suite.toml", "-o", "out", cwd=tmp_path)
    boards = tmp_path / "out" / "boards.jsonl"
    deadline = time.monotonic() + TIMEOUT_S
    while not (boards.exists() and boards.read_text()):  # then the next child is that of the first cell
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(descendant(process, "lo_opt.bench.worker"), signal.SIGKILL)
    _, err = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, err) == (0, "")
    lines = (tmp_path / "out" / "records.jsonl").read_text().splitlines()
    results = {record["cell"]["backend"]: record["result"] for record in map(json.loads, lines)}
    assert results["scip"]["status"] == "crashed"
    assert results["scip"]["message"].startswith("ended by SIGKILL")
    assert results["gf2"]["status"] == "optimal"

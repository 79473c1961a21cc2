"""How long the command takes to say its version or its help: at most 0.3 s, which leaves no room for any solver."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

TARGET_S = 0.3


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["solve", "--help"]], ids=" ".join)
def test_startup(benchmark: Any, arguments: list[str]) -> None:
    benchmark.extra_info["target_s"] = TARGET_S
    command = [sys.executable, "-m", "lo_opt", *arguments]
    benchmark.pedantic(subprocess.run, (command,), {"check": True, "capture_output": True}, rounds=15, warmup_rounds=2)

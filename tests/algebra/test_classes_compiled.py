"""What happens where numba is missing, broken, or cannot keep its machine code."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from class_cases import plus_grid

from lo_opt.algebra.classes import compiled, lightest_by_classes
from lo_opt.control import Control


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    compiled.available.cache_clear()
    yield
    compiled.available.cache_clear()
    compiled.scatter_positions.cache_clear()


def solve_by_compiled_loops() -> int:
    case = plus_grid(30)
    return lightest_by_classes(case.space, case.weights, case.labels, Control(), fast=True).cost


def test_without_numba_numpy_does_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not compiled.installed()
    assert not compiled.available()
    assert solve_by_compiled_loops() == 376


def test_a_broken_numba_is_reported_and_not_used(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(name: str) -> None:
        raise ImportError("numpy is too new")

    monkeypatch.setattr(compiled, "installed", lambda: True)
    monkeypatch.setattr(importlib, "import_module", fail)
    assert not compiled.available()
    assert "numpy is too new" in caplog.text


def test_machine_code_that_cannot_be_kept_is_compiled_for_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    numba = pytest.importorskip("numba")
    njit = numba.njit

    def without_cache(*arguments: object, cache: bool = False, **options: object) -> object:
        if cache:
            raise RuntimeError("no locator available")
        return njit(*arguments, **options)

    monkeypatch.setattr(numba, "njit", without_cache)
    compiled.scatter_positions.cache_clear()
    order = np.empty(3, np.uint32)
    compiled.scatter_positions()(np.array([1, 0, 1], np.uint64), 0, np.array([0, 1, 3]), order)
    assert order.tolist() == [1, 0, 2]


def test_small_searches_do_not_import_numba() -> None:
    program = (
        "import sys, numpy as np\n"
        "from class_cases import plus_grid\n"
        "from lo_opt.algebra.classes import estimate_by_classes, lightest_by_classes\n"
        "from lo_opt.control import Control\n"
        "case = plus_grid(39)\n"
        "estimate_by_classes(case.space, case.weights, case.labels)\n"
        "assert lightest_by_classes(case.space, case.weights, case.labels, Control()).cost == 561\n"
        "assert 'numba' not in sys.modules\n"
    )
    environment = {"PYTHONPATH": ":".join(sys.path)}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)


def test_machine_code_is_found_again_by_the_next_process(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    program = "from lo_opt.algebra.classes import compiled; compiled.collect_blocks()"
    environment = os.environ | {"PYTHONPATH": ":".join(sys.path), "NUMBA_CACHE_DIR": str(tmp_path)}
    kept = []
    for _ in range(2):
        subprocess.run([sys.executable, "-c", program], check=True, env=environment)
        kept.append(sorted(path.name for path in tmp_path.rglob("*.nbc")))
    assert len(kept[0]) == 2  # it, and the transform that it calls
    assert kept[1] == kept[0]

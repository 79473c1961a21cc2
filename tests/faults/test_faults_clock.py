"""A system clock that is set while something is computed: time limits are kept, or it is said that they were not."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from caged import Cage
from spoiling import LONGER

HERE = Path(__file__).parent
LIMIT_S, GRACE_S, TIMEOUT_S = 3.0, 30.0, 90
HOUR_S = 3600
SOLVERS = ["scip", "highs", "cbc", "cpsat"]
TRIED = [(solver, jump) for solver in SOLVERS for jump in (HOUR_S, -HOUR_S)]

JUMPING = """
import itertools, time

def jumping(really=time.time, number=itertools.count()):
    return really() + (-1) ** next(number) * 86400.0

time.time = jumping
"""


@pytest.fixture(scope="module")
def preloaded(tmp_path_factory):
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("no C compiler here, or no Linux; Debian: apt install gcc libc6-dev")
    library = tmp_path_factory.mktemp("clock") / "jumping_clock.so"
    command = [compiler, "-shared", "-fPIC", "-o", library, HERE / "jumping_clock.c", "-ldl"]
    subprocess.run(command, check=True, capture_output=True)
    return library


@pytest.mark.parametrize(("solver", "jump"), [("scip", HOUR_S), ("highs", -HOUR_S)] if LONGER == 1 else TRIED)
def test_solvers_that_look_at_it(preloaded, solver, jump):
    environment = os.environ | {"LD_PRELOAD": str(preloaded), "JUMP_S": str(jump), "JUMP_AFTER_S": "2.5"}
    command = [sys.executable, "-m", "lo_opt", "solve", "random:30x30:1", "-b", solver, "--json"]
    done = subprocess.run(
        [*command, "--time-limit", f"{LIMIT_S}s"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, timeout=TIMEOUT_S,
    )  # fmt: skip
    record = json.loads(done.stdout)  # HiGHS prints when its clock goes backwards, but not there
    assert "Traceback" not in done.stderr
    assert record["limit"] == "time"
    assert record["status"] in ("feasible", "unknown")
    assert record["times_s"]["solve"] < LIMIT_S + GRACE_S
    told = f"early by the system's clock, which {solver} looks at; was it set?" in record["message"]
    if record["times_s"]["total"] < 0.7 * LIMIT_S:  # what comes nearly in time need not be told
        assert told
    if record["times_s"]["total"] > LIMIT_S:
        assert not told


def test_a_time_of_day_that_jumps_by_days_matters_to_nothing(tmp_path):
    cage = Cage()
    began = time.perf_counter()
    ended = cage.run(
        "solve", "random:34x34:1", "-b", "chase", "--time-limit", "1s", "--json", before=JUMPING, timeout_s=30
    )
    assert json.loads(ended.out)["limit"] == "time"
    assert 0.9 < ended.seconds < 20
    assert time.perf_counter() - began > 0.9
    (tmp_path / "suite.toml").write_text('name = "one"\nbackends = ["gf2"]\nsizes = [3]\n')
    ended = cage.run("bench", "run", "suite.toml", "-o", "out", before=JUMPING, cwd=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert cage.run("generate", "4x4", "--json", before=JUMPING).code == 0
    cage.close()


def test_lo_opt_itself_measures_with_clocks_that_nobody_sets():
    for path in (HERE.parents[1] / "lo_opt").rglob("*.py"):
        assert "time.time(" not in path.read_text("utf-8"), path

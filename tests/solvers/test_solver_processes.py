"""Solvers in a process of their own: silent on both streams, stopped by Ctrl-C, nothing left running."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from solverprograms import ARTICLE, SOLVERS, usable

SILENT = """
import sys
from solverprograms import ARTICLE, covering, run
from lo_opt.formulations import Program
name = sys.argv[1]
run(name, ARTICLE, seed=1)
run(name, ARTICLE, goal="feasible")
run(name, Program.of([0], [1], [1], [([0], [2], 1, 1)]))
run(name, covering(), time_limit_s=0.3, threads=2)
"""

INTERRUPTED = """
import json, signal, sys, threading
from solverprograms import ARTICLE, covering, run
run(sys.argv[1], ARTICLE)  # what is imported for it is there, however busy the machine is
print("ready", flush=True)
outcome = run(sys.argv[1], covering(200), time_limit_s=60)
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
print(json.dumps([outcome.status, outcome.limit, outcome.values is not None, outcome.solve_s]))
"""


def start(script, name):
    return subprocess.Popen(
        [sys.executable, "-c", script, name],
        cwd=Path(__file__).parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize("name", SOLVERS)
def test_nothing_is_written(name):
    usable(name, ARTICLE)
    with start(SILENT, name) as process:
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output, errors) == (0, "", "")


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot send Ctrl-C to one process")
@pytest.mark.parametrize(
    ("name", "whole_group"),
    [*((name, False) for name in SOLVERS), ("cbc", True)],
    ids=[*SOLVERS, "cbc, signal to its process too"],
)
def test_an_interrupt_keeps_the_incumbent_and_leaves_nothing_running(name, whole_group):
    usable(name, ARTICLE)
    for patience in (1.5, 6.0, 20.0):  # on a busy machine the first incumbent takes its time
        status, limit, has_values, solve_s = interrupted_after(patience, name, whole_group)
        assert limit == "interrupt"
        assert solve_s < patience + 20
        if status != "unknown":
            break
    assert (status, has_values) == ("feasible", True)


def interrupted_after(patience, name, whole_group):
    """Interrupt a long run; return what it said, after a look at what it left running: nothing."""
    with start(INTERRUPTED, name) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(patience)
        (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    with pytest.raises(ProcessLookupError):  # the group of the process and its children is empty
        os.killpg(process.pid, 0)
    return json.loads(output)

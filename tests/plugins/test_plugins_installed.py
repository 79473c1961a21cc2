"""A package from elsewhere, installed beside lo-opt: its rule, formulation, solver and backend work by name."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TEMPLATES = HERE.parents[1] / "templates"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Install the example as `pip install --target` would, without a network: the package and its metadata."""
    site = tmp_path_factory.mktemp("site")
    package = shutil.copytree(HERE / "example" / "lo_opt_example", site / "lo_opt_example")
    for template in ("solver.py", "formulation.py"):
        shutil.copy(TEMPLATES / template, package / template)
    project = tomllib.loads((HERE / "example" / "pyproject.toml").read_text())["project"]
    info = site / f"lo_opt_example-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
    )
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return site


@pytest.fixture
def lo_opt(installed):
    """Return a function that runs `lo-opt` in a process that finds the package."""

    def run(*arguments, code=0):
        command = [sys.executable, "-m", "lo_opt", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(installed)}
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL, timeout=90
        )
        assert done.returncode == code, done.stderr
        return done

    return run


BOARD = "110/100/000"


@pytest.mark.parametrize(
    ("selector", "status"),
    [
        ("enumerate:xor", "optimal"),
        ("enumerate:hull", "optimal"),
        ("enumerate:coset", "optimal"),
        ("enumerate:unary", "optimal"),
        ("scip:unary", "optimal"),
        ("cbc:unary", "optimal"),
        ("highs:unary", "optimal"),
        ("guess", "feasible"),
    ],
)
def test_each_part_solves(lo_opt, selector, status):
    board = "11/10" if selector == "enumerate:unary" else BOARD
    record = json.loads(lo_opt("solve", board, "-b", selector, "--json").stdout)
    assert (record["status"], record["cost"]) == (status, 1)
    assert record["backend"] == selector


def test_an_unsolvable_board_and_a_time_limit_through_the_template(lo_opt):
    record = json.loads(lo_opt("solve", "10", "-b", "enumerate:xor", "--json", code=3).stdout)
    assert (record["status"], record["proof"]) == ("infeasible", "certificate")
    stopped = lo_opt("solve", "lit:6x6", "-b", "enumerate:xor", "--time-limit", "200ms", "--json", code=4)
    assert json.loads(stopped.stdout)["limit"] == "time"


def test_conditions_reach_a_formulation_from_elsewhere(lo_opt):
    command = ["solve", "0111/0100/0110/0000", "-b", "scip:unary", "--at-least", "6", "--require", "3,3", "--json"]
    other = ["solve", "0111/0100/0110/0000", "-b", "gf2", "--at-least", "6", "--require", "3,3", "--json"]
    assert json.loads(lo_opt(*command).stdout)["cost"] == json.loads(lo_opt(*other).stdout)["cost"]


def test_a_rule_from_elsewhere_is_a_rule_like_any(lo_opt):
    record = json.loads(lo_opt("solve", "101/000/101", "--rule", "bishop", "-b", "scip", "--json").stdout)
    assert (record["status"], record["puzzle"]["rule"]) == ("optimal", "bishop")
    assert record["cost"] == json.loads(lo_opt("solve", "101/000/101", "--rule", "bishop", "--json").stdout)["cost"]


def test_export_knows_a_formulation_from_elsewhere(lo_opt):
    text = lo_opt("export", BOARD, "--format", "lp", "--formulation", "unary").stdout
    assert "y_0_0_0" in text
    assert "order_0_0_0" in text


def test_what_does_not_fit_or_does_not_load_says_so_and_hurts_nothing(lo_opt):
    listed = {entry["selector"]: entry for entry in json.loads(lo_opt("backends", "--json").stdout)["backends"]}
    for selector in ("enumerate:xor", "highs:unary", "guess", "scip:parity", "gf2"):
        assert listed[selector]["available"], selector
    for selector in ("scip:broken", "shattered:parity", "nonsense"):
        assert not listed[selector]["available"]
        assert "lo_opt_example" in listed[selector]["reason"]
    assert "enumerate:parity" not in listed
    refused = lo_opt("solve", BOARD, "-b", "enumerate:parity", code=2)
    assert "enumerate takes no variables beyond 0/1; use" in refused.stderr
    missing = lo_opt("solve", BOARD, "-b", "shattered", code=5)
    assert "libshattered.so.1" in missing.stderr
    assert "6 buttons are too many to guess" in lo_opt("solve", "lit:6x6", "-b", "guess", code=2).stderr
    assert json.loads(lo_opt("solve", BOARD, "--json").stdout)["cost"] == 1

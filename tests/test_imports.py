"""What is loaded when: importing the package, its version and its help load neither NumPy nor any solver."""

from __future__ import annotations

import subprocess
import sys

import pytest

import lo_opt

HEAVY = {"numpy", "pyscipopt", "pulp", "ortools", "highspy", "flint", "numba", "matplotlib", "distributed", "galois"}
SOLVERS = HEAVY - {"numpy"}


def loaded_by(code: str) -> set[str]:
    script = f"{code}\nimport sys; print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stderr.split())


def test_importing_the_package_loads_nothing_heavy():
    assert not loaded_by("import lo_opt") & HEAVY


@pytest.mark.parametrize(
    "arguments", [["--version"], ["--help"], ["solve", "--help"], ["compare", "--help"], ["backends", "--help"]]
)
def test_version_and_help_load_nothing_heavy(arguments):
    loaded = loaded_by(f"from lo_opt.__main__ import main; assert main({arguments}) == 0")
    assert "typer" in loaded
    assert not loaded & HEAVY


def test_every_public_name_is_there():
    assert sorted(lo_opt.__all__) == sorted(name for name in dir(lo_opt) if name in lo_opt.__all__)
    for name in lo_opt.__all__:
        assert getattr(lo_opt, name) is not None


def test_unknown_public_names_are_attribute_errors():
    with pytest.raises(AttributeError, match="no attribute 'sovle'"):
        lo_opt.sovle  # noqa: B018


def test_solving_without_a_solver_loads_no_solver():
    code = "import lo_opt as lo; assert lo.solve(lo.Puzzle.grid('110/100/000'), 'chase').cost == 1"
    assert not loaded_by(code) & SOLVERS

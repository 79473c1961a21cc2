"""Imports go downward only: every module of lo_opt is parsed and its imports held against one table."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "lo_opt"

# Part -> layer. A part may import itself and lower layers; of its own layer only what SIDEWAYS names.
LAYERS = {
    "errors": 0,
    "control": 0,
    "plugins": 0,
    "pictured": 0,
    "wording": 0,
    "algebra": 1,
    "puzzle": 2,
    "answer": 3,
    "contract": 3,
    "verify": 3,
    "objectives": 3,
    "learning": 3,
    "linear": 3,
    "formulations": 4,
    "solvers": 4,
    "methods": 4,
    "backends": 5,
    "solving": 5,
    "auto": 5,
    "many": 5,
    "comparing": 6,
    "counters": 6,
    "enumerating": 6,
    "analysis": 6,
    "generate": 6,
    "game": 6,
    "lessons": 6,
    "draw": 6,
    "export": 6,
    "bench": 6,
    "web": 6,
    "cli": 7,
    "__main__": 8,
}
SIDEWAYS = {
    ("plugins", "errors"),
    ("pictured", "plugins"),
    ("wording", "errors"),
    ("contract", "answer"),
    ("linear", "contract"),
    ("verify", "answer"),
    ("verify", "contract"),
    ("objectives", "answer"),
    ("objectives", "verify"),
    ("solvers", "formulations"),
    ("solving", "backends"),
    ("auto", "backends"),
    ("generate", "analysis"),
    ("bench", "analysis"),
    ("lessons", "analysis"),
    ("draw", "lessons"),
    ("web", "draw"),
    ("web", "export"),
    ("web", "game"),
    ("web", "generate"),
}
FORBIDDEN = {("solvers", "puzzle"), ("formulations", "solvers"), ("methods", "solvers"), ("methods", "formulations")}

# The rooms of lo_opt/puzzle from the ground up; what is not named here stands on the ground.
ROOMS = ["rules", "effects", "lights", "puzzle", "settling", "files", "toml", "formats", "reading"]
DOORS = {("puzzle", "reading")}  # `Puzzle.read`, inside the method alone

# Libraries that are slow to load or may be missing: imported only inside the functions that use them.
# So are, then, the modules that need one of them to be loaded at all.
LATE = {"pyscipopt", "pulp", "ortools", "highspy", "flint", "numba", "matplotlib", "distributed", "dask", "PIL"}
LATE_MODULES = {"lo_opt.analysis.flats.loops"}

MODULES = sorted(path for path in ROOT.rglob("*.py") if path != ROOT / "__init__.py")
PUZZLE_MODULES = [path for path in MODULES if path.is_relative_to(ROOT / "puzzle")]


def part_of(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").parts[0]


def imported_names(path: Path) -> Iterator[str]:
    """Yield what each import takes from lo_opt, dotted, those inside functions and for type checkers included."""
    package = ("lo_opt", *path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            names = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            top, _, rest = name.partition(".")
            if top == "lo_opt" and rest.split(".")[0] != "__version__":
                yield rest


def imported_parts(path: Path) -> Iterator[str]:
    """Yield the part of lo_opt behind each import."""
    return (name.split(".")[0] for name in imported_names(path))


def loaded_at_once(tree: ast.Module) -> Iterator[str]:
    """Yield the name of every module of an import that runs when the module is loaded."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting.extend(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(node))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_downward_only(path):
    own = part_of(path)
    assert own in LAYERS, f"{own} has no layer; add it to the table"
    for other in imported_parts(path):
        assert other in LAYERS, f"{own} imports {other}, which has no layer; add it to the table"
        assert (own, other) not in FORBIDDEN, f"{own} must not import {other}"
        allowed = own == other or LAYERS[other] < LAYERS[own] or (own, other) in SIDEWAYS
        assert allowed, f"{own} (layer {LAYERS[own]}) imports {other} (layer {LAYERS[other]})"


@pytest.mark.parametrize("path", PUZZLE_MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_rooms_of_the_puzzle_stand_on_lower_ones(path):
    floors = {room: floor for floor, room in enumerate(ROOMS, 1)}
    own = path.relative_to(ROOT / "puzzle").with_suffix("").parts[0]
    for name in imported_names(path):
        part, _, rest = name.partition(".")
        other = rest.split(".")[0]
        if part == "puzzle" and own not in ("__init__", other) and (own, other) not in DOORS:
            assert other[:1].islower(), f"take {other} from the module that defines it"
            below = floors.get(other, 0) < floors.get(own, 0) or not (floors.get(own, 0) or floors.get(other, 0))
            assert below, f"puzzle/{own} imports puzzle/{other}, which does not stand below it"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_heavy_libraries_are_imported_late(path):
    loaded = set(loaded_at_once(ast.parse(path.read_text("utf-8"))))
    assert not loaded & LATE_MODULES
    if "lo_opt." + ".".join(path.relative_to(ROOT).with_suffix("").parts) not in LATE_MODULES:
        assert not {name.split(".")[0] for name in loaded} & LATE


def test_the_parser_sees_every_form_of_import(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    source = tmp_path / "cli" / "sample.py"
    source.parent.mkdir()
    source.write_text(
        "import lo_opt.algebra.bits\n"
        "from lo_opt import errors, __version__\n"
        "from ..puzzle import Board\n"
        "from . import options\n"
        "def late():\n    from lo_opt.solvers.scip import SOLVER\n"
    )
    assert sorted(imported_parts(source)) == ["algebra", "cli", "errors", "puzzle", "solvers"]

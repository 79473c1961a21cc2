"""Each library missing, one at a time: what needs it says what to install, with exit code 5; all else works."""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys

import pytest
from caged import Cage

# A process in which a library and all that is in it cannot be imported, whatever has been loaded before.
WITHOUT = """
import sys

MISSING = {libraries!r}

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

for name in [name for name in sys.modules if name.partition(".")[0] in MISSING]:
    del sys.modules[name]
sys.meta_path.insert(0, Missing())
"""

NEED = {
    "pyscipopt": [(["solve", "11/10", "-b", "scip"], "pip install pyscipopt")],
    "pulp": [(["solve", "11/10", "-b", "cbc"], "pip install 'pulp<4'")],
    "ortools": [(["solve", "11/10", "-b", "cpsat"], "pip install ortools")],
    "highspy": [(["solve", "11/10", "-b", "highs"], "pip install highspy")],
    "numba": [],
    "networkx": [],
    "pandas": [],
    "scipy": [],
    "flint": [],
    "matplotlib": [
        (["draw", "11/10", "-o", "x.png"], "pip install matplotlib"),
        (["draw", "11/10", "-o", "x.pdf"], "pip install matplotlib"),
        (["solve", "11/10", "-b", "gf2", "--draw", "x.png"], "pip install matplotlib"),
        (["distribution", "3x3", "--plot", "x.svg"], "pip install matplotlib"),
    ],
    "PIL": [(["eliminate", "11/10", "-o", "x.gif"], "pip install pillow")],
    "rich": [
        (["solve", "11/10", "-b", "gf2"], "pip install rich"),
        (["backends"], "pip install rich"),
    ],
    "msgspec": [(["bench", "run", "suite.toml"], "pip install msgspec")],
    "starlette": [(["play", "11/10", "--no-open"], "pip install 'lo-opt[web]'")],
    "uvicorn": [(["play", "11/10", "--no-open"], "pip install 'lo-opt[web]'")],
    "distributed": [(["solve", "11/10", "--scheduler", "127.0.0.1:9"], "pip install 'lo-opt[cluster]'")],
    "dask": [(["solve", "11/10", "--scheduler", "127.0.0.1:9"], "pip install 'lo-opt[cluster]'")],
}
WORK = [
    ["solve", "11/10", "-b", "gf2", "--json"],
    ["solve", "11/10", "--json", "-o", "presses.txt"],
    ["compare", "11/10", "-b", "gf2,chase", "--json"],
    ["analyze", "11/10", "--json"],
    ["table", "--sizes", "2-3", "--json"],
    ["distribution", "3x3", "--json"],
    ["generate", "3x3", "--json"],
    ["export", "11/10", "--format", "lp"],
    ["draw", "11/10", "-o", "x.svg"],
    ["eliminate", "11/10", "-o", "x.html"],
    ["backends", "--json"],
    ["puzzles", "--json"],
]
ONE_AFTER_ANOTHER = """
import contextlib, io, json
from lo_opt.__main__ import main

for arguments in {commands!r}:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    print(json.dumps([arguments, code, err.getvalue()]))
"""


@pytest.fixture(scope="module")
def cage():
    made = Cage()
    yield made
    made.close()


@pytest.mark.parametrize("library", NEED)
def test_missing(cage, tmp_path, library):
    (tmp_path / "suite.toml").write_text('name = "one"\nbackends = ["gf2"]\nsizes = [2]\n')
    before = WITHOUT.format(libraries=[library])
    for arguments, cure in NEED[library]:
        assert cure in cage.run(*arguments, before=before, cwd=tmp_path, env={"PATH": ""}).assert_is_error(5)
    assert [path.name for path in tmp_path.iterdir()] == ["suite.toml"]


def test_what_needs_none_of_them_works_without_all_of_them(cage, tmp_path):
    before = WITHOUT.format(libraries=list(NEED)) + ONE_AFTER_ANOTHER.format(commands=WORK)
    ended = cage.run(before=before, cwd=tmp_path)
    assert [json.loads(line) for line in ended.out.splitlines()] == [[arguments, 0, ""] for arguments in WORK], ended


def test_backends_that_are_missing_are_listed_as_such(cage):
    for library, selector in (("pyscipopt", "scip:parity"), ("ortools", "cpsat:xor"), ("highspy", "highs:hull")):
        ended = cage.run("backends", "--json", before=WITHOUT.format(libraries=[library]))
        listed = {entry["selector"]: entry for entry in json.loads(ended.out)["backends"]}
        assert not listed[selector]["available"]
        assert f"pip install {library}" in listed[selector]["cure"]
        assert listed["gf2"]["available"]


def test_every_library_that_lo_opt_asks_for_is_tried():
    modules = {"pillow": "PIL", "python-flint": "flint"}
    asked = {
        re.match(r"[\w-]+", requirement)[0]
        for requirement in importlib.metadata.requires("lo-opt")
        if not re.search(r"extra == ['\"](test|dev|docs)", requirement)
    }
    untried = {"numpy", "typer"}  # without these nothing works at all
    assert {modules.get(name, name) for name in asked} - untried <= NEED.keys()


@pytest.mark.parametrize("library", ["numpy", "typer"])
def test_without_these_nothing_works_and_it_says_so(library):
    main = "from lo_opt.__main__ import main; sys.exit(main(['solve', '11/10']))"
    code = f"{WITHOUT.format(libraries=[library])}\n{main}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr.endswith(f"cure: pip install {library}\n")
    assert done.stderr.count("\n") == 1

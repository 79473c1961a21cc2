"""Backends from elsewhere that do what no backend should: they are named and blamed, and nothing else is hurt."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from caged import Cage

MODULES = {
    "raises.py": "raise RuntimeError('half installed')",
    "exits.py": "import sys; sys.exit(3)",
    "breaks.py": "def half(:\n",
    "faulty.py": """
import os, sys, time
from lo_opt.answer import Limit, Proof, Status
from lo_opt.contract import Availability, Claim
from lo_opt.puzzle import Board

def fail(*arguments):
    raise ValueError("as expected")

def leave(*arguments):
    sys.exit(3)

def wait(puzzle, settings, control):
    open(os.environ["BEGUN"], "x").close()
    while True:
        time.sleep(0.01)

def fill(puzzle, settings, control):
    raise MemoryError

def chatter(puzzle, settings, control):
    print("hello from elsewhere")
    return Claim(Status.FEASIBLE, presses=Board.parse("10"))

class Method:
    summary = "does what no backend should"

    def __init__(self, name, solve=None, availability=None, refuse=None):
        self.name = name
        self.solve = solve or wait
        self.availability = availability or Availability
        self.refuse = refuse or (lambda puzzle, settings: None)

def answering(answer):
    return lambda puzzle, settings, control: answer

FAILS = Method("fails", fail)
LEAVES = Method("leaves", leave)
HANGS = Method("hangs", wait)
FILLS = Method("fills", fill)
CHATTERS = Method("chatters", chatter)
SAYS_NOTHING = Method("says-nothing", answering(None))
SAYS_A_WORD = Method("says-a-word", answering("optimal"))
SAYS_HALF = Method("says-half", answering(Claim("optimal")))
SAYS_ROWS = Method("says-rows", answering(Claim(Status.OPTIMAL, presses=["10"])))
SAYS_LARGE = Method("says-large", answering(Claim(Status.OPTIMAL, proof=Proof.UNIQUE, presses=Board.parse("100"))))
SAYS_FALSE = Method("says-false", answering(Claim(Status.OPTIMAL, proof=Proof.UNIQUE, presses=Board.parse("00"))))
SAYS_NONE = Method("says-none", answering(Claim(Status.INFEASIBLE, proof=Proof.CERTIFICATE)))
ASKED_FAILS = Method("asked-fails", availability=fail)
ASKED_LEAVES = Method("asked-leaves", availability=leave)
ASKED_WORD = Method("asked-word", availability=lambda: "yes")
REFUSES_FAILS = Method("refuses-fails", refuse=fail)
REFUSES_LEAVES = Method("refuses-leaves", refuse=leave)
EMPTY = object()
""",
}
METHODS = {
    "raises": "raises:METHOD",
    "exits": "exits:METHOD",
    "breaks": "breaks:METHOD",
    "absent": "absent:METHOD",
    "without": "faulty:NOTHING",
    "empty": "faulty:EMPTY",
} | {
    name.lower().replace("_", "-"): f"faulty:{name}"
    for name in (
        *("FAILS", "LEAVES", "HANGS", "FILLS", "CHATTERS", "SAYS_NOTHING", "SAYS_A_WORD", "SAYS_HALF", "SAYS_ROWS"),
        *("SAYS_LARGE", "SAYS_FALSE", "SAYS_NONE", "ASKED_FAILS", "ASKED_LEAVES", "ASKED_WORD", "REFUSES_FAILS"),
        "REFUSES_LEAVES",
    )
}
BEFORE = """
import sys
sys.path.insert(0, {site!r})
from lo_opt import backends, plugins
for cached in (plugins._entries, plugins.load_named, backends.backend):
    cached.cache_clear()
"""
UNAVAILABLE = ["raises", "exits", "breaks", "absent", "without", "empty", "asked-fails", "asked-leaves", "asked-word"]

# What `solve` says of a board that one press solves: exit code, and words of the error or of the answer's message.
SOLVED = {
    **dict.fromkeys(UNAVAILABLE, (5, "")),
    "raises": (5, "method 'raises' from 'raises:METHOD' does not load: RuntimeError: half installed"),
    "exits": (5, "does not load: SystemExit: 3; update or uninstall that package"),
    "breaks": (5, "does not load: SyntaxError"),
    "absent": (5, "does not load: No module named 'absent'"),
    "without": (5, "does not load: AttributeError: module 'faulty' has no attribute 'NOTHING'"),
    "empty": (5, "is no method: it has no name, summary, availability, refuse, solve"),
    "asked-fails": (5, "backend asked-fails is unavailable: it fails with ValueError: as expected"),
    "asked-leaves": (5, "backend asked-leaves is unavailable: it fails with SystemExit: 3"),
    "asked-word": (5, "backend asked-word is unavailable: it says 'yes' when asked whether it is there"),
    "refuses-fails": (5, "backend refuses-fails fails when asked what it takes: ValueError: as expected"),
    "refuses-leaves": (5, "backend refuses-leaves fails when asked what it takes: SystemExit: 3"),
    "fails": (1, "internal error, ValueError: as expected, in backend fails; set LO_OPT_DEBUG=1"),
    "leaves": (1, "leaves tried to end the program (exit code 3)"),
    "fills": (4, "out of memory before a solution was found"),
    "says-nothing": (1, "says-nothing answers nonsense: None is no claim"),
    "says-a-word": (1, "says-a-word answers nonsense: 'optimal' is no claim"),
    "says-half": (1, "says-half answers nonsense: 'optimal' is no status of a claim"),
    "says-rows": (1, "says-rows answers nonsense: ['10'] is no presses of a claim"),
    "says-large": (1, "says-large claims optimal, but presses are 1x3"),
    "says-false": (1, "says-false claims optimal, but 2 lights are not at their target"),
    "says-none": (1, "says-none claims infeasible, but "),
    "chatters": (0, ""),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    for name, text in MODULES.items():
        (folder / name).write_text(text)
    info = folder / "faulty-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1.0\n")
    lines = [f"{name} = {value}\n" for name, value in METHODS.items()]
    (info / "entry_points.txt").write_text("[lo_opt.methods]\n" + "".join(lines))
    return folder


@pytest.fixture(scope="module")
def lo_opt(site):
    cage = Cage()

    def run(*arguments, **options):
        return cage.run(*arguments, before=BEFORE.format(site=str(site)), **options)

    yield run
    cage.close()


@pytest.mark.parametrize("name", SOLVED)
def test_solve(lo_opt, name):
    code, words = SOLVED[name]
    ended = lo_opt("solve", "11", "-b", name, "--json")
    assert (ended.code, ended.hung) == (code, False), ended
    assert "Traceback" not in ended.err
    if ended.out:
        record = json.loads(ended.out)  # nothing but the answer, whatever the backend prints
        assert words in record["message"]
        assert (record["presses"] is None) == (code != 0)
    else:
        assert words in ended.err
        assert ended.err.count("\n") == 1


def test_what_a_backend_prints_goes_to_stderr(lo_opt):
    assert lo_opt("solve", "11", "-b", "chatters").err == "hello from elsewhere\n"
    assert lo_opt("compare", "11", "-b", "chatters,gf2", "--json").err == "hello from elsewhere\n"


def test_backends_lists_them_all(lo_opt):
    ended = lo_opt("backends", "--json")
    assert (ended.code, ended.err) == (0, "")
    listed = {entry["selector"]: entry for entry in json.loads(ended.out)["backends"]}
    assert [name for name in METHODS if not listed[name]["available"]] == UNAVAILABLE
    assert all(listed[name]["reason"] for name in UNAVAILABLE)
    assert listed["gf2"]["available"]


def test_others_are_not_hurt(lo_opt):
    for arguments in (
        ["solve", "11"],
        ["solve", "11", "-b", "scip"],
        ["analyze", "11"],
        ["export", "11", "--format", "lp"],
    ):
        assert lo_opt(*arguments).code == 0


def test_compare_names_those_that_fail(lo_opt):
    ended = lo_opt("compare", "11", "-b", "leaves,says-nothing,gf2", "--json")
    assert ended.code == 1
    record = json.loads(ended.out)
    assert [answer["status"] for answer in record["answers"]] == ["error", "error", "optimal"]
    assert len(record["disagreements"]) == 2


def test_one_that_hangs_is_ended_by_ctrl_c(site, tmp_path):
    begun = tmp_path / "begun"
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": path, "BEGUN": str(begun)}
    process = subprocess.Popen(
        [sys.executable, "-m", "lo_opt", "solve", "00", "11", "-b", "hangs", "--json"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    while not begun.exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    assert [json.loads(line)["limit"] for line in out.splitlines()] == ["interrupt"]


def test_the_benchmark_keeps_them_apart(lo_opt, tmp_path, site):
    suite = 'name = "x"\nbackends = ["fails", "leaves", "says-nothing", "raises", "gf2"]\nsizes = [2]\n'
    (tmp_path / "suite.toml").write_text(suite)
    ended = lo_opt("bench", "run", "suite.toml", "-o", "out", cwd=tmp_path, env={"PYTHONPATH": str(site)})
    records = [json.loads(line) for line in (tmp_path / "out" / "records.jsonl").read_text().splitlines()]
    found = {record["cell"]["backend"]: record["result"]["status"] for record in records}
    errors = {"fails": "crashed", "leaves": "error", "says-nothing": "error", "raises": "unavailable"}
    assert found == errors | {"gf2": "optimal"}
    assert ended.code == 1  # an error is something that cannot be true
    assert "Traceback" not in ended.err

"""Memory that runs out, here, in a library and in a backend: said in one line, and the rest goes on."""

from __future__ import annotations

import json
import sys

import pytest
from caged import Cage

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of memory as Linux keeps them")

ROOM_MIB = 40  # enough to begin, and for small boards to end

TOO_LARGE = {
    "solve": ["solve", "lit:60000x60000", "-b", "chase"],
    "solve, listing": ["solve", "lit:30000x30000", "-b", "gf2"],
    "analyze": ["analyze", "lit:60000x60000"],
    "export": ["export", "lit:60000x60000", "--format", "toml"],
    "draw": ["draw", "lit:60000x60000", "-o", "x.svg"],
    "generate": ["generate", "30000x3000"],
}


@pytest.fixture(scope="module")
def cage():
    made = Cage()
    yield made
    made.close()


@pytest.mark.parametrize("name", TOO_LARGE)
def test_boards_that_do_not_fit(cage, tmp_path, name):
    ended = cage.run(*TOO_LARGE[name], memory_mib=150, cwd=tmp_path)
    ended.assert_is_clean()
    assert ended.code in (1, 2, 4), ended
    assert ended.rss_mib < 200
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("backend", ["gf2", "chase", "sweep", "scip:coset", "cpsat:coset", "highs:coset", "cbc:coset"])
def test_backends_that_run_out(cage, backend):
    board = "random:38x38:1" if backend == "chase" else "random:150x150:1"
    arguments = ["solve", board, "-b", backend, "--goal", "feasible", "--time-limit", "2s", "--json"]
    ended = cage.run(*arguments, memory_mib=ROOM_MIB)
    assert not ended.hung
    assert ended.code in (0, 1, 4, 5), ended
    assert "Traceback" not in ended.err
    if ended.out:
        record = json.loads(ended.out)
        assert record["status"] in ("optimal", "feasible", "unknown", "error"), record
    else:
        assert ended.err.startswith("lo-opt: error: ")


def test_memory_that_runs_out_inside_a_method_is_a_limit(cage):
    before = "from lo_opt.methods import elimination\ndef fail(*a, **k):\n    raise MemoryError\n"
    before += "type(elimination.METHOD).solve = fail\n"
    ended = cage.run("solve", "11/10", "-b", "gf2", "--json", before=before)
    record = json.loads(ended.out)
    assert (ended.code, record["status"], record["limit"]) == (4, "unknown", "memory")

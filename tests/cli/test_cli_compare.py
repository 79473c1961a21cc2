"""`lo-opt compare`: answers side by side, and what happens when they disagree."""

from __future__ import annotations

from cli_harness import check_schema

from lo_opt.answer import Limit, Status
from lo_opt.contract import Availability, Claim

SOLVERS = ["scip", "cbc", "cpsat", "highs"]


def test_every_backend_agrees(run):
    result = run("compare", "110/011/000", "--json")
    assert result.code == 0
    record = result.object
    assert record["schema"] == 1
    assert record["agree"] is True
    assert record["optimum"] == record["answers"][0]["cost"]
    for answer in record["answers"]:
        check_schema(answer, 3, 3)
    asked = [answer["backend"] for answer in record["answers"]]
    assert {"gf2", "chase", *(f"{solver}:parity" for solver in SOLVERS)} <= {*asked, *record["left_out"]}
    assert {"gf2", "chase"} <= set(asked)


def test_those_that_cannot_take_the_puzzle_are_left_out(run):
    record = run("compare", "11/10", "--rule", "king", "--wrap", "torus", "--json").object
    assert "chase" in record["left_out"]
    assert "plus" in record["left_out"]["chase"]
    assert "chase" not in [answer["backend"] for answer in record["answers"]]


def test_the_table(run):
    result = run("compare", "-b", "chase, gf2")
    assert result.code == 0
    assert result.err == ""
    words = result.out.split()
    for word in ("chase", "gf2", "optimal", "11", "backend", "bound", "build", "solve"):
        assert word in words
    assert "linear-algebra optimum: 11\n" in result.out
    assert "the answers agree\n" in result.out


def test_an_unsolvable_puzzle_is_agreed_upon(run):
    result = run("compare", "10", "-b", "gf2,chase,scip")
    assert result.code == 0
    assert "linear-algebra optimum: none, the puzzle is unsolvable\n" in result.out
    assert run("compare", "10", "-b", "gf2", "--json").object["optimum"] is None


def test_disagreement_has_exit_code_1(run, puppet):
    puppet(Claim(Status.INFEASIBLE))
    result = run("compare", "11/10", "-b", "chase,puppet", "--json")
    assert result.code == 1
    assert result.object["agree"] is False
    assert result.object["disagreements"]
    text = run("compare", "11/10", "-b", "chase,puppet")
    assert text.code == 1
    assert "disagreement: " in text.out


def test_a_failure_counts_as_disagreement(run, puppet):
    puppet(Claim(Status.ERROR, message="broke"))
    result = run("compare", "11/10", "-b", "chase,puppet", "--json")
    assert (result.code, result.object["agree"]) == (1, False)


def test_silence_is_no_disagreement(run, puppet):
    puppet(Claim(Status.UNKNOWN, Limit.TIME))
    assert run("compare", "11/10", "-b", "chase,puppet").code == 0


def test_an_interrupt_has_exit_code_130(run, puppet):
    puppet(Claim(Status.UNKNOWN, Limit.INTERRUPT))
    assert run("compare", "11/10", "-b", "puppet", "--json").code == 130


def test_errors(fails, puppet):
    assert "'cbcc'" in fails("compare", "-b", "scip,cbcc")
    assert "commas" in fails("compare", "-b", "scip,,cbc")
    assert "backend gf2 is named twice; name every backend once" in fails("compare", "-b", "gf2,chase,gf2")
    assert "backend scip:parity is named twice" in fails("compare", "-b", "scip,scip:parity")  # parity is the default
    assert "chase" in fails("compare", "lit:50x50", "-b", "gf2,chase")
    puppet(available=Availability(reason="puppetry is missing", cure="pip install puppetry"))
    assert "puppetry" in fails("compare", "-b", "chase,puppet", code=5)

"""Conditions, objectives and lists of solutions on the command line."""

from __future__ import annotations

import pytest
from cli_harness import check_schema

ARTICLE = "11011/01000/10101/00010/10110"
FIXED = "0111/0100/0110/0000"


def test_required_buttons_and_limits(run):
    record = run("solve", ARTICLE, "--json", "--require", "0,1", "--at-least", "12").object
    check_schema(record, 5, 5)
    assert (record["status"], record["cost"]) == ("optimal", 13)
    record = run("solve", ARTICLE, "--json", "--exactly", "15").object
    assert record["press_count"] == 15
    result = run("solve", ARTICLE, "--at-most", "10")
    assert result.code == 3
    assert "at most 10 presses in all" in result.out
    assert "none of 2^2 solutions keeps the limits" in result.out
    assert "4 solutions)" not in result.out


def test_objectives(run):
    weights = "9 1 1 1 / 1 1 1 1 / 1 1 1 1 / 1 1 1 1"
    record = run("solve", FIXED, "--json", "--weights", weights, "--objective", "presses").object
    assert (record["objective"], record["press_count"], record["bound"], record["cost"]) == ("presses", 5, 5, 13)
    result = run("solve", FIXED, "--weights", weights, "--objective", "presses,cost")
    assert "objective presses,cost" in result.out
    record = run("compare", FIXED, "-b", "gf2,cpsat", "--json", "--weights", weights, "--objective", "presses").object
    assert (record["agree"], record["optimum"]) == (True, 5)


def test_a_certificate_with_required_buttons_says_how_to_check_it(run):
    result = run("solve", "111/111/111", "--require", "0,1")
    assert result.code == 3
    assert "1 required" in result.out
    assert "Press the required buttons. Then every other button that may be pressed toggles" in result.out


def test_the_best_solutions(run):
    record = run("solve", FIXED, "--best", "3", "--json").object
    check_schema(record, 4, 4)
    assert (record["count"], record["complete"], record["optimal_count"], record["total"]) == (3, True, 1, 16)
    assert [solution["rank"] for solution in record["solutions"]] == [1, 2, 3]
    assert [solution["cost"] for solution in record["solutions"]] == [5, 7, 7]
    assert record["solutions"][0]["presses"] == record["presses"] == ["1101", "0110", "0000", "0000"]
    result = run("solve", FIXED, "--best", "2")
    assert "2 solutions listed (1 optimal, 16 in all):" in result.out
    assert "1. 5 presses: 1101/0110/0000/0000" in result.out


def test_all_optimal_solutions(run):
    record = run("solve", FIXED, "--all-optimal", "--json", "--weights", "/".join(["0 0 0 0"] * 4)).object
    assert (record["count"], record["optimal_count"], record["complete"]) == (16, 16, True)
    result = run("solve", FIXED, "--all-optimal", "--weights", "/".join(["0.5 1 1 1"] * 4))
    assert "1 solution listed (1 optimal, 16 in all):" in result.out
    assert "cost 4.5:" in result.out
    assert run("solve", "10", "--all-optimal").code == 3


def test_listed_buttons_are_named(run, tmp_path):
    path = tmp_path / "machine.toml"
    path.write_text('lights = "0110"\nbuttons = [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]]\n')
    result = run("solve", str(path), "--best", "2")
    assert "1. 2 presses: " in result.out
    dark = run("solve", str(path), "--best", "1", "--target", "0110")
    assert "1. 0 presses: nothing" in dark.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--best", "0"], "0 best are asked for"),
        (["--best", "2", "--all-optimal"], "--all-optimal the optimal ones: give one of them"),
        (["--best", "2", "--goal", "feasible"], "they go with --goal optimal alone"),
        (["--best", "2", "-b", "chase"], "light chasing keeps no limits on presses"),
        (["--at-most", "-1"], "at most -1 presses in all cannot be"),
        (["--at-most", "1", "--at-least", "2"], "at least 2 and at most 1 contradict each other"),
        (["--require", "9,9"], "required cell 9,9 is off the board"),
        (["--require", "0,0", "--forbid", "0,0"], "button 0_0 is required, but it is forbidden"),
        (["--objective", "speed"], "unknown objective 'speed'"),
        (["--exactly", "x"], "--exactly"),
    ],
)
def test_mistakes(fails, arguments, message):
    assert message in fails("solve", FIXED, *arguments)

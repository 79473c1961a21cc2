"""`lo-opt analyze`: what a program reads and what a reader sees."""

from __future__ import annotations

from pathlib import Path

import pytest
from puzzles import known_values

ARTICLE = "11011/01000/10101/00010/10110"
CORNER = "10000/00000/00000/00000/00000"
KNOWN = known_values()


def test_json_of_a_solvable_board(run):
    result = run("analyze", ARTICLE, "--json")
    assert (result.code, result.err) == (0, "")
    record = result.object
    assert (record["schema"], record["rank"], record["nullity"], record["solvable_share"]) == (1, 23, 2, 0.25)
    assert (record["solvable"], record["solutions"]) == (True, 4)
    assert (record["min_cost"], record["optimal_solutions"]) == (11, 1)
    assert record["weight_distribution"] == {"11": 1, "13": 1, "15": 1, "17": 1}
    assert {"/".join(rows) for rows in record["all_quiet_patterns"]} == set(KNOWN["quiet_patterns_5x5"].values())
    assert len(record["quiet_patterns"]) == 2
    assert (record["certificate"], record["nearest_solvable"]) == (None, None)
    assert record["parity"]["same"]
    assert record["parity"]["odd"]
    assert record["regions"][1][1] == -1
    assert {"left": "11100", "press": "01000"} in record["hand_table"]["entries"]
    assert sum(row.count("1") for row in record["presses"]) == 11


def test_json_of_an_unsolvable_board(run):
    result = run("analyze", CORNER, "--json")
    assert result.code == 3
    record = result.object
    assert (record["solvable"], record["solutions"], record["min_cost"]) == (False, 0, None)
    assert record["certificate"] == ["11011", "00000", "11011", "00000", "11011"]
    assert (record["nearest_solvable"]["distance"], record["nearest_solvable"]["count"]) == (1, 4)
    assert ["10000", "00000", "00000", "00000", "00000"] in record["nearest_solvable"]["changes"]


def test_a_size_alone(run):
    record = run("analyze", "9x9", "--json").object
    assert (record["solvable"], record["solutions"], record["min_cost"], record["presses"]) == (None,) * 4
    assert (record["nullity"], len(record["quiet_patterns"]), record["all_quiet_patterns"]) == (8, 8, None)
    assert record["solvable_share"] == 2**-8


def test_text(run):
    out = run("analyze", ARTICLE).out
    for words in (
        "23 of 25 lights; 25% of all boards can be solved",
        "11 presses, in one way only",
        "11 once, 13 once, 15 once, 17 once",
        "here odd",
        "Quiet patterns, presses that change nothing (all there are)",
        "16 presses",
        "A B C B A",
        "● ● ● · ·             · ■ · · ·",
    ):
        assert words in out
    assert max(map(len, out.splitlines())) < 130


def test_text_of_an_unsolvable_board(run):
    result = run("analyze", CORNER)
    assert result.code == 3
    assert "Every button toggles an even number of the 12 lights marked in the certificate" in result.out
    assert "solvable boards differ in 1 light; there are 4" in result.out


def test_text_of_a_size_says_nothing_of_a_board(run):
    out = run("analyze", "5x5").out
    assert out.splitlines()[0] == "5x5 board, rule plus"
    assert "least cost" not in out


def test_plain_characters_where_others_cannot_be_shown(run):
    result = run("analyze", CORNER, encoding="ascii")
    assert result.out.isascii()
    assert "# # . # #" in result.out


def test_large_boards_are_analysed_without_pictures(run):
    result = run("analyze", "random:100x100:1")
    assert result.code == 0
    assert "rank" in result.out
    assert "■" not in result.out


def test_other_puzzles(run, tmp_path):
    (tmp_path / "buttons.toml").write_text('buttons = [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]]\nlights = "0110"\n')
    record = run("analyze", tmp_path / "buttons.toml", "--json").object
    assert (record["min_cost"], record["rank"], record["puzzle"]["rows"]) == (2, 4, None)
    assert run("analyze", tmp_path / "buttons.toml").code == 0
    weighted = run("analyze", "11/11", "--weights", "1 2/0.5 1", "--forbid", "0,0", "--json").object
    assert weighted["min_cost"] is None or weighted["min_cost"] > 0
    assert (
        run("analyze", "11/11", "--rule", "king", "--wrap", "torus", "--target", "on", "--json").object["min_cost"] == 0
    )


def test_the_puzzle_may_be_piped_in(run):
    assert run("analyze", "-", "--json", stdin="110\n100\n000\n").object["min_cost"] == 1
    assert run("analyze", "--json").object["puzzle"]["name"] == "article-5x5"


def test_every_shipped_board(run):
    for file in sorted(Path("models/boards").glob("*.toml")):
        result = run("analyze", file)
        assert result.code in (0, 3) or "cannot be analysed" in result.err, file


def test_more_states(run):
    record = run("analyze", "5x5", "--states", "3", "--json").object
    assert (record["rank"], record["nullity"], record["orders"], record["solvable"]) == (22, 3, [3, 3, 3], None)
    assert record["solvable_boards"] == str(3**22)
    assert len(record["quiet_patterns"]) == 3
    lit = run("analyze", "lit:4x4", "--states", "4", "--json").object
    assert (lit["rank"], lit["orders"], lit["min_cost"], lit["optimal_solutions"]) == (None, [4, 4, 2, 2], 4, 2)
    assert lit["weight_distribution"] == {"4": 2, "20": 28, "28": 32, "36": 2}
    unsolvable = run("analyze", "1000/0000/0000/0000", "--states", "4", "--json")
    assert (unsolvable.code, unsolvable.object["certificate"] is None) == (3, False)


def test_text_of_more_states(run):
    out = run("analyze", "5x5", "--states", "3").out
    assert "nullity    3; every solvable board has 27 solutions" in out
    assert "(all others are sums of these)" in out
    result = run("analyze", "12012/01200/11211/02120/21012", "--states", "3")
    assert result.code == 3
    assert "Every button changes this sum by a multiple of" in result.out
    assert "4 states are no field" in run("analyze", "alien-tiles").out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["0x5"], "at least 1"),
        (["5x"], "no file 5x"),
        (["210", "--rule", "plus"], "2"),
        (["5x5", "--time-limit", "soon"], "time limit"),
        (["99999x99999"], "cells"),
        (["5x5", "--forbid", "9,9"], "9,9"),
    ],
)
def test_bad_input_has_exit_code_2(fails, arguments, word):
    assert word in fails("analyze", *arguments)


def test_an_interrupt(run, monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("lo_opt.analysis.structure.cost_distribution", interrupted)
    result = run("analyze", ARTICLE, "--json")
    assert result.code == 130
    assert result.object["min_cost"] == 11

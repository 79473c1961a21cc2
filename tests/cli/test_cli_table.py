"""`lo-opt table`: published ranks as a reader and as a program sees them."""

from __future__ import annotations

import pytest
from puzzles import known_values

KNOWN = known_values()


def test_json_is_what_the_documentation_promises(run):
    result = run("table", "--sizes", "2-9", "--json")
    assert result.code == 0
    assert result.err == ""
    for n, record in zip(range(2, 10), result.lines, strict=True):
        known = KNOWN["rank_table_n_by_n_plus"][str(n)]
        assert record == {
            "rows": n,
            "cols": n,
            "states": 2,
            "rank": known["rank"],
            "nullity": known["nullity"],
            "solvable_boards": str(2 ** known["rank"]),
            "share": 2.0 ** -known["nullity"],
            "solutions_per_board": str(2 ** known["nullity"]),
        }


def test_text_is_a_table(run):
    result = run("table")
    assert result.code == 0
    rows = [line.split() for line in result.out.splitlines()]
    assert ["5x5", "23", "2", "8,388,608", "25%", "4"] in rows
    assert ["9x9", "73", "8", "2^73", "0.391%", "256"] in rows


def test_rectangles_rules_and_wraps(run):
    result = run("table", "--rows", "2-3", "--cols", "4", "--rule", "king", "--wrap", "torus", "--json")
    assert [(record["rows"], record["cols"]) for record in result.lines] == [(2, 4), (3, 4)]
    tori = run("table", "--sizes", "1-12", "--wrap", "torus", "--json").lines
    assert [record["nullity"] for record in tori] == KNOWN["nullity_n_by_n_torus_plus"]["values"][:12]


def test_large_counts_are_left_to_the_rank(run):
    record = run("table", "--sizes", "100,300x400", "--json").lines[1]
    assert record["solvable_boards"] == f"2^{record['rank']}"
    assert record["rank"] + record["nullity"] == 120_000
    assert "2^120,000" not in run("table", "--sizes", "300x400").out


def test_counts_are_exact_in_every_form(run):
    for record in run("table", "--sizes", "70-95", "--json").lines:
        base, power, exponent = record["solvable_boards"].partition("^")
        assert bool(power) == (record["rank"] > 8192)
        assert (int(base) ** int(exponent) if power else int(base)) == 2 ** record["rank"]


def test_more_states(run):
    record = run("table", "--sizes", "5", "--states", "3", "--json").object
    assert (record["rank"], record["nullity"], record["solutions_per_board"]) == (22, 3, "27")
    assert record["solvable_boards"] == str(3**22)
    assert ["6x6", "36", "0", "3^36", "100%", "1"] in [
        line.split() for line in run("table", "--sizes", "6", "--states", "3").out.splitlines()
    ]


def test_large_tori_by_polynomials(run):
    records = run("table", "--sizes", "2-120,3000", "--wrap", "torus", "--json").lines
    assert len(records) == 120
    assert records[-1]["nullity"] == 96


def test_measured_shares(run):
    record = run("table", "--sizes", "5", "--measure", "20000", "--seed", "3", "--json").object
    low, high = record["measured"]["interval_95"]
    assert low <= 0.25 <= high
    assert record["measured"]["share"] == record["measured"]["solvable"] / 20000
    assert "±" in run("table", "--sizes", "4,5", "--measure", "1000").out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--sizes", "9-2"], "ends before it begins"),
        (["--sizes", "2..9"], "2-9, 12 or 3x5"),
        (["--rows", "2-3"], "belong together"),
        (["--rows", "2", "--cols", "2", "--sizes", "2"], "either --sizes or"),
        (["--sizes", "1-1000001"], "at most 1,000,000"),
        (["--sizes", "1-999999999"], "999,999,999 sizes; at most 1,000,000"),
        (["--sizes", "1-600000,1-600000"], "1,200,000 sizes"),
        (["--rows", "1-100000", "--cols", "1-100000"], "at most 1,000,000"),
        (["--rule", "plsu"], "did you mean 'plus'"),
        (["--wrap", "toru"], "torus"),
        (["--measure", "5", "--rule", "king"], "plus or neighbors"),
        (["--measure", "-5"], "number of boards"),
        (["--measure", "5", "--sizes", "30"], "shorter side"),
        (["--sizes", "3000", "--rule", "knight"], "needs elimination"),
        (["--sizes", "5", "--states", "4"], "must be a prime"),
        (["--sizes", "5", "--states", "1"], "states"),
        (["--sizes", "5", "--states", "3", "--measure", "10"], "two states"),
        (["--sizes", "999999999"], "cells"),
    ],
)
def test_bad_input_has_exit_code_2(fails, arguments, word):
    assert word in fails("table", *arguments)

"""`solve --json`, field by field: what other programs rely on."""

from __future__ import annotations

import io
import json
import math
from fractions import Fraction

import pytest
from cli_harness import check_schema

import lo_opt
from lo_opt.answer import Limit, Proof, Status
from lo_opt.cli.jsonlines import HELD, write_json
from lo_opt.contract import Claim
from lo_opt.puzzle import Board


def test_an_optimal_answer(run):
    record = run("solve", "random:4x6:3", "-b", "chase", "--json", "--rule", "plus").object
    check_schema(record, 4, 6)
    assert record["puzzle"] == {
        "name": record["puzzle"]["name"],
        "rows": 4,
        "cols": 6,
        "rule": "plus",
        "wrap": "none",
        "states": 2,
        "lights": 24,
        "buttons": 24,
    }
    assert (record["backend"], record["goal"], record["status"]) == ("chase", "optimal", "optimal")
    assert (record["limit"], record["proof"], record["certificate"]) == (None, "exhausted", None)
    assert record["cost"] == record["bound"] == record["press_count"]
    assert record["press_count"] == sum(row.count("1") for row in record["presses"])


def test_an_unsolvable_puzzle(run):
    record = run("solve", "10", "-b", "chase", "--json").object
    check_schema(record, 1, 2)
    assert (record["status"], record["proof"], record["certificate"]) == ("infeasible", "certificate", ["11"])
    assert all(record[key] is None for key in ("cost", "press_count", "presses", "limit", "gap"))


def test_nothing_is_known(run, puppet):
    puppet(Claim(Status.UNKNOWN, Limit.TIME, raw_status="TIME_LIMIT"))
    record = run("solve", "110/100/000", "-b", "puppet", "--json").object
    check_schema(record, 3, 3)
    assert (record["status"], record["limit"], record["raw_status"]) == ("unknown", "time", "TIME_LIMIT")
    assert all(record[key] is None for key in ("proof", "cost", "bound", "gap", "press_count", "presses", "nullity"))
    assert record["solver"] == {"name": "lo-opt", "version": lo_opt.__version__}


def test_a_feasible_answer_with_its_bound(run, puppet):
    puppet(Claim(Status.FEASIBLE, Limit.TIME, presses=Board.parse("10/00"), bound=1))
    record = run("solve", "11/10", "-b", "puppet", "--json", "--weights", "2.5 1 / 1 1").object
    check_schema(record, 2, 2)
    assert (record["cost"], record["bound"], record["gap"]) == (2.5, 0.5, 0.8)


def test_weighted_costs_are_exact(run):
    result = run("solve", "110/100/000", "-b", "chase", "--json", "--weights", "0.1 1 1 / 1 1 1 / 1 1 1")
    assert '"cost":0.1,' in result.out
    result = run("solve", "1", "-b", "chase", "--json", "--weights", "0.00000000000001")
    assert '"cost":0.00000000000001,' in result.out
    result = run("solve", "1", "-b", "chase", "--json", "--weights", "1000000000000000")
    assert '"cost":1000000000000000,' in result.out


def test_goal_feasible(run):
    record = run("solve", "-b", "chase", "--json", "--goal", "feasible").object
    check_schema(record, 5, 5)
    assert record["goal"] == "feasible"


@pytest.mark.parametrize(("states", "pressed", "listed"), [(2, "10100", [0, 2]), (3, "20100", [0, 0, 2])])
def test_presses_off_the_grid_are_button_numbers(run, puppet, tmp_path, states, pressed, listed):
    presses = Board.parse(pressed, states)
    puppet(Claim(Status.FEASIBLE, presses=presses))
    file = tmp_path / "list.toml"
    start = "".join(str(-state % states) for state in presses.to_array()[0].tolist())
    file.write_text(f'states = {states}\nlights = "{start}"\nbuttons = [[0], [1], [2], [3], [4]]\n')
    record = run("solve", file, "-b", "puppet", "--json").object
    check_schema(record)
    assert record["presses"] == listed
    assert record["press_count"] == len(listed)
    assert (record["puzzle"]["rule"], record["puzzle"]["wrap"]) == (None, None)
    assert (record["puzzle"]["lights"], record["puzzle"]["buttons"]) == (5, 5)


def test_states_beyond_the_digits_are_lists_of_numbers(run, puppet):
    puppet(Claim(Status.FEASIBLE, presses=Board.from_array([[39, 0]], 40)))
    record = run("solve", "lit:1x2", "--states", "40", "-b", "puppet", "--json", "--rule", "plus").object
    assert record["status"] == "error", "one press of 39 does not turn both lights off by 1"
    puppet(Claim(Status.FEASIBLE, presses=Board.from_array([[1, 0]], 40)))
    assert run("solve", "lit:1x2", "--states", "40", "-b", "puppet", "--json").object["presses"] == [[1, 0]]


def test_one_object_a_line(run):
    result = run("solve", "11/10", "00", "10", "-b", "chase", "--json")
    assert [record["status"] for record in result.lines] == ["optimal", "optimal", "infeasible"]


def test_json_is_ascii_whatever_the_name(run, tmp_path):
    file = tmp_path / "board.toml"
    file.write_text('name = "Lichter – ●"\nboard = ["0"]\n', encoding="utf-8")
    result = run("solve", file, "-b", "chase", "--json", encoding="ascii")
    assert result.object["puzzle"]["name"] == "Lichter – ●"


def test_large_boards_are_written_row_by_row():
    class Counting(io.StringIO):
        longest = 0

        def write(self, text):
            self.longest = max(self.longest, len(text))
            return super().write(text)

    stream = Counting()
    board = Board.filled(300, 1000, 1)
    write_json({"presses": board.row_texts()}, stream)
    assert json.loads(stream.getvalue()) == {"presses": ["1" * 1000] * 300}
    assert stream.longest < HELD + 2000


def test_values():
    stream = io.StringIO()
    write_json([True, None, 10**30, Fraction(1, 8), Fraction(1, 3), math.inf, math.nan, Proof.BOUND, "ü"], stream)
    assert stream.getvalue() == f'[true,null,{10**30},0.125,0.3333333333333333,null,null,"bound","\\u00fc"]\n'

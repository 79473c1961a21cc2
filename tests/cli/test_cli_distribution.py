"""`lo-opt distribution`: exact and sampled, for programs and readers."""

from __future__ import annotations

import pytest
from puzzles import known_values

COUNTS = known_values()["boards_5x5_by_min_presses"]["values"]


def test_exact_json(run):
    result = run("distribution", "5x5", "--json")
    assert (result.code, result.err) == (0, "")
    record = result.object
    assert (record["schema"], record["exact"], record["samples"], record["interval_95"]) == (1, True, None, None)
    assert record["counts"] == {str(presses): boards for presses, boards in enumerate(COUNTS)}
    assert round(record["mean"], 4) == 9.9029
    assert record["max"] == 15
    assert record["solvable_boards"] == str(2**23)
    assert record["worst"]["lower"] == record["worst"]["upper"] == 15
    assert record["worst"]["boards"] == 7350
    assert run("solve", "/".join(record["worst"]["board"]), "-b", "gf2", "--json").object["cost"] == 15


def test_sampled_json(run):
    arguments = ["distribution", "5x5", "--samples", "3000", "--seed", "4", "--json"]
    record = run(*arguments).object
    assert (record["exact"], record["samples"], sum(record["counts"].values())) == (False, 3000, 3000)
    low, high = record["interval_95"]["mean"]
    assert low <= record["mean"] <= high
    assert record["interval_95"]["shares"].keys() == record["counts"].keys()
    assert record["worst"]["upper"] == 15
    assert run(*arguments).object == record


def test_text(run):
    out = run("distribution", "5x5").out
    assert "9.9029" in out
    assert "7,350" in out
    assert "worst case 15, needed by 7,350 boards" in out
    out = run("distribution", "4x4", "--samples", "500").out
    assert "95% interval" in out
    assert run("distribution", "4x4", encoding="ascii").out.isascii()


def test_weights_and_other_rules(run):
    record = run("distribution", "2x2", "--weights", "1 2/0.5 1", "--forbid", "0,0", "--rule", "king", "--json").object
    assert sum(record["counts"].values()) == int(record["solvable_boards"])
    assert "0.5" in record["counts"]


def test_a_sampled_worst_case_may_be_an_interval(run):
    record = run("distribution", "16x16", "--samples", "50", "--time-limit", "300ms", "--json").object
    assert record["worst"]["lower"] <= record["worst"]["upper"]
    out = run("distribution", "19x19", "--samples", "20", "--time-limit", "100ms").out
    assert "worst case from" in out


def test_workers(run):
    assert run("distribution", "4x4", "--workers", "2", "--json").object["counts"]["7"] == 32


def test_plots_are_written_whole_or_not_at_all(run, fails, tmp_path):
    assert run("distribution", "3x3", "--plot", tmp_path / "a.png").code == 0
    assert (tmp_path / "a.png").stat().st_size > 1000
    assert "unknown suffix" in fails("distribution", "3x3", "--plot", tmp_path / "a.gif")
    assert "cannot be written" in fails("distribution", "3x3", "--plot", tmp_path / "none" / "a.png")
    assert [entry.name for entry in tmp_path.iterdir() if entry.name != "piped"] == ["a.png"]


def test_a_plot_that_cannot_be_written_is_refused_before_counting(fails, monkeypatch, tmp_path):
    def count(*args, **options):
        raise AssertionError("nothing is to be counted")

    monkeypatch.setattr("lo_opt.analysis.minima.distribution", count)
    assert "cannot be written" in fails("distribution", "9x9", "--plot", tmp_path / "none" / "a.png")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["5by5"], "ROWSxCOLS"),
        (["0x0"], "at least 1"),
        (["3x3", "--samples", "0"], "samples 0"),
        (["3x3", "--time-limit", "-1"], "time limit"),
        (["3x3", "--threads", "0"], "threads 0"),
        (["3x3", "--seed", "-1"], "seed -1"),
        (["3x3", "--workers", "0"], "workers 0"),
        ([], "missing argument"),
    ],
)
def test_bad_input_has_exit_code_2(fails, arguments, word):
    assert word in fails("distribution", *arguments)


def test_an_interrupt_shows_what_was_drawn(run, monkeypatch):
    calls = []

    def interrupted(regions, presses, control):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return regions.weigh(presses)

    monkeypatch.setattr("lo_opt.analysis.minima.certified_minima", interrupted)
    result = run("distribution", "9x9", "--json")
    assert result.code == 130
    assert result.object["samples"] > 0
    assert result.object["worst"] is None


def test_an_interrupt_of_the_worst_case_leaves_the_distribution(run, monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("lo_opt.analysis.worst.worst_case", interrupted)
    result = run("distribution", "5x5", "--json")
    assert (result.code, result.object["worst"], result.object["max"]) == (130, None, 15)

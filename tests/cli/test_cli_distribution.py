"""`lo-opt distribution`: exact and sampled, for programs and readers."""

from __future__ import annotations

import time

import pytest
from puzzles import known_values

from lo_opt import Board, Puzzle
from lo_opt.algebra.classes import compiled
from lo_opt.analysis import minima, worst
from lo_opt.analysis.alike import boards_alike
from lo_opt.analysis.counting import TooLargeError
from lo_opt.analysis.exact import Counting
from lo_opt.analysis.regions import Regions

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
    boards = ["/".join(board) for board in record["worst"]["examples"]]
    assert boards[0] == "/".join(record["worst"]["board"])
    assert len(set(boards)) == 3
    for board in boards:
        assert run("solve", board, "-b", "gf2", "--json").object["cost"] == 15


def test_more_states(run):
    published = known_values()["lights_out_2000_boards_by_min_presses"]["values"]
    record = run("distribution", "5x5", "--states", "3", "--json").object
    assert record["counts"] == {str(presses): boards for presses, boards in enumerate(published)}
    assert (record["solvable_boards"], record["puzzle"]["states"]) == (str(3**22), 3)
    assert (record["worst"]["upper"], record["worst"]["boards"], record["worst"]["proved"]) == (24, 2147985, True)
    assert "worst case 24, needed by 2,147,985 boards" in run("distribution", "lights-out-2000").out
    drawn = run("distribution", "5x5", "--states", "4", "--samples", "60", "--json").object
    assert (drawn["exact"], drawn["worst"], sum(drawn["counts"].values())) == (False, None, 60)


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
    assert "3 boards that need 15, of 7,350" in out
    assert "The board that needs 9" in run("distribution", "3x3").out
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
    assert (result.code, result.object["max"]) == (130, 15)
    assert (result.object["worst"]["boards"], result.object["worst"]["board"]) == (7350, None)


def limits_heard(monkeypatch, spent_s):
    """Let counting and the worst case note the limit they are given, counting taking so many seconds."""
    heard = []

    def counted(regions, **options):
        heard.append(options["time_limit_s"])
        time.sleep(spent_s)
        return counting(regions, samples=2)

    def bounded(regions, **options):
        heard.append(options["time_limit_s"])
        return bounding(regions)

    counting, bounding = minima.distribution, worst.worst_case
    monkeypatch.setattr(minima, "distribution", counted)
    monkeypatch.setattr(worst, "worst_case", bounded)
    return heard


def test_the_time_limit_is_one_for_everything(run, monkeypatch):
    heard = limits_heard(monkeypatch, 0.05)
    assert run("distribution", "4x4", "--time-limit", "30s").code == 0
    assert heard[0] == 30
    assert 20 < heard[1] <= 29.95
    heard.clear()
    assert run("distribution", "4x4", "--time-limit", "none").code == 0
    assert heard == [None, None]


def test_counting_is_not_limited_unless_a_limit_is_given(run, monkeypatch):
    heard = limits_heard(monkeypatch, 0.0)
    assert run("distribution", "4x4").code == 0
    assert heard == [None, 60]
    heard.clear()
    assert run("distribution", "9x9").code == 0  # nothing to count there: it is drawn
    assert heard[0] == 60
    assert heard[1] <= 60


def test_what_cannot_be_counted_in_time_is_drawn(run):
    result = run("distribution", "5x11", "--time-limit", "1ms", "--json")
    assert (result.code, result.err) == (0, "")
    assert not result.object["exact"]
    assert result.object["samples"] > 0


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_no_time_for_a_single_board_has_exit_code_4(run, form):
    result = run("distribution", "39x39", "--time-limit", "0.001", *form)
    assert (result.code, result.out) == (4, "")
    assert "before one board was proved; give more time" in result.err


def test_boards_that_could_not_be_proved_are_told(run, monkeypatch):
    def weigh(regions, presses, control):
        costs, ties = regions.weigh(presses)
        costs[::4] = -1
        return costs, ties

    monkeypatch.setattr(minima, "certified_minima", weigh)
    record = run("distribution", "4x4", "--samples", "100", "--json").object
    assert (record["samples"], record["unproved"], record["interval_95"]) == (75, 25, None)
    out = run("distribution", "4x4", "--samples", "100").out
    assert "25 more boards were drawn but not proved" in out
    assert "95% interval" not in out
    assert run("distribution", "4x4", "--json").object["unproved"] == 0


@pytest.fixture
def notes(monkeypatch):
    """Return the list of what is told besides the data."""
    told = []
    monkeypatch.setattr("lo_opt.cli.distribution.note", told.append)
    return told


def test_what_time_would_do_is_told_only_where_it_would(run, monkeypatch, notes):
    assert run("distribution", "4x4").code == 0
    assert notes == []
    assert run("distribution", "5x11", "--time-limit", "1ms").code == 0
    (told,) = notes
    assert "--time-limit none" in told
    notes.clear()

    def too_large(*arguments):
        raise TooLargeError

    monkeypatch.setattr(Counting, "count", too_large)
    assert run("distribution", "4x4", "--time-limit", "10s").code == 0
    assert notes == []


def test_counting_is_planned_once(run, monkeypatch):
    planned = []
    plan = Counting.of

    def counted(regions, **options):
        planned.append(regions)
        return plan(regions, **options)

    monkeypatch.setattr(Counting, "of", counted)
    for size in ("4x4", "16x16"):  # counted, and too large to be counted
        planned.clear()
        assert run("distribution", size, "--time-limit", "1s").code == 0
        assert len(planned) == 1


def test_what_only_compiled_loops_can_count_is_told(run, monkeypatch, notes):
    monkeypatch.setattr(compiled, "available", lambda: False)
    assert run("distribution", "14x14", "--time-limit", "10ms").code == 0
    assert notes == ["counting all boards needs numba: pip install 'lo-opt[fast]'"]
    notes.clear()
    assert run("distribution", "16x16", "--time-limit", "10ms").code == 0
    assert run("distribution", "4x4").code == 0
    assert notes == []


def test_boards_alike_are_different_and_need_as_much():
    regions = Regions.of(Puzzle.grid(Board.filled(5, 5, 0)))
    found = worst.worst_case(regions)
    boards = boards_alike(regions, found.presses, 40)
    assert boards[0] == found.board
    assert len(set(boards)) == len(boards) == 40

"""`lo-opt solve`: answers, exit codes, and where puzzles come from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lo_opt.answer import Limit, Status
from lo_opt.contract import Availability, Claim
from lo_opt.errors import SolverError
from lo_opt.puzzle import Board, Puzzle

ARTICLE = "11011/01000/10101/00010/10110"
UNSOLVABLE = "10"


def solves(rows, presses, **options):
    return Puzzle.grid(rows, **options).apply(Board.parse("/".join(presses))).count == 0


def test_a_bitmap_of_more_states_is_refused_before_solving(run, tmp_path):
    result = run("solve", "lit:3x3", "--states", "3", "--json", "-o", str(tmp_path / "x.pbm"))
    assert (result.code, result.out) == (2, "")
    assert "a bitmap has two states, the board 3" in result.err


def test_no_puzzle_means_the_articles_board(run):
    result = run("solve", "-b", "chase", "--json")
    assert result.code == 0
    assert result.err == ""
    assert result.object["puzzle"]["name"] == "article-5x5"
    assert result.object["cost"] == 11
    assert solves(ARTICLE, result.object["presses"])


def test_it_says_so_at_a_terminal(run):
    result = run("solve", "-b", "chase", "--json", terminal=True)
    assert result.err == f"lo-opt: no PUZZLE given: this is the article's 5x5 board, {ARTICLE}\n"


@pytest.mark.parametrize("arguments", [[], ["-"]])
@pytest.mark.parametrize("piped", [b"110\n100\n000\n", b"##.\r\n#..\r\n...", 'board = ["110", "100", "000"]\n'])
def test_a_puzzle_is_read_from_standard_input(run, arguments, piped):
    result = run("solve", *arguments, "-b", "chase", "--json", stdin=piped)
    assert result.code == 0
    assert result.object["presses"] == ["100", "000", "000"]


def test_nothing_piped_in_is_an_error(fails):
    assert "empty" in fails("solve", stdin=b"")


def test_a_named_puzzle_leaves_standard_input_alone(run):
    assert run("solve", "00/00", "-b", "chase", stdin=b"rubbish").code == 0


def test_every_form_of_puzzle(run, tmp_path):
    (tmp_path / "rows.txt").write_text("##\n#.\n")
    (tmp_path / "board.toml").write_text('name = "corner"\nboard = ["11", "10"]\n')
    np.save(tmp_path / "board.npy", np.array([[1, 1], [1, 0]]))
    forms = ["11/10", tmp_path / "rows.txt", tmp_path / "board.toml", tmp_path / "board.npy", "lit:2x2", "random:2x2:1"]
    result = run("solve", *forms, "-b", "chase", "--json")
    assert result.code == 0
    assert [line["presses"] for line in result.lines[:4]] == [["10", "00"]] * 4
    assert [line["puzzle"]["lights"] for line in result.lines] == [4] * 6


def test_every_option_reaches_the_puzzle(run, puppet):
    seen = {}

    def solve(puzzle, settings, control):
        seen.update(puzzle=puzzle, settings=settings, control=control)
        return Claim(Status.UNKNOWN, Limit.TIME)

    puppet(solve=solve)
    run(
        *["solve", "xo/ox", "-b", "puppet", "--goal", "feasible", "--time-limit", "1m", "--rule", "king"],
        *["--wrap", "torus", "--target", "on", "--weights", "1 2 / 0.5 1", "--forbid", "0,1 1,0"],
        *["--on", "x", "--off", "o", "--threads", "3", "--seed", "7"],
    )
    puzzle = seen["puzzle"]
    assert (str(puzzle.start), str(puzzle.target)) == ("10/01", "11/11")
    assert (puzzle.rule.name, puzzle.layout.wrap) == ("king", "torus")
    assert (puzzle.costs().tolist(), puzzle.weight_denominator) == ([2, 4, 1, 2], 2)
    assert list(puzzle.forbidden.cells()) == [(0, 1), (1, 0)]
    assert (seen["settings"].goal, seen["settings"].threads, seen["settings"].seed) == ("feasible", 3, 7)
    assert 50 < seen["control"].remaining_s <= 60


def test_more_states(run, puppet):
    seen = []
    puppet(solve=lambda puzzle, settings, control: seen.append(puzzle) or Claim(Status.UNKNOWN))
    run("solve", "012/120", "--states", "3", "-b", "puppet")
    assert seen[0].states == 3


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        (Claim(Status.OPTIMAL, presses=Board.parse("10/00")), 0),
        (Claim(Status.FEASIBLE, Limit.TIME, presses=Board.parse("10/00"), bound=0), 0),
        (Claim(Status.UNKNOWN, Limit.TIME, presses=Board.parse("10/00"), bound=0), 0),
        (Claim(Status.ERROR, message="the solver broke"), 1),
        (Claim(Status.OPTIMAL, presses=Board.parse("11/11")), 1),
        (Claim(Status.OPTIMAL), 1),
        (Claim(Status.UNKNOWN, Limit.TIME), 4),
        (Claim(Status.UNKNOWN, Limit.MEMORY), 4),
        (Claim(Status.UNKNOWN, Limit.NODES), 4),
        (Claim(Status.UNKNOWN, Limit.INTERRUPT), 130),
        (Claim(Status.FEASIBLE, Limit.INTERRUPT, presses=Board.parse("10/00"), bound=0), 130),
    ],
)
@pytest.mark.parametrize("json", [True, False])
def test_the_exit_code_of_every_answer(run, puppet, claim, code, json):
    puppet(claim)
    result = run("solve", "11/10", "-b", "puppet", *["--json"] * json)
    assert result.code == code
    assert result.err == ""
    if json:
        assert (result.object["status"] == "error") == (code == 1)
        assert (result.object["presses"] is None) == (code in (1, 4) or claim.presses is None)
        assert result.object["limit"] == claim.limit


def test_unsolvable_has_exit_code_3_and_a_certificate(run):
    result = run("solve", UNSOLVABLE, "-b", "chase", "--json")
    assert result.code == 3
    assert result.object["status"] == "infeasible"
    assert result.object["proof"] == "certificate"
    assert result.object["certificate"] == ["11"]
    assert result.object["presses"] is None


def test_a_missing_backend_has_exit_code_5(fails, puppet):
    puppet(available=Availability(reason="library puppetry is missing", cure="pip install puppetry"))
    message = fails("solve", "-b", "puppet", code=5)
    assert "library puppetry is missing" in message
    assert "pip install puppetry" in message


def test_a_broken_plug_in_has_exit_code_5(fails, plug_in):
    def load():
        raise RuntimeError("no strings")

    plug_in(load)
    assert "no strings" in fails("solve", "-b", "puppet", code=5)


@pytest.mark.parametrize("error", [ZeroDivisionError("by nought"), AssertionError(), MemoryError()])
def test_a_defect_has_exit_code_1_and_one_line(run, fails, puppet, monkeypatch, error):
    def solve(puzzle, settings, control):
        raise error

    puppet(solve=solve)
    if isinstance(error, MemoryError):
        assert run("solve", "-b", "puppet", "--json").object["limit"] == "memory"
        return
    message = fails("solve", "-b", "puppet", code=1)
    assert "internal error" in message
    assert type(error).__name__ in message
    assert "LO_OPT_DEBUG=1" in message
    monkeypatch.setenv("LO_OPT_DEBUG", "1")
    with pytest.raises(type(error)):
        run("solve", "-b", "puppet")


def test_a_solver_that_fails_is_an_answer(run, puppet):
    def solve(puzzle, settings, control):
        raise SolverError("license expired")

    puppet(solve=solve)
    result = run("solve", "-b", "puppet", "--json")
    assert (result.code, result.object["status"], result.object["message"]) == (1, "error", "license expired")


def test_an_interrupt_while_reading_has_exit_code_130(run, monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("lo_opt.cli.solve.read_puzzles", interrupted)
    result = run("solve")
    assert (result.code, result.out, result.err) == (130, "", "")


def test_of_several_puzzles_the_worst_decides(run, puppet):
    claims = {
        "1": Claim(Status.OPTIMAL, presses=Board.parse("1")),
        "11": Claim(Status.UNKNOWN, Limit.TIME),
        "111": Claim(Status.ERROR),
        "1111": Claim(Status.UNKNOWN, Limit.INTERRUPT),
    }
    puppet(solve=lambda puzzle, settings, control: claims[str(puzzle.start)])

    def code(*puzzles):
        return run("solve", *puzzles, "-b", "puppet", "--json").code

    assert code("1", "1") == 0
    assert code("11", "1") == 4
    assert code("1", "111", "11") == 1
    result = run("solve", "1", "1111", "111", "-b", "puppet", "--json")
    assert result.code == 130
    assert len(result.lines) == 2, "an interrupt ends the run"
    assert run("solve", UNSOLVABLE, "00", "-b", "chase").code == 3


def test_all_puzzles_are_read_and_checked_before_the_first_is_solved(fails):
    assert "row 2" in fails("solve", "00/00", "00/0", "-b", "chase")
    assert "chase" in fails("solve", "00/00", "lit:50x50", "-b", "chase")


def test_presses_are_written_to_a_file(run, tmp_path):
    file = tmp_path / "presses.txt"
    assert run("solve", "110/100/000", "-b", "chase", "--output", file).code == 0
    assert file.read_text() == "100\n000\n000\n"
    assert run("solve", UNSOLVABLE, "-b", "chase", "-o", tmp_path / "none.txt").code == 3
    assert not Path(tmp_path / "none.txt").exists()


def test_workers_and_their_limits(run, fails, puppet):
    seen = []

    def solve(puzzle, settings, control):
        seen.append((control.executor, control.workers))
        return Claim(Status.UNKNOWN)

    puppet(solve=solve)
    run("solve", "-b", "puppet")
    assert seen[-1] == (None, 1)
    run("solve", "-b", "puppet", "--workers", "3")
    assert seen[-1][0] is not None
    assert seen[-1][1] == 3
    assert "workers 0" in fails("solve", "--workers", "0", "-b", "chase")
    assert "workers 1000000" in fails("solve", "--workers", "1000000", "-b", "chase")
    assert "either --workers or --scheduler" in fails("solve", "--workers", "2", "--scheduler", "x:1", "-b", "chase")


def test_a_bad_scheduler_address_is_bad_input(fails):
    pytest.importorskip("distributed")
    assert "scheduler 'nowhere'" in fails("solve", "--scheduler", "nowhere", "-b", "chase")


def test_a_missing_cluster_library_has_exit_code_5(fails, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    message = fails("solve", "--scheduler", "127.0.0.1:8786", "-b", "chase", code=5)
    assert "pip install 'lo-opt[cluster]'" in message

"""`lo-opt generate`: levels for programs, readers and files, and what is refused."""

from __future__ import annotations

import json

import pytest


def test_duplicates_are_no_end_where_they_are_allowed(run):
    out = run("generate", "1x1", "-n", "300", "--distinct", "none", "--format", "text").out
    assert out.split() == ["1/"] * 300


def test_buttons_that_do_nothing_are_refused_at_once(run):
    for method in ("uniform", "presses:3"):
        result = run("generate", "1x1", "--rule", "neighbors", "--method", method)
        assert (result.code, result.out) == (3, "")
        assert "nothing to do on any board" in result.err


def test_json_is_what_the_documentation_promises(run):
    result = run("generate", "5x5", "-n", "20", "--min-presses", "12", "--max-presses", "13", "--seed", "3", "--json")
    assert (result.code, result.err) == (0, "")
    assert len(result.lines) == 20
    for record in result.lines:
        assert record.keys() >= {"board", "min_presses", "solutions", "optimal_solutions", "seed"}
        assert record["min_presses"] in (12, 13)
        assert (record["solutions"], record["seed"]) == (4, 3)
        assert record["chasing_excess"] == record["chasing_presses"] - record["min_presses"]
        solved = run("solve", "/".join(record["board"]), "-b", "gf2", "--json").object
        assert solved["cost"] == record["min_presses"]
        assert f"; {record['optimal_solutions']} optimal" in solved["message"]


def test_text_can_be_solved_as_it_is(run):
    words = run("generate", "4x6", "-n", "3", "--format", "text").out.split()
    assert len(words) == 3
    assert run("solve", *words, "-b", "gf2").code == 0


def test_a_text_file_of_levels_is_solved_level_by_level(run, fails, tmp_path):
    file = tmp_path / "levels.txt"
    run("generate", "5x5", "-n", "3", "-o", file)
    words = file.read_text().split()
    solved = run("solve", file, "-b", "gf2", "--json").lines[:-1]
    assert [record["puzzle"]["name"] for record in solved] == ["levels#1", "levels#2", "levels#3"]
    assert [record["cost"] for record in solved] == [
        record["cost"] for record in run("solve", *words, "-b", "gf2", "--json").lines
    ]
    assert "holds 3 puzzles, where one is wanted" in fails("analyze", file)


def test_levels_of_one_row_are_solved_one_by_one(run, tmp_path):
    file = tmp_path / "rows.txt"
    run("generate", "1x5", "-n", "3", "-o", file)
    assert [record["status"] for record in run("solve", file, "-b", "gf2", "--json").lines[:-1]] == ["optimal"] * 3
    words = run("generate", "1x5", "-n", "3", "--format", "text").out.split()
    assert [record["puzzle"]["cols"] for record in run("solve", *words, "-b", "gf2", "--json").lines] == [5] * 3


@pytest.mark.parametrize("suffix", [".json", ".jsonl"])
def test_levels_in_json_are_solved_with_their_rule(run, tmp_path, suffix):
    file = tmp_path / f"levels{suffix}"
    run("generate", "4x5", "-n", "3", "--rule", "king", "--wrap", "rows", "--weights", "2 1 1 1 1\n" * 4, "-o", file)
    made = [json.loads(line) for line in file.read_text().splitlines()]
    solved = run("solve", file, "-b", "gf2", "--json").lines[:-1]
    assert [record["cost"] for record in solved] == [level["min_presses"] for level in made]
    assert {(record["puzzle"]["rule"], record["puzzle"]["wrap"]) for record in solved} == {("king", "rows")}
    piped = run("solve", "-", "-b", "gf2", "--json", stdin=file.read_text()).lines[:-1]
    assert [record["cost"] for record in piped] == [record["cost"] for record in solved]


def test_pictures(run):
    out = run("generate", "5x5", "--min-presses", "15", "--count", "2").out
    assert out.count("needs 15 presses; 4 solutions, 4 optimal; chasing by hand takes") == 2
    assert "level 2: " in out
    assert run("generate", "3x3", encoding="ascii").out.isascii()
    assert "level 1\n" in run("generate", "20x20").out
    assert "costs at least" in run("generate", "2x2", "--weights", "1 2/3 4").out


def test_toml_reads_back(run, tmp_path):
    run("generate", "5x5", "--rule", "king", "--wrap", "torus", "--target", "on", "-o", tmp_path / "level.toml")
    solved = run("solve", tmp_path / "level.toml", "-b", "gf2", "--json").object
    assert (solved["puzzle"]["rule"], solved["puzzle"]["wrap"]) == ("king", "torus")
    assert f"known.cost = {solved['cost']}" in (tmp_path / "level.toml").read_text()
    assert run("generate", "3x3", "--format", "toml").out.startswith("# 1 solution, 1 of them optimal")


def test_files(run, tmp_path):
    assert run("generate", "5x5", "-n", "3", "-o", tmp_path / "a.txt").out == ""
    assert len((tmp_path / "a.txt").read_text().split()) == 3
    assert run("generate", "5x5", "-n", "3", "-o", tmp_path / "a.jsonl").code == 0
    assert (tmp_path / "a.jsonl").read_text().count('"seed":0') == 3
    assert run("generate", "5x5", "-n", "10", "--output-dir", tmp_path / "levels").code == 0
    names = sorted(file.name for file in (tmp_path / "levels").iterdir())
    assert names == [f"level-{number:02}.toml" for number in range(1, 11)]
    run("generate", "5x5", "--output-dir", tmp_path / "texts", "--format", "text")
    assert (tmp_path / "texts" / "level-1.txt").read_text().count("\n") == 5


def test_nothing_is_written_when_it_fails(run, fails, tmp_path):
    fails("generate", "5x5", "--min-presses", "16", "-o", tmp_path / "a.txt", code=3)
    fails("generate", "5x5", "--min-presses", "16", "--output-dir", tmp_path / "levels", code=3)
    fails("generate", "5x5", "-o", tmp_path / "none" / "a.txt")
    assert [entry.name for entry in tmp_path.iterdir() if entry.name != "piped"] == []


def test_symmetric_levels(run):
    record = run("generate", "6x6", "--symmetric", "--json").object
    assert all(row == row[::-1] for row in record["board"])
    record = run("generate", "6x6", "--symmetry", "up-down", "--unique", "--json").object
    assert record["board"] == record["board"][::-1]


def test_the_same_seed_gives_the_same_levels(run):
    first, again, other = (run("generate", "7x7", "-n", "5", "--seed", seed, "--json").out for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["5x5", "--min-presses", "16"], 3, "15 or less"),
        (["5x5", "--method", "presses:3", "--max-presses", "2", "--min-presses", "2"], 3, "odd number of presses"),
        (["5x5", "-n", "7351", "--min-presses", "15"], 3, "only 7,350"),
        (["9x9", "--min-presses", "36", "--max-presses", "36", "--time-limit", "10ms"], 4, "(a share at most"),
        (["9x9", "--min-presses", "39"], 3, "the least of them costs 38 or less"),
        (["2x2", "-n", "15", "--distinct", "symmetry"], 3, "only 5 boards have any least cost and differ by more than"),
    ],
)
def test_the_impossible_and_the_rare(fails, arguments, code, word):
    assert word in fails("generate", *arguments, code=code)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["5"], "ROWSxCOLS"),
        (["5x5", "-n", "0"], "0 levels"),
        (["5x5", "--method", "clever"], "uniform or presses:K"),
        (["5x5", "--min-presses", "many"], "finite decimal number"),
        (["5x5", "--symmetry", "round"], "unknown symmetry"),
        (["5x5", "--symmetric", "--symmetry", "all"], "--symmetric means"),
        (["5x5", "--distinct", "very"], "unknown kind"),
        (["5x5", "--format", "xml"], "unknown format"),
        (["5x5", "--json", "--format", "text"], "contradict"),
        (["5x5", "-o", "a.txt", "--output-dir", "b"], "either --output or"),
        (["5x5", "-o", "a.txt", "--format", "picture"], "for the terminal"),
        (["5x5", "-o", "a.csv"], "unknown suffix"),
        (["5x5", "-n", "2", "--format", "toml"], "--output-dir DIR"),
        (["5x5", "--weights", "1 2"], "5 rows of 5"),
    ],
)
def test_bad_input_has_exit_code_2(fails, arguments, word):
    assert word in fails("generate", *arguments)


def test_an_interrupt(run, tmp_path, monkeypatch):
    def interrupted(regions, presses, control):
        raise KeyboardInterrupt

    monkeypatch.setattr("lo_opt.generate.making.certified_minima", interrupted)
    result = run("generate", "5x5", "-o", tmp_path / "a.txt")
    assert (result.code, result.out, result.err) == (130, "", "")
    assert not (tmp_path / "a.txt").exists()


def test_a_note_at_the_terminal(run, tmp_path):
    hard = run("generate", "14x14", "--min-presses", "123", "--format", "text", terminal=True)
    assert "not a uniform sample" in hard.err
    assert "uniform" not in run("generate", "5x5", "--min-presses", "15", "--format", "text", terminal=True).err
    assert "2 levels in" in run("generate", "5x5", "-n", "2", "-o", tmp_path / "a.txt", terminal=True).err

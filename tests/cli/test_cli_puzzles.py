"""`lo-opt puzzles`, machines by name, other people's formats, and files of several cases on the command line."""

import pytest

LINES = """\
[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}
[...#.] (0,2,3,4) (2,3) (0,4) (0,1,2) (1,2,3,4) {7,5,12,7,2}
[.###.#] (0,1,2,3,4) (0,3,4) (0,1,2,4,5) (1,2) {10,11,11,5,10,5}
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "lines.txt"
    path.write_text(LINES)
    return path.name


def test_every_puzzle_is_listed(run):
    result = run("puzzles", "--json")
    assert result.code == 0
    listed = {puzzle["name"]: puzzle for puzzle in result.object["puzzles"]}
    assert listed["cube"]["lights"] == 54
    assert listed["merlin"]["rule"] == "mixed"
    assert listed["lights-out-2000"]["states"] == 3
    assert all(puzzle["source"] for puzzle in listed.values())
    text = run("puzzles").out
    assert all(name in text for name in listed)


def test_machines_by_name(run):
    assert run("solve", "merlin", "--json").object["presses"] == ["111", "101", "111"]
    cube = run("solve", "cube:lit", "--json").object
    assert (cube["cost"], cube["nullity"], cube["puzzle"]["buttons"]) == (14, 6, 54)
    shown = run("solve", "orbix:1/11111/00000/0", "-b", "gf2").out
    assert "4x10 board, listed buttons, 6 of 12 lights on" in shown


def test_pictures_as_rules(run):
    picture = run("solve", "lit:3x3", "--rule", ".#./#@#/.#.", "--json").object
    assert (picture["cost"], picture["puzzle"]["rule"]) == (5, ".#./#@#/.#.")


@pytest.mark.parametrize("word", ["deluxe-toggle", "orbix-3"])
def test_games_that_are_not_linear(fails, word):
    assert "the order of presses matters" in fails("solve", word)


def test_rules_that_are_not_linear(fails):
    assert "the order of presses matters" in fails("solve", "lit:3x3", "--rule", "lit-only")


def test_one_answer_a_line_and_the_sum(run, file):
    result = run("solve", file)
    assert result.code == 0
    assert result.out.splitlines() == [
        "lines#1  optimal   2 presses: 1 3",
        "lines#2  optimal   3 presses: 2 3 4",
        "lines#3  optimal   2 presses: 1 2",
        "sum 7",
    ]
    *answers, total = run("solve", file, "--json").lines
    assert [answer["cost"] for answer in answers] == [2, 3, 2]
    assert total == {"schema": 1, "sum": 7, "solved": 3, "puzzles": 3}


def test_counters(run, file):
    result = run("solve", file, "--format", "counters")
    assert result.code == 0
    assert result.out.splitlines()[-1] == "sum 33"
    *answers, total = run("solve", "-", "--format", "counters", "--json", "-b", "cpsat", stdin=LINES.encode()).lines
    assert [answer["press_count"] for answer in answers] == [10, 12, 11]
    assert all(answer["backend"] == "cpsat" for answer in answers)
    assert total["sum"] == 33


def test_counters_that_cannot_be_reached(run):
    result = run("solve", "(0,1) {1,2}", "--format", "counters")
    assert "infeasible no presses reach the targets" in result.out
    assert result.code == 3
    assert "no presses reach the targets" in result.out
    assert "sum 0 over 0 of 1; 1 without a solution" in result.out


def test_cases_without_a_solution_count_in_the_exit_code(run):
    result = run("solve", "-", stdin=b"1 2\n1 1\n2 2\n1 0\n0 1\n1 2\n1 0\n")
    assert result.code == 3
    assert result.out.splitlines()[0].startswith("#1  optimal   1 press: ")
    assert result.out.splitlines()[-1] == "sum 3 over 2 of 3; 1 without a solution"


def test_formats_by_name(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "graph.txt").write_text("0 1\n1 2\n2 0\n")
    answer = run("solve", "graph.txt", "--format", "edges", "--json").object
    assert (answer["cost"], answer["puzzle"]["lights"], answer["puzzle"]["name"]) == (1, 3, "graph")
    (tmp_path / "graph.edges").write_text("0 1\n1 2\n2 0\n")
    assert run("solve", "graph.edges", "--rule", "neighbors", "--json").object["status"] == "infeasible"
    assert run("solve", "2x1:f,c", "--json").object["cost"] == 1
    assert run("solve", "--json", "--", "-x-|xxx|-x-").object["cost"] == 1
    assert run("solve", "1 1\n1", "--format", "contest", "--json").object["cost"] == 1
    assert run("analyze", "graph.txt", "--format", "edges", "--json").object["nullity"] == 2


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["lines.txt", "--format", "flpi"], "did you mean 'flip'"),
        (["lines.txt", "--format", "flip"], "lines.txt:1"),
        (["lines.txt", "--rule", "x"], "no rule or wrap can replace that"),
        (["lines.txt", "--format", "counters", "--rule", "x"], "--format counters goes without --rule"),
        (["lines.txt", "--format", "counters", "-b", "gf2"], "counters have no modulus"),
        (["lines.txt", "-o", "x.txt"], "--output takes the presses of one puzzle, but 3 are given"),
        (["lines.txt", "--format", "buttons", "--on", "x", "--off", "y"], "is not written in rows of symbols"),
        (["merlin:1"], "the board is 3x3"),
        (["merln:lit"], "unknown shipped board 'merln'"),
        (["lit:3x3", "--rule", "##/##"], "has no centre"),
        (["--format", "flip"], "none is given"),
        (["--format", "counters"], "none is given"),
        (["missing.txt", "--format", "flip"], "expected WIDTHxHEIGHT:matrix,grid; nor is there a file of that name"),
        (["missing.txt", "--format", "counters"], "nor is there a file of that name"),
    ],
)
def test_mistakes(fails, file, arguments, expected):
    assert expected in fails("solve", *arguments)


@pytest.mark.parametrize("command", ["compare", "analyze"])
def test_other_commands_take_one_puzzle(fails, file, command):
    assert "lines.txt holds 3 puzzles, where one is wanted" in fails(command, file)


@pytest.mark.parametrize("format", ["buttons", "flip", "toml"])
@pytest.mark.parametrize("name", ["merlin", "mini", "deluxe-x", "xl-25-knight", "orbix", "hexagon", "cube"])
def test_machines_written_in_other_formats_are_the_same_puzzles(run, name, format):
    written = run("export", name, "--format", format)
    assert written.code == 0
    expected = run("solve", name, "--json").object
    again = run("solve", "-", "--json", stdin=written.out.encode()).object
    assert (again["cost"], again["status"]) == (expected["cost"], "optimal")


def test_boards_written_and_read_as(run):
    levels = run("export", "xl-25", "--format", "plist").out
    contest = run("export", "-", "--read-as", "plist", "--format", "contest", stdin=levels.encode()).out
    assert contest == "5 5\n" + "1 1 1 1 1\n" * 5
    assert run("export", "-", "--format", "plist", stdin=contest.encode()).out == levels


def test_formats_that_cannot_say_it(fails):
    assert "format plist holds nothing but boards of two states" in fails("export", "merlin", "--format", "plist")
    assert "a flip file holds the puzzle itself" in fails("export", "mini", "--format", "flip", "--formulation", "xor")
    assert "available: buttons, cnf, contest, flip, lp" in fails("export", "mini", "--format", "gif")


def test_distributions_and_levels_of_machines(run, fails):
    assert run("distribution", "orbix", "--json").object["counts"]["6"] == 924
    assert run("distribution", "orbix").out.startswith("orbix: all solvable boards")
    level = run("generate", "merlin", "--json", "--min-presses", "9").object
    assert (level["min_presses"], level["board"]) == (9, ["010", "111", "010"])
    assert "levels are made on grids; this puzzle lists its buttons" in fails("generate", "four-lights")
    assert "must be ROWSxCOLS, such as 5x5, or a name that 'lo-opt puzzles' lists" in fails("distribution", "nowhere")
    assert "the order of presses matters" in fails("generate", "orbix-2")


def test_every_machine_is_drawn(run, tmp_path):
    for name in ("cube", "orbix", "merlin", "triangles", "hexagon", "alien-tiles"):
        file = tmp_path / f"{name}.svg"
        assert run("draw", name, "-o", str(file)).code == 0
        assert file.read_text().startswith(("<svg", "<?xml"))

"""`lo-opt export`: to standard output and to files, whole or not at all, with the errors that name the cure."""

from __future__ import annotations

import pytest

BOARD = "110/100/000"


def test_lp_on_standard_output_names_buttons_and_lights(run):
    result = run("export", BOARD, "--format", "lp")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("\\ a 3x3 grid of 2 states, formulation parity, by lo-opt ")
    assert "light_0_1: 1 x_0_0 + 1 x_0_1 + 1 x_0_2 + 1 x_1_1 - 2 k_0_1 = -1" in result.out
    assert result.out.endswith("End\n")


@pytest.mark.parametrize(
    ("format", "line"),
    [
        ("mps", " E light_0_1"),
        ("opb", "* x2 is x_0_1"),
        ("wcnf", "c variable 2 is x_0_1"),
        ("cnf", "x1 2 4 0"),
        ("toml", 'rule = "plus"'),
    ],
)
def test_the_suffix_names_the_format(run, tmp_path, format, line):
    path = tmp_path / f"board.{format}"
    result = run("export", BOARD, "-o", path)
    assert (result.code, result.out, result.err) == (0, "", "")
    assert line in path.read_text().splitlines()
    assert [file.name for file in tmp_path.iterdir() if file.suffix == f".{format}"] == [path.name]
    assert path.read_text() == run("export", BOARD, "--format", format).out


def test_format_goes_before_suffix(run, tmp_path):
    path = tmp_path / "board.txt"
    assert run("export", BOARD, "-o", path, "--format", "opb").code == 0
    assert path.read_text().startswith("* #variable= ")


def test_formulation_conditions_and_weights_reach_the_file(run):
    text = run(
        "export", BOARD, "--format", "lp", "--formulation", "hull", "--forbid", "2,2", "--require", "0,0",
        "--at-most", "4", "--weights", "1 2 0.5 / 1 1 1 / 1 1 1",
    ).out  # fmt: skip
    assert "cost = objective / 2" in text
    assert " x_2_2 = 0" in text
    assert " x_0_0 = 1" in text
    assert "limit_0: " in text
    assert "light_1_1_15: " in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([BOARD], "no --format given: say lp, mps, wcnf, opb, cnf, toml"),
        ([BOARD, "--format", "lpp"], "unknown format 'lpp'; available: "),
        ([BOARD, "--format", "lp", "--formulation", "pariti"], "did you mean 'parity'?"),
        ([BOARD, "--format", "lp", "--formulation", "xor"], "lp files hold no XOR rows; write the parity formulation"),
        ([BOARD, "--format", "toml", "--formulation", "xor"], "a TOML file holds the puzzle itself; leave it out"),
        ([BOARD, "--format", "wcnf", "--states", "3"], "this puzzle has 3 states; use the parity formulation"),
        (["lit:7x7", "--rule", "row-col", "--format", "lp", "--formulation", "hull"], "which 13 buttons move"),
        ([BOARD, "--format", "lp", "-o", "/nowhere/board.lp"], "/nowhere/board.lp cannot be written"),
    ],
)
def test_errors_name_the_cure(fails, arguments, words):
    assert words in fails("export", *arguments)


def test_nothing_is_written_where_the_formulation_refuses(fails, tmp_path):
    path = tmp_path / "board.lp"
    fails("export", BOARD, "-o", path, "--formulation", "xor")
    assert list(tmp_path.glob("*.lp")) == []

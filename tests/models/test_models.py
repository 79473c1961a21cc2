"""The GMPL and MiniZinc models, run by the tools they are written for, against the board library."""

from __future__ import annotations

import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from lo_opt import Board, Puzzle
from lo_opt.verify import as_cost, cost_numerator, fault_in_presses

MODELS = Path(__file__).parents[2] / "models"
BOARDS = ["article-5x5", "weighted-4x4"]
TOOLS = {
    "glpsol": ("apt install glpk-utils", ["--model", "lights_out.mod", "--data", "{}.dat"]),
    "minizinc": ("apt install minizinc", ["lights_out.mzn", "{}.dzn"]),
}


def ran(tool: str, board: str) -> str:
    cure, arguments = TOOLS[tool]
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} here; Debian: {cure}")
    command = [tool, *(argument.format(board) for argument in arguments)]
    done = subprocess.run(command, cwd=MODELS, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("board", BOARDS)
def test_the_tool_finds_the_known_optimum_and_its_presses_solve_the_board(board, tool):
    puzzle = Puzzle.read(MODELS / "boards" / f"{board}.toml")
    output = ran(tool, board)
    assert ("INTEGER OPTIMAL" if tool == "glpsol" else "==========") in output
    found = re.search(r"^cost (\S+)\n((?:[01]+\n)+)", output, re.MULTILINE)
    presses = Board.parse("/".join(found[2].split()))
    assert fault_in_presses(puzzle, presses) is None
    cost = as_cost(cost_numerator(puzzle, presses), puzzle.weight_denominator)
    assert cost == Fraction(found[1]) == puzzle.known_cost


@pytest.mark.parametrize("board", BOARDS)
def test_data_files_state_the_board_of_the_library(board):
    puzzle = Puzzle.read(MODELS / "boards" / f"{board}.toml")
    rows, cols = puzzle.start.shape
    gmpl, minizinc = ((MODELS / f"{board}.{suffix}").read_text() for suffix in ("dat", "dzn"))
    table = re.search(r"param lit :[^\n]*\n(.*?);", gmpl, re.DOTALL)[1]
    assert [[int(word) for word in line.split()[1:]] for line in table.strip().splitlines()] == (
        puzzle.start.to_array().tolist()
    )
    cells = re.search(rf"lit = array2d\(0..{rows - 1}, 0..{cols - 1}, \[(.*?)\]", minizinc, re.DOTALL)[1]
    assert [int(word) for word in cells.replace(",", " ").split()] == puzzle.start.to_array().ravel().tolist()

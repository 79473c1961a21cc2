"""Exported files, read by solvers that have readers of their own: the same optimum as by trying every press."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from exported import CASES, STATES, by_comment, least_of_opb, priced, read_cnf

from lo_opt import Puzzle, UnsupportedError
from lo_opt.export import export_lines
from lo_opt.solvers.cbc import find_cbc

LINEAR = ["parity", "hull", "coset"]
EVERY = [(name, formulation) for name in CASES for formulation in LINEAR] + [(name, "parity") for name in STATES]
PUZZLES = {**CASES, **STATES}
IDS = [f"{name}-{formulation}" for name, formulation in EVERY]
LEAST = {name: priced(puzzle) for name, puzzle in PUZZLES.items()}


def written(puzzle, format, formulation, folder):
    path = folder / f"model.{format}"
    path.write_text("".join(line + "\n" for line in export_lines(puzzle, format, formulation)))
    return path


def by_scip(path):
    pyscipopt = pytest.importorskip("pyscipopt")
    model = pyscipopt.Model()
    model.hideOutput()
    model.readProblem(str(path))
    model.optimize()
    return None if model.getStatus() == "infeasible" else round(model.getObjVal())


def by_highs(path):
    highspy = pytest.importorskip("highspy")
    highs = highspy.Highs()
    highs.silent()
    assert highs.readModel(str(path)) == highspy.HighsStatus.kOk
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.run()
    word = highs.getModelStatus().name
    assert word in ("kOptimal", "kInfeasible")
    return None if word == "kInfeasible" else round(highs.getInfo().objective_function_value)


def by_cbc(path):
    solution = path.with_suffix(".sol")
    command = [find_cbc(), str(path), "-solve", "-solution", str(solution)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    assert "error" not in done.stdout.lower().replace("0 errors", ""), done.stdout
    first = solution.read_text().splitlines()[0]
    if "nfeasible" in first:
        return None
    assert first.startswith("Optimal")
    return round(float(first.split()[-1]))


def by_glpsol(path):
    if shutil.which("glpsol") is None:
        pytest.skip("no glpsol here; Debian: apt install glpk-utils")
    report = path.with_suffix(".txt")
    kind = "--lp" if path.suffix == ".lp" else "--freemps"
    command = ["glpsol", kind, str(path), "-o", str(report)]
    subprocess.run(command, capture_output=True, text=True, check=True)
    text = report.read_text()
    if re.search(r"^Status: +INTEGER OPTIMAL", text, re.MULTILINE):
        return round(float(re.search(r"^Objective: +\S+ = (\S+)", text, re.MULTILINE)[1]))
    return None


READERS = {"scip": by_scip, "highs": by_highs, "cbc": by_cbc, "glpsol": by_glpsol}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("format", ["lp", "mps"])
@pytest.mark.parametrize(("name", "formulation"), EVERY, ids=IDS)
def test_lp_and_mps_have_the_same_optimum(name, formulation, format, reader, tmp_path):
    path = written(PUZZLES[name], format, formulation, tmp_path)
    found = READERS[reader](path)
    mark = "\\" if format == "lp" else "*"
    assert (None if found is None else by_comment(path.read_text(), mark, found)) == LEAST[name]


@pytest.mark.parametrize(("name", "formulation"), EVERY, ids=IDS)
def test_opb_by_scip(name, formulation, tmp_path):
    path = written(PUZZLES[name], "opb", formulation, tmp_path)
    found = by_scip(path)
    assert (None if found is None else by_comment(path.read_text(), "*", found)) == LEAST[name]


@pytest.mark.parametrize(
    ("name", "formulation"),
    [("4x4", "coset"), ("weights and forbidden", "hull"), ("three states", "parity"), ("unsolvable", "coset")],
)
def test_opb_by_trying_every_assignment(name, formulation, tmp_path):
    text = written(PUZZLES[name], "opb", formulation, tmp_path).read_text()
    found = least_of_opb(text)
    assert (None if found is None else by_comment(text, "*", found)) == LEAST[name]


@pytest.mark.parametrize(
    ("name", "formulation"), [*EVERY, *((name, "xor") for name in CASES)], ids=[*IDS, *(f"{n}-xor" for n in CASES)]
)
def test_wcnf_by_rc2(name, formulation, tmp_path):
    formula = pytest.importorskip("pysat.formula")
    from pysat.examples.rc2 import RC2

    path = written(PUZZLES[name], "wcnf", formulation, tmp_path)
    with RC2(formula.WCNF(from_file=str(path))) as solver:
        model = solver.compute()
        found = None if model is None else solver.cost
    assert (None if found is None else by_comment(path.read_text(), "c", found)) == LEAST[name]


@pytest.mark.parametrize("formulation", ["xor", "parity", "hull"])
def test_cnf_has_exactly_the_solutions_of_the_puzzle(formulation, tmp_path):
    solvers = pytest.importorskip("pysat.solvers")
    puzzle = Puzzle.grid("11011/01000/10101/00010/10110").forbid([(0, 0)])  # leaves two of four solutions
    text = written(puzzle, "cnf", formulation, tmp_path).read_text()
    names, clauses, xors = read_cnf(text)
    assert "x_0_0" not in names
    assert bool(xors) == (formulation == "xor")
    for row in xors:
        for choice in range(2 ** len(row)):
            if choice.bit_count() % 2 == 0:  # an even number of true literals is wrong
                clauses.append([-x if choice >> i & 1 else x for i, x in enumerate(row)])
    pressed = [variable for name, variable in names.items() if name.startswith("x_")]
    found = set()
    with solvers.Solver(bootstrap_with=clauses) as solver:
        while solver.solve():
            true = set(solver.get_model())
            solution = [v if v in true else -v for v in pressed]
            found.add(tuple(v > 0 for v in solution))
            solver.add_clause([-v for v in solution])
    assert len(found) == 2
    assert min(sum(solution) for solution in found) == 13


def test_cnf_without_a_solution_says_so(tmp_path):
    solvers = pytest.importorskip("pysat.solvers")
    for puzzle in (Puzzle.from_buttons("11", [[0]]), Puzzle.grid("1").forbid([(0, 0)])):
        _, clauses, xors = read_cnf(written(puzzle, "cnf", "xor", tmp_path).read_text())
        with solvers.Solver(bootstrap_with=clauses + xors) as solver:  # XOR lines of one literal are clauses
            assert not solver.solve()


def test_toml_is_the_puzzle_itself():
    for puzzle in (CASES["weights and forbidden"], CASES["conditions"], STATES["three states"]):
        text = "\n".join(export_lines(puzzle, "toml"))
        from lo_opt.puzzle.toml import puzzle_from_toml

        assert puzzle_from_toml(text) == puzzle


@pytest.mark.parametrize("format", ["lp", "mps", "opb"])
def test_formats_without_xor_rows_refuse_them(format):
    with pytest.raises(UnsupportedError, match=rf"{format} files hold no XOR rows; write the parity formulation"):
        export_lines(CASES["4x4"], format, "xor")


def test_what_a_formulation_cannot_write_is_refused():
    with pytest.raises(UnsupportedError, match=r"formulation xor cannot .* 3 states; use the parity formulation"):
        export_lines(STATES["three states"], "wcnf")

"""Figures in the text are those of the files they come from: one test a claim, which quotes the words it is about."""

from __future__ import annotations

import csv
import math
import re
import statistics
from collections import defaultdict

import pytest
from docpages import ROOT, page

import lo_opt as lo

RESULTS = ROOT / "benchmarks" / "results"
README, MODELS, BENCHMARKS = page("README.md"), page("models/README.md"), page("benchmarks/README.md")
SHIFT_S = 0.1


def told(pattern, document):
    """Return what the groups of a pattern fit in the only place of a page where it fits, numbers as numbers."""
    found = re.findall(pattern, document.words)
    assert len(found) == 1, (
        f"{document.name}: {pattern} is there {len(found)} times; the text has changed, so must this"
    )
    groups = found[0] if isinstance(found[0], tuple) else found
    return [float(group.replace(",", "")) if re.fullmatch(r"[\d.,]+", group) else group for group in groups]


def rounded(value, like):
    """Return whether a value, rounded as far as the number in the text, is that number."""
    digits = len(like.partition(".")[2])
    return f"{value:.{digits}f}" == like


@pytest.fixture(scope="module")
def all_lit():
    with (RESULTS / "all_lit.csv").open(encoding="utf-8") as stream:
        return {int(row["n"]): row for row in csv.DictReader(stream)}


@pytest.fixture(scope="module")
def formulations():
    """Return seconds by (solver, formulation) and n, as the table shows them: shifted geometric means."""
    seconds = defaultdict(lambda: defaultdict(list))
    with (RESULTS / "formulations.csv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            seconds[row["solver"], row["formulation"]][int(row["n"])].append(float(row["seconds"]))
    return {
        name: {n: math.exp(statistics.fmean(math.log(s + SHIFT_S) for s in of)) - SHIFT_S for n, of in sizes.items()}
        for name, sizes in seconds.items()
    }


@pytest.fixture(scope="module")
def article():
    """Return the records of article-short by (backend, goal, n)."""
    records = lo.bench.Records.read(RESULTS / "article-short")
    return {(r.cell.backend, r.cell.goal, r.cell.board.rows): r.result for r in records.cells}


@pytest.fixture(scope="module")
def constrained():
    return lo.bench.Records.read(RESULTS / "constrained-short")


def test_all_lit_boards_are_proved_as_far_as_is_said(all_lit):
    last, missing = told(r"proves every n ≤ (\d+) but (\d+)", README)
    assert set(all_lit) == set(range(1, int(last) + 1)) - {missing}
    assert {row["status"] for row in all_lit.values()} == {"optimal"}
    assert all(row["presses"] == row["bound"] for row in all_lit.values())


def test_the_table_of_all_lit_boards(all_lit):
    rows = README.table("board")
    for board, nullity, presses in rows:
        rows_, cols = board.split(" x ")
        assert rows_ == cols
        assert (all_lit[int(rows_)]["nullity"], all_lit[int(rows_)]["presses"]) == (nullity, presses)
    nullities = told(r"with 2\^(\d+) and 2\^(\d+) solutions to choose from", README)
    assert [f"{nullity:g}" for nullity in nullities] == [row[1] for row in rows]
    least, most, solutions = told(r"after 10\^(\d+) to 10\^(\d+) pairs instead of 2\^(\d+) solutions", README)
    for row in rows:
        pairs = float(all_lit[int(row[0].split()[0])]["how"].split()[0])
        assert 10**least <= pairs <= 10**most
    assert f"{solutions:g}" == rows[0][1]


def test_the_pairs_that_the_page_on_algebra_quotes(all_lit):
    n, nullity, rank, pairs, exponent = told(
        r"all-lit (\d+) × \d+ board, 2<sup>(\d+)</sup> solutions and four classes of rank (\d+), it is "
        r"([\d.]+)·10<sup>(\d+)</sup> pairs",
        page("docs/algebra.md"),
    )
    row = all_lit[int(n)]
    assert row["nullity"] == f"{nullity:g}"
    assert row["how"].endswith(", ".join([f"{rank:g}"] * 4))
    assert float(row["how"].split()[0]) == pytest.approx(pairs * 10**exponent, rel=0.05)


def test_nullities_in_the_text():
    (block,) = (block.text for block in README.blocks if "lit:61x61" in block.text)
    (n, nullity) = re.findall(r"lit:(\d+)x\d+ +# 2\^(\d+) solutions", block)[0]
    assert lo.grid_rank(int(n), int(n)).nullity == int(nullity)
    n, nullity = map(int, told(r"(\d+) x \d+ \(nullity (\d+)\) is such a board", README))
    assert lo.grid_rank(n, n).nullity == nullity
    one, many, count = map(
        int, told(r"On (\d+) x \d+ there is one solution .*? on (\d+) x \d+ there are (\d+)", README)
    )
    assert lo.grid_rank(one, one).nullity == 0
    assert lo.grid_rank(many, many).solutions_per_board == count
    pairs = re.findall(r"(\d+)×\1 \((?:[^()]*, )?(one|\d+)(?: solutions?)?\)", BENCHMARKS.words)
    assert len(pairs) >= 3
    for n, solutions in pairs:
        assert lo.grid_rank(int(n), int(n)).solutions_per_board == (1 if solutions == "one" else int(solutions))
    n, nullity, other, none = map(
        int, told(r"jumps about with n: (\d+) for (\d+)×\d+, (\d+) for (\d+)×\d+", BENCHMARKS)
    )
    assert [lo.grid_rank(size, size).nullity for size in (nullity, none)] == [n, other]


def test_what_scip_proves_in_a_blink_and_what_not(article):
    one, many = map(int, told(r"On (\d+) x \d+ there is one solution and SCIP .*? on (\d+) x \d+ there are", README))
    assert article["scip", "optimal", one].status == "optimal"
    assert article["scip", "optimal", one].solve_s < 0.5
    assert article["scip", "optimal", many].status != "optimal"


def test_the_times_of_scip_and_of_linear_algebra(article):
    text = BENCHMARKS.words
    pattern = (
        r"(\d+)×\1 \(961 cells, one solution\) in ([\d.]+) s and of (\d+)×\3 in ([\d.]+) s, "
        r"but needs ([\d.]+) s for (\d+)×\6 "
    )
    ((one, one_s, other, other_s, many_s, many),) = re.findall(pattern, text)
    for n, told_s in ((one, one_s), (other, other_s), (many, many_s)):
        result = article["scip", "optimal", int(n)]
        assert result.status == "optimal"
        assert rounded(result.solve_s, told_s), n
    (unproved,) = re.findall(r"five seconds are not enough for (.*?)\. Pale", text)
    for n in re.findall(r"(\d+)×", unproved):
        assert article["scip", "optimal", int(n)].status != "optimal"
    pattern = r"needs ([\d.]+) ms for (\d+)×\2 and ([\d.]+) ms for the 2\^(\d+) solutions of (\d+)×\5"
    ((quick, n, slow, exponent, m),) = re.findall(pattern, text)
    assert rounded(1000 * article["gf2", "optimal", int(n)].solve_s, quick)
    assert rounded(1000 * article["gf2", "optimal", int(m)].solve_s, slow)
    assert lo.grid_rank(int(m), int(m)).nullity == int(exponent)


def test_who_times_out_and_who_does_not(article):
    sizes = {n for _, _, n in article}
    cbc, but, highs, cpsat = told(
        r"CBC times out from (\d+)×\d+ on \(but for one (\d+)×\d+\), HiGHS from (\d+)×\d+, CP-SAT from (\d+)×",
        BENCHMARKS,
    )
    for name, first in (("cbc", cbc), ("highs", highs), ("cpsat", cpsat)):
        solved = {n for n in sizes if article[name, "optimal", n].status == "optimal"} - {but if name == "cbc" else 0}
        assert solved == {n for n in sizes if n < first} - {but if name == "cbc" else 0}, name
    assert article["cbc", "optimal", but].status == "optimal"
    for name in ("scip", "gf2"):
        assert all(article[name, "feasible", n].status in ("optimal", "feasible") for n in sizes)
    found, unproved = told(r"finds a solution of (\d+)×.*? and anything on (\d+)×\d+ are out of reach", BENCHMARKS)
    assert article["chase", "feasible", found].status == "feasible"
    assert article["chase", "optimal", found].status != "optimal"
    assert {article["chase", goal, unproved].status for goal in ("feasible", "optimal")} == {"unknown"}


def test_the_table_of_formulations(formulations):
    shown = MODELS.table("")
    with (RESULTS / "formulations.md").open(encoding="utf-8") as stream:
        lines = [line.strip("| \n").split(" | ") for line in stream if line.startswith("|")]
    sizes = next(line for line in lines if line[0] == "5" or line[:1] == ["5"])
    rows = {line[0]: dict(zip(sizes, line[1:], strict=True)) for line in lines if len(line) == len(sizes) + 1}
    header = next(line for line in MODELS.prose.splitlines() if line.startswith("| | "))
    columns = [cell.strip() for cell in header.strip("| ").split("|")]
    names = {"SCIP": "scip", "CP-SAT": "cpsat", "CBC": "cbc", "HiGHS": "highs", "κ": "*nullity*"}
    assert len(shown) > 10
    for row in shown:
        solver, *formulation = row[0].split()
        key = ":".join([names[solver], *formulation])
        assert row[1:] == [rows[key][n] for n in columns], row[0]


def test_how_much_faster_coset_is(formulations):
    pattern = r"At (\d+)×\d+ and (\d+)×\d+, `coset` is at least ([\d,]+) times as fast as `parity` on SCIP and ([\d,]+)"
    first, second, on_scip, on_cpsat = told(pattern, MODELS)
    for solver, least in (("scip", on_scip), ("cpsat", on_cpsat)):
        for n in (int(first), int(second)):
            assert formulations[solver, "parity"][n] >= least * formulations[solver, "coset"][n], (solver, n)
    sizes = [int(n) for n in told(r"hundreds of times faster than `parity` on (\d+) x \d+ and (\d+) x", README)]
    for solver in ("scip", "cbc", "cpsat", "highs"):
        for n in sizes:
            assert formulations[solver, "parity"][n] >= 200 * formulations[solver, "coset"][n], (solver, n)
    largest = int(told(r"(\d+)×\d+, with 2\^16 solutions, is solved by `coset` alone", MODELS)[0])
    limit_s = max(max(of.values()) for of in formulations.values())
    solved = {name[1] for name, of in formulations.items() if of[largest] < 0.999 * limit_s}
    assert solved == {"coset"}


def test_coset_wins_wherever_there_is_something_to_win(formulations):
    limit_s = max(max(of.values()) for of in formulations.values())
    (least,) = told(r"wins\* on every solver wherever the others take more than ([\d.]+) s", MODELS)
    for (solver, formulation), of in formulations.items():
        if formulation != "coset" and not solver.endswith("*"):
            for n, seconds in of.items():
                rivals = [formulations[name][n] for name in formulations if name[0] == solver and name[1] != "coset"]
                if min(rivals) > least:
                    assert formulations[solver, "coset"][n] < seconds or seconds == limit_s, (solver, formulation, n)


def test_what_xor_does_for_cpsat(formulations):
    low, high, *sizes = told(r"CP-SAT's `xor` is (\d+) to (\d+) times as fast at n = (\d+), (\d+), (\d+)", MODELS)
    ratios = [formulations["cpsat*", "parity"][n] / formulations["cpsat", "xor"][n] for n in sizes]
    assert (round(min(ratios)), round(max(ratios))) == (low, high)
    (factor,) = told(r"`parity` comes within a factor of (\d+)", MODELS)
    assert all(formulations["cpsat", "parity"][n] <= factor * formulations["cpsat", "xor"][n] for n in sizes)


def test_the_runs_agree_with_linear_algebra(article, constrained):
    assert "the runs shown here agree with linear algebra in every cell" in BENCHMARKS.words
    for name in ("article-short", "constrained-short", "quick"):
        assert lo.bench.disagreements(lo.bench.Records.read(RESULTS / name)) == []
    settings = {key for record in constrained.cells for key in record.result.settings or {}}
    assert any("xor" in key for key in settings), "the records list the parameter that turns the presolving off"


def test_what_conditions_cost(constrained):
    table = constrained.to_table()
    rows = [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]

    def values(column, backend, presses, weights, forbidden, row_budget=None):
        wanted = (backend, presses, weights, forbidden, row_budget)
        names = ("backend", "presses", "weights", "forbidden", "row_budget")
        return [row[column] for row in rows if tuple(row[name] for name in names) == wanted]

    survive = (
        "nearly every board survives 5% of forbidden buttons, half survive 10% (8 buttons, as many as the nullity), "
    )
    assert survive in BENCHMARKS.words
    five, ten, twenty = (values("solvable", "gf2", "any", "unit", share) for share in (0.05, 0.1, 0.2))
    assert all(five)
    assert len(ten) / 3 <= sum(ten) <= len(ten) * 2 / 3
    assert not any(twenty)
    assert set(values("nullity", "gf2", "any", "unit", 0.0)) == {8}

    def surcharge(weights, share):
        return 100 * (statistics.fmean(map(float, values("cost_ratio", "gf2", "allowed", weights, share))) - 1)

    unit, uniform = told(r"(\d+)% more at 10% forbidden with unit weights and (\d+)% more with weights", BENCHMARKS)
    assert (round(surcharge("unit", 0.1)), round(surcharge("uniform", 0.1))) == (unit, uniform)
    assert "With 40% forbidden the price is gone" in BENCHMARKS.words
    assert max(surcharge("unit", 0.4), surcharge("uniform", 0.4)) < 10
    assert "Heavy-tailed weights triple the cost" in BENCHMARKS.words
    assert all(150 < surcharge("heavy-tailed", share) < 250 for share in (0.1, 0.2, 0.4))

    pattern = (
        r"with unit weights a median of ([\d.]+) s when all 256 solutions are there, ([\d.]+) s with 10% forbidden, "
        r"([\d.]+) ms with 40%\. Linear algebra takes ([\d.]+) to ([\d.]+) ms, with budgets ([\d.]+) to ([\d.]+) ms"
    )
    ((every, tenth, most, low, high, least, budgets),) = re.findall(pattern, BENCHMARKS.words)
    for share, shown, unit_s in ((0.0, every, 1), (0.1, tenth, 1), (0.4, most, 1e-3)):
        assert rounded(statistics.median(values("solve_s", "scip", "allowed", "unit", share)) / unit_s, shown)
    plain = [
        statistics.median(values("solve_s", "gf2", "allowed", weights, share))
        for weights in ("unit", "uniform", "heavy-tailed")
        for share in (0.0, 0.02, 0.05, 0.1, 0.2, 0.4)
    ]
    limited = [statistics.median(values("solve_s", "gf2", "allowed", "unit", 0.0, budget)) for budget in (3, 4, 5)]
    assert rounded(1000 * min(plain), low)
    assert rounded(1000 * max(plain), high)
    assert rounded(1000 * min(limited), least)
    assert rounded(1000 * max(limited), budgets)

"""`lo-opt bench`: run, plot and report from the command line, here and on a real cluster of two workers."""

from __future__ import annotations

import json
import shutil

import pytest

SUITE = """
name = "small"
backends = ["gf2", "chase"]
goals = ["feasible", "optimal"]
sizes = [4]
time_limit_s = 20
[[variants]]
forbidden = [0.0, 0.125]
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    path = tmp_path_factory.mktemp("suites") / "small.toml"
    path.write_text(SUITE)
    return path


@pytest.fixture(scope="module")
def finished(suite, tmp_path_factory):
    """A directory of eight records."""
    from lo_opt import bench

    directory = tmp_path_factory.mktemp("finished") / "records"
    bench.run(suite, directory)
    return directory


def test_run_resumes_and_says_what_there_is(run, suite, finished, tmp_path):
    shutil.copytree(finished, tmp_path / "records")
    lines = (finished / "records.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "records" / "records.jsonl").write_text("".join(lines[:-1]))
    result = run("bench", "run", suite, "-o", tmp_path / "records", "--workers", "2", "--force")
    assert (result.code, result.err) == (0, "")
    first, *counts = result.out.splitlines()
    assert first == f"8 cells in {tmp_path / 'records'}"
    assert sum(int(line.split()[0]) for line in counts) == 8
    assert len((tmp_path / "records" / "records.jsonl").read_text().splitlines()) == 8


def test_the_directory_is_named_after_the_suite(run, suite, finished, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(finished, tmp_path / "bench-small")
    assert run("bench", "run", suite).out.splitlines()[0] == "8 cells in bench-small"


def test_a_disagreement_exits_1_and_names_the_cell(run, suite, finished, tmp_path):
    shutil.copytree(finished, tmp_path / "records")
    path = tmp_path / "records" / "records.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    wrong = next(line for line in lines if line["cell"]["goal"] == "optimal")
    wrong["result"] |= {"cost": wrong["result"]["cost"] + 2, "bound": wrong["result"]["cost"] + 2}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = run("bench", "run", suite, "-o", tmp_path / "records")
    assert result.code == 1
    assert result.err.startswith("lo-opt: disagreement: random 4x4 seed 0 by gf2, goal optimal proves at least")


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--x", "nullity", "--goal", "optimal"],
        ["--color", "nullity", "--x-scale", "log", "--y-scale", "linear"],
        ["--facet", "backend", "-b", "gf2,chase"],
        ["--kind", "cactus"],
        ["--kind", "profile"],
        ["--x", "forbidden"],
        ["--x", "forbidden", "--y", "cost-ratio", "--only", "presses=allowed", "--only", "weights=unit"],
        ["--y", "optimum-gap", "--facet", "none"],
    ],
)
def test_plot(run, finished, tmp_path, options):
    result = run("bench", "plot", finished, "-o", tmp_path / "figure.svg", *options)
    assert (result.code, result.out, result.err) == (0, "", "")
    assert (tmp_path / "figure.svg").read_text().startswith("<?xml")


def test_plot_wants_one_machine(run, fails, finished, tmp_path):
    shutil.copytree(finished, tmp_path / "records")
    path = tmp_path / "records" / "records.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    here = lines[0]["machine"]["id"]
    lines[0]["machine"]["id"] = "other"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    figure = tmp_path / "figure.png"
    assert "several machines" in fails("bench", "plot", tmp_path / "records", "-o", figure)
    assert "available" in fails("bench", "plot", tmp_path / "records", "-o", figure, "--machine", "none")
    assert run("bench", "plot", tmp_path / "records", "-o", figure, "--machine", here).code == 0


@pytest.mark.parametrize("suffix", ["html", "csv"])
def test_report(run, finished, tmp_path, suffix):
    result = run("bench", "report", finished, "-o", tmp_path / f"report.{suffix}")
    assert (result.code, result.out, result.err) == (0, "", "")
    assert "gf2" in (tmp_path / f"report.{suffix}").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "none.toml"], "no file none.toml"),
        (["run", "{suite}", "-o", "{suite}"], "cannot be written"),
        (["run", "{suite}", "-o", "x", "--rerun", "some"], "unknown choice of cells to run again 'some'"),
        (["run", "{suite}", "-o", "x", "--workers", "0"], "workers 0: must be at least 1"),
        (["run", "{suite}", "-o", "x", "--workers", "500"], "workers times threads is 500"),
        (["plot", "nowhere", "-o", "x.png"], "no records.jsonl in it"),
        (["plot", "{finished}", "-o", "x.bmp"], "unknown suffix '.bmp'"),
        (["plot", "{finished}", "-o", "x.png", "--x", "size"], "unknown column 'size'"),
        (["plot", "{finished}", "-o", "x.png", "-b", "scip"], "no records"),
        (["plot", "{finished}", "-o", "x.png", "--only", "rows"], "condition 'rows': write column=value"),
        (["report", "{finished}", "-o", "x.txt"], "unknown suffix '.txt'"),
    ],
)
def test_bad_input(fails, suite, finished, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert message in fails("bench", *[argument.format(suite=suite, finished=finished) for argument in arguments])


def test_on_a_dask_cluster(run, suite, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=":0"
    ) as cluster:
        result = run("bench", "run", suite, "-o", tmp_path / "records", "--scheduler", cluster.scheduler_address)
    assert (result.code, result.err) == (0, "")
    lines = [json.loads(line) for line in (tmp_path / "records" / "records.jsonl").read_text().splitlines()]
    assert len({line["key"] for line in lines}) == len(lines) == 8

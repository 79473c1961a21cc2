"""`--workers` and `--scheduler`: the same parts, run by other processes, here or on a Dask cluster."""

from __future__ import annotations

import os

import pytest

from lo_opt.algebra.parallel import results_of
from lo_opt.answer import Status
from lo_opt.contract import Claim


@pytest.fixture
def parts(puppet):
    """A backend that runs two parts and tells who ran them."""

    def solve(puzzle, settings, control):
        there = sorted(results_of(os.getpid, [()] * 2, control))
        powers = sorted(results_of(pow, [(2, 3), (3, 2)], control))
        elsewhere = os.getpid() not in there
        return Claim(Status.UNKNOWN, message=f"{powers} with {control.workers}, elsewhere: {elsewhere}")

    puppet(solve=solve)


def test_here(run, parts):
    assert run("solve", "-b", "puppet", "--json").object["message"] == "[8, 9] with 1, elsewhere: False"


def test_in_local_processes(run, parts):
    result = run("solve", "-b", "puppet", "--workers", "2", "--json")
    assert result.object["message"] == "[8, 9] with 2, elsewhere: True"


def test_a_worker_that_dies_is_an_error_that_says_so(run, puppet):
    def solve(puzzle, settings, control):
        return Claim(Status.UNKNOWN, message=str(list(results_of(os._exit, [(1,)], control))))

    puppet(solve=solve)
    result = run("solve", "-b", "puppet", "--workers", "2", "--json")
    record = result.object
    assert (result.code, record["status"], record["presses"]) == (1, "error", None)
    assert "a worker process died" in record["message"]


@pytest.fixture(scope="module")
def cluster():
    """A Dask cluster of two processes on loopback."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=":0"
    ) as running:
        yield running


def test_on_a_dask_cluster(run, parts, cluster):
    result = run("solve", "-b", "puppet", "--scheduler", cluster.scheduler_address, "--json")
    assert result.code == 4
    assert result.err == ""
    assert result.object["message"] == "[8, 9] with 2, elsewhere: True"


def test_a_cluster_without_workers(fails):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=":0") as empty:
        assert "no workers" in fails("solve", "--scheduler", empty.scheduler_address, "-b", "chase")

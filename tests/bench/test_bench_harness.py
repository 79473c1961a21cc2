"""Whatever a backend does, its cell gets a row that says so, and no other cell notices."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from bench.bench_harness import suite_of
from lo_opt import bench
from lo_opt.errors import InputError


def only(suite, **options):
    """Run a suite of one cell and return its record."""
    (record,) = bench.run(suite, **options).cells
    return record


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_until_gone(pids):
    noted = [int(pid) for pid in pids.read_text().split()]
    assert noted
    deadline = time.monotonic() + 20
    while any(map(is_alive, noted)):
        assert time.monotonic() < deadline, noted
        time.sleep(0.05)


def test_a_sleeper_is_killed_with_all_its_processes(misbehaving):
    record = only(suite_of("sleeper"))
    assert record.result.status == "killed"
    assert record.result.message == "still ran after 1 s"
    assert record.result.solve_s is None
    wait_until_gone(misbehaving)


def test_an_eater_is_stopped(misbehaving):
    record = only(suite_of("eater", time_limit_s=30.0))
    assert record.result.status == "memory"
    assert record.result.message == "held more than 400 MiB"
    assert record.result.solve_s is None
    assert record.peak_rss_bytes > 400 * 2**20


def test_an_exception_is_a_row(misbehaving):
    result = only(suite_of("raiser")).result
    assert (result.status, result.message, result.solve_s) == ("crashed", "ValueError: as expected", None)


def test_an_abort_is_a_row(misbehaving):
    result = only(suite_of("aborter")).result
    assert (result.status, result.solve_s) == ("crashed", None)
    assert result.message == "ended by SIGABRT: something is badly wrong"


def test_a_liar_is_found_out(misbehaving):
    records = bench.run(suite_of("liar", "gf2", sizes=(5,)))
    liar, honest = records.cells
    assert liar.result.cost > honest.result.cost
    assert (liar.result.status, honest.result.status) == ("optimal", "optimal")
    (line,) = bench.disagreements(records)
    assert line == (
        f"random 5x5 seed 1 by liar, goal optimal proves at least {liar.result.cost}, "
        f"but linear algebra solves it at cost {honest.result.cost}"
    )


def test_presses_that_solve_nothing_are_found_out(misbehaving):
    records = bench.run(suite_of("boaster"))
    assert records.cells[0].result.status == "error"
    (line,) = bench.disagreements(records)
    assert "lights are not at their target" in line


def test_megabytes_of_prints_do_no_harm(misbehaving):
    result = only(suite_of("printer", time_limit_s=30.0)).result
    assert (result.status, result.solve_s) == ("feasible", 0.25)


def test_stdin_is_empty(misbehaving):
    assert only(suite_of("reader")).result.message == "read 0 characters"


def test_what_a_backend_leaves_behind_is_killed(misbehaving):
    assert only(suite_of("litterer", time_limit_s=30.0)).result.status == "feasible"
    wait_until_gone(misbehaving)


def test_a_time_that_is_not_stated_is_measured(misbehaving):
    assert only(suite_of("slow")).result.solve_s >= 0.2


def test_missing_and_broken_backends_are_rows(misbehaving):
    missing, broken, honest = bench.run(suite_of("missing", "broken", "gf2")).cells
    assert missing.result.status == broken.result.status == "unavailable"
    assert "pip install it" in missing.result.message
    assert honest.result.status == "optimal"


def test_a_refusal_is_a_row_with_its_reason():
    result = only(suite_of("chase", variants=(bench.Variants(rule="king"),))).result
    assert result.status == "refused"
    assert "needs the plus rule" in result.message


def test_unknown_backends_are_refused_before_anything_runs(tmp_path):
    with pytest.raises(InputError, match="unknown backend 'gf3'"):
        bench.run(suite_of("gf2", "gf3"), tmp_path / "records")
    assert not (tmp_path / "records").exists()


def test_more_work_than_cores_is_refused_unless_forced():
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as executor:
        with pytest.raises(InputError, match="workers times threads is 200"):
            bench.run(suite_of("gf2", threads=100), executor=executor, workers=2)
        (record,) = bench.run(suite_of("gf2", threads=100), executor=executor, workers=2, force=True).cells
    assert record.result.status == "optimal"


def test_threads_are_told_to_the_libraries(misbehaving, monkeypatch):
    from lo_opt.bench.child import run_child
    from lo_opt.bench.jobs import Job

    seen = {}
    monkeypatch.setattr(
        "subprocess.Popen", lambda *args, env, **rest: seen.update(env) or (_ for _ in ()).throw(OSError)
    )
    with pytest.raises(OSError):  # noqa: PT011 - raised right here
        run_child(Job(), 1.0, threads=3)
    assert {seen[name] for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")} == {"3"}


def test_a_record_says_all_that_its_time_depends_on():
    record = only(suite_of("scip", sizes=(5,)))
    assert record.cell.board.label == "random 5x5 seed 1"
    assert record.machine.cores >= 1
    assert record.code.lo_opt
    assert record.result.solver == "scip"
    assert record.result.solver_version
    assert record.startup_s > 0
    assert record.wall_s >= record.startup_s + record.result.solve_s
    assert record.peak_rss_bytes > 2**20


def test_ctrl_c_kills_children_and_is_raised(misbehaving):
    from concurrent.futures import ThreadPoolExecutor

    def interrupt(progress):
        raise KeyboardInterrupt

    suite = suite_of("gf2", "sleeper", "sleeper", time_limit_s=60.0, repetitions=2)
    with ThreadPoolExecutor(2) as executor, pytest.raises(KeyboardInterrupt):
        bench.run(suite, executor=executor, workers=2, force=True, progress=interrupt)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_the_child_ends_with_whoever_started_it(misbehaving, number):
    import subprocess
    import sys

    code = (
        "from bench.bench_harness import suite_of; from lo_opt import bench;"
        "bench.run(suite_of('sleeper', time_limit_s=500.0))"
    )
    here = str(Path(__file__).parents[1])
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([here, os.environ["PYTHONPATH"]])}
    harness = subprocess.Popen([sys.executable, "-c", code], env=environment)
    deadline = time.monotonic() + 60
    while len(misbehaving.read_text().split()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    harness.send_signal(number)
    harness.wait(20)
    wait_until_gone(misbehaving)

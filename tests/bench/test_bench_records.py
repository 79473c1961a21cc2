"""Records survive whatever ends a run: nothing is lost, nothing doubled, and the same command again resumes."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.bench_harness import suite_of, suite_text
from lo_opt import bench
from lo_opt.bench.records import BOARDS, RECORDS, SUITE
from lo_opt.bench.storing import StorageError, Store
from lo_opt.errors import InputError

COMMAND = [sys.executable, "-m", "lo_opt", "bench", "run"]
TIMEOUT_S = 60


def lines(directory, name=RECORDS):
    return [json.loads(line) for line in (Path(directory) / name).read_text().splitlines()]


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    directory = tmp_path_factory.mktemp("three") / "records"
    bench.run(suite_of("gf2", sizes=("3-5",)), directory)
    return directory


@pytest.fixture
def finished(three, tmp_path):
    """A directory with three records."""
    shutil.copytree(three, tmp_path / "records")
    return tmp_path / "records"


def test_nothing_is_run_twice(finished):
    before = (finished / RECORDS).read_bytes(), (finished / BOARDS).read_bytes()
    records = bench.run(suite_of("gf2", sizes=("3-5",)), finished)
    assert len(records.cells) == 3
    assert ((finished / RECORDS).read_bytes(), (finished / BOARDS).read_bytes()) == before


def test_a_larger_suite_adds_its_cells(finished):
    reports = []
    records = bench.run(suite_of("gf2", "chase", sizes=("3-5",)), finished, progress=reports.append)
    assert [report.share for report in reports] == [1 / 3, 2 / 3, 1]
    assert {report.stage for report in reports} == {"3 cells and boards"}
    assert [record.cell.backend for record in records.cells] == ["gf2", "chase"] * 3
    assert len(lines(finished)) == 6
    assert len(lines(finished, BOARDS)) == 3


def test_another_suite_is_refused(finished):
    other = bench.Suite("other", backends=("gf2",), sizes=(3,))
    with pytest.raises(InputError, match="holds records of the suite 'small', not 'other'"):
        bench.run(other, finished)


@pytest.mark.parametrize("cut", [1, 40, 300])
def test_a_half_written_last_line_is_repaired(finished, cut):
    path = finished / RECORDS
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    assert len(bench.Records.read(finished).cells) == 2
    assert len(bench.run(suite_of("gf2", sizes=("3-5",)), finished).cells) == 3
    assert [line["key"] for line in lines(finished)] == [json.loads(line)["key"] for line in whole.splitlines()]


def test_a_broken_line_in_the_middle_is_named(finished):
    path = finished / RECORDS
    first, *others = path.read_text().splitlines(keepends=True)
    path.write_text("".join([first, '{"schema":\n', *others]))
    with pytest.raises(InputError, match=f"{RECORDS}:2: .*delete this line"):
        bench.Records.read(finished)


def test_two_runs_on_one_directory_are_refused(finished):
    suite = suite_of("gf2", sizes=("3-5",))
    with Store(finished, suite), pytest.raises(InputError, match="is in use by another run"):
        bench.run(suite, finished)
    assert len(bench.run(suite, finished).cells) == 3  # the lock ended with the run


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_killed_and_resumed(tmp_path, misbehaving, number):
    suite, directory = tmp_path / "suite.toml", tmp_path / "records"
    suite.write_text(suite_text(["slow", "gf2"], ["3-4"]))
    harness = subprocess.Popen([*COMMAND, suite, "-o", directory], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + TIMEOUT_S
    while not (directory / RECORDS).exists() or len(lines(directory)) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    harness.send_signal(number)
    out, err = harness.communicate(timeout=TIMEOUT_S)
    assert harness.returncode == (130 if number == signal.SIGINT else -number)
    assert (out, err) == (b"", b"")
    before = (directory / RECORDS).read_bytes()
    again = subprocess.run([*COMMAND, suite, "-o", directory], capture_output=True, text=True, timeout=TIMEOUT_S)
    assert again.returncode == 0, again.stderr
    assert (directory / RECORDS).read_bytes().startswith(before)
    keys = [line["key"] for line in lines(directory)]
    assert sorted(keys) == sorted(cell.key for cell in bench.Suite.read(suite).cells())
    assert len(lines(directory, BOARDS)) == 2


def test_a_disk_that_fills_loses_nothing(tmp_path):
    suite, directory = tmp_path / "suite.toml", tmp_path / "records"
    suite.write_text(suite_text(["gf2"], [3], repetitions=5))
    limited = ["sh", "-c", 'ulimit -f 4; exec "$@"', "sh"]  # blocks of 512 bytes
    full = subprocess.run(
        [*limited, *COMMAND, suite, "-o", directory], capture_output=True, text=True, timeout=TIMEOUT_S
    )
    assert full.returncode == 1
    assert full.stderr.count("\n") == 1
    assert "records.jsonl cannot be written: file too large; the same command again resumes" in full.stderr
    written = (directory / RECORDS).read_bytes()
    assert written == b"" or written.endswith(b"\n")
    assert len(bench.run(bench.Suite.read(suite), directory).cells) == 5
    assert (directory / RECORDS).read_bytes().startswith(written)


def test_a_write_that_stops_halfway_is_undone(finished, monkeypatch):
    before = (finished / RECORDS).read_bytes()
    record = bench.Records.read(finished).cells[0]
    write = os.pwrite

    def half(descriptor, data, offset):
        write(descriptor, data[: len(data) // 2], offset)
        raise OSError(28, "No space left on device")

    with Store(finished, suite_of("gf2", sizes=("3-5",))) as store, monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", half)
        with pytest.raises(StorageError, match="no space left on device"):
            store.add(record)
        assert (finished / RECORDS).read_bytes() == before


def test_a_directory_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be written: not a directory"):
        bench.run(suite_of("gf2"), tmp_path / "file" / "records")


def test_a_directory_without_records(tmp_path):
    with pytest.raises(InputError, match=r"no records\.jsonl in it"):
        bench.Records.read(tmp_path)


def test_rerun(tmp_path, misbehaving):
    every = ["gf2", "raiser", "sleeper"]
    suite = suite_of(*every, time_limit_s=0.2, grace_s=0.1)
    first = bench.run(suite, tmp_path / "records")
    for choice, again in (("failed", ["raiser"]), ("timeouts", ["sleeper"]), ("all", every)):
        shutil.copytree(tmp_path / "records", tmp_path / choice)
        second = bench.run(suite, tmp_path / choice, rerun=choice)
        assert [record.cell.backend for record in second.cells] == every
        assert [line["cell"]["backend"] for line in lines(tmp_path / choice)[3:]] == again
        assert [record.key for record in first.cells] == [record.key for record in second.cells]


def test_rerun_of_something_else(tmp_path):
    with pytest.raises(InputError, match="unknown choice of cells to run again 'crashed'"):
        bench.run(suite_of("gf2"), tmp_path, rerun="crashed")


def test_machines_are_kept_apart(finished):
    path = finished / RECORDS
    here = lines(finished)
    there = [line | {"key": f"{i}", "machine": line["machine"] | {"id": "other"}} for i, line in enumerate(here)]
    path.write_text("".join(json.dumps(line) + "\n" for line in here + there))
    records = bench.Records.read(finished)
    assert set(records.machines) == {here[0]["machine"]["id"], "other"}
    assert [record.key for record in records.on("other").cells] == ["0", "1", "2"]
    with pytest.raises(InputError, match="unknown machine 'othr'"):
        records.on("othr")


def test_keys_depend_on_every_field_and_on_nothing_else(finished):
    cell = bench.Records.read(finished).cells[0].cell
    assert cell.key == next(suite_of("gf2", sizes=("3-5",)).cells()).key
    import msgspec

    changes = {"backend": "chase", "goal": "feasible", "time_limit_s": 1.0, "memory_limit_mib": 1, "threads": 2}
    changes |= {"seed": 5, "repetition": 1, "board": bench.BoardSpec(3, 3, 2)}
    assert set(changes) == set(cell.__struct_fields__)
    keys = [msgspec.structs.replace(cell, **{name: value}).key for name, value in changes.items()]
    assert len({cell.key, *keys}) == 1 + len(changes)


def test_the_table_and_its_csv(finished):
    records = bench.Records.read(finished)
    table = records.to_table()
    assert table["rows"] == [3, 4, 5]
    assert table["nullity"] == [0, 4, 2]
    assert table["cost"] == table["optimum"]
    assert table["gap"] == table["optimum_gap"] == [0.0] * 3
    rows = list(csv.DictReader(io.StringIO(records.to_csv(finished.parent / "out.csv"))))
    assert [list(row) for row in rows] == [list(table)] * 3
    assert [row["cells"] for row in rows] == ["9", "16", "25"]
    assert [row["free_optimum"] for row in rows] == [str(cost) for cost in table["optimum"]]
    assert (finished.parent / "out.csv").read_text() == records.to_csv()


def test_a_copied_directory_resumes_too(finished, tmp_path):
    shutil.copytree(finished, tmp_path / "copy")
    assert (tmp_path / "copy" / SUITE).is_file()
    bench.run(suite_of("gf2", sizes=("3-6",)), tmp_path / "copy")
    assert len(lines(tmp_path / "copy")) == 4


def test_nothing_is_left_over_without_a_directory(tmp_path, monkeypatch):
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert len(bench.run(suite_of("gf2")).cells) == 1
    assert list(tmp_path.iterdir()) == []

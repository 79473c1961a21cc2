"""Every kind of bad input: one clear line on stderr, exit code 2, never a traceback."""

from __future__ import annotations

import pytest

FILES = {
    "ragged.txt": b"110\n10\n000\n",
    "symbol.txt": b"110\n1x0\n000\n",
    "empty.txt": b"",
    "blank.txt": b"\n  \n",
    "binary.txt": bytes(range(256)),
    "binary.npy": b"\x93NUMPY garbage",
    "broken.toml": b'board = ["110"\n',
    "unknown.toml": b'bord = ["110"]\n',
    "ragged.toml": b'board = ["110", "10"]\n',
    "latin.txt": b"1\xe9\n",
    "weights.txt": b"1 2\n3 x\n",
}


@pytest.fixture
def files(tmp_path, monkeypatch):
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["ragged.txt"], "ragged.txt:2"),
        (["symbol.txt"], "'x'"),
        (["symbol.txt"], "symbol.txt:2:2"),
        (["empty.txt"], "empty"),
        (["blank.txt"], "empty"),
        (["binary.txt"], "binary.txt"),
        (["binary.npy"], "binary.npy"),
        (["latin.txt"], "UTF-8"),
        (["broken.toml"], "broken.toml"),
        (["unknown.toml"], "did you mean"),
        (["ragged.toml"], "ragged.toml"),
        (["folder"], "directory"),
        (["missing.txt"], "missing.txt"),
        (["110/10"], "row 2"),
        (["120/010"], "120/010"),
        (["lit:0x5"], "0x5"),
        (["lit:5x0"], "5x0"),
        (["lit:5"], "lit:5"),
        (["lit:1000000x1000000"], "1000000x1000000"),
        (["random:5x5"], "seed"),
        (["random:5x5:-1"], "seed"),
        (["10", "--weights", "1 -2"], "-2"),
        (["10", "--weights", "1 nan"], "nan"),
        (["10", "--weights", "1 inf"], "inf"),
        (["10", "--weights", "1 2 3"], "3 numbers"),
        (["10", "--weights", "missing.txt"], "missing.txt"),
        (["10/01", "--weights", "weights.txt"], "x"),
        (["10", "--forbid", "0,2"], "0,2"),
        (["10", "--forbid", "-1,0"], "-1,0"),
        (["10", "--forbid", "1;2"], "1;2"),
        (["10", "--rule", "plsu"], "did you mean 'plus'"),
        (["10", "--wrap", "tours"], "did you mean 'torus'"),
        (["10", "--states", "1"], "states 1"),
        (["10", "--states", "1000000000"], "states"),
        (["10", "--target", "dark"], "target"),
        (["10", "--target", "1"], "target"),
        (["10", "--backend", "cbcc"], "did you mean 'cbc'"),
        (["10", "--backend", "scip:partiy"], "did you mean 'parity'"),
        (["10", "--backend", "chase:parity"], "chase"),
        (["10", "--backend", ""], "''"),
        (["10", "--goal", "best"], "optimal"),
        (["10", "--time-limit", "fast"], "'fast'"),
        (["10", "--time-limit", "-1"], "'-1'"),
        (["10", "--time-limit", "0s"], "'0s'"),
        (["10", "--time-limit", "nan"], "'nan'"),
        (["10", "--time-limit", "5 parsecs"], "500ms, 30s"),
        (["10", "--threads", "0"], "threads 0"),
        (["10", "--seed", "-1"], "seed -1"),
        (["10", "--workers", "-1"], "workers -1"),
        (["10", "--on", "x"], "--on and --off"),
        (["10", "--on", "x", "--off", "x"], "differ"),
        (["lit:50x50", "-b", "chase"], "chase"),
        (["10", "-b", "chase", "--rule", "king"], "plus rule"),
        (["00", "00", "-b", "chase", "-o", "x.txt"], "--output"),
        (["00", "-b", "chase", "--threads", "x"], "'--threads'"),
    ],
)
def test_bad_input(fails, files, arguments, expected):
    assert expected in fails("solve", *arguments)


@pytest.mark.parametrize("output", ["x.jpg", "folder", "missing/x.txt"])
def test_bad_output(run, files, output):
    result = run("solve", "00", "-b", "chase", "-o", output)
    assert result.code == 2
    assert result.err.startswith("lo-opt: error: ")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("piped", [b"", b"12\n34\n", b"\x00\x01\x02", b"11\n1\n", b'board = ["1",'])
def test_bad_standard_input(fails, piped):
    fails("solve", "-b", "chase", stdin=piped)

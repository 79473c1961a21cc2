"""No home, no room, no rights, no terminal, no UTF-8: commands work where they can, and say what is wrong where not."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from caged import Cage

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="capabilities and limits as Linux has them")

TIMEOUT_S = 60
COMMAND = [sys.executable, "-m", "lo_opt"]
SUITE = 'name = "one"\nbackends = ["gf2"]\nsizes = [2]\n'

# Every command that writes files: its arguments, FILE standing for what it writes, and the suffixes to try.
WRITERS = {
    "solve --output": (["solve", "11/10", "-b", "gf2", "--json", "-o", "FILE"], [".txt", ".npy", ".npz", ".pbm"]),
    "solve --draw": (["solve", "11/10", "-b", "gf2", "--json", "--draw", "FILE"], [".svg", ".png"]),
    "draw": (["draw", "11/10", "-o", "FILE"], [".svg", ".png", ".pdf"]),
    "export": (["export", "11/10", "-o", "FILE"], [".lp", ".mps", ".wcnf", ".toml"]),
    "generate": (["generate", "3x3", "-o", "FILE"], [".txt", ".toml", ".json"]),
    "eliminate": (["eliminate", "11/10", "-o", "FILE"], [".html", ".gif"]),
    "distribution": (["distribution", "3x3", "--json", "--plot", "FILE"], [".svg"]),
    "bench plot": (["bench", "plot", "RECORDS", "-o", "FILE"], [".svg", ".png"]),
    "bench report": (["bench", "report", "RECORDS", "-o", "FILE"], [".csv", ".md"]),
}
FILES = [(name, suffix) for name, (_, suffixes) in WRITERS.items() for suffix in suffixes]

FIT = {("solve --output", ".txt"), ("solve --output", ".pbm"), ("generate", ".txt")}  # in forty bytes

DROP_BOUNDING, OVERRIDE, READ_ANYTHING = 24, 1, 2


GIVE_UP = f"import sys; sys.path.append({str(Path(__file__).parent)!r}); import {__name__} as t; t.give_up_now()"


def as_anyone():
    """Give up, for this process and its children, what lets the superuser read and write where it has no right to."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (OVERRIDE, READ_ANYTHING):
            if libc.prctl(DROP_BOUNDING, capability, 0, 0, 0):
                raise OSError(ctypes.get_errno(), "cannot give up capabilities")


def run(*arguments, **options):
    options = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "timeout": TIMEOUT_S} | options
    return subprocess.run([*COMMAND, *map(str, arguments)], **options)


@pytest.fixture(scope="module")
def cage():
    made = Cage()
    yield made
    made.close()


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    from lo_opt import bench

    folder = tmp_path_factory.mktemp("measured") / "records"
    bench.run(bench.Suite("one", backends=("gf2",), sizes=(2,)), folder)
    return folder


def asked(name, file, records):
    return [str({"FILE": file, "RECORDS": records}.get(word, word)) for word in WRITERS[name][0]]


@pytest.mark.parametrize(("name", "suffix"), FILES)
def test_a_disk_that_fills_leaves_the_old_file(cage, tmp_path, records, name, suffix):
    file = tmp_path / f"written{suffix}"
    file.write_bytes(b"what was here before")
    ended = cage.run(*asked(name, file, records), file_bytes=40)
    written = [path.name for path in tmp_path.iterdir()]
    assert written == [file.name]
    if (name, suffix) in FIT:
        assert ended.code == 0
        assert file.stat().st_size <= 40
    else:
        assert (ended.code, ended.err.count("\n")) == (2, 1), ended
        assert "cannot be written: file too large" in ended.err
        assert file.read_bytes() == b"what was here before"


def test_a_disk_that_fills_leaves_no_directory_of_levels(cage, tmp_path):
    ended = cage.run("generate", "3x3", "-n", "3", "--output-dir", tmp_path / "levels", file_bytes=40)
    assert "file too large" in ended.assert_is_error()
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_really_full(tmp_path):
    """A file system of its own, which only this process and its children see."""
    script = f'mount -t tmpfs -o size=64k none "{tmp_path}" && cd "{tmp_path}" && exec "$@"'
    wrapped = ["unshare", "--mount", "sh", "-c", script, "sh"]
    try:
        there = subprocess.run([*wrapped, "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        there = False
    if not there:
        pytest.skip("no file system can be mounted here")
    command = f"{sys.executable} -m lo_opt draw lit:30x30 -o board.png; echo code $?; ls -A"
    done = subprocess.run([*wrapped, "sh", "-c", command], capture_output=True, text=True, timeout=TIMEOUT_S)
    assert done.stdout == "code 2\n"
    assert done.stderr == "lo-opt: error: board.png cannot be written: no space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "11/10", "-b", "gf2,chase"],
        ["analyze", "11/10"],
        ["table", "--sizes", "2-4", "--json"],
        ["distribution", "3x3"],
        ["generate", "3x3", "--json"],
        ["export", "lit:9x9", "--format", "lp"],
        ["eliminate", "11/10"],
        ["puzzles"],
        ["backends", "--json"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_output_that_nobody_can_take(cage, arguments):
    ended = cage.run(*arguments, stdout="/dev/full")
    assert ended.assert_is_error(1) == "lo-opt: error: the output cannot be written: No space left on device\n"


@pytest.fixture
def closed(tmp_path):
    """A directory that holds a board and in which nothing can be written."""
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "board.txt").write_text("11\n10\n")
    (folder / "suite.toml").write_text(SUITE)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)


@pytest.mark.parametrize(("name", "suffix"), [(name, suffixes[0]) for name, (_, suffixes) in WRITERS.items()])
def test_a_directory_in_which_nothing_can_be_written(cage, closed, records, name, suffix):
    ended = cage.run(*asked(name, f"new{suffix}", records), cwd=closed, before=GIVE_UP)
    assert f"new{suffix} cannot be written: permission denied" in ended.assert_is_error()
    assert sorted(path.name for path in closed.iterdir()) == ["board.txt", "suite.toml"]


@pytest.mark.parametrize("name", ["board.txt", "board.toml", "board.npy", "board.npz", "board.pbm"])
def test_a_file_that_may_not_be_read(cage, tmp_path, name):
    (tmp_path / name).write_text("11\n10\n")
    (tmp_path / name).chmod(0)
    expected = f"lo-opt: error: {name} cannot be read: permission denied\n"
    assert cage.run("solve", name, cwd=tmp_path, before=GIVE_UP).assert_is_error() == expected


def give_up_now():
    """Give up the superuser's rights to files in this very process."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        header = (ctypes.c_uint32 * 2)(0x20080522, 0)
        data = (ctypes.c_uint32 * 6)()
        assert libc.capget(header, data) == 0
        for offset in (0, 1):
            data[offset] &= ~(1 << OVERRIDE | 1 << READ_ANYTHING)
        assert libc.capset(header, data) == 0


def test_working_where_nothing_can_be_written(closed, tmp_path):
    for backend in ("gf2", "scip", "cbc"):
        done = run("solve", "board.txt", "-b", backend, "--json", cwd=closed, preexec_fn=as_anyone)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["cost"] == 1
    done = run("bench", "run", "suite.toml", cwd=closed, preexec_fn=as_anyone)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lo-opt: error: bench-one cannot be written: permission denied; name another directory\n"
    elsewhere = run("bench", "run", "suite.toml", "-o", tmp_path / "out", cwd=closed, preexec_fn=as_anyone)
    assert (elsewhere.returncode, elsewhere.stderr) == (0, "")


def test_a_directory_that_is_gone(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'cd "$0" && rmdir "$0" && exec "$@"'
    for backend in ("gf2", "cbc"):
        gone.mkdir(exist_ok=True)
        command = ["sh", "-c", script, str(gone), *COMMAND, "solve", "11/10", "-b", backend, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT_S)
        assert (done.returncode, json.loads(done.stdout)["cost"]) == (0, 1), done.stderr


HOMES = {"none": None, "not there": "/dev/null/home", "not writable": "/proc", "not a path": "\x01\n"}


@pytest.mark.parametrize("home", HOMES)
def test_no_home(home, tmp_path):
    kept = {key: value for key, value in os.environ.items() if key not in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")}
    environment = kept if HOMES[home] is None else kept | {"HOME": HOMES[home]}
    if home == "none":
        environment |= {"USER": "", "LOGNAME": ""}
    done = run("draw", "11/10", "-o", "x.png", env=environment, preexec_fn=as_anyone, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "x.png").stat().st_size > 500


def test_no_place_for_temporary_files(closed):
    environment = os.environ | {"TMPDIR": "/dev/null/here"}
    code = (
        "import sys, tempfile; tempfile._candidate_tempdir_list = lambda: ['/dev/null/here'];"
        "from lo_opt.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    for backend, expected in (("gf2", 0), ("cbc", 5)):
        command = [sys.executable, "-c", code, "solve", "11/10", "-b", backend, "--json"]
        done = subprocess.run(
            command, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL, timeout=TIMEOUT_S
        )
        assert done.returncode == expected, done.stderr
        assert "Traceback" not in done.stderr
        assert expected == 0 or "No usable temporary directory" in done.stderr


PLAIN = {"LC_ALL": "C", "LANG": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyze", "110/010/011"],
        ["distribution", "3x3"],
        ["generate", "3x3"],
        ["eliminate", "11/10"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_utf8(arguments):
    done = run(*arguments, env=os.environ | PLAIN, text=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


def test_no_utf8_in_names(tmp_path):
    (tmp_path / "brett-ä.txt").write_text("11\n10\n")
    done = run("solve", "brett-ä.txt", "-b", "gf2", "--json", env=os.environ | PLAIN, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["cost"] == 1
    missing = run("solve", "weg-ä.txt", env=os.environ | PLAIN, cwd=tmp_path)
    assert missing.returncode == 2
    assert missing.stderr.isascii()


@pytest.mark.parametrize("redirections", [">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["solve 11/10 -b cbc", "analyze 11/10"])
def test_closed_streams(redirections, words, tmp_path):
    command = ["sh", "-c", f'"$@" {redirections}', "sh", *COMMAND, *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("terminal", ["dumb", None])
def test_odd_terminals(terminal):
    import pty

    environment = {key: value for key, value in os.environ.items() if key != "TERM"}
    environment |= {} if terminal is None else {"TERM": terminal}
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "wb") as stream:
        process = subprocess.Popen(
            [*COMMAND, "solve", "11/10", "-b", "gf2"], stdin=stream, stdout=stream, stderr=stream, env=environment
        )
    said = b""
    try:
        while part := os.read(ours, 4096):
            said += part
    except OSError:  # the other end is closed
        pass
    assert process.wait(TIMEOUT_S) == 0
    assert b"optimal" in said
    assert b"Traceback" not in said
    assert terminal != "dumb" or b"\x1b[" not in said
    os.close(ours)

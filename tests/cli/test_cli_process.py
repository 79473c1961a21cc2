"""The command as a process of its own: signals, pipes, closed streams and encodings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "lo_opt"]
TIMEOUT_S = 60

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and streams as POSIX has them")


def start(*arguments, **options):
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.Popen([*COMMAND, *arguments], text=True, **options)


def shell(redirections, *arguments):
    """Run the command through a shell, which can close its streams."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirections}', "sh", *COMMAND, *arguments],
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )


@pytest.mark.parametrize("backend", ["chase", "scip", "cpsat"])
def test_ctrl_c_while_solving_is_answered(backend):
    # The first answer tells when the second puzzle has begun; the third must never begin.
    process = start("solve", "00/00", "random:34x34:1", "lit:34x34", "-b", backend, "--json")
    assert json.loads(process.stdout.readline())["status"] == "optimal"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 130
    assert err == ""
    (record,) = [json.loads(line) for line in out.splitlines()]
    assert record["limit"] == "interrupt"
    assert record["status"] in ("unknown", "feasible")


def test_a_signal_that_a_library_drops_comes_again():
    # Exceptions in a callback are dropped, as in numba's while it compiles.
    script = """if True:
        import ctypes, signal, sys, time
        from lo_opt import __main__ as command
        def work():
            ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()
            print("dropped", flush=True)
            time.sleep(60)
        import lo_opt.cli.app
        lo_opt.cli.app.run = lambda *arguments: work()
        sys.exit(command.main())
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stdout, done.stderr) == (130, "dropped\n", "")


def test_ctrl_c_while_waiting_for_input():
    process = start("solve", stdin=subprocess.PIPE)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    assert process.wait(TIMEOUT_S) == 130
    assert "Traceback" not in process.stderr.read()


def test_a_closed_pipe_is_no_error():
    process = start("solve", *["lit:30x30"] * 50, "-b", "chase", "--goal", "feasible", "--json", "--time-limit", "1ms")
    process.stdout.close()
    assert process.wait(TIMEOUT_S) == 141
    assert process.stderr.read() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_full_disk_takes_one_line(flags):
    done = shell("> /dev/full < /dev/null", "solve", "-b", "chase", *flags)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "lo-opt: error: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("redirections", ["<&-", "< /dev/null", "<&- 2>&-"])
def test_nothing_piped_in_means_the_articles_board(redirections):
    done = shell(redirections, "solve", "-b", "chase", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["cost"] == 11


def test_a_closed_stdout_is_no_error():
    done = shell(">&- < /dev/null", "solve", "-b", "chase")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [["solve", "-b", "chase"], ["backends"], ["--help"], ["solve", "--help"]])
def test_a_terminal_without_unicode(arguments):
    environment = os.environ | {
        "LC_ALL": "C",
        "PYTHONIOENCODING": "ascii",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
    }
    process = start(*arguments, env=environment)
    out, err = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 0, err
    assert out.isascii()


def test_arguments_that_are_no_text():
    process = subprocess.run(
        [*(part.encode() for part in COMMAND), b"solve", b"\xff\xfe.txt"], capture_output=True, timeout=TIMEOUT_S
    )
    assert process.returncode == 2
    assert process.stderr.count(b"\n") == 1
    assert process.stderr.startswith(b"lo-opt: error: ")


def test_the_installed_command_is_the_module():
    script = Path(sys.executable).with_name("lo-opt")
    if not script.exists():
        pytest.skip("lo-opt is not installed as a script")
    commands = [[str(script)], COMMAND]
    said = [subprocess.run([*command, "--version"], capture_output=True, timeout=TIMEOUT_S) for command in commands]
    assert said[0].stdout == said[1].stdout

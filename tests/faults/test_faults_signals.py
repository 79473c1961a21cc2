"""Ctrl-C and requests to end, at any moment: exit code 130, nothing half written, nothing left running.

LO_OPT_FUZZ=N draws other moments for every N; a failure names its own.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from spoiling import LONGER

from lo_opt import Puzzle

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")

TIMEOUT_S = 90
# What Python itself does before lo-opt begins is not lo-opt's to answer.
BEGIN = (
    "import os, sys; os.environ['OMP_NUM_THREADS'] = '1'; from lo_opt.__main__ import main; "
    "print('begun', file=sys.stderr, flush=True); sys.exit(main())"
)
SUITE = 'name = "some"\nbackends = ["gf2", "chase", "scip"]\nsizes = ["2-4"]\n'


def is_board(path):
    Puzzle.read(path)


def is_picture(path):
    data = path.read_bytes()
    assert data.rstrip().endswith((b"</svg>", b"%%EOF")) or data.endswith(b"IEND\xaeB`\x82")


def ends_with(words):
    return lambda path: path.read_text().rstrip().endswith(words) or pytest.fail(path.read_text()[-100:])


def is_json(path):
    assert [json.loads(line) for line in path.read_text().splitlines()]


# Command -> how to tell whether the file it writes is whole, and how long it takes, so that moments fall within.
COMMANDS = {
    "solve random:34x34:1 -b chase --time-limit 3s --json": (None, 2.0),
    "solve random:30x30:1 -b scip --time-limit 5s --json": (None, 2.0),
    "solve random:25x25:1 -b cbc --time-limit 5s --json": (None, 2.0),
    "solve random:25x25:1 -b highs --time-limit 5s --json": (None, 2.0),
    "solve random:20x20:1 -b cpsat --time-limit 5s --json": (None, 2.0),
    "solve random:30x30:1 -b gf2 --workers 2 --time-limit 5s --json": (None, 2.0),
    "solve lit:9x9 --json -o FILE.npz": (is_board, 1.0),
    "draw random:60x60:1 -o FILE.png": (is_picture, 2.0),
    "draw random:60x60:1 -o FILE.svg": (is_picture, 1.0),
    "export lit:120x120 -o FILE.lp": (ends_with("End"), 1.5),
    "generate 9x9 -n 20000 -o FILE.json": (is_json, 2.0),
    "table --sizes 2-400 --json": (None, 2.0),
    "distribution 5x5 --json": (None, 1.5),
    "analyze lit:60x60 --json": (None, 1.5),
    "eliminate lit:9x9 -o FILE.html": (ends_with("</html>"), 1.5),
    "bench run SUITE -o RECORDS": (None, 4.0),
}
SIGNALS = (signal.SIGINT, signal.SIGTERM)
ONCE = [(command, SIGNALS[place % 2]) for place, command in enumerate(COMMANDS)]
TRIED = ONCE if LONGER == 1 else [(command, number) for command in COMMANDS for number in SIGNALS] * LONGER


def wait_until_empty(group):
    """Wait until no process of a group is left, which is all that a command has started."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("something still runs")


@pytest.mark.parametrize(("command", "number"), TRIED)
def test_at_any_moment(command, number, tmp_path):
    is_whole, seconds = COMMANDS[command]
    moment = random.Random(f"{command} {number} {LONGER}").uniform(0, seconds)
    (tmp_path / "SUITE").write_text(SUITE)
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN, *command.split()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
        start_new_session=True,
    )
    assert process.stderr.readline() == "begun\n"
    time.sleep(moment)
    process.send_signal(number)
    out, err = process.communicate(timeout=TIMEOUT_S)
    said = f"{command} at {moment:.3f} s: {process.returncode} {err} {out[:300]}"
    assert err == "", said
    over = bool(out) or any(not path.name.isupper() for path in tmp_path.iterdir())
    # it may have been over already, and Python about to end
    assert process.returncode in ((130, 0, 3, 4, -number) if over else (130,)), said
    for line in out.splitlines() if "--json" in command else ():
        json.loads(line)
    written = {path.name: path for path in tmp_path.iterdir()} | {"SUITE": None}
    records = written.pop("RECORDS", None)
    assert not [name for name in written if name.startswith(".")], said
    for name in written.keys() - {"SUITE"}:
        is_whole(written[name])
    wait_until_empty(process.pid)
    if records is not None:
        again = subprocess.run(
            [sys.executable, "-m", "lo_opt", *command.split()],
            capture_output=True, text=True, cwd=tmp_path, timeout=TIMEOUT_S,
        )  # fmt: skip
        assert again.returncode == 0, (said, again.stderr)
        keys = [json.loads(line)["key"] for line in (records / "records.jsonl").read_text().splitlines()]
        assert len(keys) == len(set(keys)) == 9


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_is_answered_with_what_was_found(number):
    process = subprocess.Popen(
        [sys.executable, "-m", "lo_opt", "solve", "00", "random:34x34:1", "-b", "chase", "--json"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert json.loads(process.stdout.readline())["status"] == "optimal"
    time.sleep(1)
    process.send_signal(number)
    out, err = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, err) == (130, "")
    assert json.loads(out)["limit"] == "interrupt"


def test_a_terminal_that_is_gone_may_be_ignored():
    script = "trap '' HUP; exec \"$@\""
    command = [sys.executable, "-m", "lo_opt", "solve", "00", "lit:30x30", "-b", "scip", "--time-limit", "2s", "--json"]
    process = subprocess.Popen(
        ["sh", "-c", script, "sh", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    process.stdout.readline()
    process.send_signal(signal.SIGHUP)
    out, _ = process.communicate(timeout=TIMEOUT_S)
    assert json.loads(out)["limit"] == "time"

"""Thousands of malformed files through every reader: a puzzle or one clear line, nothing else, and soon."""

import random
import tracemalloc
from pathlib import Path

import pytest

from lo_opt.errors import InputError
from lo_opt.puzzle.changes import Changes
from lo_opt.puzzle.formats import FORMATS
from lo_opt.puzzle.library import library_text
from lo_opt.puzzle.reading import read_counting, read_puzzles

SEEDS = {
    "buttons": b"[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n[#.] (0) (1)\n",
    "counters": b"[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n(0) (0,1) {3,1}\n",
    "flip": b"2x2:edb7,8\n3x3c:d25dd25dd25dd25dd2580,ff8\n",
    "contest": b"2\n2 2\n1 0\n0 1\n3 1\n#\n.\n#\n0 0\n",
    "plist": b"-x---|xxx--|-x-x-|-----|x---x\nx-|-x|\n",
    "edges": b"# a graph\n0 1\n1,2\n2 0\n3\n",
    "text": b"11011\n01000\n10101\n00010\n10110\n",
    "pbm": b"P1\n# c\n3 2\n1 0 1\n0 1 1\n",
    "toml": library_text("merlin").encode(),
    "net": library_text("orbix").encode(),
    "weighted": library_text("weighted-4x4").encode(),
}
SUFFIXES = {"toml": ".toml", "net": ".toml", "weighted": ".toml", "pbm": ".pbm", "edges": ".edges"}
PIECES = [
    b"\0", b"\n", b"\r", b" ", b"9" * 30, b"-1", b"1e999", b"nan", b"(", b")", b"[", b"]", b"{", b"}", b"|", b"/", b"=",
    b"#", b"x", b",", b":", b'"', b"'", b"<", b"\xff", b"\xef\xbb\xbf", "é".encode(), "²".encode(), "٣".encode(), b"P4",
    b"1000000000 1000000000\n", b"99999x99999:", b"[" * 200, b'rule = "', b"states = 40000\n",
]  # fmt: skip


def mutated(rng, data):
    """Return data after a few random edits: bytes changed, cut out, repeated, swapped, or pieces put in."""
    for _ in range(rng.randint(1, 6)):
        at, end = sorted(rng.randint(0, len(data)) for _ in range(2))
        edit = rng.randrange(6)
        if edit == 0 and data:
            at %= len(data)
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        elif edit == 1:
            data = data[:at] + data[end:]
        elif edit == 2:
            data = data[:end] + data[at:]
        elif edit == 3:
            data = data[end:] + data[:at]
        else:
            data = data[:at] + rng.choice(PIECES) + data[at:]
    return data[:4000]


def outcome(read):
    """Return the message of the error that reading ends with, None if it does not."""
    try:
        read()
    except InputError as error:
        return str(error)
    return None


def check(message, data):
    if message is not None:
        assert "\n" not in message, data
        assert "\0" not in message, data
        assert len(message) < 1200, data
        assert message.strip(), data


@pytest.mark.parametrize("seed", sorted(SEEDS))
def test_mutated_files(seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = random.Random(seed)
    path = Path(f"f{SUFFIXES.get(seed, '.txt')}")
    tracemalloc.start()
    good = 0
    for _ in range(400):
        data = mutated(rng, SEEDS[seed])
        path.write_bytes(data)
        changes = Changes(states=rng.choice([None, None, None, 2, 3, 40]))
        messages = [outcome(lambda changes=changes: read_puzzles(path, changes))]
        if seed in FORMATS:
            messages.append(outcome(lambda changes=changes: read_puzzles(path, changes, format=seed)))
        if seed == "counters":
            messages.append(outcome(lambda: read_counting(path)))
        good += messages.count(None)
        for message in messages:
            check(message, data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 * 2**20
    assert good  # some mutations do no harm, so the reader was reached


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_other_peoples_files_and_noise(name):
    rng = random.Random(f"noise {name}")
    for other in sorted(SEEDS):
        text = SEEDS[other].decode()
        check(outcome(lambda text=text: read_puzzles(text + "\n", format=name)), text)
    symbols = "[](){}.#0123456789abcdefx-|,: \n"
    for _ in range(300):
        text = "".join(rng.choice(symbols) for _ in range(rng.randint(0, 60)))
        check(outcome(lambda text=text: read_puzzles(text + "\n", format=name)), text)
        check(outcome(lambda text=text: read_puzzles(text or " ")), text)


@pytest.mark.parametrize(
    "text",
    [
        "[" + "#" * 100_000 + "] (0)",
        "[#] " + "(0) " * 50_000,
        "[#] (" + "0," * 50_000 + "0)",
        "[#] " + "(" * 100_000,
        "1x1:" + "0" * 200_000 + ",0",
        "x-" * 50_000 + "|" + "-x" * 50_000,
        "|" * 100_000,
        "<string>" * 50_000,
        "<?xml" + "<string>x|</string>" * 5_000,
        "2 2\n" * 50_000,
        "1000000000 1\n" + "1\n" * 50_000,
        "a" * 200_000,
        " \n" * 200_000,
    ],
)
def test_long_texts_end_soon(text):
    for name in FORMATS:
        check(outcome(lambda name=name: read_puzzles(text + "\n", format=name)), text[:50])
    check(outcome(lambda: read_puzzles(text + "\n")), text[:50])

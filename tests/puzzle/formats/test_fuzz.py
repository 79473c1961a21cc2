"""Thousands of malformed files through every reader: a puzzle or one clear line, nothing else, and soon."""

import random
import tracemalloc
from pathlib import Path

import pytest
from spoiling import check, mutated, outcome

from lo_opt.puzzle.files.changes import Changes
from lo_opt.puzzle.formats import FORMATS
from lo_opt.puzzle.reading import read_counting, read_puzzles
from lo_opt.puzzle.reading.library import library_text

SEEDS = {
    "buttons": b"[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n[#.] (0) (1)\n",
    "counters": b"[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n(0) (0,1) {3,1}\n",
    "flip": b"2x2:edb7,8\n3x3c:d25dd25dd25dd25dd2580,ff8\n",
    "contest": b"2\n2 2\n1 0\n0 1\n3 1\n#\n.\n#\n0 0\n",
    "plist": b"-x---|xxx--|-x-x-|-----|x---x\nx-|-x|\n",
    "edges": b"# a graph\n0 1\n1,2\n2 0\n3\n",
    "levels": b'{"board":["10","01"],"rule":"king","weights":["1 2","0.5 1"],"min_presses":2.5}\n{"board":["1"]}\n',
    "text": b"11011\n01000\n10101\n00010\n10110\n",
    "pbm": b"P1\n# c\n3 2\n1 0 1\n0 1 1\n",
    "toml": library_text("merlin").encode(),
    "net": library_text("orbix").encode(),
    "weighted": library_text("weighted-4x4").encode(),
}
SUFFIXES = {"toml": ".toml", "net": ".toml", "weighted": ".toml", "pbm": ".pbm", "edges": ".edges", "levels": ".jsonl"}


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

"""Every reader of lo-opt as a function of bytes, with small inputs that it takes, for others to spoil."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lo_opt.analysis.table import parse_sizes
from lo_opt.bench import Records, Suite
from lo_opt.cli.numbers import duration
from lo_opt.game import Level
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.files.changes import Changes
from lo_opt.puzzle.reading import read_puzzle, read_puzzles
from lo_opt.puzzle.reading.library import library_text
from lo_opt.solving import settings_of
from lo_opt.web import tasks, wire

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"
CELLS = np.array([[1, 0, 1], [0, 1, 1]], np.uint8)
BOARD = "110/010/011"

ON_GRID = b"""name = "rich"
states = 3
wrap = "torus"
board = ["012", "201", "110"]
target = ["000", "111", "222"]
mask = ["###", "###", "###"]
weights = [[1, 0.5, 2], [1, 1, 1], [3, 1, 1]]
forbidden = [[0, 1]]
required = [[1, 1]]
rule_at = ["aba", "bab", "aba"]
rules.a = "plus"
rules.b = { offsets = [[0, 0], [0, 1]] }
objective = "presses,cost"
known.cost = 11
[[limits]]
at_most = 3
row = 0
[[limits]]
coefficients = [[0, 0, 2], [1, 1, -1]]
at_least = -1
"""
LISTED = b"""lights = "101"
buttons = [[0, 1], { 0 = 1, 2 = 1 }, [2]]
weights = [1, 2, 0.25]
forbidden = [1]
limits = [{ exactly = 2 }, { buttons = [0], at_most = 1 }]
"""
SUITE = b"""name = "tiny"
backends = ["gf2", "scip:parity"]
sizes = [3, "4x5", "4-6"]
seeds = [1, "2-4"]
puzzles = ["article-5x5", "lit:3x3", "110/010"]
goals = ["optimal", "feasible"]
repetitions = 2
time_limit_s = 5.0
memory_limit_mib = 400
[[variants]]
rule = ["plus", "king"]
forbidden = [0.1, 0.2]
weights = ["unit", "uniform"]
row_budget = 2
"""
PAGE = {
    "board": ["1101", "0100", "0010"],
    "rule": "king",
    "wrap": "torus",
    "states": 3,
    "target": "on",
    "weights": [["1", "0.5", "2", "1"]] * 3,
    "forbidden": ["0100", "0000", "0000"],
    "required": ["0000", "0000", "0001"],
    "holes": None,
    "name": "n",
}
LISTED_PAGE = {"board": ["110"], "buttons": [[0, 1], [1], [2, 2]], "holes": ["000"]}
GAME = {
    "puzzle": {"board": ["110", "010"]},
    "state": {
        "lights": ["110", "010"],
        "cursor": 1,
        "presses": 2,
        "errors": 0,
        "phase": "playing",
        "verdict": "none",
    },
    "events": ["press", "left", "check", "select:2"],
}


def npy(cells, **options):
    stream = io.BytesIO()
    np.save(stream, cells, **options)
    return stream.getvalue()


def npz(compressed=False, **arrays):
    stream = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(stream, **arrays)
    return stream.getvalue()


def forged(header, data=b""):
    """A `.npy` file with whatever is said in its header."""
    text = header.encode("latin-1", "replace") + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + data


@dataclass(frozen=True)
class Reader:
    """What is fed, and with what it is content."""

    read: Callable[[bytes, object], object]
    seeds: list[bytes]


def _file(name, *seeds, format=None):
    def read(data, rng):
        Path(name).write_bytes(data)
        read_puzzles(Path(name), Changes(states=rng.choice([None, None, None, 3])), format=format)

    return Reader(read, list(seeds))


def _text(read, *seeds):
    return Reader(lambda data, rng: read(data.decode("utf-8", "surrogateescape")), [seed.encode() for seed in seeds])


def _option(name, *seeds):
    return _text(lambda text: read_puzzle(BOARD, Changes(**{name: text})), *seeds)


def _json(read, *seeds):
    """A reader of JSON that has been decoded: what is no JSON never reaches it."""

    def read_decoded(data, rng):
        try:
            record = json.loads(data)
        except (ValueError, RecursionError):
            return
        read(record)

    return Reader(read_decoded, [json.dumps(seed).encode() for seed in seeds])


def _suite(data, rng):
    Path("suite.toml").write_bytes(data)
    for _ in zip(range(50), Suite.read("suite.toml").cells(), strict=False):
        pass


def _measured():
    """The first lines of shipped records, and their suite."""
    folder = next(RESULTS.rglob("records.jsonl")).parent
    lines = {name: _first_line(folder / name) for name in ("records.jsonl", "boards.jsonl")}
    return lines | {"suite.json": (folder / "suite.json").read_bytes()}


def _first_line(path):
    return path.read_bytes().partition(b"\n")[0] + b"\n"


MEASURED = _measured()


def _records(name):
    def read(data, rng):
        folder = Path("records")
        folder.mkdir(exist_ok=True)
        for other, contents in MEASURED.items():
            (folder / other).write_bytes(data if other == name else contents)
        Records.read(folder).to_csv()

    return Reader(read, [MEASURED[name]])


def _page(record):
    puzzle = wire.puzzle_from(record)
    json.dumps([wire.record_of(puzzle), wire.moves_of(puzzle)])


def _game(record):
    if not isinstance(record, dict):
        return
    game = wire.game_from(Level(wire.puzzle_from(record.get("puzzle")), 3), record.get("state"))
    for event in wire.events_from(record.get("events", [])):
        game = game.after(event)
    json.dumps(wire.game_record(game))


READERS = {
    "npy": _file("f.npy", npy(CELLS), npy(np.asfortranarray(CELLS)), npy(CELLS == 1), npy(CELLS.astype(">i8"))),
    "npz": _file(
        "f.npz",
        npz(board=CELLS),
        npz(True, board=CELLS, weights=CELLS * 1.5, target=CELLS, forbidden=1 - CELLS, states=np.int64(2)),
        npz(board=np.packbits(CELLS, axis=1, bitorder="little"), cols=np.int64(3)),
    ),
    "pbm": _file("f.pbm", b"P1\n# c\n3 2\n1 0 1\n0 1 1\n", b"P4 3 2\n\xa0\x60"),
    "toml": _file("f.toml", ON_GRID, LISTED, library_text("merlin").encode(), library_text("orbix").encode()),
    "suite": Reader(_suite, [SUITE]),
    "records": _records("records.jsonl"),
    "boards": _records("boards.jsonl"),
    "suite.json": _records("suite.json"),
    "standard input": Reader(
        lambda data, rng: read_puzzles("-", stdin=io.BytesIO(data)),
        [b"110\n010\n", b"P4 3 2\n\xa0\x60", ON_GRID, b"[.##.] (3) (1,3)\n"],
    ),
    "word": _text(
        read_puzzle,
        *("lit:5x5", "random:3x3:300", BOARD, "##./.#./..#", "merlin:lit", "cube:random:7", "merlin:110/010/000"),
        "3x3c:d25dd25dd25dd25dd2580,ff8",
    ),
    "board": Reader(
        lambda data, rng: Board.parse(data.decode("utf-8", "surrogateescape"), rng.choice([2, 3, 36])), [BOARD.encode()]
    ),
    "rule": _text(lambda text: Puzzle.grid(BOARD, text), ".#./#@#/.#.", "o##", "king"),
    "--rule": _option("rule", ".#./#@#/.#.", "plus"),
    "--wrap": _option("wrap", "torus"),
    "--target": _option("target", "on", BOARD, "##./.#./.##"),
    "--weights": _option("weights", "1 2 3/0.5 1 1/1 1 1", "1,2,3 / 4,5,6/7,8,9"),
    "--forbid": _option("forbid", "0,0 1,2"),
    "--require": _option("require", "0,0 1,2"),
    "--objective": _option("objective", "cost,presses"),
    "--sizes": _text(parse_sizes, "2-9", "3x5,4-6", "12"),
    "--time-limit": _text(lambda text: settings_of("optimal", duration(text), 1, 0), "500ms", "2m", "1.5", "none"),
    "page's puzzle": _json(_page, PAGE, LISTED_PAGE),
    "page's game": _json(_game, GAME),
    "page's file": _text(lambda text: tasks.read({"text": text}, print), library_text("weighted-4x4"), "110\n010\n"),
}

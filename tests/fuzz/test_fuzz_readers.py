"""Spoilt input through every reader: something that was meant, or one clear line, soon and in little memory."""

from __future__ import annotations

import random
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from readers import READERS, forged, npz
from spoiling import LONGER, check, mutated, outcome

ROUNDS = 60 * LONGER
PEAK_BYTES = 64 * 2**20  # for inputs of at most 4 kB


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", READERS)
def test_mutated_input(name):
    reader = READERS[name]
    for seed in reader.seeds:
        assert outcome(lambda seed=seed: reader.read(seed, random.Random(1))) is None, seed
    rng = random.Random(f"{name} {LONGER}")
    good = 0
    tracemalloc.start()
    for _ in range(ROUNDS):
        data = mutated(rng, rng.choice(reader.seeds))
        message = outcome(lambda data=data: reader.read(data, rng))
        check(message, data)
        good += message is None
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < PEAK_BYTES


ODD_NUMBERS = st.sampled_from(
    [0, 1, -1, 2, 3, 7, 10**9, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 0.5, -0.0, 1e308, float("inf"), float("nan")]
)
TEXTS = [
    "",
    "on",
    "off",
    "1",
    "110",
    "#.#",
    "0,0",
    "plus",
    "torus",
    "é",
    "²",
    "٣",
    "a.b",
    "\0",
    "\ud800",
    "\n",
    "x" * 300,
]
ODD_TEXTS = st.sampled_from(TEXTS) | st.text(max_size=5)
TYPES = ["|u1", "<i8", ">i2", "|b1", "<f8", "<f2", "<f16", "|O", "<U1", "|S0", "|V3", "<M8[s]", "(2,)u1"]
ATOMS = ODD_NUMBERS | ODD_TEXTS | st.booleans()
QUICK = settings(
    max_examples=60 * LONGER,
    deadline=None,
    derandomize=LONGER == 1,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

HEADERS = st.fixed_dictionaries(
    {
        "descr": st.sampled_from([*TYPES, [("a", "|O")], [], 5, None]) | ODD_TEXTS,
        "fortran_order": st.booleans() | ATOMS,
        "shape": st.tuples(ODD_NUMBERS, ODD_NUMBERS)
        | st.tuples(st.integers(-1, 4), st.integers(-1, 4))
        | st.lists(ODD_NUMBERS, max_size=4).map(tuple)
        | ATOMS,
    },
    optional={"more": ATOMS},
)


@QUICK
@given(header=HEADERS, data=st.binary(max_size=64), member=st.sampled_from(["board", "weights", "states", "cols"]))
def test_headers_of_arrays(header, data, member):
    read = READERS["npy"].read
    array = forged(repr(header), data)
    check(outcome(lambda: read(array, random.Random(0))), header)
    members = {"board": b"", member: array}
    archive = npz(board=[[1]]) if member != "board" else b""
    check(outcome(lambda: READERS["npz"].read(_zipped(members, archive), random.Random(0))), header)


def _zipped(members, archive):
    """Return an archive with these members, those without contents as in another archive."""
    import io
    import zipfile

    stream = io.BytesIO(archive)
    with zipfile.ZipFile(stream, "a") as target:
        for name, contents in members.items():
            if contents:
                target.writestr(f"{name}.npy", contents)
    return stream.getvalue()


def toml_text(value):
    """Return a value as TOML writes it, or as nearly as it can."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_text(str(key))} = {toml_text(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_text, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return (
            '"'
            + "".join(c if (c.isalnum() and c.isascii()) or c in "#., " else f"\\U{ord(c):08x}" for c in value)
            + '"'
        )
    return repr(value)


ROWS = st.lists(st.text("01#.", min_size=2, max_size=3), min_size=1, max_size=3)
VALUES = st.recursive(
    ATOMS | ROWS | st.lists(st.lists(st.integers(-1, 3), max_size=3), max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["0", "at_most", "row", "col", "buttons", "offsets", "picture", "cost"]), inner
        )
        | st.dictionaries(ODD_TEXTS, inner, max_size=2)
    ),
    max_leaves=6,
)
PUZZLE_KEYS = ["rule", "rule_at", "rules", "wrap", "states", "target", "weights", "mask", "forbidden", "required"]
PUZZLE_KEYS += ["limits", "objective", "known", "name", "source", "rows", "cols", "buttons", "lights", "board"]


@QUICK
@given(
    document=st.dictionaries(st.sampled_from(PUZZLE_KEYS), VALUES, max_size=3),
    plain=st.sampled_from([{"board": ["110", "010"]}, {"board": "on", "rows": 2, "cols": 3}, {"buttons": [[0], [1]]}]),
)
def test_documents_of_any_values(document, plain):
    text = "".join(f"{key} = {toml_text(value)}\n" for key, value in (plain | document).items())
    check(outcome(lambda: READERS["toml"].read(text.encode(), random.Random(0))), text)


SUITE_KEYS = ["name", "backends", "sizes", "seeds", "puzzles", "variants", "goals", "repetitions", "threads", "seed"]
SUITE_KEYS += ["time_limit_s", "grace_s", "memory_limit_mib", "reference_time_limit_s", "description"]
VARIANTS = st.lists(
    st.dictionaries(
        st.sampled_from(["rule", "wrap", "states", "weights", "forbidden", "required", "row_budget", "presses"]),
        ATOMS | st.lists(ATOMS, max_size=3),
        max_size=3,
    ),
    max_size=2,
)


@QUICK
@given(
    document=st.dictionaries(st.sampled_from(SUITE_KEYS), VALUES | st.lists(ATOMS, max_size=3), max_size=3),
    variants=VARIANTS,
)
def test_suites_of_any_values(document, variants):
    plain = {"name": "tiny", "backends": ["gf2"], "sizes": [3]}
    suite = plain | ({"variants": variants} if variants else {}) | document
    text = "".join(f"{key} = {toml_text(value)}\n" for key, value in suite.items())
    check(outcome(lambda: READERS["suite"].read(text.encode(), random.Random(0))), text)

"""Anything at all asked of the page's server: an answer or a refusal in words, never an internal error."""

from __future__ import annotations

import asyncio
import json
import pickle
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from readers import GAME, LISTED_PAGE, PAGE
from spoiling import LONGER, check, mutated, outcome

pytest.importorskip("starlette", reason="the extra web is not installed")

from lo_opt import Puzzle
from lo_opt.web import app as web_app
from lo_opt.web import tasks
from lo_opt.web.guard import MAX_BODY_BYTES, names_of

PORT = 8461
HEADERS = {"host": f"127.0.0.1:{PORT}", "origin": f"http://127.0.0.1:{PORT}", "content-type": "application/json"}
REFUSED = {400, 403, 404, 405, 413, 415, 421, 429}
QUICK = settings(
    max_examples=60 * LONGER,
    deadline=None,
    derandomize=LONGER == 1,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

ODD_NUMBERS = [0, 1, -1, 2, 64, 65, 10**9, 2**63, 10**400, 0.5, -0.0, 1e308, float("inf"), float("nan")]
ODD_TEXTS = [
    "",
    "0",
    "on",
    "off",
    "110",
    "plus",
    "torus",
    "auto",
    "chase",
    "gf2",
    "é",
    "1e9",
    "\0",
    "\ud800",
    "x" * 300,
]
ATOMS = st.sampled_from([None, True, False, *ODD_NUMBERS, *ODD_TEXTS])
ROWS = st.lists(st.text("012", min_size=3, max_size=3), min_size=1, max_size=3)
VALUES = st.recursive(
    ATOMS | ROWS | st.lists(st.lists(st.integers(-1, 3), max_size=3), max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(sorted(PAGE)), inner, max_size=3),
    max_leaves=5,
)
PUZZLES = st.builds(
    lambda plain, changes: plain | changes,
    st.sampled_from([PAGE, LISTED_PAGE, {"board": ["110", "010"]}, {}]),
    st.dictionaries(st.sampled_from([*PAGE, "buttons"]), VALUES, max_size=2),
)
STATES = st.builds(
    lambda changes: GAME["state"] | changes, st.dictionaries(st.sampled_from(sorted(GAME["state"])), VALUES, max_size=2)
)
OTHERS = ["backend", "goal", "time_limit_s", "difficulty", "seed", "format", "text", "board", "least_checked", "events"]
RECORDS = st.builds(
    lambda puzzle, state, others: {"puzzle": puzzle, "state": state} | others,
    PUZZLES | VALUES,
    STATES | VALUES,
    st.dictionaries(st.sampled_from(OTHERS), VALUES, max_size=3),
)
PATHS = ["/api/puzzle", "/api/game", "/api/cancel/0", *(f"/api/run/{kind}" for kind in tasks.TASKS), "/api/run/x"]


class Idle:
    """A child that takes its task as a real one would, through a pipe, and has computed nothing."""

    is_alive = True

    def begin(self, kind, record, limit_s):
        pickle.loads(pickle.dumps((kind, record)))
        assert 0 < limit_s <= tasks.MAX_TIME_S

    def messages(self):
        yield None
        yield {"result": {}}

    def cancel(self):
        pass

    def kill(self):
        pass


@pytest.fixture
def ask(monkeypatch):
    """Return a function that sends a request to the application and returns (status, text)."""
    monkeypatch.setattr(web_app.Nursery, "prepare", lambda self: None)
    monkeypatch.setattr(web_app.Nursery, "take", lambda self: Idle())
    application = web_app.application(Puzzle.read("article-5x5"), names_of(PORT))

    async def answered(scope, body, stays):
        messages, parts = [], list(body)

        async def receive():
            if not parts and not stays:
                return {"type": "http.disconnect"}
            if not parts:
                await asyncio.sleep(3600)
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

        async def send(message):
            messages.append(message)

        await application(scope, receive, send)
        start = next((message for message in messages if message["type"] == "http.response.start"), None)
        if start is None:
            return None, ""
        return start["status"], b"".join(message.get("body", b"") for message in messages[1:]).decode()

    async def several(count, scope, body, stays):
        tasks = (answered(scope, body, stays) for _ in range(count))
        return await asyncio.wait_for(asyncio.gather(*tasks), 30)

    def request(method, path, body=(b"",), headers=HEADERS, count=None, stays=True):
        raw = [(name.encode("latin-1", "replace"), value) for name, value in headers.items()]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "path": path,
            "raw_path": path.encode("utf-8", "replace"),
            "query_string": b"",
            "root_path": "",
            "scheme": "http",
            "headers": [(name, v.encode("latin-1", "replace") if isinstance(v, str) else v) for name, v in raw],
            "client": ("127.0.0.1", 5),
            "server": ("127.0.0.1", PORT),
        }
        replies = asyncio.run(several(count or 1, scope, body, stays))
        return replies[0] if count is None else replies

    return request


BODY = json.dumps({"puzzle": {"board": ["1"]}}).encode()


def test_many_at_once(ask):
    statuses = [status for status, _ in ask("POST", "/api/run/solve", [BODY], count=40)]
    assert statuses.count(200) == web_app.MAX_RUNNING
    assert statuses.count(429) == 40 - web_app.MAX_RUNNING
    assert ask("POST", "/api/run/solve", [BODY])[0] == 200


def test_whoever_leaves_at_once_blocks_nobody(ask):
    for _ in range(3 * web_app.MAX_RUNNING):
        ask("POST", "/api/run/solve", [BODY], stays=False)
    assert ask("POST", "/api/run/solve", [BODY])[0] == 200


@pytest.mark.parametrize("length", ["", "-1", "+5", "1e3", "²", "9" * 20, "9" * 5_000, "5, 5", "0x10"])
def test_lengths_that_are_none(ask, length):
    assert ask("POST", "/api/game", [BODY], HEADERS | {"content-length": length})[0] == 413


def check_reply(status, text, sent):
    assert status == 200 or status in REFUSED, (status, text, sent)
    if status != 200:
        error = json.loads(text)["error"]
        check(error, sent)


@QUICK
@given(path=st.sampled_from(PATHS), record=RECORDS | VALUES)
def test_records_of_any_values(ask, path, record):
    check_reply(*ask("POST", path, [json.dumps(record).encode()]), (path, record))


@pytest.mark.parametrize("path", PATHS)
def test_mutated_records(ask, path):
    rng = random.Random(f"{path} {LONGER}")
    seeds = [json.dumps(seed).encode() for seed in ({"puzzle": PAGE}, {"puzzle": LISTED_PAGE}, GAME)]
    for _ in range(40 * LONGER):
        body = mutated(rng, rng.choice(seeds))
        check_reply(*ask("POST", path, [body[:50], body[50:]]), body)


NESTED = [b'{"puzzle":' * depth + b"1" + b"}" * depth for depth in (50, 300, 900, 980, 995, 5_000, 20_000)]
NESTED += [b'{"puzzle":' + b"[" * depth + b"]" * depth + b"}" for depth in (50, 300, 900, 980, 995, 5_000, 100_000)]
NESTED += [body.replace(b'"puzzle"', b'"events"', 1) for body in NESTED]


@pytest.mark.parametrize("path", PATHS)
def test_records_that_are_deep(ask, path):
    for body in NESTED:
        check_reply(*ask("POST", path, [body]), (len(body), body[:20]))


HUGE = [
    b'{"puzzle":' + b"9" * 200_000 + b"}",
    b'{"time_limit_s":1' + b"0" * 400 + b"}",
    b'{"time_limit_s":-1e400}',
    b'{"puzzle":{"board":["' + b"1" * 200_000 + b'"]}}',
    b'{"puzzle":{"board":[' + b'"1",' * 60_000 + b'"1"]}}',
    b'{"puzzle":{"board":["1"],"rule":"' + b"#" * 200_000 + b'"}}',
    b'{"puzzle":{"board":["1"],"weights":[[' + b'"1",' * 60_000 + b'"1"]]}}',
    b'{"puzzle":{"board":["1"],"buttons":[[' + b"0," * 100_000 + b"0]]}}",
    b'{"events":[' + b'"press",' * 30_000 + b'"press"]}',
    b'{"board":"' + b"x" * 200_000 + b'"}',
    b'{"backend":"' + b"x" * 200_000 + b'"}',
    b'{"text":"' + b"(0)" * 80_000 + b'"}',
    b"{" + b'"puzzle":1,' * 20_000 + b'"puzzle":1}',
    b" " * MAX_BODY_BYTES,
    b"x" * (MAX_BODY_BYTES + 1),
]


@pytest.mark.parametrize("path", PATHS)
def test_records_that_are_huge(ask, path):
    for body in HUGE:
        check_reply(*ask("POST", path, [body[:100_000], body[100_000:]]), body[:40])


@QUICK
@given(
    method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "", "\x00"]),
    path=st.sampled_from([*PATHS, "/", "/static/main.js", "/api/start"]) | st.text(max_size=20).map("/".__add__),
    headers=st.dictionaries(
        st.sampled_from([*HEADERS, "content-length", "transfer-encoding", "cookie", "upgrade", "x-forwarded-host"]),
        st.sampled_from([*HEADERS.values(), "0", "-1", "9" * 30, "9" * 5000, "²", "text/plain", "null", "evil", ""])
        | st.binary(max_size=20),
    ),
    usual=st.booleans(),
)
def test_requests_of_any_kind(ask, method, path, headers, usual):
    status, text = ask(method, path, [b"{}"], HEADERS | headers if usual else headers)
    if method == "HEAD" or (method == "GET" and status == 200):
        assert status == 200 or status in REFUSED
        return
    check_reply(status, text, (method, path, headers))


@QUICK
@given(kind=st.sampled_from(sorted(set(tasks.TASKS) - {"generate"})), record=RECORDS)
def test_tasks_of_any_values(kind, record):
    quick = dict(record) | {"time_limit_s": 0.5}
    message = outcome(lambda: json.dumps(tasks.TASKS[kind](quick, json.dumps)))
    check(message, record)


@settings(QUICK, max_examples=10 * LONGER)
@given(record=RECORDS, difficulty=st.sampled_from([*tasks.DIFFICULTIES, 5, None]))
def test_levels_of_any_values(record, difficulty):
    message = outcome(lambda: json.dumps(tasks.generate(record | {"difficulty": difficulty}, json.dumps)))
    check(message, record)


@pytest.mark.parametrize("half", ["\ud800", "a\udfff", "\udc80b"])
def test_half_characters(ask, half):
    for record in ({"puzzle": PAGE | {"name": half}}, {"board": half}, {"puzzle": {"board": [half]}}):
        status, text = ask("POST", "/api/puzzle", [json.dumps(record).encode()])
        assert (status, text.isascii()) == (400, True)

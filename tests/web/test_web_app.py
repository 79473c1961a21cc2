"""The application without a socket: addresses, tasks, and everything it refuses."""

from __future__ import annotations

import socket
import threading
import time

import pytest

from lo_opt import Board, InputError, Puzzle, solve, verify
from lo_opt.web import tasks
from lo_opt.web.guard import MAX_BODY_BYTES
from lo_opt.web.server import listening
from lo_opt.web.wire import puzzle_from, record_of

ARTICLE = Puzzle.read("article-5x5")
FIXED = {"puzzle": record_of(Puzzle.read("fixed-4x4")), "least_checked": 5}


def test_the_page_and_all_it_needs_are_served(client):
    page = client.get("/")
    assert page.status == 200
    assert page.headers["content-type"].startswith("text/html")
    assert client.get("/static/main.js").headers["content-type"].startswith("text/javascript")
    assert client.get("/static/style.css").headers["content-type"].startswith("text/css")
    assert client.get("/static/icon.svg").headers["content-type"] == "image/svg+xml"


def test_nothing_from_elsewhere_is_asked_for(client):
    for name in ("", "static/style.css", "static/main.js", "static/workbench.js", "static/icon.svg"):
        text = client.get(f"/{name}").text.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text
        assert "https://" not in text
        assert "//cdn" not in text


def test_every_answer_carries_the_security_headers(client):
    for answer in (client.get("/"), client.get("/nowhere"), client.get("/", host="evil.example")):
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_start_says_what_there_is(client):
    start = client.get("/api/start").json()
    assert start["puzzle"]["board"] == ["11011", "01000", "10101", "00010", "10110"]
    assert start["fixed"]["least_checked"] == 5
    assert {"plus", "king"} <= start["rules"].keys()
    assert {"auto", "scip:parity"} <= set(start["backends"])
    assert "article-5x5" in start["boards"]
    assert "four-lights" not in start["boards"]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", ""])
def test_other_hosts_are_refused(client, host):
    answer = client.get("/", host=host)
    assert answer.status == 421
    assert answer.json()["error"]


def test_localhost_is_the_same_machine(client):
    assert client.get("/", host=f"localhost:{client.port}").status == 200


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:9"])
def test_other_origins_are_refused(client, origin):
    answer = client.post("/api/game", FIXED, origin=origin)
    assert answer.status == 403
    assert client.post("/api/run/solve", {}, origin=origin).status == 403


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded"])
def test_other_types_are_refused(client, kind):
    assert client.post("/api/game", FIXED, **{"content-type": kind}).status == 415


def test_other_methods_are_refused(client):
    assert client.request("PUT", "/api/game").status == 405
    assert client.request("DELETE", "/api/game").status == 405


def test_large_requests_are_refused(client):
    assert client.post("/api/game", b"x" * (MAX_BODY_BYTES + 1)).status == 413


def test_requests_that_do_not_say_how_large_they_are_are_measured(client):
    with socket.create_connection(("127.0.0.1", client.port), timeout=60) as connection:
        head = f"POST /api/game HTTP/1.1\r\nhost: 127.0.0.1:{client.port}\r\norigin: {client.origin}\r\n"
        connection.sendall(f"{head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n".encode())
        size = MAX_BODY_BYTES + 1
        connection.sendall(f"{size:x}\r\n".encode() + b"x" * size + b"\r\n")  # and no end
        assert connection.recv(100).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"1", b"\xff", b"[" * 100_000, b'{"puzzle": NaN}'])
def test_what_is_no_json_object_is_refused(client, body):
    answer = client.post("/api/game", body)
    assert answer.status == 400
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e%2fapp.py", "/static//etc/passwd", "/static/", "/x"]
)
def test_there_are_no_paths(client, path):
    answer = client.get(path)
    assert answer.status == 404
    assert answer.json()["error"]


@pytest.mark.parametrize("name", ["/etc/passwd", "../boards/article-5x5", "-", "lit:9x9", "", 5, ["article-5x5"]])
def test_boards_are_named_not_opened(client, name):
    answer = client.post("/api/puzzle", {"board": name})
    assert answer.status == 400
    assert answer.json()["error"].startswith("unknown board")


def test_a_shipped_board_and_what_a_press_moves(client):
    answer = client.post("/api/puzzle", {"board": "torus-4x4"}).json()
    assert puzzle_from(answer["puzzle"]) == Puzzle.read("torus-4x4")
    assert len(answer["moves"]["offsets"]) == 5


def test_errors_of_the_page_are_words(client):
    answer = client.post("/api/puzzle", {"puzzle": {"board": ["10"], "rule": "qlus"}})
    assert answer.status == 400
    assert "did you mean 'plus'" in answer.json()["error"]


def test_errors_of_the_server_have_no_traceback(client, monkeypatch):
    monkeypatch.setattr("lo_opt.web.wire.record_of", lambda puzzle: 1 / 0)
    answer = client.post("/api/puzzle", {"board": "torus-4x4"})
    assert answer.status == 500
    assert answer.json() == {"error": "internal error, ZeroDivisionError"}


def test_a_game_is_played_event_by_event(client):
    state = client.post("/api/game", FIXED).json()
    assert (state["phase"], state["cursor"], state["score"]) == ("playing", 0, 0)
    for event in ("press", "right", "press", "select:3", "press", "select:5", "press", "right", "press", "check"):
        state = client.post("/api/game", FIXED | {"state": state, "events": [event]}).json()
    assert (state["phase"], state["score"], state["presses"], state["errors"]) == ("won", 1000, 5, 0)


def test_events_may_come_together(client):
    events = ["press", "select:1", "press", "select:3", "press", "select:5", "press", "right", "press", "check"]
    assert client.post("/api/game", FIXED | {"events": events}).json()["score"] == 1000


@pytest.mark.parametrize(
    "change",
    [{"events": ["win"]}, {"events": [1]}, {"events": "press"}, {"least_checked": -1}, {"state": 3}, {"puzzle": None}],
)
def test_what_is_no_move_is_refused(client, change):
    assert client.post("/api/game", FIXED | change).status == 400


def test_solving_runs_elsewhere_and_is_verified_here(client):
    *_, last = client.run("solve", {"puzzle": record_of(ARTICLE)})
    answer = last["result"]
    assert (answer["status"], answer["cost"], answer["press_count"]) == ("optimal", "11", 11)
    assert verify.fault_in_presses(ARTICLE, Board.parse("/".join(answer["presses"]))) is None


def test_an_unsolvable_board_comes_with_its_certificate():
    puzzle = Puzzle.read("unsolvable-5x5")
    answer = tasks.solve({"puzzle": record_of(puzzle)}, print)
    assert answer["status"] == "infeasible"
    marks = Board.parse("/".join(answer["certificate"]), 3).to_array()
    assert verify.fault_in_certificate(puzzle, Board.from_array(marks != 0)) is None
    assert (marks == 2).sum() % 2 == 1


def test_a_certificate_is_about_what_required_buttons_leave():
    puzzle = Puzzle.read("weighted-4x4").require([(2, 2)])
    answer = tasks.solve({"puzzle": record_of(puzzle)}, print)
    assert "".join(answer["certificate"]).count("2") % 2 == 1


def test_quiet_patterns_change_nothing():
    found = tasks.quiet({"puzzle": record_of(ARTICLE)}, print)
    assert found["nullity"] == len(found["patterns"]) == 2
    for rows in found["patterns"]:
        assert ARTICLE.apply(Board.parse("/".join(rows))) == ARTICLE.start


@pytest.mark.parametrize("difficulty", list(tasks.DIFFICULTIES))
def test_levels_are_solvable_and_as_hard_as_they_say(difficulty):
    asked = {"puzzle": record_of(Puzzle.grid("0000/0000/0000/0000")), "difficulty": difficulty, "seed": 7}
    made = tasks.generate(asked, print)
    assert str(solve(puzzle_from(made["puzzle"]), "chase").cost) == made["min_presses"]
    assert tasks.generate(asked, print) == made


def test_exports_are_what_the_command_line_reads(client):
    weighted = Puzzle.read("weighted-4x4")
    *_, last = client.run("export", {"puzzle": record_of(weighted), "format": "toml"})
    assert Puzzle.read(last["result"]["text"]) == weighted
    again = tasks.read({"text": last["result"]["text"]}, print)
    assert puzzle_from(again["puzzle"]) == weighted
    assert tasks.export({"puzzle": record_of(weighted), "format": "svg"}, print)["text"].startswith("<svg")


def test_rows_of_symbols_are_read_too():
    assert tasks.read({"text": ".#.\n#.#\n"}, print)["puzzle"]["board"] == ["010", "101"]


@pytest.mark.parametrize(
    ("kind", "body", "words"),
    [
        ("solve", {"puzzle": {"board": ["1"]}, "backend": "cbcc"}, "did you mean 'cbc'"),
        ("solve", {"puzzle": {"board": ["1"]}, "goal": "best"}, "unknown goal"),
        ("solve", {"puzzle": {"board": ["1"], "rule": "king"}, "backend": "chase"}, "needs the plus rule"),
        ("solve", {}, "must be an object"),
        ("quiet", {"puzzle": {"board": ["1"], "states": 3}}, "3 states"),
        ("generate", {"puzzle": {"board": ["1"]}, "difficulty": "insane"}, "unknown difficulty"),
        ("generate", {"puzzle": {"board": ["11"]}, "difficulty": "easy", "seed": -1}, "seed"),
        ("export", {"puzzle": {"board": ["1"]}, "format": "exe"}, "unknown format"),
        ("read", {"text": "etc-passwd"}, "unknown symbol"),
        ("read", {"text": 'board = "on"\nrows = 90000\ncols = 90000'}, "64x64"),
        ("read", {}, "text"),
    ],
)
def test_tasks_that_cannot_be_done_end_in_words(kind, body, words):
    with pytest.raises(InputError) as caught:
        tasks.TASKS[kind](body, print)
    assert words in str(caught.value)


def test_such_an_error_reaches_the_page(client):
    *_, last = client.run("solve", {"puzzle": {"board": ["1"]}, "backend": "cbcc"})
    assert "did you mean 'cbc'" in last["error"]


def test_unknown_tasks_and_limits_are_refused(client):
    assert client.post("/api/run/dance", {}).status == 400
    assert client.post("/api/run/solve", {"time_limit_s": 0}).status == 400
    assert client.post("/api/cancel/nothing", {}).json() == {"cancelled": False}


def test_a_busy_port_is_said_so_and_the_usual_one_has_a_substitute():
    with listening(0) as first:
        first.listen()
        with pytest.raises(InputError, match="cannot be used"):
            listening(first.getsockname()[1])
    with pytest.raises(InputError, match="must be from 0"):
        listening(70000)
    with listening(None) as one, socket.socket() as probe:
        assert one.getsockname()[0] == "127.0.0.1"
        assert probe.family == socket.AF_INET


def test_threads_do_not_pile_up(client):
    before = threading.active_count()
    for _ in range(3):
        client.run("export", {"puzzle": record_of(ARTICLE), "format": "toml"})
    deadline = time.monotonic() + 10
    while threading.active_count() > before + 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert threading.active_count() <= before + 2

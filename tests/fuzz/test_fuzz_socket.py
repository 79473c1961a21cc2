"""Noise on the socket of the page's server: whatever comes, the next one who asks is answered."""

from __future__ import annotations

import contextlib
import http.client
import random
import socket
import threading
import time

import pytest
from spoiling import LONGER

pytest.importorskip("starlette", reason="the extra web is not installed")

import uvicorn

from lo_opt import Puzzle
from lo_opt.web import app as web_app
from lo_opt.web.guard import names_of
from lo_opt.web.server import listening

NOISE = [
    b"\r\n\r\n",
    b"\x00" * 1000,
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"GET / HTTP/1.1",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 10_000 + b"\r\n",
    b"POST /api/game HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{}",
    b"POST /api/game HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}",
    b"POST /api/game HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
    b"GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-key: a\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]


def test_noise_on_the_socket(monkeypatch, capfd):
    monkeypatch.setattr(web_app.Nursery, "prepare", lambda self: None)
    with listening(0) as found:
        port = found.getsockname()[1]
        application = web_app.application(Puzzle.read("article-5x5"), names_of(port))
        server = uvicorn.Server(uvicorn.Config(application, log_level="error", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [found]})
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive()
                time.sleep(0.01)
            rng = random.Random(LONGER)
            for noise in [*NOISE, *(rng.randbytes(300) for _ in range(20 * LONGER))]:
                with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
                    connection.settimeout(0.05)
                    with contextlib.suppress(OSError):
                        connection.sendall(noise)
                        connection.recv(100)
            asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            asked.request("GET", "/")
            assert asked.getresponse().status == 200
            asked.close()
        finally:
            server.should_exit = True
            thread.join(30)
    assert "Traceback" not in "".join(capfd.readouterr())

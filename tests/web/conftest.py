"""What the tests of the page share: the application without a socket, and a real server with a real browser."""

from __future__ import annotations

import http.client
import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SERVER = [sys.executable, "-m", "lo_opt", "play", "--no-open", "--port", "0"]


@dataclass(frozen=True)
class Reply:
    """What the server answered."""

    status: int
    headers: Mapping[str, str]
    text: str

    def json(self):
        return json.loads(self.text)


class Client:
    """Requests as the page makes them, or nearly."""

    def __init__(self, port):
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"

    def request(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers)
            reply = connection.getresponse()
            return Reply(reply.status, dict(reply.getheaders()), reply.read().decode())
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.request("GET", path, **headers)

    def post(self, path, body, **headers):
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        usual = {"origin": self.origin, "content-type": "application/json"}
        kept = {name: value for name, value in (usual | headers).items() if value is not None}
        return self.request("POST", path, content, **kept)

    def run(self, kind, body):
        """Run a task and return its messages."""
        reply = self.post(f"/api/run/{kind}", body)
        assert reply.status == 200, reply.text
        return [json.loads(line) for line in reply.text.splitlines()]


@pytest.fixture(scope="session")
def client():
    """A client of a server in a thread of this process."""
    import uvicorn

    from lo_opt import Puzzle
    from lo_opt.web.app import application
    from lo_opt.web.guard import names_of
    from lo_opt.web.server import listening

    with listening(0) as found:
        port = found.getsockname()[1]
        app = application(Puzzle.read("article-5x5"), names_of(port))
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [found]})
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield Client(port)
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive()


@pytest.fixture(scope="session")
def address():
    """The address of a server that runs as `lo-opt play` does."""
    process = subprocess.Popen(
        [*SERVER, "article-5x5"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    yield process.stdout.readline().strip()
    process.terminate()
    _, errors = process.communicate(timeout=30)
    assert "Traceback" not in errors


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield running
        running.close()


@pytest.fixture
def open_page(browser, address):
    """Return a function that opens the page, ready to be used; at the end no script may have failed."""
    contexts, faults = [], []

    def open_it(after="", **options):
        context = browser.new_context(
            **{"viewport": {"width": 1100, "height": 800}, "reduced_motion": "reduce"} | options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: faults.append(request.url) if _is_foreign(request.url, address) else None)
        page.goto(address + after)
        page.wait_for_selector("body[data-ready]")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert faults == []


def _is_foreign(url, address):
    return not url.startswith((address, "data:", f"blob:{address}"))

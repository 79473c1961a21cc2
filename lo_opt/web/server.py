"""The page's server on this machine: a socket on 127.0.0.1, the browser, the end at Ctrl-C; knows no rule."""

from __future__ import annotations

import contextlib
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from lo_opt.errors import InputError
from lo_opt.puzzle import Puzzle
from lo_opt.web.app import application
from lo_opt.web.guard import names_of

HOST = "127.0.0.1"  # nobody but this machine; there is no option for another
USUAL_PORT = 8461


def listening(port: int | None) -> socket.socket:
    """Return a socket that listens on 127.0.0.1: on this port, any free one for 0, the usual one if free for None.

    Raises
    ------
    InputError
        If the port is taken or no port.
    """
    if port is None:
        with contextlib.suppress(InputError):
            return listening(USUAL_PORT)
        return listening(0)
    if not 0 <= port <= 65535:
        raise InputError(f"port {port}: must be from 0 (any free one) to 65535")
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((HOST, port))
    except OSError as error:
        found.close()
        raise InputError(
            f"port {port} cannot be used: {error.strerror}; choose another, or 0 for any free one"
        ) from None
    return found


def serve(first: Puzzle, port: int | None, *, opens: bool, tell: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; `tell` is called with its address once it answers."""
    with listening(port) as found:
        number = found.getsockname()[1]
        address = f"http://{HOST}:{number}/"
        config = uvicorn.Config(
            application(first, names_of(number)),
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=1,
        )
        server = _Server(config, lambda: _ready(address, opens, tell))
        with contextlib.suppress(KeyboardInterrupt):  # how a server is meant to be ended
            server.run(sockets=[found])


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _ready(address: str, opens: bool, tell: Callable[[str], None]) -> None:
    tell(address)
    if opens:  # a browser may take its time to start
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

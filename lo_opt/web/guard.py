"""Who may talk to the page's server, and how much: Host, Origin, size and type of requests; knows no puzzle."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY_BYTES = 256 * 1024  # a 64x64 board with weights takes a fifth of it

SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def names_of(port: int) -> frozenset[str]:
    """Return the values of Host that mean this server.

    >>> sorted(names_of(8461))
    ['127.0.0.1:8461', 'localhost:8461']
    """
    names = {f"127.0.0.1:{port}", f"localhost:{port}"}
    return frozenset(names | {"127.0.0.1", "localhost"} if port == 80 else names)


class Guard:
    """Answers what is refused itself, and hands on the rest with the security headers added.

    A name other than the server's own in Host means that another name was made to point here (DNS rebinding); another
    Origin means that another page sent the request.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None and scope["method"] == "POST":
            body = await _limited_body(receive)
            if body is None:
                refusal = 413, f"the request is larger than {MAX_BODY_BYTES // 1024} KiB"
            else:
                receive = _replayed(body, receive)
        if refusal is not None:
            await _refuse(send_guarded, *refusal)
            return
        await self._app(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the reason for which a request is refused, None if it is not."""
        headers = [(name.lower(), value.decode("latin-1")) for name, value in scope["headers"]]
        hosts = [value for name, value in headers if name == b"host"]
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 421, "this server answers to its own address only"
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return 405, "only GET and POST are served"
        origins = [value for name, value in headers if name == b"origin"]
        if len(origins) != 1 or origins[0].lower() not in {f"http://{host}" for host in self._hosts}:
            return 403, "requests must come from this server's own page"
        kinds = [value for name, value in headers if name == b"content-type"]
        if len(kinds) != 1 or kinds[0].split(";")[0].strip().lower() != "application/json":
            return 415, "requests must be application/json"
        lengths = [value for name, value in headers if name == b"content-length"]
        if lengths and (not re.fullmatch("[0-9]{1,9}", lengths[0]) or int(lengths[0]) > MAX_BODY_BYTES):
            return 413, f"the request is larger than {MAX_BODY_BYTES // 1024} KiB"
        return None


async def _limited_body(receive: Receive) -> bytes | None:
    """Return the body of a request, None as soon as it is too long."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b"".join(parts)
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY_BYTES:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a channel that gives the body once, and then whatever comes after it."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replay


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = json.dumps({"error": reason}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

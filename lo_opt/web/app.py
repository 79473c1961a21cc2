"""The page's server as an application: which address does what, and errors as JSON; knows no socket."""

from __future__ import annotations

import contextlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from importlib import resources
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from lo_opt import __version__, plugins
from lo_opt.backends import selectors
from lo_opt.errors import InputError, LoOptError, unknown_name
from lo_opt.game import Level
from lo_opt.puzzle import Puzzle, Wrap, rule_named
from lo_opt.puzzle.reading.library import library_names, library_text
from lo_opt.puzzle.toml import puzzle_from_toml
from lo_opt.web import wire
from lo_opt.web.children import Child, Message, Nursery
from lo_opt.web.guard import Guard
from lo_opt.web.tasks import DIFFICULTIES, FORMATS, TASKS, time_limit

logger = logging.getLogger(__name__)

MAX_RUNNING = 4
MAX_DEPTH = 16  # of lists and objects in a request; the page sends five
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


class Page:
    """What the addresses share: the first puzzle, the files of the page, and the tasks that are running."""

    def __init__(self, first: Puzzle) -> None:
        self._first = wire.record_of(first)
        self._nursery = Nursery()
        self._running: dict[str, Child | None] = {}  # None for one that is being started
        self._files = {
            item.name: (item.read_bytes(), _TYPES[item.name[item.name.rindex(".") :]])
            for item in (resources.files("lo_opt.web") / "static").iterdir()
        }

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:  # noqa: ARG002 - Starlette passes itself
        """Start a child ahead, and end all of them with the server."""
        await run_in_threadpool(self._nursery.prepare)
        try:
            yield
        finally:
            self._nursery.close()
            for child in list(self._running.values()):
                if child is not None:
                    child.kill()

    async def file(self, request: Request) -> Response:
        """Serve one of the page's files by its name; there are no paths."""
        name = request.path_params.get("name", "index.html")
        if name not in self._files:
            raise HTTPException(404, "no such address")
        body, kind = self._files[name]
        return Response(body, media_type=kind)

    async def start(self, request: Request) -> Response:  # noqa: ARG002
        """Say what the page can offer, and the puzzle it begins with."""
        fixed = Level.fixed()
        rules = {name: rule_named(name).summary for name in plugins.names("lo_opt.rules")}
        return JSONResponse(
            {
                "version": __version__,
                "rules": rules,
                "wraps": list(Wrap),
                "backends": list(selectors()),
                "difficulties": list(DIFFICULTIES),
                "formats": FORMATS,
                "boards": [name for name in library_names() if _is_shown(name)],
                "limits": {"side": wire.MAX_SIDE, "states": wire.MAX_STATES},
                "puzzle": self._first,
                "fixed": {"puzzle": wire.record_of(fixed.puzzle), "least_checked": fixed.least_checked},
            }
        )

    async def puzzle(self, request: Request) -> Response:
        """Check a puzzle, a record or the name of a shipped board, and say what a press moves."""
        record = await _json(request)
        puzzle = await run_in_threadpool(_named_puzzle, record)
        return JSONResponse({"puzzle": wire.record_of(puzzle), "moves": wire.moves_of(puzzle)})

    async def game(self, request: Request) -> Response:
        """Apply events to the state of a game, one after another."""
        record = await _json(request)
        least = record.get("least_checked", 0)
        if not isinstance(least, int) or isinstance(least, bool) or not 0 <= least <= wire.MAX_PRESSES:
            raise InputError("presses before a check: must be a whole number, not negative")
        level = Level(wire.puzzle_from(record.get("puzzle")), least)
        game = wire.game_from(level, record.get("state"))
        for event in wire.events_from(record.get("events", [])):
            game = game.after(event)
        return JSONResponse(wire.game_record(game))

    async def run(self, request: Request) -> Response:
        """Compute a task in a child process; the response is one JSON object a line, the last a result or an error."""
        kind = request.path_params["kind"]
        if kind not in TASKS:
            raise unknown_name("task", kind, TASKS)
        record = dict(await _json(request))
        limit_s = time_limit(record)
        if len(self._running) >= MAX_RUNNING:
            raise HTTPException(429, f"{MAX_RUNNING} computations are running already; cancel one of them")
        number = secrets.token_hex(8)
        self._running[number] = None  # at once: others ask while the child is taken
        try:
            child = await run_in_threadpool(self._nursery.take)
        except BaseException:
            del self._running[number]
            raise
        self._running[number] = child

        async def release() -> None:
            self._running.pop(number, None)
            await run_in_threadpool(child.kill)
            await run_in_threadpool(self._nursery.prepare)

        return _Telling(_told(number, child, lambda: child.begin(kind, record, limit_s)), release)

    async def cancel(self, request: Request) -> Response:
        """Ask a task to stop; what it has found until then still comes as its result."""
        child = self._running.get(request.path_params["number"])
        if child is not None:
            child.cancel()
        return JSONResponse({"cancelled": child is not None})


class _Telling(StreamingResponse):
    """A stream of lines that lets go of its task however it ends, even if whoever asked is gone before it begins."""

    def __init__(self, lines: AsyncIterator[str], release: Callable[[], Awaitable[None]]) -> None:
        super().__init__(lines, media_type="application/x-ndjson")
        self._release = release

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            with anyio.CancelScope(shield=True):
                await self._release()


async def _told(number: str, child: Child, begin: Callable[[], None]) -> AsyncIterator[str]:
    """Yield a task's messages as lines; whoever stops listening ends the task."""
    yield _line({"task": number})
    await run_in_threadpool(begin)  # a child that is still starting reads no faster than it can
    messages = child.messages()
    while (message := await run_in_threadpool(next, messages, _END)) is not _END:
        if message is not None:
            yield _line(message)


_END: Message = {}


def application(first: Puzzle, hosts: frozenset[str]) -> ASGIApp:
    """Return the server of a page that begins with `first` and answers to these values of Host.

    Raises
    ------
    InputError
        If the page cannot show that puzzle.
    """
    page = Page(first)
    routes = [
        Route("/", page.file),
        Route("/static/{name}", page.file),
        Route("/api/start", page.start),
        Route("/api/puzzle", page.puzzle, methods=["POST"]),
        Route("/api/game", page.game, methods=["POST"]),
        Route("/api/run/{kind}", page.run, methods=["POST"]),
        Route("/api/cancel/{number}", page.cancel, methods=["POST"]),
    ]
    handlers: Any = {LoOptError: _known_error, HTTPException: _http_error, Exception: _unknown_error}
    return Guard(Starlette(routes=routes, exception_handlers=handlers, lifespan=page.lifespan), hosts)


async def _json(request: Request) -> wire.Record:
    try:
        value = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise InputError("the request is not JSON") from None
    if not isinstance(value, dict):
        raise InputError("the request must be a JSON object")
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):  # what is deeper could not be handed to a child
        parts = (part.values() if isinstance(part, dict) else part for part in level)
        level = [item for items in parts for item in items if isinstance(item, dict | list)]
    if level:
        raise InputError(f"the request is nested more than {MAX_DEPTH} deep")
    return value


def _named_puzzle(record: wire.Record) -> Puzzle:
    """Return the puzzle of a request; a name can only be that of a shipped board, never a path."""
    name = record.get("board")
    if name is None:
        return wire.puzzle_from(record.get("puzzle"))
    if name not in library_names():
        raise unknown_name("board", str(name), library_names())
    return puzzle_from_toml(library_text(str(name)))


def _is_shown(name: str) -> bool:
    try:
        wire.record_of(puzzle_from_toml(library_text(name)))
    except LoOptError:
        return False
    return True


def _line(value: Message) -> str:
    return json.dumps(value) + "\n"


async def _known_error(request: Request, error: Exception) -> Response:  # noqa: ARG001 - what Starlette passes
    return JSONResponse({"error": str(error)}, 400)


async def _http_error(request: Request, error: Exception) -> Response:  # noqa: ARG001
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code)


async def _unknown_error(request: Request, error: Exception) -> Response:  # noqa: ARG001
    return JSONResponse({"error": f"internal error, {type(error).__name__}"}, 500)

"""`lo-opt play`: a local page with a board to click, in the browser; serves this machine alone."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from lo_opt.cli import options
from lo_opt.cli.examples import examples
from lo_opt.cli.exits import SOLVED
from lo_opt.cli.reading import read_puzzle
from lo_opt.cli.spreading import spread
from lo_opt.errors import BackendUnavailableError

EXAMPLES = examples(
    "lo-opt play",
    "lo-opt play weighted-4x4 --no-open --port 8000",
)


@spread
def play(
    puzzle: options.OnePuzzle = None,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", help="Port on 127.0.0.1; 0: any free one. Default: 8461 if it is free."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    *,
    changed: options.PuzzleOptions,
    symbols: options.SymbolOptions,
) -> int:
    """Play, edit and solve boards on a page of your own machine; its address goes to stdout, Ctrl-C ends it.

    The page listens on 127.0.0.1 only. Needs the extra web: pip install 'lo-opt\\[web]'.
    """
    board = read_puzzle(puzzle, changed, symbols)
    try:
        from lo_opt.web.server import serve
    except ImportError as error:
        raise BackendUnavailableError(
            f"the page needs Starlette and uvicorn: {error}; cure: pip install 'lo-opt[web]'"
        ) from error
    serve(board, port, opens=not no_open, tell=lambda address: print(address, file=sys.stdout, flush=True))
    return SOLVED

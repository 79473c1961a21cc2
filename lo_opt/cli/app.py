"""The command `lo-opt` itself: its subcommands, its help, and its usage errors; knows nothing of puzzles."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from lo_opt import __version__
from lo_opt.cli import (
    analyze,
    backends,
    bench,
    compare,
    distribution,
    draw,
    eliminate,
    export,
    generate,
    play,
    puzzles,
    solve,
    table,
)
from lo_opt.cli.examples import examples
from lo_opt.errors import InputError

EXAMPLES = examples("lo-opt solve 11011/01000/10101/00010/10110 --backend scip", "lo-opt solve --help")

app = typer.Typer(
    name="lo-opt",
    help="Solve Lights Out puzzles at least cost, in every way that makes sense, and prove the answer.",
    epilog=EXAMPLES,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("solve", epilog=solve.EXAMPLES)(solve.solve)
app.command("compare", epilog=compare.EXAMPLES)(compare.compare)
app.command("analyze", epilog=analyze.EXAMPLES)(analyze.analyze)
app.command("table", epilog=table.EXAMPLES)(table.table)
app.command("distribution", epilog=distribution.EXAMPLES)(distribution.distribution)
app.command("export", epilog=export.EXAMPLES)(export.export)
app.command("generate", epilog=generate.EXAMPLES)(generate.generate)
app.command("draw", epilog=draw.EXAMPLES)(draw.draw)
app.command("eliminate", epilog=eliminate.EXAMPLES)(eliminate.eliminate)
app.command("play", epilog=play.EXAMPLES)(play.play)
app.add_typer(bench.app, name="bench")
app.command("puzzles", epilog=puzzles.EXAMPLES)(puzzles.puzzles)
app.command("backends", epilog=backends.EXAMPLES)(backends.backends)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lo-opt {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; every failure is an exception.

    Raises
    ------
    InputError
        For a wrong option, argument or command.
    """
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # that it has no place for its caches concerns nobody
    command = typer.main.get_command(app)
    try:
        with command.make_context("lo-opt", list(arguments)) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as stop:
        return stop.exit_code
    except Exception as error:
        # Usage errors are click's, which typer brings along under its own name or as another package.
        if not hasattr(error, "format_message"):
            raise
        raise InputError(_usage_message(error)) from None


def _usage_message(error: Any) -> str:
    """Return click's message in lo-opt's words, and where to read on."""
    if hasattr(error, "option_name") and hasattr(error, "possibilities"):
        hint = f"; did you mean {error.possibilities[0]!r}?" if error.possibilities else ""
        message = f"unknown option {error.option_name!r}{hint}"
    else:
        message = error.format_message().rstrip(".")
        message = message[:1].lower() + message[1:]
    command = error.ctx.command_path if error.ctx else "lo-opt"
    return f"{message}; see '{command} --help'"

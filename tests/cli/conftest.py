"""Running the command in this process, and backends that are declared as another package would declare them."""

from __future__ import annotations

import os
import sys

import pytest
from cli_harness import Entry, Puppet, Result, Stream

from lo_opt import backends, plugins
from lo_opt.__main__ import main


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Return a function that runs `lo-opt` with these arguments.

    `stdin` is what is piped in; without it standard input is /dev/null.
    """

    def run_command(*arguments, stdin=None, encoding="utf-8", terminal=False):
        out, err = Stream(encoding, terminal), Stream(encoding, terminal)
        source = os.devnull
        if stdin is not None:
            source = tmp_path / "piped"
            source.write_bytes(stdin if isinstance(stdin, bytes) else stdin.encode())
        with open(source) as piped, monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", piped)
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = main([str(argument) for argument in arguments])
        return Result(code, out.text(), err.text())

    return run_command


@pytest.fixture
def fails(run):
    """Return a function that runs `lo-opt`, asserts one line of error and nothing else, and returns that line."""

    def run_command(*arguments, code=2, **streams):
        result = run(*arguments, **streams)
        assert result.out == ""
        assert result.err.startswith("lo-opt: error: ")
        assert result.err.count("\n") == 1
        assert result.err.endswith("\n")
        assert "Traceback" not in result.err
        assert result.code == code, result.err
        return result.err

    return run_command


@pytest.fixture
def plug_in(monkeypatch):
    """Return a function that declares a method under the name 'puppet', as another package would."""

    def declare(load):
        declared = plugins._entries
        added = {"puppet": Entry("puppet", load)}
        monkeypatch.setattr(
            plugins,
            "_entries",
            lambda group: declared(group) | added if group == "lo_opt.methods" else declared(group),
        )
        plugins.load_named.cache_clear()
        backends.backend.cache_clear()

    yield declare
    plugins.load_named.cache_clear()
    backends.backend.cache_clear()


@pytest.fixture
def puppet(plug_in):
    """Return a function that makes the backend 'puppet' claim something, or do anything else."""

    def behave(claim=None, **options):
        if claim is not None:
            options["solve"] = lambda puzzle, settings, control: claim
        plug_in(lambda: Puppet(**options))

    return behave

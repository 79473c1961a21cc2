"""The examples in the help of every command: they are there, on their lines, and they work in the order of the help."""

from __future__ import annotations

import itertools
import re
import shlex

import pytest
import typer

from lo_opt.cli.app import app

MOST = 3
WRITING = {"-o", "--output-dir", "--plot"}

# What would take long, or never end, is run on less: in an example the text on the left becomes that on the right.
REDUCED = {
    "--samples 1000000": "--samples 1000",
}
SUITE = 'name = "quick"\nbackends = ["gf2", "chase"]\nsizes = [3]\ngoals = ["feasible", "optimal"]\n'


def every_command(command, path=()):
    """Yield the words of every command, and of every group of commands, with it."""
    yield path, command
    for name, part in getattr(command, "commands", {}).items():
        yield from every_command(part, (*path, name))


COMMANDS = dict(every_command(typer.main.get_command(app)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder for all examples: those of `bench` use what the ones before them have written."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "benchmarks" / "suites").mkdir(parents=True)
    (folder / "benchmarks" / "suites" / "quick.toml").write_text(SUITE)
    return folder


@pytest.fixture(scope="module")
def done():
    """The examples that have been run: some stand in the help of several commands."""
    return set()


@pytest.fixture
def example(run, folder, monkeypatch):
    """Return a function that runs an example, those in its `$(...)` first, and asserts that it ends well."""
    monkeypatch.chdir(folder)
    served = []
    monkeypatch.setattr("lo_opt.web.server.serve", lambda puzzle, port, **how: served.append((puzzle, port)))

    def run_line(line):
        for long, short in REDUCED.items():
            line = line.replace(long, short)
        line = re.sub(r"\$\(([^)]*)\)", lambda inner: run_line(inner[1]).out.strip(), line)
        program, *arguments = shlex.split(line)
        assert program == "lo-opt"
        result = run(*arguments)
        assert (result.code, result.err) == (0, ""), line
        written = [name for option, name in itertools.pairwise(arguments) if option in WRITING]
        assert all((folder / name).exists() for name in written), line
        assert result.out or written or served, line
        return result

    return run_line


def shown(run, path, **streams):
    """Return the examples that the help of a command shows."""
    result = run(*path, "--help", **streams)
    assert result.code == 0
    lines = [line.strip() for line in re.split(r"Examples?:", result.out)[1].splitlines()]
    return [line for line in lines if line]


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_help_ends_with_examples(run, path, encoding):
    found = shown(run, path, encoding=encoding)
    assert 1 <= len(found) <= MOST
    assert all(line.startswith("lo-opt ") for line in found), "an example is longer than a line of the help"
    assert any(line.startswith(" ".join(["lo-opt", *path])) for line in found)


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_the_examples_work(run, example, done, path):
    for line in shown(run, path):
        if line not in done:
            example(line)
            done.add(line)


def test_examples_that_are_reduced_are_there():
    every = "\n".join(command.epilog for command in COMMANDS.values())
    assert all(long in every for long in REDUCED)

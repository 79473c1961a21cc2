"""Every command line of the pages is run as it stands, or in a short form told here, and prints what is shown."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest
import typer
from docpages import PAGES, ROOT, Command, page

from lo_opt.__main__ import main
from lo_opt.cli.app import app

# What is run in another way: the command line, and the short form of the same.
REDUCED = {
    "lo-opt bench run benchmarks/suites/quick.toml -o quick": "lo-opt bench run tiny.toml -o quick",
    "python benchmarks/all_lit.py --csv again.csv": "python benchmarks/all_lit.py --sizes 3 --csv again.csv",
    "python benchmarks/formulations.py --limit 10 --seeds 1 2 --output benchmarks/results/formulations": (
        "python benchmarks/formulations.py --limit 10 --seeds 1 --sizes 3 --output formulations"
    ),
    "lo-opt distribution 11x11": "lo-opt distribution 11x11 --samples 100 --time-limit 2s",
    "python benchmarks/micro/reach.py": "python benchmarks/micro/reach.py --help",
}
# What is not run here, and why.
ELSEWHERE = {
    "git clone <this repository> lo-opt && cd lo-opt": "there is no address to clone from",
    "source .venv/bin/activate": "the tests run in an environment of their own",
    ".ci/run": "it runs these tests",
    "lo-opt solve -b patience": "test_docs_examples.py calls it without installing it",
    "lo-opt solve --backend enumerate:xor": "tests/plugins installs the templates and runs it",
    "lo-opt export --formulation unary": "tests/plugins installs the templates",
}
TOOLS = ("glpsol", "minizinc")
FORM = re.compile(r"\b[A-Z]{3,}\b|\b[A-Z]\b|\.\.\.|\|")  # PUZZLE, FILE, K: a command that is described, not given


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_do_what_the_page_says(page, clone):
    for command in page.commands():
        where = f"{page.name}:{command.line}: {command.text}"
        if command.text in ELSEWHERE:
            continue
        program, *arguments = shlex.split(command.text)
        if program == "make":
            assert arguments[0] in make_targets(), f"{where}: no such target"
        elif program in ("pip", "apt"):
            assert arguments[0] == "install", where
            assert program == "apt" or names_extras(arguments[1:]), f"{where}: no such extra"
        elif program in TOOLS:
            check_model(command, where)
        elif program == "lo-opt" and is_form(command):
            check_form(arguments, where)
        else:
            code, output = run(REDUCED.get(command.text, command.text), clone)
            assert code == command.code, f"{where}\n{output}"
            if command.shown is not None:
                assert_shown(command.shown, output, where)


def test_what_is_set_aside_is_in_some_page():
    written = {command.text for page in PAGES for command in page.commands()}
    assert set(REDUCED) | set(ELSEWHERE) <= written


def test_make_demo_prints_what_the_readme_shows(clone):
    (recipe,) = re.findall(r"^demo:\n(?:\t.*\n)*?\t@\$\(BIN\)/(lo-opt .*)$", Path("Makefile").read_text(), re.MULTILINE)
    code, output = run(recipe, clone)
    (shown,) = (block.text for block in page("README.md").blocks if block.text.startswith("article-5x5"))
    assert code == 0
    assert_shown(f"{shown}\n...", output, "make demo")


def test_blocks_name_their_language():
    for document in PAGES:
        for block in document.blocks:
            known = {"sh", "console", "python", "toml", "text"}
            assert block.language in known, f"{document.name}:{block.line}: {block.language or 'no'} language"


def is_form(command: Command) -> bool:
    """Return whether a command is described, or only its name mentioned."""
    unquoted = re.sub(r'"[^"]*"', "", command.text)
    name = command.mentioned and re.fullmatch(r"lo-opt( bench)?( [a-z]+)?", unquoted)
    return FORM.search(unquoted) is not None or bool(name)


def run(text: str, folder: Path) -> tuple[int, str]:
    """Run a command line, `lo-opt` in this process and everything else in a shell; return exit code and output."""
    words = shlex.split(text)
    if words[0] == "lo-opt":
        return run_here(words[1:])
    scripts = sysconfig.get_path("scripts")
    # A script finds its own files from where it lies, so that what it writes by default is told it by an option.
    environment = os.environ | {"PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(text, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=100)
    return done.returncode, done.stdout + done.stderr


def run_here(arguments: list[str]) -> tuple[int, str]:
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="")
    with open(os.devnull) as nothing, contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(stream))
        stack.enter_context(contextlib.redirect_stderr(stream))
        stack.callback(setattr, sys, "stdin", sys.stdin)
        sys.stdin = nothing
        code = main(arguments)
    stream.flush()
    return code, stream.buffer.getvalue().decode()


def assert_shown(shown: str, output: str, where: str) -> None:
    """Assert that the output is what is shown but for blanks around it, where `...` stands for anything."""
    wanted, got = ("\n".join(map(str.rstrip, text.splitlines())).strip("\n") + "\n" for text in (shown, output))
    right = doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS)
    assert right, f"{where} prints\n{output}\nbut the page shows\n{shown}"


def check_form(arguments: list[str], where: str) -> None:
    """Assert that a command like this exists and has all the options that are named."""
    command = typer.main.get_command(app)
    while arguments and arguments[0] in getattr(command, "commands", {}):
        command = command.commands[arguments.pop(0)]
    options = {option for parameter in command.params for option in parameter.opts}
    assert not (hasattr(command, "commands") and arguments), f"{where}: no such command"
    for word in arguments:
        assert not word.startswith("-") or word in options, f"{where}: no option {word}"


def check_model(command: Command, where: str) -> None:
    """Run a model with the tool it is written for, if that is here."""
    program, *arguments = shlex.split(command.text)
    for name in arguments:
        assert name.startswith("--") or (ROOT / "models" / name).exists(), f"{where}: no {name}"
    if shutil.which(program):
        done = subprocess.run([program, *arguments], cwd=ROOT / "models", capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{where}\n{done.stdout}{done.stderr}"


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def names_extras(arguments: list[str]) -> bool:
    """Return whether pip is told of lo-opt, with extras it has, or of another package."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    named = [re.fullmatch(r"(?:lo-opt|\.)\[([\w,-]+)\]", argument) for argument in arguments]
    return all(extra in extras for found in named if found for extra in found[1].split(","))

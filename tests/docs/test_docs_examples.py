"""Every Python and TOML block of the pages is run or read: examples give what they show, files are what they say."""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import re
import sys
import tomllib
import types

import pytest
from docpages import PAGES, ROOT, page

import lo_opt as lo
from lo_opt.answer import Status
from lo_opt.contract import Settings
from lo_opt.control import Control
from lo_opt.solving import answered

ENTRY_POINTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_blocks_run_one_after_the_other(page, clone, monkeypatch):
    names = module_named("page", monkeypatch)
    for block in page.blocks:
        if block.language == "python":
            where = f"{page.name}:{block.line}"
            (run_session if block.text.startswith(">>>") else run_script)(block.text, names, where)


def module_named(name, monkeypatch):
    """Return the namespace of a new module; dataclasses look for theirs."""
    module = types.ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    return vars(module)


def run_session(text, names, where):
    example = doctest.DocTestParser().get_doctest(text + "\n", names, where, where, 0)
    report = io.StringIO()
    failed, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=report.write, clear_globs=False)
    names.update(example.globs)
    assert not failed, report.getvalue()


def run_script(text, names, where):
    """Run a script; a comment after a `print` is what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(text, where, "exec"), names)
    said = re.findall(r"^print\(.*\)  # (.*)$", text, re.MULTILINE)
    if said:
        assert printed.getvalue().splitlines() == said, where


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_toml_blocks_are_what_they_are_meant_for(page):
    for block in page.blocks:
        if block.language != "toml":
            continue
        data = tomllib.loads(block.text)
        if "project" in data:
            assert set(data["project"]["entry-points"]) <= set(ENTRY_POINTS), f"{page.name}:{block.line}"
        elif "backends" in data:
            assert lo.bench.Suite.from_toml(block.text).boards(), f"{page.name}:{block.line}"
        else:
            assert lo.solve(lo.Puzzle.read(block.text)).status is Status.OPTIMAL, f"{page.name}:{block.line}"


def test_the_method_of_contributing_works(monkeypatch):
    (block,) = (block for block in page("CONTRIBUTING.md").blocks if block.language == "python")
    names = module_named("patience", monkeypatch)
    exec(compile(block.text, "CONTRIBUTING.md", "exec"), names)
    method, dark, lit = names["METHOD"], lo.Puzzle.grid("00/00"), lo.Puzzle.grid("11/11")
    assert method.refuse(dark, Settings()) is None
    assert "use auto" in str(method.refuse(lit, Settings()))
    assert answered(method, dark, Settings(), Control()).status is Status.OPTIMAL  # nothing costs less than nothing
    assert answered(method, lit, Settings(), Control()).status is Status.ERROR  # its claim is not believed


def test_the_readme_shows_a_small_program():
    (block,) = (block for block in page("README.md").blocks if block.language == "python")
    assert len(ast.parse(block.text).body) <= 3

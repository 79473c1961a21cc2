"""The reference: what is public has a docstring with an example, and a place on exactly one page."""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from collections import Counter

import pytest
from docpages import ROOT, page
from test_docs_links import resolved

import lo_opt as lo

SUBMODULES = ["bench", "draw", "export", "formulations", "generate", "lessons", "linear", "puzzle", "solvers"]
TARGETS = [
    target
    for path in sorted((ROOT / "docs" / "api").glob("*.md"))
    for target in re.findall(r"^::: (\S+)$", path.read_text("utf-8"), re.MULTILINE)
]
# Names without an example of their own, and why.
NO_EXAMPLE = {
    "lo_opt.draw.Scene": "plain data; svg(puzzle_scene(...)) shows one",
    "lo_opt.lessons.MatrixMoment": "plain data; elimination_lesson yields them",
    "lo_opt.lessons.BoardMoment": "plain data; elimination_lesson yields them",
    "lo_opt.bench.BoardRecord": "plain data; run returns them",
    "lo_opt.bench.Record": "plain data; run returns them",
    "lo_opt.solvers.LibrarySolver": "abstract; templates/solver.py is one, solved with by the tests",
    "lo_opt.solvers.Solver": "a protocol; templates/solver.py fulfils it",
    "lo_opt.solvers.Report": "plain data; templates/solver.py makes them",
    "lo_opt.solvers.Outcome": "plain data; a solver returns them",
    "lo_opt.puzzle.Rule": "a protocol; Pattern fulfils it",
    "lo_opt.puzzle.rules.CellRule": "a protocol; the rule triangle fulfils it",
    "lo_opt.puzzle.Effects": "a protocol; GridEffects fulfils it",
    "lo_opt.contract.Method": "a protocol; CONTRIBUTING.md has one",
    "lo_opt.contract.Lister": "a protocol; gf2 fulfils it",
    "lo_opt.contract.Claim": "plain data; methods make them",
    "lo_opt.contract.Listing": "plain data; methods make them",
    "lo_opt.contract.Settings": "plain data",
    "lo_opt.contract.Wanted": "plain data",
    "lo_opt.control.DeadlineError": "never leaves lo-opt",
}
# Public names of submodules that the reference leaves out, and why.
NOT_SHOWN = {
    "lo_opt.export.FORMATS": "a table; lo-opt export --help tells what is in it",
    "lo_opt.lessons.LESSONS": "a table of the two lessons, which are shown",
    "lo_opt.lessons.Moment": "an alias of the two kinds of moments, which are shown",
    "lo_opt.generate.Distinct": "its values are words, told at generate_levels",
    "lo_opt.generate.Symmetry": "its values are words, told at generate_levels",
}


def public_names():
    yield from (f"lo_opt.{name}" for name in lo.__all__ if name not in ("__version__", "bench"))
    for module in SUBMODULES:
        yield from (f"lo_opt.{module}.{name}" for name in importlib.import_module(f"lo_opt.{module}").__all__)


def members(kind):
    """Yield the public methods and properties that a class defines itself, by name."""
    for name, value in vars(kind).items():
        plain = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if not name.startswith("_") and inspect.isfunction(plain):
            yield name, plain


def test_every_public_name_is_on_a_page():
    shown = [resolved(target) for target in TARGETS]
    missing = [
        name
        for name in public_names()
        if not any(resolved(name) is value for value in shown) and name not in NOT_SHOWN and "linear" not in name
    ]
    assert missing == []


def test_no_name_is_on_two_pages():
    assert [target for target, times in Counter(TARGETS).items() if times > 1] == []


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_shown_has_a_docstring_with_an_example(target):
    value = resolved(target)
    assert value is not None, f"there is no {target}"
    text = inspect.getdoc(value) or ""
    assert text, f"{target} has no docstring"
    if inspect.ismodule(value):
        parts = [getattr(value, name) for name in vars(value) if not name.startswith("_")]
        examples = [part for part in parts if getattr(part, "__module__", "") == target]
        assert all(inspect.getdoc(part) for part in examples)
        return
    methods = dict(members(value)) if inspect.isclass(value) else {}
    for name, method in methods.items():
        assert inspect.getdoc(method), f"{target}.{name} has no docstring"
    has_example = ">>> " in text or any(">>> " in inspect.getdoc(method) for method in methods.values())
    assert has_example != (target in NO_EXAMPLE), f"{target}: an example, or a reason in NO_EXAMPLE, but not both"


def test_public_functions_tell_what_they_raise():
    silent = [
        name
        for name in lo.__all__
        if inspect.isfunction(getattr(lo, name))
        and not re.search(
            r"^Raises\n-+$|errors? (?:are those|as) |`InputError`", inspect.getdoc(getattr(lo, name)), re.M
        )
    ]
    assert silent == []


def test_lists_of_exceptions_are_not_stale():
    assert set(NO_EXAMPLE) <= set(TARGETS)
    assert set(NOT_SHOWN) <= set(public_names())


def test_doctests_stand_in_a_section_of_examples_or_before_any_section():
    heading = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.MULTILINE)
    for path in sorted((ROOT / "lo_opt").rglob("*.py")):
        for text in re.findall(r'"""(.*?)"""', path.read_text("utf-8"), re.DOTALL):
            lines = inspect.cleandoc(text)
            place = lines.find("\n>>> ")
            sections = heading.findall(lines[:place]) if place >= 0 else []
            assert not sections or sections[-1] == "Examples", f"{path.relative_to(ROOT)}: {lines[:60]}"


def test_doctests_are_part_of_the_suite(pytestconfig):
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]
    assert "lo_opt" in settings["testpaths"]
    assert "--doctest-modules" in settings["addopts"]
    assert pytestconfig.getoption("doctestmodules")


def test_the_site_has_every_page():
    nav = re.findall(r"^ +- (?:[^:\n]*: )?(\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert sorted(nav) == sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md"))
    assert {link for link in page("docs/api/index.md").links if link.endswith(".md")} == {
        name.removeprefix("api/") for name in nav if name.startswith("api/") and name != "api/index.md"
    }


def test_the_heading_that_the_site_needs():
    griffe = pytest.importorskip("griffe", reason="the extra docs is not installed")
    assert griffe
    spec = importlib.util.spec_from_file_location("doctests_of_the_site", ROOT / "docs" / "doctests.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.headed("Adds.\n\n>>> 1 + 1\n2\n") == "Adds.\n\nExamples\n--------\n>>> 1 + 1\n2\n"
    told = "Adds.\n\nExamples\n--------\n>>> 1 + 1\n2\n"
    assert module.headed(told) == told
    assert module.headed("Adds.") == "Adds."

"""Every link, anchor, path, module and option that a page names is there; addresses elsewhere are only well formed."""

from __future__ import annotations

import importlib
import re
import tomllib
from urllib.parse import urlsplit

import pytest
import typer
from docpages import OTHER_PAGES, PAGES, ROOT, Page

from lo_opt.cli.app import app

FOLDERS = ("lo_opt", "models", "benchmarks", "docs", "tests", "templates", ".ci")
ENTRY_POINTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
ELSEWHERE = {"--model", "--data"}  # options of glpsol


@pytest.mark.parametrize("page", [*PAGES, *OTHER_PAGES], ids=lambda page: page.name)
def test_every_link_and_image_leads_somewhere(page):
    for link in page.links:
        address = urlsplit(link)
        if address.scheme:
            assert address.scheme == "https", f"{page.name}: {link}"
            assert re.fullmatch(r"[\w-]+(\.[\w-]+)+", address.netloc), f"{page.name}: {link}"
            continue
        target = (page.path.parent / address.path).resolve() if address.path else page.path
        assert target.exists(), f"{page.name}: {link} leads nowhere"
        assert target.is_relative_to(ROOT), f"{page.name}: {link} leads out of the repository"
        if address.fragment:
            assert address.fragment in Page(target).anchors, f"{page.name}: {link} has no such heading"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_of_the_site_link_only_to_pages_of_the_site(page):
    if ROOT / "docs" in page.path.parents:
        for link in page.links:
            target = (page.path.parent / urlsplit(link).path).resolve()
            assert urlsplit(link).scheme or ROOT / "docs" in target.parents, f"{page.name}: {link}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_paths_in_code_exist(page):
    for span, line in page.inline:
        if re.fullmatch(rf"({'|'.join(map(re.escape, FOLDERS))})/[\w./*-]*", span):
            assert any(ROOT.glob(span.rstrip("/"))), f"{page.name}:{line}: {span} does not exist"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_dotted_names_are_there(page):
    for span, line in page.inline:
        if re.fullmatch(r"(lo|lo_opt)(\.\w+)+", span) and span not in ENTRY_POINTS:
            assert resolved(span.replace("lo.", "lo_opt.", 1)) is not None, f"{page.name}:{line}: there is no {span}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_options_in_the_text_are_options_of_some_command(page):
    for span, line in page.inline:
        if span.startswith("--"):
            option = re.match(r"--[\w-]+", span)[0]
            assert option in OPTIONS | ELSEWHERE, f"{page.name}:{line}: no command has {option}"


def resolved(name: str) -> object:
    """Return the module or attribute of a dotted name, None if there is none."""
    module, parts = None, name.split(".")
    for number in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:number]))
        except ModuleNotFoundError:
            continue
        for part in parts[number:]:
            module = getattr(module, part, None)
        return module
    return None


def _options(command) -> set[str]:
    found = {option for parameter in command.params for option in parameter.opts if option.startswith("--")}
    return found.union(*map(_options, getattr(command, "commands", {}).values()))


OPTIONS = _options(typer.main.get_command(app)) | {"--help"}

"""The page as a whole in a real browser: small screens, colours, and what someone who cannot see it is told."""

from __future__ import annotations

import re

import pytest

from web.page_harness import ARTICLE, cell, lights, says


@pytest.mark.parametrize("width", [390, 320])
def test_a_narrow_screen_needs_no_horizontal_scroll(open_page, width):
    page = open_page(viewport={"width": width, "height": 844})
    page.click("#solve")
    says(page, "11 presses")
    page.evaluate("document.querySelectorAll('details').forEach(card => { card.open = true; })")
    for tab in ("#tab-workbench", "#tab-challenge"):
        page.click(tab)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.click("#tab-workbench")
    page.select_option("#library", "all-lit-19x19")
    page.wait_for_selector("#board [data-cell='360']")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_the_accessibility_tree_tells_all(open_page):
    page = open_page()
    tree = page.locator("body").aria_snapshot()
    for words in (
        'grid "Board of lights"',
        'gridcell "row 0, column 0, on, selected"',
        'gridcell "row 0, column 2, off"',
    ):
        assert words in tree
    for words in ('tab "Workbench" [selected]', 'radio "Press" [checked]', 'button "Solve"', 'combobox "Rule"'):
        assert words in tree
    page.click("#tab-challenge")
    tree = page.locator("body").aria_snapshot()
    assert 'grid "Level"' in tree
    assert 'gridcell "row 0, column 0, off, selected"' in tree
    unnamed = page.eval_on_selector_all(
        "button, input, select",
        """controls => controls.filter(c => !(c.ariaLabel || c.textContent.trim() || c.labels?.length)).length""",
    )
    assert unnamed == 0


def test_on_and_off_are_text_unless_switched_off(open_page):
    page = open_page("#board=10/01")
    assert page.locator("#board .word").all_inner_texts() == ["on", "off", "off", "on"]
    page.uncheck("#words")
    assert page.locator("#board .word").count() == 0
    assert "on" in cell(page, 0).get_attribute("aria-label")


def test_the_dark_scheme_is_dark(open_page):
    shades = {}
    for scheme in ("light", "dark"):
        page = open_page(color_scheme=scheme)
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        shades[scheme] = sum(map(int, re.findall(r"\d+", colour)[:3]))
    assert shades["dark"] < 150 < 600 < shades["light"]


def test_a_bad_link_is_said_so(open_page):
    page = open_page("#board=12/x1")
    says(page, "The link holds no puzzle")
    assert lights(page) == ARTICLE

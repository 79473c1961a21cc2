"""The challenge in a real browser: levels made, played by keyboard and mouse, won and lost."""

from __future__ import annotations

from web.page_harness import cell, lights, says


def test_a_level_is_generated_and_played(open_page):
    page = open_page("#board=000/000/000")
    page.select_option("#difficulty", "hard")
    page.click("#generate")
    says(page, "A new level: the least presses it takes is")
    least = page.inner_text("#status").rstrip(".").split()[-1]
    page.click("#play-level")
    page.wait_for_selector("#challenge:not([hidden])")
    assert f"counts after {least} press" in page.inner_text("#game-rules")


def test_the_fixed_level_is_won_by_keyboard(open_page):
    page = open_page()
    page.focus("#tab-workbench")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.cell") == "0"
    page.keyboard.press("Enter")
    says(page, "Not complete: 0 of at least 5", "#game-status")
    for key in ["Space", "ArrowRight", "Space", "ArrowRight", "ArrowRight", "Space"]:  # cells 0, 1, 3
        page.keyboard.press(key)
    for key in ["ArrowDown", "ArrowLeft", "Space", "ArrowLeft", "Space"]:  # cells 6, 5
        page.keyboard.press(key)
    says(page, "5", "#game-presses")
    assert lights(page, "#game-board") == "0000/0000/0000/0000"
    page.keyboard.press("Enter")
    says(page, "1,000 points", "#game-status")
    assert page.inner_text("#game-score") == "1000"
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert page.inner_text("#game-presses") == "5"


def test_the_fixed_level_is_lost_and_begun_again(open_page):
    page = open_page()
    page.click("#tab-challenge")
    before = lights(page, "#game-board")
    assert before == "0111/0100/0110/0000"
    for _ in range(5):
        cell(page, 15, "#game-board").click()
    says(page, "5", "#game-presses")
    page.click("#game-check")
    says(page, "One more chance", "#game-status")
    assert page.inner_text("#game-errors") == "1"
    page.click("#game-press")
    says(page, "6", "#game-presses")
    page.click("#game-check")
    says(page, "locked", "#game-status")
    locked = lights(page, "#game-board")
    assert page.is_disabled("#game-press")
    assert page.is_disabled("#game-check")
    cell(page, 0, "#game-board").click()
    page.wait_for_timeout(200)
    assert lights(page, "#game-board") == locked
    page.click("#game-restart")
    says(page, "begins anew", "#game-status")
    assert lights(page, "#game-board") == before
    assert [page.inner_text(f"#game-{name}") for name in ("presses", "errors", "score")] == ["0", "0", "0"]
    assert "selected" in cell(page, 0, "#game-board").get_attribute("aria-label")


def test_the_preview_outlines_the_cross_and_changes_nothing(open_page):
    page = open_page()
    page.click("#tab-challenge")
    before = lights(page, "#game-board")
    cell(page, 5, "#game-board").hover()
    outlined = page.eval_on_selector_all("#game-board [data-preview]", "cells => cells.map(c => +c.dataset.cell)")
    assert sorted(outlined) == [1, 4, 5, 6, 9]
    assert lights(page, "#game-board") == before
    assert page.inner_text("#game-presses") == "0"

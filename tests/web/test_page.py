"""The page in a real browser: solving, editing, playing by keyboard, and what someone who cannot see it is told."""

from __future__ import annotations

import re
import time

import pytest
from puzzles import RULES, WRAPS, moves

from lo_opt import Puzzle, solve
from lo_opt.web.wire import moves_of, record_of

ARTICLE = "11011/01000/10101/00010/10110"


def cell(page, number, board="#board"):
    return page.locator(f"{board} [data-cell='{number}']")


def lights(page, board="#board"):
    """Return the lights as they are told: one word a row."""
    labels = page.eval_on_selector_all(f"{board} [data-cell]", "cells => cells.map(c => c.getAttribute('aria-label'))")
    rows = {}
    for label in labels:
        row, col, state = re.match(r"row (\d+), column (\d+), (on|off|state \d+)", label).groups()
        rows.setdefault(int(row), {})[int(col)] = {"on": "1", "off": "0"}.get(state, state.removeprefix("state "))
    return "/".join("".join(row[c] for c in sorted(row)) for _, row in sorted(rows.items()))


def says(page, words, place="#status"):
    """Wait until a place of the page says these words."""
    deadline = time.monotonic() + 60
    while words not in page.inner_text(place) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert words in page.inner_text(place)


def test_a_board_is_solved_and_walked_through(open_page):
    page = open_page()
    assert lights(page) == ARTICLE
    page.click("#solve")
    says(page, "11 presses: no solution costs less")
    assert page.locator("#board .ring").count() == 11
    assert "optimal" in page.inner_text("#answer")
    page.click("#walk-next")
    assert page.locator("#board .ring").count() == 10
    page.click("#walk-back")
    assert lights(page) == ARTICLE
    page.click("#walk-all")
    says(page, "Solved with 11 presses")
    assert "1" not in lights(page)


def test_a_press_does_what_the_rule_says_and_undo_takes_it_back(open_page):
    page = open_page()
    cell(page, 6).click()
    puzzle = Puzzle.grid(ARTICLE)
    from lo_opt import Board

    assert lights(page) == str(puzzle.apply(Board.from_cells(5, 5, [(1, 1)])))
    page.click("#undo")
    assert lights(page) == ARTICLE
    assert page.is_disabled("#undo")


def test_hints_lead_to_the_end(open_page):
    page = open_page("#board=101/010/101")
    for _ in range(solve(Puzzle.grid("101/010/101")).press_count):
        page.click("#hint")
        says(page, "Hint: press")
        page.click("#board .hinted")
    says(page, "Solved with")
    page.click("#hint")
    says(page, "solved already")


def test_lights_weights_and_marks_are_edited(open_page):
    page = open_page("#board=00/00")
    page.check("#tools [value=light]")
    cell(page, 0).click()
    assert lights(page) == "10/00"
    page.check("#tools [value=forbid]")
    cell(page, 1).click()
    page.check("#tools [value=require]")
    cell(page, 3).click()
    page.check("#tools [value=weight]")
    page.fill("#weight", "2.5")
    cell(page, 2).click()
    spoken = [cell(page, i).get_attribute("aria-label") for i in range(4)]
    assert "forbidden" in spoken[1]
    assert "weight 2.5" in spoken[2]
    assert "must be pressed" in spoken[3]
    page.click("text=Share and export")
    page.click("#share")
    says(page, "The link is in the address bar", "#share-text")
    with page.expect_download() as saved:
        page.click("#export-toml")
    written = Puzzle.read(saved.value.path().read_text())
    expected = Puzzle.grid("10/00").forbid([(0, 1)]).require([(1, 1)]).with_weights([[1, 1], ["2.5", 1]])
    assert written == expected
    again = open_page(page.url[page.url.index("#") :])
    assert [cell(again, i).get_attribute("aria-label") for i in range(4)] == [
        words.replace(", selected", "") + (", selected" if i == 0 else "") for i, words in enumerate(spoken)
    ]


def test_a_forbidden_button_is_not_pressed(open_page):
    page = open_page("#board=11/11&forbidden=10/00")
    cell(page, 0).click()
    says(page, "must not be pressed")
    assert lights(page) == "11/11"


def test_size_rule_wrap_and_states_are_picked(open_page):
    page = open_page("#board=11/11")
    page.fill("#rows", "3")
    page.fill("#cols", "4")
    page.select_option("#rule", "king")
    page.select_option("#wrap", "torus")
    page.fill("#states", "3")
    page.press("#states", "Tab")
    page.wait_for_function("() => document.querySelector('#rule-text').textContent.includes('all eight')")
    page.wait_for_selector("#board [data-cell='11']")
    page.wait_for_function("() => document.querySelector('#board .word').textContent === '1'")
    assert page.input_value("#rows") == "3"
    page.click("#all-off")
    cell(page, 0).click()
    assert lights(page).replace("/", "").count("1") == 9
    page.fill("#rows", "65")
    page.press("#rows", "Tab")
    says(page, "1 to 64 rows")


def test_what_has_no_solution_shows_why(open_page):
    page = open_page()
    page.select_option("#library", "unsolvable-5x5")
    says(page, "This is unsolvable-5x5")
    page.click("#solve")
    says(page, "No presses solve this")
    assert page.locator("#board .proof").count() == 12
    assert page.locator("#board .proof.odd").count() == 1


def test_a_shipped_board_with_buttons_of_its_own_is_played(open_page):
    page = open_page()
    page.select_option("#library", "merlin")
    says(page, "This is merlin")
    page.click("#solve")
    says(page, "8 presses")
    page.click("#walk-all")
    says(page, "Solved with 8 presses")


def test_quiet_patterns_are_shown_on_demand(open_page):
    page = open_page()
    page.click("#quiet-card summary")
    page.click("#quiet")
    says(page, "Pattern 1 of 2", "#quiet-text")
    assert page.locator("#board .diamond").count() > 0
    page.click("#quiet-hide")
    assert page.locator("#board .diamond").count() == 0


def test_a_long_search_is_cancelled_and_the_page_never_waits(open_page):
    # 2^30 first rows would take minutes; the page must answer all the while.
    page = open_page("#board=" + "/".join(["1" * 36] * 36))
    page.select_option("#backend", "chase")
    page.fill("#time-limit", "600")
    page.click("#solve")
    page.wait_for_selector("#cancel:not([hidden])")
    page.wait_for_selector("#progress:not([hidden])")
    cell(page, 40).click()
    says(page, "Pressed row 1, column 4")
    page.click("#undo")
    page.click("#cancel")
    page.wait_for_selector("#solve:not([hidden])")
    assert page.is_hidden("#cancel")


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


def test_the_page_presses_as_the_library_does(open_page):
    page = open_page()
    cases = []
    for rule in RULES:
        for wrap in WRAPS:
            for rows, cols in ((1, 4), (3, 3), (4, 2)):
                puzzle = Puzzle.grid("/".join(["0" * cols] * rows), rule=rule, wrap=wrap)
                cases.append(
                    [record_of(puzzle), moves_of(puzzle), [sorted(hit) for hit in moves(rows, cols, rule, wrap)]]
                )
    wrong = page.evaluate(
        """async (cases) => {
            const { Puzzle } = await import("/static/puzzle.js");
            const sorted = (cells) => [...cells].sort((a, b) => a - b).join();
            return cases.filter(([record, moves, lists]) => {
                const puzzle = new Puzzle(record, moves);
                return lists.some((lights, cell) => sorted(puzzle.lightsOf(cell)) !== sorted(lights));
            }).map(([record]) => record);
        }""",
        cases,
    )
    assert wrong == []


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

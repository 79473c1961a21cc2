"""The workbench in a real browser: boards are solved, edited, drawn from the library, and pressed as the rule says."""

from __future__ import annotations

from puzzles import RULES, WRAPS, moves

from lo_opt import Board, Puzzle, solve
from lo_opt.web.wire import moves_of, record_of
from web.page_harness import ARTICLE, cell, lights, says


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

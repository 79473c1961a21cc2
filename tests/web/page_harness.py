"""Reading the page as a person does: its cells, its lights in words, and what it says."""

from __future__ import annotations

import re
import time

ARTICLE = "11011/01000/10101/00010/10110"


def cell(page, number, board="#board"):
    """Return the cell of that number, a locator."""
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

"""What parity forces on the least cost: a proved bound, against all boards and published worst cases."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import grid_puzzles, known_values

from lo_opt import Board, Puzzle
from lo_opt.analysis.counting import count_boards
from lo_opt.analysis.flags import forced_balance
from lo_opt.analysis.regions import Part, Regions
from lo_opt.analysis.worst import mean_bound, upper_bound

KNOWN = {int(n): worst for n, worst in known_values()["worst_case_min_presses_n_by_n_plus"]["values"].items()}


def dark(n):
    return Puzzle.grid(Board.filled(n, n, 0))


@st.composite
def parts(draw):
    nullity = draw(st.integers(1, 4))
    columns = draw(st.lists(st.integers(1, (1 << nullity) - 1), min_size=1, max_size=8, unique=True))
    sizes = draw(st.lists(st.integers(1, 3), min_size=len(columns), max_size=len(columns)))
    prices = draw(st.lists(st.sampled_from([1, 2, 3, 6]), min_size=len(columns), max_size=len(columns)))
    ends = np.cumsum(sizes)
    buttons = tuple(np.arange(end - size, end) for end, size in zip(ends.tolist(), sizes, strict=True))
    return Part(nullity, np.array(columns), np.array(prices), buttons)


@settings(max_examples=200, deadline=None)
@given(parts())
def test_the_bound_holds_for_every_board(part):
    counts = np.array(list(np.ndindex(*(part.sizes + 1).tolist())))
    costs, _ = part.weigh(counts)
    assert 0 <= forced_balance(part) <= part.total - 2 * costs.max()


@settings(max_examples=40, deadline=None)
@given(grid_puzzles())
def test_the_bound_holds_on_grids(drawn):
    for part in Regions.of(drawn[0]).parts:
        if part.nullity:
            assert forced_balance(part) <= part.total - 2 * max(count_boards(part).boards)


@pytest.mark.parametrize(("n", "worst"), sorted((KNOWN | {14: 123}).items()))
def test_published_worst_cases_are_within_the_bound(n, worst):
    regions = Regions.of(dark(n))
    assert worst <= upper_bound(regions) <= mean_bound(regions)
    assert upper_bound(regions) == worst + (n == 9)  # where parity alone does not say it


def test_nineteen():
    assert (upper_bound(Regions.of(dark(19))), mean_bound(Regions.of(dark(19)))) == (174, 181)


def test_even_regions_and_large_nullities_are_forced_to_nothing():
    assert [forced_balance(part) for part in Regions.of(dark(11)).parts] == [0, 0]
    assert {forced_balance(part) for part in Regions.of(dark(30)).parts} == {0}

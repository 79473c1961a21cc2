from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from gridoracle import PLUS, moved, path_nullity
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as nps

from lo_opt.algebra import bitslice, pacing, rowgrid
from lo_opt.algebra.bitslice import chase_all
from lo_opt.control import Control
from lo_opt.errors import InputError

# Fewest presses for all lit n × n, n = 1, 2, …: OEIS A075464.
ALL_LIT = [1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72, 105, 56, 117, 104, 147, 188]


class CheckedOnly(Control):
    """A control whose deadline passes at the given check."""

    def __init__(self, checks):
        super().__init__()
        object.__setattr__(self, "checks", iter(range(checks)))

    @property
    def expired(self):
        return next(self.checks, None) is None


def ones(height, cols):
    return np.ones((height, cols), np.int64)


def lit(size):
    return [(1 << size) - 1] * size


def cost_of(presses, cols, weights):
    return int((rowgrid.cells(presses, cols).reshape(weights.shape) * weights).sum())


def brute_force(rows, cols, weights, forbidden):
    """Costs of all solutions, by trying all presses of the grid."""
    height = len(rows)
    buttons = [
        moved([1 << c if r == at else 0 for r in range(height)], cols, PLUS)
        for at in range(height)
        for c in range(cols)
    ]
    lights = [sum(row << cols * r for r, row in enumerate(button)) for button in buttons]
    wanted = sum(row << cols * r for r, row in enumerate(rows))
    costs = []
    state = cost = pressed = 0
    blocked = sum(1 << i for i in np.flatnonzero(forbidden).tolist())
    for step in range(1, (1 << height * cols) + 1):
        if state == wanted and not pressed & blocked:
            costs.append(cost)
        button = ((step & -step).bit_length() - 1) % len(lights)  # the Gray code presses one button a step
        state ^= lights[button]
        pressed ^= 1 << button
        cost += int(weights.flat[button]) * (1 if pressed >> button & 1 else -1)
    return costs


@st.composite
def puzzles(draw):
    height, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    if height * cols > 12:
        height = 3
    rows = draw(st.lists(st.integers(0, (1 << cols) - 1), min_size=height, max_size=height))
    if draw(st.booleans()):
        rows = moved(rows, cols, PLUS)
    weights = draw(nps.arrays(np.int64, (height, cols), elements=st.integers(0, 9)))
    forbidden = draw(nps.arrays(np.bool_, (height, cols), elements=st.sampled_from([False, False, False, True])))
    return rows, cols, weights, forbidden


@given(puzzles())
def test_every_solution_is_found_and_weighed(puzzle):
    rows, cols, weights, forbidden = puzzle
    costs = brute_force(rows, cols, weights, forbidden)
    result = chase_all(rows, cols, weights, forbidden, Control(), first_only=False)
    assert result.exhausted
    assert result.total == result.tried == 1 << min(len(rows), cols)
    assert result.survivors == len(costs)
    if costs:
        assert result.cost == min(costs) == cost_of(result.presses, cols, weights)
        assert result.optimal_count == costs.count(min(costs))
        assert moved(result.presses, cols, PLUS) == rows
        assert not (rowgrid.cells(result.presses, cols) & forbidden.ravel()).any()
    else:
        assert (result.presses, result.cost, result.optimal_count) == (None, None, 0)


@pytest.mark.parametrize("size", range(1, len(ALL_LIT) + 1))
def test_all_lit_minima_are_the_published_ones(size):
    result = chase_all(lit(size), size, ones(size, size), None, Control(), first_only=False)
    assert result.cost == ALL_LIT[size - 1] == sum(row.bit_count() for row in result.presses)
    assert result.survivors == 1 << path_nullity(size, size, True)
    assert moved(result.presses, size, PLUS) == lit(size)


@given(st.integers(1, 12), st.integers(1, 12), st.randoms(use_true_random=False))
def test_orientation_does_not_matter(height, cols, random):
    rows = moved([random.getrandbits(cols) for _ in range(height)], cols, PLUS)
    weights = np.array([[random.randrange(10) for _ in range(cols)] for _ in range(height)], np.int64)
    forbidden = np.array([[random.random() < 0.05 for _ in range(cols)] for _ in range(height)])
    direct = chase_all(rows, cols, weights, forbidden, Control(), first_only=False)
    turned = chase_all(rowgrid.transpose(rows, cols), height, weights.T, forbidden.T, Control(), first_only=False)
    facts = [(r.cost, r.survivors, r.optimal_count, r.tried, r.exhausted) for r in (direct, turned)]
    assert facts[0] == facts[1]


def test_fixed_4x4_has_its_known_optimum():
    # Cells 1, 2, 3, 5, 9, 10 lit: exactly 5 presses, once: 0, 1, 3, 5, 6.
    result = chase_all([0b1110, 0b0010, 0b0110, 0], 4, ones(4, 4), None, Control(), first_only=False)
    assert (result.cost, result.survivors, result.optimal_count) == (5, 16, 1)
    assert result.presses == [0b1011, 0b0110, 0, 0]


@pytest.mark.parametrize("block_bits", [6, 7, 10])
def test_blocks_add_up(monkeypatch, block_bits):
    weights = np.random.default_rng(3).integers(0, 10, (11, 11))
    whole = chase_all(lit(11), 11, weights, None, Control(), first_only=False)
    shares = []
    monkeypatch.setattr(bitslice, "_BLOCK_BITS", block_bits)
    control = Control(report=lambda progress: shares.append(progress.share))
    assert chase_all(lit(11), 11, weights, None, control, first_only=False) == whole
    assert len(shares) == 1 << 11 - block_bits
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_tall_grid_is_cut_into_smaller_blocks(monkeypatch):
    rows = moved([0b1011011101] * 40, 10, PLUS)
    whole = chase_all(rows, 10, ones(40, 10), None, Control(), first_only=False)
    monkeypatch.setattr(bitslice, "_BLOCK_WORK", 128 * 400)
    shares = []
    control = Control(report=lambda progress: shares.append(progress.share))
    assert chase_all(rows, 10, ones(40, 10), None, control, first_only=False) == whole
    assert len(shares) == 8


def test_an_executor_changes_no_answer(monkeypatch):
    monkeypatch.setattr(bitslice, "_BLOCK_BITS", 7)
    with ThreadPoolExecutor(2) as executor:
        parallel = chase_all(lit(11), 11, ones(11, 11), None, Control(executor=executor, workers=2), first_only=False)
    assert parallel == chase_all(lit(11), 11, ones(11, 11), None, Control(), first_only=False)
    assert (parallel.cost, parallel.survivors) == (55, 64)


@pytest.mark.parametrize("checks", [0, 1, 5])
def test_the_deadline_leaves_what_was_found(monkeypatch, checks):
    monkeypatch.setattr(bitslice, "_BLOCK_BITS", 6)
    result = chase_all(lit(9), 9, ones(9, 9), None, CheckedOnly(checks), first_only=False)
    assert result.tried == 64 * (checks + 1)
    assert not result.exhausted
    assert moved(result.presses, 9, PLUS) == lit(9)
    assert result.cost == sum(row.bit_count() for row in result.presses) >= 25


def test_no_time_at_all_on_an_executor_finds_nothing():
    with ThreadPoolExecutor(1) as executor:
        control = Control(deadline=time.perf_counter() - 1, executor=executor)
        result = chase_all(lit(9), 9, ones(9, 9), None, control, first_only=False)
    assert (result.presses, result.cost, result.survivors, result.tried, result.exhausted) == (None, None, 0, 0, False)


def test_an_interrupt_leaves_what_was_found(monkeypatch):
    def interrupt(progress):
        if progress.share >= 0.5:
            raise KeyboardInterrupt

    monkeypatch.setattr(bitslice, "_BLOCK_BITS", 6)
    result = chase_all(lit(9), 9, ones(9, 9), None, Control(report=interrupt), first_only=False)
    assert result.tried == 256
    assert not result.exhausted
    assert moved(result.presses, 9, PLUS) == lit(9)


def test_first_only_stops_at_a_block_with_a_solution(monkeypatch):
    monkeypatch.setattr(bitslice, "_BLOCK_BITS", 6)
    result = chase_all(lit(10), 10, ones(10, 10), None, Control(), first_only=True)
    whole = chase_all(lit(10), 10, ones(10, 10), None, Control(), first_only=False)
    assert result.presses == whole.presses
    assert result.tried == 64 * (whole.presses[0] // 64 + 1) < whole.tried


def test_an_unsolvable_board_has_no_survivors():
    result = chase_all([1, 0, 0, 0], 4, ones(4, 4), None, Control(), first_only=True)
    assert (result.presses, result.cost, result.survivors, result.exhausted) == (None, None, 0, True)


def test_large_weights_are_exact():
    weights = ones(5, 5)
    weights[0, 0] = 2**62
    result = chase_all(lit(5), 5, weights, None, Control(), first_only=False)
    assert result.cost == cost_of(result.presses, 5, weights)
    result = chase_all([0b11, 0b1], 2, np.array([[2**62, 1], [1, 1]]), None, Control(), first_only=False)
    assert (result.presses, result.cost) == ([1, 0], 2**62)


@pytest.mark.parametrize(
    ("rows", "cols", "weights", "message"),
    [
        ([], 2, ones(0, 2), "both sides"),
        ([4], 2, ones(1, 2), "row 0"),
        ([1, 1], 2, ones(1, 2), "must agree"),
        ([1, 1], 2, np.full((2, 2), 2**61), "64-bit"),
        ([0] * 63, 63, ones(63, 63), "at most 62"),
    ],
)
def test_bad_input_is_refused(rows, cols, weights, message):
    with pytest.raises(InputError, match=message):
        chase_all(rows, cols, weights, None, Control(), first_only=False)


@pytest.mark.parametrize("uniform", [True, False])
@pytest.mark.parametrize(("height", "cols"), [(3000, 1), (2500, 3), (1100, 7)])
def test_narrow_boards_are_chased_as_wide_ones_are(monkeypatch, uniform, height, cols):
    rng = np.random.default_rng(height)
    rows = moved(rng.integers(0, 1 << cols, height).tolist(), cols, PLUS)
    weights = ones(height, cols) * 3 if uniform else rng.integers(0, 9, (height, cols))
    forbidden = np.zeros((height, cols), np.bool_)
    forbidden[7, 0] = True
    narrow = chase_all(rows, cols, weights, forbidden, Control(), first_only=False)
    monkeypatch.setattr(bitslice, "_FEW_COLUMNS", -1)
    assert chase_all(rows, cols, weights, forbidden, Control(), first_only=False) == narrow
    if narrow.presses is not None:
        assert moved(narrow.presses, cols, PLUS) == rows
        assert cost_of(narrow.presses, cols, weights) == narrow.cost


@pytest.mark.parametrize(("few", "budget"), [(-1, 1 << 15), (10, 1000)])
def test_the_deadline_is_seen_on_the_way_down(monkeypatch, few, budget):
    monkeypatch.setattr(bitslice, "_FEW_COLUMNS", few)
    monkeypatch.setattr(pacing, "BUDGET", budget)
    rows = lit(2)[:1] * 5000
    results = []
    for checks in range(400):
        results.append(chase_all(rows, 2, ones(5000, 2), None, CheckedOnly(checks), first_only=False))
        if results[-1].exhausted:
            break
    assert (results[0].presses, results[0].tried) == (None, 0)
    assert results[-1].exhausted
    stopped = [result for result in results if result.presses is not None and not result.tried]
    assert stopped
    for result in stopped:
        assert moved(result.presses, 2, PLUS) == rows
        assert result.cost == sum(row.bit_count() for row in result.presses) >= results[-1].cost

import numpy as np
import pytest
from gf2_cases import (
    NEIGHBORS,
    ExpiringControl,
    grid_matrix,
    interrupting,
    members,
    random_space,
    spaces_with_weights,
    sparse,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.algebra import bounded, bounds
from lo_opt.algebra.bounded import lightest_bounded
from lo_opt.algebra.bounds import lower_bound, with_share
from lo_opt.algebra.cosets import lightest_by_transform, reduce_kernel
from lo_opt.algebra.elimination import Elimination
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control
from lo_opt.errors import InputError


@settings(max_examples=50)
@given(spaces_with_weights(), st.integers(0, 3))
def test_the_interval_holds_the_minimum(case, seed):
    space, weights = case
    least = (members(space) @ weights).min()
    found = lightest_bounded(space, weights, seed=seed, patience=5)
    assert found.bound <= least <= found.cost == found.presses @ weights
    assert found.exhausted == (found.bound == found.cost)
    assert found.optimal_count is None
    assert (members(space) == found.presses).all(axis=1).any()


@given(spaces_with_weights())
def test_the_bound_is_a_bound_and_no_worse_than_the_floor(case):
    space, weights = case
    reduced = reduce_kernel(space, weights)
    assert reduced.floor <= lower_bound(reduced, Control()) <= (members(space) @ weights).min()
    assert reduced.floor <= lower_bound(reduced, ExpiringControl(checks=1)) <= (members(space) @ weights).min()


def test_flats_bound_whole_spaces_exactly_and_grids_above_the_floor(monkeypatch):
    rng = np.random.default_rng(0)
    space, weights = random_space(rng, 40, 10), rng.integers(1, 9, 40)
    reduced = reduce_kernel(space, weights)
    assert lower_bound(reduced, Control()) == (members(space) @ weights).min()
    monkeypatch.setattr(bounds, "_FLAT_RANK", 6)
    assert reduced.floor <= lower_bound(reduced, Control()) <= (members(space) @ weights).min()
    board = Elimination(*sparse(grid_matrix(19, 19)), 361).space(np.ones(361, int))
    reduced = reduce_kernel(board, np.ones(361, np.int64))
    assert reduced.floor < lower_bound(reduced, Control()) <= 141


def test_the_bound_is_rounded_up_to_the_parity_of_all_costs():
    space = Elimination(*sparse(grid_matrix(30, 30)), 900).space(np.ones(900, int))
    assert (lower_bound(reduce_kernel(space, np.ones(900, np.int64)), Control()) - 376) % 2 == 0


@given(spaces_with_weights())
def test_without_flats_only_a_parity_of_all_costs_raises_the_floor(case):
    space, weights = case
    reduced, costs = reduce_kernel(space, weights), members(space) @ weights
    one_parity = len(set((costs % 2).tolist())) == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounds, "_penalty", lambda *flat: 0)
        assert lower_bound(reduced, Control()) == reduced.floor + one_parity * int((costs[0] - reduced.floor) % 2)


def test_where_all_costs_are_odd_the_floor_of_0_becomes_1(monkeypatch):
    space = SolutionSpace(np.array([1, 0, 0], np.uint8), np.array([[0b011], [0b110]], np.uint64))
    reduced = reduce_kernel(space, np.ones(3, np.int64))
    monkeypatch.setattr(bounds, "_penalty", lambda *flat: 0)
    assert sorted(members(space).sum(axis=1)) == [1, 1, 1, 3]
    assert (reduced.floor, lower_bound(reduced, Control())) == (0, 1)


def test_a_share_is_that_of_the_time_left():
    assert 20 < with_share(Control.limited(100.0), 0.25).remaining_s <= 25
    assert with_share(Control.limited(0.0), 0.25).expired


@pytest.mark.parametrize("pair_work", [0, 1 << 31])
def test_it_finds_minima_of_middling_spaces(monkeypatch, pair_work):
    monkeypatch.setattr(bounded, "_PAIR_WORK", pair_work)
    for n, offsets in ((19, None), (14, NEIGHBORS)):
        matrix = grid_matrix(n, n, offsets) if offsets else grid_matrix(n, n)
        presses = np.random.default_rng(n).integers(0, 2, n * n)
        space = Elimination(*sparse(matrix), n * n).space(matrix.astype(int) @ presses % 2)
        weights = np.random.default_rng(n).integers(1, 10, n * n)
        assert lightest_bounded(space, weights).cost == lightest_by_transform(space, weights).cost


def test_it_starts_from_the_incumbent():
    rng = np.random.default_rng(9)
    space, weights = random_space(rng, 60, 14), rng.integers(1, 10, 60)
    best = lightest_by_transform(space, weights)
    found = lightest_bounded(space, weights, incumbent=best.presses, patience=3)
    assert found.presses.tolist() == best.presses.tolist()
    with pytest.raises(InputError, match="60 entries"):
        lightest_bounded(space, weights, incumbent=best.presses[1:])


def test_a_seed_makes_it_repeatable():
    rng = np.random.default_rng(10)
    space, weights = random_space(rng, 200, 30), rng.integers(1, 10, 200)
    once, again = (lightest_bounded(space, weights, seed=4, patience=10) for _ in range(2))
    assert once.presses.tolist() == again.presses.tolist()


@pytest.mark.parametrize("checks", [0, 1, 5, 30])
def test_a_deadline_leaves_a_valid_interval(checks):
    rng = np.random.default_rng(11)
    space, weights = random_space(rng, 60, 12), rng.integers(1, 10, 60)
    least = lightest_by_transform(space, weights).cost
    found = lightest_bounded(space, weights, ExpiringControl(checks=checks))
    assert found.bound <= least <= found.cost <= space.particular @ weights
    assert not found.interrupted


def hard_space():
    rng = np.random.default_rng(13)
    return random_space(rng, 120, 40), rng.integers(1, 10, 120)


class CountedLooks(ExpiringControl):
    """Has a deadline, which comes at the (checks + 1)-th look."""

    @property
    def remaining_s(self):
        return 1.0


def test_with_a_deadline_it_goes_on_beyond_its_patience():
    space, weights = hard_space()
    reports = []
    control = CountedLooks(deadline=1e12, checks=300, report=reports.append)
    found = lightest_bounded(space, weights, control, patience=2)
    alone = lightest_bounded(space, weights, patience=2)
    assert found.cost < alone.cost
    assert len(control.looks) > 300
    incumbents = [report.incumbent for report in reports]
    assert incumbents == sorted(incumbents, reverse=True)
    again = lightest_bounded(space, weights, CountedLooks(deadline=1e12, checks=300), patience=2)
    assert again.presses.tolist() == found.presses.tolist()


def test_it_ends_after_as_many_bases_without_improvement_as_its_patience(monkeypatch):
    monkeypatch.setattr(bounded, "lower_bound", lambda reduced, control: -1)  # never met
    space, weights = hard_space()
    for patience in (1, 6):
        reports = []
        found = lightest_bounded(space, weights, Control(report=reports.append), patience=patience)
        incumbents = [report.incumbent for report in reports]
        assert incumbents.count(found.cost) == patience + 1  # the one that found it
        shares = [report.share for report in reports]
        assert shares[-patience - 1 :] == [idle / patience for idle in range(patience + 1)]


def test_its_share_of_a_deadline_grows():
    reports = []
    space, weights = hard_space()
    lightest_bounded(space, weights, Control(Control.limited(0.3).deadline, report=reports.append), patience=2)
    shares = [report.share for report in reports if report.stage == "local search"]
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1


def test_more_time_never_gives_a_worse_member():
    space, weights = hard_space()
    costs = [
        lightest_bounded(space, weights, CountedLooks(deadline=1e12, checks=checks), patience=3).cost
        for checks in (0, 10, 50, 200)
    ]
    assert costs == sorted(costs, reverse=True)


def test_an_interrupt_leaves_a_valid_interval(monkeypatch):
    monkeypatch.setattr(bounds, "_FLAT_RANK", 2)
    rng = np.random.default_rng(12)
    space, weights = random_space(rng, 60, 12), rng.integers(1, 10, 60)
    found = lightest_bounded(space, weights, interrupting(after=1))
    assert found.interrupted
    assert found.bound <= lightest_by_transform(space, weights).cost <= found.cost == found.presses @ weights


def test_a_single_member_needs_no_search():
    space = random_space(np.random.default_rng(0), 20, 0)
    found = lightest_bounded(space, np.ones(20, np.int64))
    assert found.exhausted
    assert found.cost == found.bound == space.particular.sum()

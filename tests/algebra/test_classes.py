"""The search by classes against all costs, one by one, and against itself by other ways."""

from __future__ import annotations

import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
import pytest
from class_cases import Case, cases, plus_grid
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_opt.algebra.bits import pack
from lo_opt.algebra.bounds import lower_bound
from lo_opt.algebra.classes import compiled, lightest_by_classes, rounds, scanning
from lo_opt.algebra.classes.parts import Part
from lo_opt.algebra.classes.streamed import StreamedTable
from lo_opt.algebra.reduction import reduce_kernel
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.control import Control, Progress
from lo_opt.errors import InputError, UnsupportedError


@settings(max_examples=300, deadline=None)
@given(cases())
def test_finds_proves_and_counts_the_optimum(case: Case) -> None:
    costs = case.costs()
    best = lightest_by_classes(case.space, case.weights, case.labels, Control())
    assert best.cost == best.bound == costs.min()
    assert best.exhausted
    assert case.contains(best.presses)
    assert best.presses @ case.weights == best.cost
    assert best.optimal_count in (None, np.count_nonzero(costs == costs.min()))


@settings(max_examples=100, deadline=None)
@given(cases(), st.booleans())
def test_streamed_tables_give_the_same_answer(case: Case, fast: bool) -> None:
    stored = lightest_by_classes(case.space, case.weights, case.labels, Control())
    streamed = lightest_by_classes(case.space, case.weights, case.labels, Control(), stored_bytes=0, fast=fast)
    assert (streamed.cost, streamed.bound) == (stored.cost, stored.bound)
    assert case.contains(streamed.presses)
    assert streamed.presses @ case.weights == streamed.cost
    assert streamed.optimal_count in (None, np.count_nonzero(case.costs() == stored.cost))


@dataclass(frozen=True)
class CountedControl(Control):
    """A control whose time is up at the k-th look at the clock."""

    checks: int = 0
    ticks: list[int] | None = None

    @property
    def expired(self) -> bool:
        assert self.ticks is not None
        self.ticks.append(1)
        return len(self.ticks) >= self.checks


@settings(max_examples=200, deadline=None)
@given(cases(), st.integers(1, 30), st.booleans())
def test_stopped_at_any_moment_the_interval_holds_the_optimum(case: Case, checks: int, streamed: bool) -> None:
    control = CountedControl(checks=checks, ticks=[])
    found = lightest_by_classes(case.space, case.weights, case.labels, control, stored_bytes=0 if streamed else 1 << 20)
    check_interval(case, found)


@settings(max_examples=100, deadline=None)
@given(cases(), st.integers(1, 12))
def test_interrupted_at_any_report_the_interval_holds_the_optimum(case: Case, reports: int) -> None:
    seen = 0

    def interrupt(progress: Progress) -> None:
        nonlocal seen
        seen += 1
        if seen == reports:
            raise KeyboardInterrupt

    found = lightest_by_classes(case.space, case.weights, case.labels, Control(report=interrupt))
    assert found.interrupted == (seen >= reports)
    check_interval(case, found)


@settings(max_examples=40, deadline=None)
@given(cases())
def test_a_scan_that_was_stopped_is_not_complete(case: Case) -> None:
    units: list[tuple[scanning.Window, range, int]] = []

    def scan(window: scanning.Window, blocks: range, best: int, stop: scanning.Stop) -> scanning.Found:
        units.append((window, blocks, best))
        return scanning.scan_blocks(window, blocks, best, stop)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "scan_blocks", scan)
        lightest_by_classes(case.space, case.weights, case.labels, Control())
    for unit in units[:5]:
        patient = CountedControl(checks=1 << 40, ticks=[])
        assert scanning.scan_blocks(*unit, patient).complete
        looks = len(patient.ticks or [])
        for checks in range(1, min(20, looks) + 1):
            assert not scanning.scan_blocks(*unit, CountedControl(checks=checks, ticks=[])).complete


def check_interval(case: Case, found: Lightest) -> None:
    least = case.costs().min()
    assert found.bound <= least <= found.cost
    assert found.exhausted == (found.bound == found.cost)
    assert case.contains(found.presses)
    assert found.presses @ case.weights == found.cost


def test_the_bound_rises_round_by_round_and_never_passes_the_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lo_opt.algebra.classes.rounds._FIRST_ROUND", 100)
    case = plus_grid(39)
    reports: list[Progress] = []
    lightest_by_classes(case.space, case.weights, case.labels, Control(report=reports.append))
    assert [report.stage for report in reports] == ["tables"] * 4 + ["pairs"] * (len(reports) - 4)
    bounds = [report.bound for report in reports if report.bound is not None]
    assert len(bounds) == len(reports)
    assert bounds == sorted(bounds)
    assert len(set(bounds)) > 3
    assert bounds[-1] <= 561
    for checks in range(1, 12):
        stopped = CountedControl(checks=checks, ticks=[])
        found = lightest_by_classes(case.space, case.weights, case.labels, stopped)
        assert found.bound <= 561 <= found.cost
        assert found.exhausted == (found.bound == found.cost)
        bounds.append(found.bound)
        assert found.exhausted or found.optimal_count is None
    assert set(bounds) & set(range(522, 561))


@pytest.mark.parametrize(
    ("n", "least"), [(4, 4), (9, 25), (11, 55), (19, 141), (23, 231), (30, 376), (33, 469), (39, 561)]
)
def test_knows_the_published_optima_of_all_lit_boards(n: int, least: int) -> None:
    case = plus_grid(n)
    assert lightest_by_classes(case.space, case.weights, case.labels, Control()).cost == least


def weighted_grid() -> Case:
    case = plus_grid(39)
    return replace(case, weights=np.random.default_rng(7).integers(1, 10, case.space.size))


@pytest.mark.parametrize("stored_bytes", [1 << 25, 0])
@pytest.mark.parametrize(
    "fast", [False, pytest.param(True, marks=pytest.mark.skipif(not compiled.available(), reason="needs numba"))]
)
def test_all_ways_agree_on_a_real_board(fast: bool, stored_bytes: int) -> None:
    case = weighted_grid()
    expected = lightest_by_classes(case.space, case.weights, case.labels, Control(), fast=False)
    found = lightest_by_classes(case.space, case.weights, case.labels, Control(), fast=fast, stored_bytes=stored_bytes)
    assert same(found, expected)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
@pytest.mark.parametrize("stored_bytes", [1 << 25, 0])
def test_executors_give_the_same_answer(
    pool: type[Executor], stored_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lo_opt.algebra.classes.rounds._SMALL_ROUND", 1000)
    case = weighted_grid()
    alone = lightest_by_classes(case.space, case.weights, case.labels, Control(), stored_bytes=stored_bytes)
    with pool(2) as executor:
        control = Control(executor=executor, workers=2)
        shared = lightest_by_classes(case.space, case.weights, case.labels, control, stored_bytes=stored_bytes)
    assert same(shared, alone)


def test_an_executor_stops_at_the_deadline() -> None:
    case = plus_grid(61)
    with ThreadPoolExecutor(2) as executor:
        control = Control(deadline=time.perf_counter(), executor=executor, workers=2)
        found = lightest_by_classes(case.space, case.weights, case.labels, control, stored_bytes=0)
    assert not found.exhausted
    assert 0 < found.bound < 1629 <= found.cost


def same(found: Lightest, expected: Lightest) -> bool:
    return (
        (found.cost, found.bound, found.exhausted, found.optimal_count)
        == (expected.cost, expected.bound, expected.exhausted, expected.optimal_count)
    ) and bool((found.presses == expected.presses).all())


@pytest.mark.parametrize("below", [0, 5])
@settings(max_examples=60, deadline=None)
@given(case=cases())
def test_costs_beyond_the_levels_that_a_sample_suggests_are_not_lost(below: int, case: Case) -> None:
    def table_of(part: Part, stored_bytes: int, fast: bool | None) -> StreamedTable:
        table = StreamedTable(part, False)
        table.maximum = min(table.maximum, table.minimum + below)  # As if the sample had missed the others.
        return table

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lo_opt.algebra.classes.search.table_of", table_of)
        for module in ("levels", "tables", "streamed", "rounds"):
            patch.setattr(f"lo_opt.algebra.classes.{module}.LEVEL_LIMIT", 3)
        patch.setattr("lo_opt.algebra.classes.rounds._FIRST_ROUND", 4)
        found = lightest_by_classes(case.space, case.weights, case.labels, Control())
    costs = case.costs()
    assert found.cost == found.bound == costs.min()
    assert found.optimal_count in (None, np.count_nonzero(costs == costs.min()))


@settings(max_examples=60, deadline=None)
@given(cases(), st.integers(1, 50), st.booleans())
def test_lists_that_outgrow_the_memory_leave_an_interval(case: Case, entries: int, streamed: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lo_opt.algebra.classes.rounds.ENTRY_LIMIT", entries)
        patch.setattr("lo_opt.algebra.classes.streamed.ENTRY_LIMIT", entries)
        found = lightest_by_classes(
            case.space, case.weights, case.labels, Control(), stored_bytes=0 if streamed else 1 << 20
        )
    check_interval(case, found)
    assert found.exhausted or found.out_of_memory
    assert found.out_of_memory == ("outgrow the memory" in found.how)
    assert not found.interrupted


def test_a_long_search_starts_from_a_quick_bound_and_adds_the_minima_as_they_come() -> None:
    case = plus_grid(39)
    reports: list[Progress] = []
    lightest_by_classes(case.space, case.weights, case.labels, Control(report=reports.append), stored_bytes=0)
    bounds = [report.bound for report in reports if report.stage in ("tables", "short lists")]
    quick = lower_bound(reduce_kernel(case.space, case.weights), Control())
    assert bounds[0] == quick
    assert bounds == sorted(bounds)
    assert len(set(bounds)) > 1


def test_long_lists_are_not_sent_to_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Elsewhere(Executor):
        submitted = 0

        def submit(self, fn, /, *args, **kwargs):
            self.submitted += 1
            done: Future[object] = Future()
            done.set_result(fn(*args, **kwargs))
            return done

    monkeypatch.setattr("lo_opt.algebra.classes.rounds._SMALL_ROUND", 1000)
    case = weighted_grid()
    alone = lightest_by_classes(case.space, case.weights, case.labels, Control())
    for sent, limit in ((True, 1 << 23), (False, 0)):
        monkeypatch.setattr("lo_opt.algebra.classes.rounds._SENT_BYTES", limit)
        executor = Elsewhere()
        control = Control(executor=executor, workers=2)
        assert same(lightest_by_classes(case.space, case.weights, case.labels, control), alone)
        assert (executor.submitted > 0) == sent


def test_zero_weights_multiply_the_count() -> None:
    case = plus_grid(9)
    free = replace(case, weights=np.zeros(81, np.int64))
    found = lightest_by_classes(free.space, free.weights, free.labels, Control())
    assert (found.cost, found.optimal_count) == (0, 2**8)


def test_classes_that_overlap_too_much_are_refused() -> None:
    random = np.random.default_rng(0)
    kernel = random.integers(0, 2, (24, 400), np.uint8)
    space = SolutionSpace(np.zeros(400, np.uint8), pack(kernel))
    with pytest.raises(UnsupportedError, match="overlap too much"):
        lightest_by_classes(space, np.ones(400, np.int64), np.arange(400) % 4, Control())


def test_labels_of_another_size_are_refused() -> None:
    case = plus_grid(4)
    with pytest.raises(InputError, match="expected one label for each of 16 unknowns"):
        lightest_by_classes(case.space, case.weights, case.labels[:-1], Control())

"""Estimates of the search by classes against what it then takes, and the cases it declines."""

from __future__ import annotations

import math

import numpy as np
import pytest
from class_cases import plus_grid

from lo_opt.algebra.bits import pack
from lo_opt.algebra.classes import class_ranks, estimate_by_classes, lightest_by_classes
from lo_opt.algebra.classes.parts import RANK_LIMIT, merge_classes, reduce_coset
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control
from lo_opt.errors import UnsupportedError


@pytest.mark.parametrize("n", [30, 39, 61])
def test_expects_the_pairs_that_are_tested_within_a_factor(n: int) -> None:
    case = plus_grid(n)
    estimate = estimate_by_classes(case.space, case.weights, case.labels)
    found = lightest_by_classes(case.space, case.weights, case.labels, Control())
    tested = float(found.how.split()[0])
    assert estimate.reason is None
    assert estimate.ranks == class_ranks(case.space, case.labels) == (case.space.nullity // 2,) * 4
    assert tested / 100 < estimate.pairs < tested * 100


def test_knows_what_larger_boards_take() -> None:
    case = plus_grid(79)
    estimate = estimate_by_classes(case.space, case.weights, case.labels)
    assert estimate.ranks == (32,) * 4
    assert estimate.reason is None
    assert 10 < estimate.seconds < 1200
    assert estimate.peak_bytes < 10e9


def test_declines_lists_that_do_not_fit() -> None:
    case = plus_grid(123)
    estimate = estimate_by_classes(case.space, case.weights, case.labels)
    assert estimate.ranks == (40,) * 4
    assert "would not fit in memory" in str(estimate.reason)


def test_declines_classes_without_structure() -> None:
    random = np.random.default_rng(0)
    space = SolutionSpace(np.zeros(400, np.uint8), pack(random.integers(0, 2, (30, 400))))
    estimate = estimate_by_classes(space, np.ones(400, np.int64), np.arange(400) % 4)
    assert "overlap too much" in str(estimate.reason)
    assert estimate.seconds == math.inf


@pytest.mark.parametrize("classes", [1, 4, 6])
def test_declines_ranks_beyond_any_table(classes: int) -> None:
    random = np.random.default_rng(0)
    space = SolutionSpace(np.zeros(600, np.uint8), pack(random.integers(0, 2, (100, 600))))
    estimate = estimate_by_classes(space, np.ones(600, np.int64), np.arange(600) % classes)
    assert "rank 100" in str(estimate.reason)


def test_declines_many_classes_before_any_of_them_is_merged() -> None:
    # Buttons that all toggle all lights: any two of them together are quiet, and each is a class of its own.
    kernel = np.hstack([np.eye(79, dtype=np.uint8), np.ones((79, 1), np.uint8)])
    space = SolutionSpace(np.zeros(80, np.uint8), pack(kernel))
    estimate = estimate_by_classes(space, np.ones(80, np.int64), np.arange(80))
    assert estimate.reason == "80 classes; at most 16 are merged into four"
    assert estimate.ranks == ()
    with pytest.raises(UnsupportedError, match="80 classes"):
        lightest_by_classes(space, np.ones(80, np.int64), np.arange(80), Control())
    stopped = lightest_by_classes(space, np.ones(80, np.int64), np.arange(80), Control.limited(0.0))
    assert len(stopped.how) < 120


def test_declines_unions_whose_rank_does_not_fit_a_word() -> None:
    # Eight classes of rank 33 in general position: any two have rank 66, as on a cube of 11 x 11 x 11 lights.
    random = np.random.default_rng(0)
    blocks = [random.integers(0, 2, (91, 33)) @ random.integers(0, 2, (33, 60)) % 2 for _ in range(8)]
    space = SolutionSpace(np.zeros(480, np.uint8), pack(np.hstack(blocks)))
    labels = np.repeat(np.arange(8), 60)
    coset = reduce_coset(space, np.ones(480, np.int64), labels)
    unions = merge_classes(coset)
    assert max(len(union.basis) for union in unions) > RANK_LIMIT
    assert sorted(label for union in unions for label in union.labels) == list(range(8))
    estimate = estimate_by_classes(space, np.ones(480, np.int64), labels)
    assert estimate.ranks == (33,) * 8
    assert "8 classes must be merged into four, one of rank" in str(estimate.reason)
    with pytest.raises(UnsupportedError, match="at most 62"):
        lightest_by_classes(space, np.ones(480, np.int64), labels, Control())


def test_declines_huge_nullities_at_once() -> None:
    space = SolutionSpace(np.zeros(600, np.uint8), pack(np.eye(600, dtype=np.uint8)))
    estimate = estimate_by_classes(space, np.ones(600, np.int64), np.arange(600) % 4)
    assert "nullity of 600" in str(estimate.reason)


def test_merges_more_than_four_classes_if_their_union_is_small_enough() -> None:
    kernel = np.kron(np.eye(6, dtype=np.uint8), np.random.default_rng(1).integers(0, 2, (8, 30), np.uint8))
    space = SolutionSpace(np.ones(180, np.uint8), pack(kernel))
    labels = np.repeat(np.arange(6), 30)
    estimate = estimate_by_classes(space, np.ones(180, np.int64), labels)
    assert estimate.ranks == (8,) * 6
    assert estimate.reason is None
    found = lightest_by_classes(space, np.ones(180, np.int64), labels, Control())
    block = SolutionSpace(np.ones(30, np.uint8), pack(kernel[:8, :30]))
    alone = lightest_by_classes(block, np.ones(30, np.int64), np.zeros(30, np.intp), Control())
    assert found.cost == 6 * alone.cost

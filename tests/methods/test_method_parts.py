"""Which way a part is solved, and what a search that was stopped still says."""

from __future__ import annotations

import numpy as np
import pytest

from lo_opt import Board, Puzzle, linear
from lo_opt.algebra.bits import pack
from lo_opt.algebra.bounds import lower_bound
from lo_opt.algebra.cosets import lightest_by_transform
from lo_opt.algebra.reduction import reduce_kernel
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control, Progress
from lo_opt.methods import parts
from lo_opt.methods.parts import by_classes, by_transform, quickest


def test_a_stopped_transform_has_the_better_of_both_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "BOUND_SHARE", 1e6)  # All the time it takes.
    space, weights = linear.solutions(Puzzle.grid(Board.filled(30, 30, 1))).space(), np.ones(900, np.int64)

    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    control = Control(report=interrupt)
    reduced = reduce_kernel(space, weights)
    quick = lower_bound(reduced, Control())
    monkeypatch.setattr("lo_opt.algebra.blocks._TASK_BYTES", 1 << 10)
    monkeypatch.setattr("lo_opt.algebra.blocks.block_bits", lambda dtype: 8)
    alone = lightest_by_transform(space, weights, control)
    found = by_transform(space, weights, np.arange(900), control)
    assert alone.interrupted
    assert found.interrupted
    assert not found.exhausted
    assert alone.bound < found.bound == quick <= 376 <= found.cost


def test_a_second_interrupt_leaves_the_bound_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(parts, "lower_bound", interrupted)
    kernel = np.hstack([np.eye(27, dtype=np.uint8), np.random.default_rng(0).integers(0, 2, (27, 33), np.uint8)])
    space, weights = SolutionSpace(np.ones(60, np.uint8), pack(kernel)), np.ones(60, np.int64)
    found = by_transform(space, weights, np.arange(60), Control.limited(0.0))
    assert found.interrupted
    assert not found.exhausted
    assert found.bound == reduce_kernel(space, weights).floor


@pytest.mark.parametrize("solver", [by_classes, quickest])
def test_unions_of_too_high_a_rank_are_not_an_error(solver) -> None:
    random = np.random.default_rng(0)
    blocks = [random.integers(0, 2, (91, 33)) @ random.integers(0, 2, (33, 60)) % 2 for _ in range(8)]
    space = SolutionSpace(random.integers(0, 2, 480).astype(np.uint8), pack(np.hstack(blocks)))
    solve = solver(lambda: np.repeat(np.arange(8), 60))
    found = solve(space, np.ones(480, np.int64), np.arange(480), Control.limited(0.2))
    assert "8 classes must be merged into four" in found.how
    assert found.bound < found.cost <= space.particular.sum()

"""Searches whose work really runs on threads, processes and a Dask cluster of two workers give the same answers."""

from __future__ import annotations

import functools
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest
from numpy.typing import NDArray
from puzzles import random_solvable

import lo_opt as lo
from lo_opt import Board, Puzzle, Status
from lo_opt.algebra.bits import pack
from lo_opt.algebra.classes import lightest_by_classes
from lo_opt.algebra.spaces import Lightest, SolutionSpace
from lo_opt.control import Control


@contextmanager
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


@contextmanager
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        yield executor


@contextmanager
def dask_cluster() -> Iterator[Executor]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
        client.get_executor() as executor,
    ):
        assert len(client.scheduler_info()["workers"]) == 2
        yield executor


class Counting(Executor):
    """Passes everything on and counts it."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.submitted = 0

    def submit(self, fn, /, *args, **kwargs) -> Future:
        self.submitted += 1
        return self.executor.submit(fn, *args, **kwargs)


POOLS = [threads, processes, dask_cluster]


@pytest.fixture(scope="module", params=POOLS, ids=[pool.__name__ for pool in POOLS])
def pool(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with request.param() as executor:
        yield executor


@pytest.fixture
def executor(pool: Executor) -> Counting:
    return Counting(pool)


def test_every_method_gives_the_same_answer_with_an_executor(executor: Counting) -> None:
    weights = [[1 + (r * c) % 9 for c in range(29)] for r in range(29)]
    cases = [
        (Puzzle.grid(Board.filled(39, 39, 1)), "sweep", 561),
        (Puzzle.grid(Board.filled(30, 30, 1)), "gf2", 376),
        (Puzzle.grid(Board.filled(29, 29, 1)).with_weights(weights), "gf2", None),
        (random_solvable(47, 3), "sweep", None),
        (Puzzle.grid(Board.filled(18, 18, 1)), "chase", None),
    ]
    for puzzle, backend, known in cases:
        alone = lo.solve(puzzle, backend)
        together = lo.solve(puzzle, backend, executor=executor, workers=2)
        assert (together.status, together.cost, together.bound) == (alone.status, alone.cost, alone.bound)
        assert alone.status is Status.OPTIMAL
        assert known is None or alone.cost == known


@functools.cache
def many_solutions() -> tuple[Puzzle, lo.Answer]:
    """A puzzle with 2^27 solutions, and its answer in the calling thread."""
    rng = np.random.default_rng(1)
    matrix = rng.integers(0, 2, (33, 60))
    start = matrix @ rng.integers(0, 2, 60) % 2
    puzzle = Puzzle.from_buttons(start, [np.flatnonzero(column).tolist() for column in matrix.T])
    return puzzle, lo.solve(puzzle, "gf2")


def test_the_transform_runs_there_in_several_tasks(executor: Counting) -> None:
    puzzle, alone = many_solutions()
    together = lo.solve(puzzle, "gf2", executor=executor, workers=2)
    assert executor.submitted > 1
    assert (together.status, together.cost, together.presses) == (Status.OPTIMAL, alone.cost, alone.presses)
    assert together.message == alone.message


@functools.cache
def low_ranks() -> tuple[SolutionSpace, NDArray[np.int64], NDArray[np.intp], Lightest]:
    """A space of 2^46 members, four classes of rank 20, its weights and lightest member."""
    rng = np.random.default_rng(1)
    blocks = [rng.integers(0, 2, (46, 20)) @ rng.integers(0, 2, (20, 100)) % 2 for _ in range(4)]
    space = SolutionSpace(rng.integers(0, 2, 400).astype(np.uint8), pack(np.hstack(blocks)))
    weights, labels = rng.integers(1, 10, 400), np.repeat(np.arange(4), 100)
    return space, weights, labels, lightest_by_classes(space, weights, labels, Control())


def test_pairs_of_classes_are_tested_there_in_several_tasks(executor: Counting) -> None:
    space, weights, labels, alone = low_ranks()
    together = lightest_by_classes(space, weights, labels, Control(executor=executor, workers=2))
    assert executor.submitted > 1
    assert together.exhausted
    assert (together.cost, together.bound, together.how) == (alone.cost, alone.bound, alone.how)
    assert together.optimal_count == alone.optimal_count
    assert together.presses.tolist() == alone.presses.tolist()

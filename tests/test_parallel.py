"""The same search on threads, processes and a real Dask cluster of two workers gives the same answer."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest
from puzzles import random_solvable

import lo_opt as lo
from lo_opt import Board, Puzzle, Status


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


@pytest.mark.parametrize("pool", [threads, processes, dask_cluster])
def test_same_answer_everywhere(pool):
    weights = [[1 + (r * c) % 9 for c in range(29)] for r in range(29)]
    cases = [
        (Puzzle.grid(Board.filled(39, 39, 1)), "sweep", 561),
        (Puzzle.grid(Board.filled(30, 30, 1)), "gf2", 376),
        (Puzzle.grid(Board.filled(29, 29, 1)).with_weights(weights), "gf2", None),
        (random_solvable(47, 3), "sweep", None),
        (Puzzle.grid(Board.filled(18, 18, 1)), "chase", None),
    ]
    with pool() as executor:
        for puzzle, backend, known in cases:
            alone = lo.solve(puzzle, backend)
            together = lo.solve(puzzle, backend, executor=executor, workers=2)
            assert (together.status, together.cost, together.bound) == (alone.status, alone.cost, alone.bound)
            assert alone.status is Status.OPTIMAL
            assert known is None or alone.cost == known


def test_blocks_of_a_transform_really_run_on_the_executor():
    class Counting(ThreadPoolExecutor):
        submitted = 0

        def submit(self, *args, **kwargs):
            self.submitted += 1
            return super().submit(*args, **kwargs)

    with Counting(2) as executor:
        rng = np.random.default_rng(1)
        matrix = rng.integers(0, 2, (34, 60))  # 2^26 solutions
        start = matrix @ rng.integers(0, 2, 60) % 2
        puzzle = Puzzle.from_buttons(start, [np.flatnonzero(column).tolist() for column in matrix.T])
        answer = lo.solve(puzzle, "gf2", executor=executor, workers=2)
        assert (answer.status, answer.cost) == (Status.OPTIMAL, lo.solve(puzzle, "gf2").cost)
        assert executor.submitted >= 2

"""Runs independent parts of a computation, here or on an executor, until a deadline; knows nothing of what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any, TypeVar

from lo_opt.control import Control

T = TypeVar("T")

_FUTURES_PER_WORKER = 3
_DEADLINE_CHECK_S = 0.1


def results_of(task: Callable[..., T], parts: Iterable[tuple[Any, ...]], control: Control) -> Iterator[T]:
    """Yield `task(*part)` for every part, in the order in which they finish, and stop early at the deadline.

    Without an executor the parts run one after another in the calling thread, the first one even after the deadline, so
    that there is something to return. With one, `task` is a module-level function and task and parts can be pickled;
    only a few futures a worker are in flight, and those not yet started are cancelled when the caller stops iterating.
    The caller counts the results to know whether all parts were done; a part should take about 0.1 s. Parts are drawn
    from `parts` only when they can start, so a part may be built from what earlier results taught.

    >>> list(results_of(pow, [(2, 3), (3, 2)], Control()))
    [8, 9]
    """
    if control.executor is not None:
        yield from _on_executor(control.executor, task, parts, control)
        return
    for part in parts:
        yield task(*part)
        if control.expired:
            return


def _on_executor(
    executor: Executor, task: Callable[..., T], parts: Iterable[tuple[Any, ...]], control: Control
) -> Iterator[T]:
    waiting = iter(parts)
    pending: set[Future[T]] = set()
    try:
        while not control.expired:
            while len(pending) < _FUTURES_PER_WORKER * control.workers and (part := next(waiting, None)) is not None:
                pending.add(executor.submit(task, *part))
            if not pending:
                return
            done, pending = wait(pending, min(_DEADLINE_CHECK_S, control.remaining_s), FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        for future in pending:
            future.cancel()

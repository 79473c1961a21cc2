"""Where the parts of one computation run: here, in local processes, or on a Dask cluster; knows no puzzle."""

from __future__ import annotations

import contextlib
import logging
import re
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from typing import Any

from lo_opt import __version__
from lo_opt.errors import BackendUnavailableError, InputError, SolverError
from lo_opt.wording import shown

CONNECT_TIMEOUT_S = 10
MAX_WORKERS = 1024


@dataclass(frozen=True)
class Workers:
    """An executor and how many parts it is worth keeping busy; no executor means the calling thread."""

    executor: Executor | None = None
    count: int = 1


@contextlib.contextmanager
def workers_for(workers: int, scheduler: str | None) -> Iterator[Workers]:
    """Open what `--workers` and `--scheduler` ask for, and close it at the end.

    Local processes start only when there is work for them.

    Raises
    ------
    InputError
        If both are asked for, or the number or the address is no good.
    BackendUnavailableError
        If a cluster is asked for and the library for it is missing.
    """
    if not 1 <= workers <= MAX_WORKERS:
        raise InputError(f"workers {workers}: must be from 1 to {MAX_WORKERS}")
    if scheduler is not None:
        if workers != 1:
            raise InputError("give either --workers or --scheduler: a cluster has as many workers as it has")
        with _cluster(scheduler) as found:
            yield found
    elif workers == 1:
        yield Workers()
    else:
        with _processes(workers) as found:
            yield found


@contextlib.contextmanager
def _processes(count: int) -> Iterator[Workers]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # Forked processes would inherit the threads of solvers and of NumPy in whatever state they are.
    executor = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), _ignore_interrupts)
    try:
        yield Workers(executor, count)
    except BrokenExecutor as error:
        raise SolverError("a worker process died, perhaps for want of memory; try fewer --workers") from error
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C, which a terminal sends to every process, to the one that waits for the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextlib.contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    try:
        from distributed import Client
    except ImportError as error:
        raise BackendUnavailableError(
            f"--scheduler needs the library distributed: {error}; cure: pip install 'lo-opt[cluster]'"
        ) from error
    _check_reachable(address)
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it would report what is reported here
    try:
        client = Client(address, timeout=CONNECT_TIMEOUT_S, set_as_default=False)
    except Exception as error:  # an address may be wrong in many ways, each with an exception of its own
        reason = str(error) or type(error).__name__
        raise InputError(
            f"scheduler {shown(address)}: {reason}; give the address of a running Dask scheduler, such as "
            f"tcp://127.0.0.1:8786"
        ) from error
    try:
        yield Workers(client.get_executor(pure=False), _count_workers(client, address))
    finally:
        client.close()


def _check_reachable(address: str) -> None:
    """Raise `InputError` unless something listens there; a client that cannot connect leaves a traceback behind."""
    found = re.fullmatch(r"(?:\w+://)?(?P<host>\[[^\]]+\]|[^:/\s]+):(?P<port>\d{1,5})/?", address)
    cure = "give the address of a running Dask scheduler, such as tcp://127.0.0.1:8786"
    if found is None:
        raise InputError(f"scheduler {shown(address)}: is not HOST:PORT; {cure}")
    try:
        socket.create_connection((found["host"].strip("[]"), int(found["port"])), CONNECT_TIMEOUT_S).close()
    except (OSError, OverflowError) as error:
        raise InputError(f"scheduler {shown(address)}: {error}; {cure}") from None


def _count_workers(client: Any, address: str) -> int:
    """Return how many threads the cluster has, having made sure that each of its workers runs this lo-opt."""
    try:
        versions = client.run(_version)
    except Exception as error:
        raise InputError(
            f"scheduler {shown(address)}: its workers cannot load lo-opt: {error}; install lo-opt {__version__} on them"
        ) from error
    if not versions:
        raise InputError(f"scheduler {shown(address)}: it has no workers; start some with 'dask worker {address}'")
    other = next((version for version in versions.values() if version != __version__), None)
    if other is not None:
        raise InputError(
            f"scheduler {shown(address)}: its workers run lo-opt {other}, this is {__version__}; make them agree"
        )
    return sum(client.nthreads().values())


def _version() -> str:
    return __version__

"""What eliminations refuse beforehand, over GF(2) and modulo m alike: malformed matrices, and too much memory."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.errors import InputError

MEMORY_LIMIT_BYTES = 4 << 30
"""What one elimination may take; more is refused beforehand."""

MAX_KERNEL_ENTRIES = 1 << 30
"""Largest nullity times unknowns of a kernel over GF(2): 128 MiB packed, some times that while it is taken apart."""


def checked_rows(
    indptr: ArrayLike, indices: ArrayLike, unknowns: int, cure: str
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return compressed sparse rows as int64 after refusing shapes, ranges and repetitions that are no matrix.

    `cure` says what to do about an unknown that is twice in an equation.
    """
    starts, entries = np.asarray(indptr, np.int64), np.asarray(indices, np.int64)
    if (
        starts.ndim != 1
        or not len(starts)
        or starts[0] != 0
        or starts[-1] != len(entries)
        or (np.diff(starts) < 0).any()
    ):
        raise InputError(f"indptr must rise from 0 to the number of indices, {len(entries)}")
    if len(entries) and not (entries.min() >= 0 and entries.max() < unknowns):
        raise InputError(f"indices must lie in 0..{unknowns - 1}, got {entries.min()}..{entries.max()}")
    keys = np.sort(np.repeat(np.arange(len(starts) - 1), np.diff(starts)) * max(unknowns, 1) + entries)
    if (keys[1:] == keys[:-1]).any():
        equation, unknown = divmod(int(keys[1:][keys[1:] == keys[:-1]][0]), unknowns)
        raise InputError(f"equation {equation} lists unknown {unknown} twice; {cure}")
    return starts, entries


def refuse_beyond_memory(need: int, unknowns: int, rest: int, parameters: int) -> None:
    """Raise `InputError` if an elimination that leaves `rest` equations in `parameters` would `need` too many bytes."""
    if need > MEMORY_LIMIT_BYTES:
        raise InputError(
            f"the elimination of {unknowns} unknowns leaves a dense system of {rest} equations in {parameters} "
            f"parameters and would take {need / 2**30:.1f} GiB; the limit is {MEMORY_LIMIT_BYTES / 2**30:.0f} GiB"
        )


def refuse_large_kernel(nullity: int, unknowns: int, most: int = MAX_KERNEL_ENTRIES) -> None:
    """Raise `MemoryError` if a kernel is too large to be written down.

    >>> refuse_large_kernel(2000, 10**6)
    Traceback (most recent call last):
    ...
    MemoryError: a kernel of 2,000 patterns of 1,000,000 unknowns has 2,000,000,000 entries, at most 1,073,741,824
    """
    if nullity * unknowns > most:
        raise MemoryError(
            f"a kernel of {nullity:,} patterns of {unknowns:,} unknowns has {nullity * unknowns:,} entries, "
            f"at most {most:,}"
        )

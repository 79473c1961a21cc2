"""The inner loops compiled by numba, if it is installed: small transforms and pairs, with NumPy's results."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import logging
import types
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

LANE_BITS = 6
PLACE_BITS = 10
BLOCK_BITS = LANE_BITS + PLACE_BITS

_TRANSFORM = "void(i4[::1], u1[::1], u8[::1], i2[::1], i2[:, ::1], u8, i2[:, ::1])"
_COLLECT = "UniTuple(i8, 2)(i4[::1], u1[::1], u8[::1], i2[::1], i2[:, ::1], i8, i8, i2, i2[:, ::1], u8[::1], i2[::1])"
_SCATTER = "void(u8[::1], i8, i8[::1], u4[::1])"
_PAIRS = (
    "UniTuple(i8, 4)(u4[::1], i2[::1], i8[::1], u4[::1], i2[::1], i8[::1], "
    "i8, u1[::1], i8, i8, i8, i8, i8, i8, i8[::1], i8[::1])"
)


def installed() -> bool:
    """Return whether numba is installed (the extra `fast`), without importing it."""
    return importlib.util.find_spec("numba") is not None


@functools.cache
def available() -> bool:
    """Return whether numba is installed and works here; the first call imports it, which takes half a second."""
    if not installed():
        return False
    try:
        importlib.import_module("numba")
    except Exception as error:  # Whatever a broken installation raises, NumPy does the same work.
        logging.getLogger(__name__).warning("numba cannot be imported, NumPy is used instead: %s", error)
        return False
    return True


@functools.cache
def transform_block() -> Callable[..., None]:
    """Return the compiled `_transform_block`."""
    return _compiled(_transform_block, _TRANSFORM)


@functools.cache
def collect_blocks() -> Callable[..., tuple[int, int]]:
    """Return the compiled `_collect_blocks`, in which the name `_transform_block` means the compiled one.

    In a closure it would be another one in each process, and no process would find the machine code of an earlier one.
    """
    names = globals() | {"_transform_block": transform_block()}
    return _compiled(types.FunctionType(_collect_blocks.__code__, names), _COLLECT)


@functools.cache
def scatter_positions() -> Callable[..., None]:
    """Return the compiled `_scatter_positions`."""
    return _compiled(_scatter_positions, _SCATTER)


@functools.cache
def scan_pairs() -> Callable[..., tuple[int, int, int, int]]:
    """Return the compiled `_scan_pairs`."""
    return _compiled(_scan_pairs, _PAIRS)


def lane_signs() -> NDArray[np.int16]:
    """Return (-1)**|a & b| for all a, b below n = 2**LANE_BITS, int16 (n, n), the transform of one row of a block."""
    numbers = np.arange(1 << LANE_BITS)
    odd = np.bitwise_count(numbers[:, np.newaxis] & numbers).astype(np.int16) & 1
    return np.where(odd, np.int16(-1), np.int16(1))


def _compiled(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    import numba

    try:
        compiled: Callable[..., Any] = numba.njit(signature, cache=True, nogil=True)(function)
    except RuntimeError:  # No directory to keep the machine code in: compile for this process only.
        compiled = numba.njit(signature, nogil=True)(function)
    return compiled


def _transform_block(places: Any, lanes: Any, high: Any, balance: Any, signs: Any, number: Any, block: Any) -> None:
    """Write the costs' spectrum for the values whose high bits are `number` into `block` (places, lanes).

    The lowest index bits are the lanes. They are transformed by adding each column with its signs in all lanes at once,
    the high bits likewise by one sign; only the bits between are left for butterflies, which then run over long
    contiguous rows that the compiler turns into vector instructions.
    """
    block[:] = 0
    for j in range(len(places)):
        odd = high[j] & number
        odd ^= odd >> np.uint64(32)
        odd ^= odd >> np.uint64(16)
        odd ^= odd >> np.uint64(8)
        odd ^= odd >> np.uint64(4)
        odd ^= odd >> np.uint64(2)
        odd ^= odd >> np.uint64(1)
        weight = np.int16(balance[j] * (1 - 2 * np.int64(odd & np.uint64(1))))
        row = block[places[j]]
        sign = signs[lanes[j]]
        for lane in range(1 << LANE_BITS):
            row[lane] += np.int16(weight * sign[lane])
    entries = block.reshape(-1)
    half = entries.size >> 1
    while half >= 1 << LANE_BITS:
        for start in range(0, entries.size, 2 * half):
            upper = entries[start : start + half]
            lower = entries[start + half : start + 2 * half]
            for i in range(half):
                a = upper[i]
                b = lower[i]
                upper[i] = a + b
                lower[i] = a - b
        half >>= 1


def _collect_blocks(
    places: Any, lanes: Any, high: Any, balance: Any, signs: Any,
    first: int, stop: int, least: int, block: Any, indices: Any, values: Any,
) -> tuple[int, int]:  # fmt: skip
    """List the entries from `least` on of the blocks from `first` to `stop`; return how many, and where to go on."""
    found = 0
    room = len(indices)
    for number in range(first, stop):
        if found + block.size > room:
            return found, number
        _transform_block(places, lanes, high, balance, signs, np.uint64(number), block)
        for place in range(block.shape[0]):
            row = block[place]
            largest = row[0]
            for lane in range(1 << LANE_BITS):
                largest = max(largest, row[lane])
            if largest >= least:
                for lane in range(1 << LANE_BITS):
                    if row[lane] >= least:
                        indices[found] = number << BLOCK_BITS | place << LANE_BITS | lane
                        values[found] = row[lane]
                        found += 1
    return found, stop


def _scatter_positions(keys: Any, first: int, cursors: Any, order: Any) -> None:
    """Write the positions of `keys`, counted from `first`, where the cursor of their key points, and move it on."""
    for i in range(len(keys)):
        key = np.int64(keys[i])
        order[cursors[key]] = first + i
        cursors[key] += 1


def _scan_pairs(
    x_low: Any, x_levels: Any, x_starts: Any, y_low: Any, y_levels: Any, y_starts: Any,
    block: int, table: Any, above: int, upto: int, limit: int,
    bucket: int, position: int, budget: int, out_x: Any, out_y: Any,
) -> tuple[int, int, int, int]:  # fmt: skip
    """List the light pairs from (bucket, position) on; return where to go on, the hits, and the pairs tested."""
    hits = 0
    tested = 0
    room = len(out_x)
    for k in range(bucket, len(x_starts) - 1):
        x = max(position, x_starts[k])
        x_end = x_starts[k + 1]
        begin = y_starts[k ^ block]
        end = y_starts[(k ^ block) + 1]
        if x >= x_end or begin >= end or x_levels[x] + y_levels[begin] > upto:
            continue
        if tested > budget:
            return k, x, hits, tested
        top = begin
        while top < end and y_levels[top] <= upto - x_levels[x]:
            top += 1
        low = top
        while x < x_end:
            level = np.int64(x_levels[x])
            while top > begin and y_levels[top - 1] > upto - level:
                top -= 1
            if top == begin:
                break
            low = min(low, top)
            while low > begin and y_levels[low - 1] > above - level:
                low -= 1
            if hits + top - low > room:
                return k, x, hits, tested
            place = x_low[x]
            slack = limit - level
            for y in range(low, top):
                if table[place ^ y_low[y]] <= slack - y_levels[y]:
                    out_x[hits] = x
                    out_y[hits] = y
                    hits += 1
            tested += top - low
            x += 1
    return len(x_starts) - 1, 0, hits, tested

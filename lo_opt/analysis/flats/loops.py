"""The compiled loops of counting along flats: profiles made, put in normal order, weighed; import it only with numba.

A profile of a flat of rank j is a row of 2**j values, one a cell: the largest sum that the columns outside the flat
reach in that cell. A pattern is a row of half as many: what the columns of the next layer add in the cells of the
lower flat, and subtract in the cells of the upper half. All values of a profile are congruent modulo 2.

The loops that weigh work on flats of rank at most 3, as on 8 cells: a smaller profile is repeated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

T = TypeVar("T", bound=Callable[..., Any])


def _compiled(*signature: str) -> Callable[[T], T]:
    def compile_loop(function: T) -> T:
        try:
            compiled: T = numba.njit(*signature, cache=True, nogil=True)(function)
        except RuntimeError:  # No directory to keep the machine code in: compile for this process only.
            compiled = numba.njit(*signature, nogil=True)(function)
        return compiled

    return compile_loop


@_compiled("void(i2[:, ::1], u8[::1], i2[:, ::1], u8[::1], i8, i2[:, ::1], u8[::1])")
def expand(profiles: Any, weights: Any, patterns: Any, ways: Any, start: int, made: Any, made_weights: Any) -> None:
    """Write profiles `start`, `start + 1`, ... of the lower flat and their weights; patterns run fastest.

    `profiles` int16 (N, 2h) with uint64 weights (N,), `patterns` int16 (m, h) with uint64 ways (m,), `made` (n, h).
    """
    count, half = made.shape
    for k in range(count):
        i, j = divmod(start + k, len(patterns))
        for w in range(half):
            upper = np.int16(profiles[i, w] + patterns[j, w])
            lower = np.int16(profiles[i, w + half] - patterns[j, w])
            made[k, w] = upper if upper > lower else lower
        made_weights[k] = weights[i] * ways[j]


@_compiled("void(i2[:, ::1], i8[:, ::1])")
def arrange(profiles: Any, maps: Any) -> None:
    """Replace each profile, int16 (N, n), by the largest of its rearrangements `maps` int64 (G, n), as a row."""
    count, cells = profiles.shape
    row = np.empty(cells, np.int16)
    for i in range(count):
        best = 0
        for g in range(1, len(maps)):
            for w in range(cells):
                tried, held = profiles[i, maps[g, w]], profiles[i, maps[best, w]]
                if tried != held:
                    if tried > held:
                        best = g
                    break
        for w in range(cells):
            row[w] = profiles[i, maps[best, w]]
        profiles[i] = row


@_compiled()
def _larger(a: Any, b: Any) -> Any:
    return a if a > b else b


@_compiled("void(i2[::1], i2[:, ::1], i4[::1], i4[::1], i2[::1])")
def _find(profile: Any, patterns: Any, radices: Any, places: Any, tops: Any) -> None:
    """Write which profile each pattern makes of a profile int16 (16,): its number and its largest value.

    `patterns` is int16 (8, lanes), `places` int32 and `tops` int16 (lanes,). The profile is turned so that cell 0 is
    largest; its number has one digit a cell, how far the cell is below cell 0, halved, at most radix - 1.

    Everything is written out with one name a value, so that the compiler keeps 16 or 32 lanes in vector registers.
    """
    a0, a1, a2, a3 = profile[0], profile[1], profile[2], profile[3]
    a4, a5, a6, a7 = profile[4], profile[5], profile[6], profile[7]
    b0, b1, b2, b3 = profile[8], profile[9], profile[10], profile[11]
    b4, b5, b6, b7 = profile[12], profile[13], profile[14], profile[15]
    c1, c2, c3 = np.int16(radices[1] - 1), np.int16(radices[2] - 1), np.int16(radices[3] - 1)
    c4, c5, c6 = np.int16(radices[4] - 1), np.int16(radices[5] - 1), np.int16(radices[6] - 1)
    c7 = np.int16(radices[7] - 1)
    s6 = np.int32(radices[7])
    s5 = np.int32(s6 * radices[6])
    s4 = np.int32(s5 * radices[5])
    s3 = np.int32(s4 * radices[4])
    s2 = np.int32(s3 * radices[3])
    s1 = np.int32(s2 * radices[2])
    for k in range(len(places)):
        x0 = _larger(np.int16(a0 + patterns[0, k]), np.int16(b0 - patterns[0, k]))
        x1 = _larger(np.int16(a1 + patterns[1, k]), np.int16(b1 - patterns[1, k]))
        x2 = _larger(np.int16(a2 + patterns[2, k]), np.int16(b2 - patterns[2, k]))
        x3 = _larger(np.int16(a3 + patterns[3, k]), np.int16(b3 - patterns[3, k]))
        x4 = _larger(np.int16(a4 + patterns[4, k]), np.int16(b4 - patterns[4, k]))
        x5 = _larger(np.int16(a5 + patterns[5, k]), np.int16(b5 - patterns[5, k]))
        x6 = _larger(np.int16(a6 + patterns[6, k]), np.int16(b6 - patterns[6, k]))
        x7 = _larger(np.int16(a7 + patterns[7, k]), np.int16(b7 - patterns[7, k]))
        swap = _larger(_larger(x4, x5), _larger(x6, x7)) > _larger(_larger(x0, x1), _larger(x2, x3))
        y0, y4 = x4 if swap else x0, x0 if swap else x4
        y1, y5 = x5 if swap else x1, x1 if swap else x5
        y2, y6 = x6 if swap else x2, x2 if swap else x6
        y3, y7 = x7 if swap else x3, x3 if swap else x7
        swap = _larger(y2, y3) > _larger(y0, y1)
        x0, x2 = y2 if swap else y0, y0 if swap else y2
        x1, x3 = y3 if swap else y1, y1 if swap else y3
        x4, x6 = y6 if swap else y4, y4 if swap else y6
        x5, x7 = y7 if swap else y5, y5 if swap else y7
        swap = x1 > x0
        y0, y1 = x1 if swap else x0, x0 if swap else x1
        y2, y3 = x3 if swap else x2, x2 if swap else x3
        y4, y5 = x5 if swap else x4, x4 if swap else x5
        y6, y7 = x7 if swap else x6, x6 if swap else x7
        d1, d2, d3 = (
            np.int16(np.int16(y0 - y1) >> 1),
            np.int16(np.int16(y0 - y2) >> 1),
            np.int16(np.int16(y0 - y3) >> 1),
        )
        d4, d5, d6 = (
            np.int16(np.int16(y0 - y4) >> 1),
            np.int16(np.int16(y0 - y5) >> 1),
            np.int16(np.int16(y0 - y6) >> 1),
        )
        d7 = np.int16(np.int16(y0 - y7) >> 1)
        d1, d2, d3 = d1 if d1 < c1 else c1, d2 if d2 < c2 else c2, d3 if d3 < c3 else c3
        d4, d5, d6 = d4 if d4 < c4 else c4, d5 if d5 < c5 else c5, d6 if d6 < c6 else c6
        d7 = d7 if d7 < c7 else c7
        upper = np.int32(np.int32(d1) * s1 + np.int32(d2) * s2 + np.int32(d3) * s3)
        lower = np.int32(np.int32(d4) * s4 + np.int32(d5) * s5 + np.int32(d6) * s6 + np.int32(d7))
        places[k] = np.int32(upper + lower)
        tops[k] = y0


@_compiled("void(i2[:, ::1], u8[::1], i2[:, ::1], u8[::1], i4[::1], i4[::1], i8, u8[::1], u4[::1])")
def gather(
    profiles: Any, weights: Any, patterns: Any, ways: Any, radices: Any, classes: Any, largest: int, low: Any, high: Any
) -> None:
    """Add each profile's weight times each pattern's ways to the class and largest value of the profile they make.

    `profiles` int16 (N, 16), `weights` uint64 (N,), `patterns` int16 (8, lanes) of which the first len(ways) count,
    `classes` int32 by number, `low` uint64 and `high` uint32 (classes * (largest + 1),): a sum is high * 2**64 + low.
    A single weight times its ways must be below 2**64, all sums below 2**96.
    """
    lanes = patterns.shape[1]
    places = np.empty(lanes, np.int32)
    tops = np.empty(lanes, np.int16)
    width = np.int32(largest + 1)
    for i in range(len(profiles)):
        _find(profiles[i], patterns, radices, places, tops)
        for k in range(len(ways)):  # apart from the sums: a sum need not wait for the place of the next
            places[k] = classes[places[k]] * width + np.int32(tops[k])
        weight = weights[i]
        for k in range(len(ways)):
            at = places[k]
            before = low[at]
            after = before + weight * ways[k]
            low[at] = after
            if after < before:
                high[at] += np.uint32(1)


@_compiled("void(i2[:, ::1], i2[:, ::1], u8[::1], i4[::1], u8[:, ::1], i8, u8[:, ::1])")
def follow(profiles: Any, patterns: Any, ways: Any, radices: Any, values: Any, shift: int, found: Any) -> None:
    """Add to row i of `found` the rows of `values` that the patterns lead to from profile i, times their ways.

    `values` uint64 (profiles of the lower flat, width) holds how often each rise occurs; a row is added at the place
    of its profile's largest value plus `shift`. Sums must be below 2**64.
    """
    lanes = patterns.shape[1]
    places = np.empty(lanes, np.int32)
    tops = np.empty(lanes, np.int16)
    for i in range(len(profiles)):
        _find(profiles[i], patterns, radices, places, tops)
        for k in range(len(ways)):
            first = shift + tops[k]
            for j in range(values.shape[1]):
                found[i, first + j] += ways[k] * values[places[k], j]

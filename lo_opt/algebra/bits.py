"""Packing of 0/1 vectors and matrices into 64-bit words; the one place that knows the bit order.

Bit order everywhere in lo-opt: column j lives in bit j % 64 (least significant first) of word j // 64. As bytes on a
little-endian machine, and as a Python int, that is the same order: column j is bit j.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Words = NDArray[np.uint64]


def word_count(length: int) -> int:
    """Return how many 64-bit words hold `length` bits.

    >>> [word_count(n) for n in (0, 1, 64, 65)]
    [0, 1, 1, 2]
    """
    return (length + 63) // 64


def pack(values: ArrayLike) -> Words:
    """Pack the last axis of a 0/1 array (..., n) into words (..., word_count(n)).

    >>> pack([1, 0, 1, 1]).tolist()
    [13]
    """
    array = np.asarray(values).astype(np.uint8, copy=False)
    width = word_count(array.shape[-1]) * 8
    packed = np.packbits(array, axis=-1, bitorder="little")
    if packed.shape[-1] != width:
        padded = np.zeros((*packed.shape[:-1], width), np.uint8)
        padded[..., : packed.shape[-1]] = packed
        packed = padded
    return np.ascontiguousarray(packed).view("<u8").astype(np.uint64, copy=False)


def unpack(words: Words, length: int) -> NDArray[np.uint8]:
    """Return the 0/1 array (..., length) of `words` (..., word_count(length)).

    >>> unpack(np.array([13], np.uint64), 4).tolist()
    [1, 0, 1, 1]
    """
    raw = np.ascontiguousarray(words, dtype="<u8").view(np.uint8)
    if length == 0:
        return np.zeros((*words.shape[:-1], 0), np.uint8)
    return np.unpackbits(raw, axis=-1, count=length, bitorder="little")


def row_ints(words: Words) -> list[int]:
    """Return each row of words (rows, w) as one Python int, column j in bit j.

    >>> row_ints(np.array([[13], [2]], np.uint64))
    [13, 2]
    """
    raw = np.ascontiguousarray(words, dtype="<u8")
    return [int.from_bytes(row.tobytes(), "little") for row in raw]


def from_row_ints(rows: Sequence[int], length: int) -> Words:
    """Return words (len(rows), word_count(length)) from one int a row; inverse of `row_ints`.

    >>> from_row_ints([13, 2], 4).tolist()
    [[13], [2]]
    """
    width = word_count(length)
    raw = b"".join(row.to_bytes(width * 8, "little") for row in rows)
    return np.frombuffer(raw, "<u8").reshape(len(rows), width).astype(np.uint64)


def popcount(words: Words) -> int:
    """Return how many bits are set in all of `words`.

    >>> popcount(np.array([13, 2], np.uint64))
    4
    """
    return int(np.bitwise_count(words).sum(dtype=np.int64))


def shift_columns(words: Words, length: int, distance: int, wrap: bool) -> Words:
    """Move every row of words (rows, word_count(length)) by `distance` columns to the right (left if negative).

    Bits that leave the row return on the other side if `wrap`, else they are lost; spare bits stay zero.

    >>> shift_columns(np.array([[0b101]], np.uint64), 3, 1, wrap=False).tolist()
    [[2]]
    >>> shift_columns(np.array([[0b101]], np.uint64), 3, 1, wrap=True).tolist()
    [[3]]
    """
    if wrap:
        distance %= length
        if distance == 0:
            return words.copy()
        return shift_columns(words, length, distance, False) | shift_columns(words, length, distance - length, False)
    out = np.zeros_like(words)
    width = words.shape[-1]
    skip, shift = divmod(abs(distance), 64)
    if skip >= width:
        return out
    low, high = np.uint64(shift), np.uint64(64 - shift)
    kept = width - skip
    if distance >= 0:
        out[..., skip:] = words[..., :kept] << low
        if shift:
            out[..., skip + 1 :] |= words[..., : kept - 1] >> high
        if length % 64:
            out[..., -1] &= np.uint64((1 << (length % 64)) - 1)
    else:
        out[..., :kept] = words[..., skip:] >> low
        if shift:
            out[..., : kept - 1] |= words[..., skip + 1 :] << high
    return out

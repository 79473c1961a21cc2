"""Elimination of a large dense GF(2) matrix in packed words by the method of the Four Russians; knows no sparsity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words, pack, unpack, word_count
from lo_opt.algebra.pacing import BITS_A_UNIT, Pace
from lo_opt.control import Control

_ROWS_AT_ONCE = 256
_WORDS_AT_ONCE = 1024  # the eight tables of their combinations take 16 MiB
_FREE_AT_ONCE = 1024


@dataclass(frozen=True)
class _Panel:
    """What one column of words did: `count` pivot rows from row `first` on, each with its bit in the word.

    The pivot rows became `mix` (one int a row) times the old ones.
    """

    word: int
    first: int
    bits: list[int]
    mix: list[int]

    def mixed(self, old: int) -> int:
        return sum(((row & old).bit_count() & 1) << t for t, row in enumerate(self.mix))

    def mixed_back(self, new: int) -> int:
        old = 0
        for t, row in enumerate(self.mix):
            if new >> t & 1:
                old ^= row
        return old


class PackedElimination:
    """Reduced row echelon form of packed rows (rows, word_count(columns)), with what is needed to repeat its steps.

    Works panel by panel, a panel being one column of 64-bit words: its pivots are found in that column alone, the
    pivot rows are reduced among themselves, and all other rows then get their combination of up to 64 pivot rows from
    eight tables of 256. `_combined`, shaped like the matrix, keeps which combination that was, so that a right-hand
    side can follow later, forwards (solve) or transposed (certificate). The interface is that of `IntRowElimination`.

    >>> form = PackedElimination(np.array([[0b011], [0b110], [0b101]], np.uint64), 3)
    >>> form.rank, form.solve(0b011), form.certificate(0b001), form.kernel().tolist()
    (2, 2, 7, [[7]])
    """

    def __init__(self, matrix: Words, columns: int, control: Control | None = None) -> None:
        self._columns = columns
        self._matrix = matrix.copy()
        self._combined = np.zeros_like(matrix)
        self._origin = np.arange(len(matrix))
        self._panels: list[_Panel] = []
        self.rank = 0
        pace = Pace(control)
        for word in range(matrix.shape[1]):
            self._eliminate(word, pace)
        self._pivots = np.array([panel.word * 64 + bit for panel in self._panels for bit in panel.bits], np.intp)

    def solve(self, right: int) -> int | None:
        """Return one solution with all free columns 0, or None."""
        reduced = self._follow(right)
        if reduced[self.rank :].any():
            return None
        solution = np.zeros(self._columns, np.uint8)
        solution[self._pivots] = reduced[: self.rank]
        return _to_int(solution)

    def certificate(self, right: int) -> int | None:
        """Return rows that add up to 0 while their right-hand sides add up to 1, or None if solvable."""
        wrong = np.flatnonzero(self._follow(right)[self.rank :])
        if not len(wrong):
            return None
        chosen = np.zeros(len(self._matrix), np.uint8)
        chosen[self.rank + wrong[0]] = 1
        for panel in reversed(self._panels):
            pivots = slice(panel.first, panel.first + len(panel.bits))
            total = int(np.bitwise_xor.reduce(self._combined[chosen != 0, panel.word]))
            new = _to_int(chosen[pivots]) ^ sum((total >> bit & 1) << t for t, bit in enumerate(panel.bits))
            chosen[pivots] = _to_bits(panel.mixed_back(new), len(panel.bits))
        original = np.empty_like(chosen)
        original[self._origin] = chosen
        return _to_int(original)

    def kernel(self) -> Words:
        """Return a basis of the kernel, packed by rows: uint64 (columns - rank, word_count(columns))."""
        is_free = np.ones(self._columns, np.bool_)
        is_free[self._pivots] = False
        free = np.flatnonzero(is_free)
        basis = np.zeros((len(free), word_count(self._columns)), np.uint64)
        for start in range(0, len(free), _FREE_AT_ONCE):
            some = free[start : start + _FREE_AT_ONCE]
            vectors = np.zeros((len(some), self._columns), np.uint8)
            vectors[np.arange(len(some)), some] = 1
            shifts = (some % 64).astype(np.uint64)
            vectors[:, self._pivots] = (self._matrix[: self.rank, some // 64] >> shifts & np.uint64(1)).T
            basis[start : start + len(some)] = pack(vectors)
        return basis

    def echelon(self) -> Words:
        """Return the non-zero rows of the reduced form, packed: uint64 (rank, word_count(columns))."""
        return self._matrix[: self.rank]

    def _follow(self, right: int) -> NDArray[np.uint8]:
        """Return the right-hand side after the steps that were done on the matrix."""
        vector = _to_bits(right, len(self._matrix))[self._origin]
        for panel in self._panels:
            pivots = slice(panel.first, panel.first + len(panel.bits))
            new = panel.mixed(_to_int(vector[pivots]))
            word = sum((new >> t & 1) << bit for t, bit in enumerate(panel.bits))
            vector ^= np.bitwise_count(self._combined[:, panel.word] & np.uint64(word)) & 1
            vector[pivots] = _to_bits(new, len(panel.bits))
        return vector

    def _eliminate(self, word: int, pace: Pace) -> None:
        bits = self._bring_pivots_up(word)
        pace.spend(200 + len(bits) * (len(self._matrix) // 64 + 200))
        if not bits:
            return
        first, last = self.rank, self.rank + len(bits)
        panel = _Panel(word, first, bits, _inverse([int(w) for w in self._matrix[first:last, word]], bits))
        self._panels.append(panel)
        self.rank = last
        rest = self._matrix[:, word:]
        old = rest[first:last].copy()
        for t, row in enumerate(panel.mix):
            chosen = [i for i in range(len(bits)) if row >> i & 1]
            rest[first + t] = np.bitwise_xor.reduce(old[chosen], axis=0)
        combination = rest[:, 0] & np.uint64(sum(1 << bit for bit in bits))
        combination[first:last] = 0
        self._combined[:, word] = combination
        pivot_rows = rest[first:last].copy()
        for start in range(0, rest.shape[1], _WORDS_AT_ONCE):
            some = slice(start, start + _WORDS_AT_ONCE)
            self._add_combinations(rest[:, some], combination, bits, pivot_rows[:, some], pace)

    def _bring_pivots_up(self, word: int) -> list[int]:
        """Swap rows with independent words in this column to the top of the rows not used yet; return pivot bits."""
        column = self._matrix[self.rank :, word].copy()
        bits: list[int] = []
        while len(bits) < min(64, len(column)):
            t = len(bits)
            at = t + int(np.argmax(column[t:] != 0))
            pivot = int(column[at])
            if not pivot:
                break
            bit = (pivot & -pivot).bit_length() - 1
            if at != t:
                column[[t, at]] = column[[at, t]]
                swap, back = [self.rank + t, self.rank + at], [self.rank + at, self.rank + t]
                for array in (self._matrix, self._combined, self._origin):
                    array[swap] = array[back]
            below = column[t + 1 :]
            below ^= (below >> np.uint64(bit) & np.uint64(1)) * np.uint64(pivot)
            bits.append(bit)
        return bits

    @staticmethod
    def _add_combinations(rows: Words, combination: Words, bits: list[int], pivot_rows: Words, pace: Pace) -> None:
        """XOR to each of `rows` the pivot rows whose bit is set in its `combination`."""
        row_of = dict(zip(bits, pivot_rows, strict=True))
        tables = []
        for low in range(0, 64, 8):
            table = np.zeros((256, rows.shape[1]), np.uint64)
            for i in range(8):
                np.bitwise_xor(table[: 1 << i], row_of.get(low + i, np.uint64(0)), out=table[1 << i : 2 << i])
            tables.append(table)
        indices = combination[:, np.newaxis] >> np.arange(0, 64, 8, dtype=np.uint64) & np.uint64(255)
        indices = indices.astype(np.intp)
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            part = slice(start, start + _ROWS_AT_ONCE)
            for table, index in zip(tables, indices[part].T, strict=True):
                rows[part] ^= table[index]
            pace.spend(8 * 64 * rows[part].size // BITS_A_UNIT)


def _inverse(words: list[int], bits: list[int]) -> list[int]:
    """Return, one int a row, the inverse of the square matrix of `words` at the columns `bits`."""
    rows = [
        sum((word >> bit & 1) << t for t, bit in enumerate(bits)) | 1 << len(bits) + i for i, word in enumerate(words)
    ]
    for t in range(len(bits)):
        at = next(i for i in range(t, len(rows)) if rows[i] >> t & 1)
        rows[t], rows[at] = rows[at], rows[t]
        rows = [row ^ rows[t] if i != t and row >> t & 1 else row for i, row in enumerate(rows)]
    return [row >> len(bits) for row in rows]


def _to_bits(value: int, length: int) -> NDArray[np.uint8]:
    words = np.frombuffer(value.to_bytes(word_count(length) * 8, "little"), "<u8").astype(np.uint64)
    return unpack(words, length).copy()


def _to_int(bits: NDArray[np.uint8]) -> int:
    return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")

"""Exact elimination of any sparse GF(2) matrix: rank, solutions, certificates, kernel; knows equations, no puzzle."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.bits import Words, from_row_ints, pack, row_ints, unpack, word_count
from lo_opt.algebra.elimination.checks import checked_rows, refuse_beyond_memory, refuse_large_kernel
from lo_opt.algebra.elimination.introws import IntRowElimination
from lo_opt.algebra.elimination.order import LIST_WORK, PeelOrder, peel
from lo_opt.algebra.elimination.packed import PackedElimination
from lo_opt.algebra.pacing import BITS_A_UNIT, Pace
from lo_opt.algebra.spaces import SolutionSpace
from lo_opt.control import Control
from lo_opt.errors import InputError

__all__ = ["Elimination", "row_echelon"]

_INT_ROWS_UP_TO = 320
_ROWS_AT_ONCE = 1 << 12


class _DenseElimination(Protocol):
    """What both eliminations of the dense rest offer; vectors over its rows and columns are Python ints."""

    rank: int

    def solve(self, right: int) -> int | None: ...

    def certificate(self, right: int) -> int | None: ...

    def kernel(self) -> Words: ...


class Elimination:
    """The solved form of a sparse matrix A (equations x unknowns) over GF(2).

    Row i of A has ones in the columns `indices[indptr[i]:indptr[i + 1]]`, each at most once. For a puzzle the
    equations are its lights and the unknowns its buttons.

    The method is light chasing, generalised: an equation with one unknown left determines it; when there is none, an
    unknown becomes a parameter (inactivation, as in the decoding of fountain codes). Every unknown is then an affine
    function of the parameters by substitution, and the equations left over are a small dense system in the parameters
    alone: 2C of them for a torus with C columns, whose elimination costs next to nothing. The dense rest is packed
    and done by the method of the Four Russians; in the worst case (a dense A) it is all of A.

    Raises `InputError` for malformed arrays, and if it would need more than 4 GiB. Given a `control`, this and all
    methods raise `DeadlineError` some tenths of a second after its deadline at most, except when they are done before.

    >>> line = Elimination([0, 2, 5, 7], [0, 1, 0, 1, 2, 1, 2], unknowns=3)
    >>> line.rank, line.nullity
    (3, 0)
    >>> line.solve([1, 0, 0]).tolist()
    [0, 1, 1]
    """

    def __init__(self, indptr: ArrayLike, indices: ArrayLike, unknowns: int, control: Control | None = None) -> None:
        starts, entries = checked_rows(indptr, indices, unknowns, "over GF(2) that pair cancels: drop it")
        equations = len(starts) - 1
        pace = Pace(control)
        pace.spend(len(entries))
        self._unknowns = unknowns
        self._row_length = 1 + len(entries) // max(1, equations)
        self._kernel: Words | None = None
        self._dense: _DenseElimination
        if max(equations, unknowns) > _INT_ROWS_UP_TO and _is_dense(equations, unknowns, len(entries)):
            # Every unknown is a parameter, so no equation determines any and their lists are not needed again.
            _refuse_beyond_memory(unknowns, unknowns, equations)
            self._order = PeelOrder([], list(range(unknowns)), list(range(equations)))
            self._rows: list[list[int]] = [[]] * equations
            self._dense = PackedElimination(_packed(starts, entries, unknowns), unknowns, control)
            return
        flat, bounds = entries.tolist(), starts.tolist()
        every = pace.over(range(equations), LIST_WORK + self._row_length)
        self._rows = [flat[bounds[i] : bounds[i + 1]] for i in every]
        self._order = peel(self._rows, unknowns, control)
        parameters, rest = len(self._order.parameters), self._order.rest
        _refuse_beyond_memory(parameters, unknowns, len(rest))
        in_parameters = self._substitute([1 << i for i in range(parameters)], [0] * equations, parameters, control)
        work = self._row_work(parameters)
        dense = [self._sum(equation, in_parameters) for equation in pace.over(rest, work)]
        if max(parameters, len(rest)) <= _INT_ROWS_UP_TO:
            self._dense = IntRowElimination(dense, parameters, control)
        else:
            del in_parameters
            self._dense = PackedElimination(from_row_ints(dense, parameters), parameters, control)

    @property
    def rank(self) -> int:
        """Rank of A."""
        return len(self._order.steps) + self._dense.rank

    @property
    def nullity(self) -> int:
        """Dimension of the kernel of A."""
        return self._unknowns - self.rank

    def solve(self, right: ArrayLike, control: Control | None = None) -> NDArray[np.uint8] | None:
        """Return one x, uint8 (unknowns,), with A x = `right` (a 0/1 vector over the equations), or None.

        >>> pair = Elimination([0, 2, 4], [0, 1, 0, 1], unknowns=2)
        >>> pair.solve([1, 1]).tolist(), pair.solve([1, 0])
        ([0, 1], None)
        """
        sources = self._checked_right(right)
        at = self._dense.solve(self._residue(sources, control))
        if at is None:
            return None
        bits = [at >> i & 1 for i in range(len(self._order.parameters))]
        return np.array(self._substitute(bits, sources, 1, control), np.uint8)

    def certificate(self, right: ArrayLike, control: Control | None = None) -> NDArray[np.uint8] | None:
        """Return y, uint8 (equations,), with y^T A = 0 and y^T `right` = 1, or None if A x = `right` is solvable.

        >>> pair = Elimination([0, 2, 4], [0, 1, 0, 1], unknowns=2)
        >>> pair.certificate([1, 0]).tolist(), pair.certificate([1, 1])
        ([1, 1], None)
        """
        chosen = self._dense.certificate(self._residue(self._checked_right(right), control))
        if chosen is None:
            return None
        odd = bytearray(self._unknowns)
        certificate = np.zeros(len(self._rows), np.uint8)

        def take(equation: int) -> None:
            certificate[equation] = 1
            for unknown in self._rows[equation]:
                odd[unknown] ^= 1

        for i, equation in enumerate(self._order.rest):
            if chosen >> i & 1:
                take(equation)
        # An unknown met an odd number of times so far is made even by the equation that determined it; earlier
        # steps' unknowns only.
        for equation, unknown in Pace(control).over(self._order.steps[::-1], self._row_length):
            if odd[unknown]:
                take(equation)
        return certificate

    def kernel(self, control: Control | None = None) -> Words:
        """Return a basis of the kernel of A, packed by rows: uint64 (nullity, word_count(unknowns)).

        Raises `MemoryError` if it would have more than 2**30 entries.

        >>> Elimination([0, 2, 4], [0, 1, 0, 1], unknowns=2).kernel().tolist()
        [[3]]
        """
        if self._kernel is None:
            self._kernel = self._built_kernel(control)
            self._kernel.flags.writeable = False
        return self._kernel

    def _built_kernel(self, control: Control | None) -> Words:
        nullity, parameters = self.nullity, len(self._order.parameters)
        refuse_large_kernel(nullity, self._unknowns)
        kernel = np.zeros((nullity, word_count(self._unknowns)), np.uint64)
        if not nullity:
            return kernel
        columns = row_ints(pack(unpack(self._dense.kernel(), parameters).T))
        by_unknown = self._substitute(columns, [0] * len(self._rows), nullity, control)
        pace = Pace(control)
        for first in range(0, self._unknowns, _ROWS_AT_ONCE):
            some = by_unknown[first : first + _ROWS_AT_ONCE]
            packed = pack(unpack(from_row_ints(some, nullity), nullity).T)
            kernel[:, first // 64 : first // 64 + packed.shape[1]] = packed
            pace.spend(len(some) * (4 + nullity // 16))
        return kernel

    def space(self, right: ArrayLike, control: Control | None = None) -> SolutionSpace | None:
        """Return all solutions of A x = `right`, or None if there is none; errors as for `kernel`."""
        particular = self.solve(right, control)
        return None if particular is None else SolutionSpace(particular, self.kernel(control))

    def _checked_right(self, right: ArrayLike) -> list[int]:
        vector = np.asarray(right)
        if vector.shape != (len(self._rows),):
            raise InputError(f"expected a right-hand side of {len(self._rows)} bits, got shape {vector.shape}")
        if ((vector != 0) & (vector != 1)).any():
            raise InputError("a right-hand side over GF(2) has entries 0 and 1 only; reduce it modulo 2 first")
        return [int(bit) for bit in vector.tolist()]

    def _residue(self, sources: list[int], control: Control | None) -> int:
        """Return what the equations left over still miss when all parameters are 0, equation i of the rest in bit i."""
        values = self._substitute([0] * len(self._order.parameters), sources, 1, control)
        missing = [sources[equation] ^ self._sum(equation, values) for equation in self._order.rest]
        return row_ints(pack([missing]))[0] if missing else 0

    def _substitute(
        self, at_parameters: list[int], sources: list[int], cases: int, control: Control | None
    ) -> list[int]:
        """Return the value of every unknown, one bit per case, from those of the parameters and right-hand sides."""
        values = [0] * self._unknowns
        for unknown, value in zip(self._order.parameters, at_parameters, strict=True):
            values[unknown] = value
        for equation, unknown in Pace(control).over(self._order.steps, self._row_work(cases)):
            # The unknown itself is still 0, so the sum is over the others.
            values[unknown] = sources[equation] ^ self._sum(equation, values)
        return values

    def _row_work(self, cases: int) -> int:
        return self._row_length * (1 + cases // BITS_A_UNIT)

    def _sum(self, equation: int, values: list[int]) -> int:
        total = 0
        for unknown in self._rows[equation]:
            total ^= values[unknown]
        return total


def row_echelon(rows: Words, columns: int, control: Control | None = None) -> Words:
    """Return a reduced row echelon basis of the span of packed `rows` (any pivot order), packed in the same way.

    Raises `DeadlineError` as `Elimination` does.

    >>> row_echelon(np.array([[0b011], [0b110], [0b101]], np.uint64), 3).tolist()
    [[5], [6]]
    """
    if len(rows) <= _INT_ROWS_UP_TO:
        return IntRowElimination(row_ints(rows), columns, control).echelon()
    return PackedElimination(rows, columns, control).echelon()


def _is_dense(equations: int, unknowns: int, entries: int) -> bool:
    """Whether to eliminate all of A in packed words rather than look for an order with few parameters.

    Measured, an entry costs the order and the substitution about 4 µs, and packed elimination takes 20 ms and 2.4 ps
    for each unit of volume. A good order is worth up to three times that: it also makes solving quicker.
    """
    packed_s = 0.02 + 2.4e-12 * equations * unknowns * min(equations, unknowns)
    return entries * 4e-6 > 3 * packed_s


def _packed(starts: NDArray[np.int64], entries: NDArray[np.int64], unknowns: int) -> Words:
    """Return the rows as packed words (equations, word_count(unknowns))."""
    words = np.zeros((len(starts) - 1, word_count(unknowns)), np.uint64)
    for equation, row in enumerate(words):
        columns = entries[starts[equation] : starts[equation + 1]]
        np.bitwise_or.at(row, columns // 64, np.uint64(1) << (columns % 64).astype(np.uint64))
    return words


def _refuse_beyond_memory(parameters: int, unknowns: int, rest: int) -> None:
    """Raise if the ints of the substitution, or the dense rest with its transform, would be too big."""
    refuse_beyond_memory(parameters * (unknowns + 2 * rest) // 8, unknowns, rest, parameters)

"""Exact elimination of any sparse matrix modulo m: solutions, certificates, kernel; knows equations, no puzzle."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.elimination.checks import checked_rows, refuse_beyond_memory, refuse_large_kernel
from lo_opt.algebra.elimination.order import LIST_WORK, peel
from lo_opt.algebra.modular.local import LocalElimination
from lo_opt.algebra.modular.ring import checked_modulus, idempotent, prime_powers
from lo_opt.algebra.modular.spaces import ModularSpace
from lo_opt.algebra.pacing import Pace
from lo_opt.control import Control
from lo_opt.errors import InputError

MAX_GENERATOR_ENTRIES = 1 << 26
"""Largest number of generators times unknowns of a kernel: they take 8 bytes each, and some times that in use."""

_NUMBERS_A_DENSE_ENTRY = 3  # the matrix, its factors and a temporary of the same size
_ROW_WORK = 100  # of looking at one equation by array operations
_PRODUCTS_AT_ONCE = 1 << 24


class ModularElimination:
    """The solved form of a sparse matrix A (equations x unknowns) modulo any m >= 2.

    Row i of A has `amounts[k]` in column `indices[k]` for k in indptr[i]:indptr[i + 1], each column at most once. The
    method is that of `lo_opt.algebra.elimination.Elimination`: equations with one unknown left determine it, some
    unknowns become parameters, and the equations left over are a small dense system in the parameters. Only equations
    whose amounts are all units may determine an unknown. The dense system is solved modulo each prime power q that
    divides m; the idempotents of m, which are 1 modulo q and 0 modulo the others, put the answers together.

    Raises `InputError` for malformed arrays, and if it would need more than 4 GiB. Given a `control`, this and all
    methods raise `DeadlineError` some tenths of a second after its deadline at most, except when they are done before.

    >>> pair = ModularElimination([0, 2, 4], [0, 1, 0, 1], [1, 1, 1, 3], unknowns=2, modulus=4)
    >>> space = pair.space([1, 3])
    >>> space.particular.tolist(), space.generators.tolist(), space.orders.tolist()
    ([0, 1], [[2, 2]], [2])
    """

    def __init__(
        self,
        indptr: ArrayLike,
        indices: ArrayLike,
        amounts: ArrayLike,
        unknowns: int,
        modulus: int,
        control: Control | None = None,
    ) -> None:
        self.modulus, self._unknowns = checked_modulus(modulus), unknowns
        self._kernel: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
        starts, entries = checked_rows(indptr, indices, unknowns, "add the amounts up")
        factors = np.asarray(amounts, np.int64) % modulus
        if factors.shape != entries.shape:
            raise InputError(f"expected one amount for each of {len(entries)} indices, got shape {factors.shape}")
        bounds = starts.tolist()
        pace = Pace(control)
        pace.spend(len(entries))
        cuts = [slice(a, b) for a, b in pairwise(bounds)]
        self._rows = [entries[cut] for cut in pace.over(cuts, LIST_WORK)]
        self._amounts = [factors[cut] for cut in pace.over(cuts, LIST_WORK)]
        all_units = np.ones(len(self._rows), np.bool_)
        all_units[np.repeat(np.arange(len(self._rows)), np.diff(starts))[np.gcd(factors, modulus) != 1]] = False
        flat = entries.tolist()
        determining = [
            flat[cut] if units else []
            for cut, units in zip(pace.over(cuts, LIST_WORK), all_units.tolist(), strict=True)
        ]
        self._order = peel(determining, unknowns, control)
        parameters, rest = len(self._order.parameters), len(self._order.rest)
        dtype = np.min_scalar_type(modulus - 1)
        need = parameters * (len(self._order.steps) * dtype.itemsize + rest * 8 * _NUMBERS_A_DENSE_ENTRY)
        refuse_beyond_memory(need, unknowns, rest, parameters)
        # Where an unknown's value comes from: a step, or else (-1) a parameter.
        self._step_of = np.full(unknowns, -1, np.intp)
        self._step_of[[unknown for _, unknown in self._order.steps]] = np.arange(len(self._order.steps))
        self._parameter_of = np.full(unknowns, -1, np.intp)
        self._parameter_of[self._order.parameters] = np.arange(parameters)
        self._pivots = [self._pivot(*step) for step in pace.over(self._order.steps, _ROW_WORK)]
        self._forms = np.zeros((len(self._order.steps), parameters), dtype)
        for step, (equation, _) in enumerate(self._order.steps):
            self._forms[step] = -self._pivots[step] * self._form(equation, pace) % modulus
        dense = np.zeros((rest, parameters), np.int64)
        for i, equation in enumerate(self._order.rest):
            dense[i] = self._form(equation, pace)
        self._parts = [(p**k, LocalElimination(dense, p, k, control)) for p, k in prime_powers(modulus)]

    def solve(self, right: ArrayLike, control: Control | None = None) -> NDArray[np.int64] | None:
        """Return one x, int64 (unknowns,) of 0..m-1, with A x = `right` (integers, one an equation), or None.

        >>> ModularElimination([0, 1], [0], [2], unknowns=1, modulus=6).solve([4]).tolist()
        [2]
        """
        sources = self._checked_right(right)
        residue = self._residue(sources, control)
        parameters = np.zeros(len(self._order.parameters), np.int64)
        for part, form in self._parts:
            some = form.solve(residue)
            if some is None:
                return None
            parameters += some * idempotent(self.modulus, part)
        return self._substitute(parameters % self.modulus, sources, control)

    def certificate(self, right: ArrayLike, control: Control | None = None) -> NDArray[np.int64] | None:
        """Return y, int64 (equations,), with y^T A = 0 and y^T `right` != 0, or None if A x = `right` is solvable.

        >>> ModularElimination([0, 1], [0], [2], unknowns=1, modulus=6).certificate([3]).tolist()
        [3]
        """
        residue = self._residue(self._checked_right(right), control)
        for part, form in self._parts:
            chosen = form.certificate(residue)
            if chosen is not None:
                return self._completed(chosen * (self.modulus // part), control)
        return None

    @property
    def orders(self) -> NDArray[np.int64]:
        """The additive orders of the kernel's generators, int64 (κ,).

        >>> ModularElimination([0, 1], [0], [2], unknowns=1, modulus=6).orders.tolist()
        [2]
        """
        return np.concatenate([form.kernel_orders() for _, form in self._parts])

    def kernel(self, control: Control | None = None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return independent generators of the kernel, int64 (κ, unknowns), and their additive orders, int64 (κ,).

        Raises `MemoryError` if the generators would have more than 2**26 entries.

        >>> generators, orders = ModularElimination([0, 1], [0], [2], unknowns=1, modulus=6).kernel()
        >>> generators.tolist(), orders.tolist()
        ([[3]], [2])
        """
        if self._kernel is None:
            orders = self.orders
            refuse_large_kernel(len(orders), self._unknowns, MAX_GENERATOR_ENTRIES)
            self._kernel = self._generators(control), orders
            for array in self._kernel:
                array.flags.writeable = False
        return self._kernel

    def _generators(self, control: Control | None) -> NDArray[np.int64]:
        small = [form.kernel()[0] * idempotent(self.modulus, part) % self.modulus for part, form in self._parts]
        at_parameters = np.concatenate(small)
        generators = np.empty((len(at_parameters), self._unknowns), np.int64)
        generators[:, self._order.parameters] = at_parameters
        by_step = np.array([unknown for _, unknown in self._order.steps], np.intp)
        pace = Pace(control)
        stride = max(1, _PRODUCTS_AT_ONCE // max(1, at_parameters.size))
        for first in range(0, len(by_step), stride):
            some = slice(first, first + stride)
            forms = self._forms[some].astype(np.int64)
            generators[:, by_step[some]] = at_parameters @ forms.T % self.modulus
            pace.spend(64 + at_parameters.size * len(forms) // 32)
        return generators

    def space(self, right: ArrayLike, control: Control | None = None) -> ModularSpace | None:
        """Return all solutions of A x = `right`, or None if there is none; errors as for `kernel`."""
        particular = self.solve(right, control)
        return None if particular is None else ModularSpace(self.modulus, particular, *self.kernel(control))

    def _checked_right(self, right: ArrayLike) -> list[int]:
        vector = np.asarray(right)
        if vector.shape != (len(self._rows),):
            raise InputError(f"expected a right-hand side of {len(self._rows)} numbers, got shape {vector.shape}")
        return [int(value) % self.modulus for value in vector.tolist()]

    def _pivot(self, equation: int, unknown: int) -> int:
        """Return the inverse of the amount of `unknown` in `equation`."""
        at = int(np.flatnonzero(self._rows[equation] == unknown)[0])
        return pow(int(self._amounts[equation][at]), -1, self.modulus)

    def _form(self, equation: int, pace: Pace) -> NDArray[np.int64]:
        """Return the left-hand side as a linear form in the parameters, unknowns of later steps counted as 0."""
        unknowns, amounts = self._rows[equation], self._amounts[equation]
        steps = self._step_of[unknowns]
        known = steps >= 0
        pace.spend(2 * _ROW_WORK + len(unknowns) * len(self._order.parameters) // 32)
        form = amounts[known] @ self._forms[steps[known]].astype(np.int64)
        form[self._parameter_of[unknowns[~known]]] += amounts[~known]
        return np.asarray(form % self.modulus, np.int64)

    def _residue(self, sources: list[int], control: Control | None) -> NDArray[np.int64]:
        """Return what the equations left over still miss when all parameters are 0, int64 (rest,)."""
        values = self._substitute(np.zeros(len(self._order.parameters), np.int64), sources, control)
        rest = self._order.rest
        missing = [sources[e] - int(self._amounts[e] @ values[self._rows[e]]) for e in rest]
        return np.array(missing, np.int64) % self.modulus

    def _substitute(
        self, parameters: NDArray[np.int64], sources: list[int], control: Control | None
    ) -> NDArray[np.int64]:
        """Return the value of every unknown for these parameters and right-hand sides."""
        values = np.zeros(self._unknowns, np.int64)
        values[self._order.parameters] = parameters
        steps = Pace(control).over(self._order.steps, _ROW_WORK)
        for inverse, (equation, unknown) in zip(self._pivots, steps, strict=True):
            # The unknown itself is still 0, so the sum is over the others.
            others = int(self._amounts[equation] @ values[self._rows[equation]])
            values[unknown] = inverse * (sources[equation] - others) % self.modulus
        return values

    def _completed(self, chosen: NDArray[np.int64], control: Control | None) -> NDArray[np.int64]:
        """Return the certificate that takes the equations left over as `chosen` says, the others as they must be."""
        certificate = np.zeros(len(self._rows), np.int64)
        certificate[self._order.rest] = chosen
        sums = np.zeros(self._unknowns, np.int64)
        for equation in self._order.rest:
            sums[self._rows[equation]] += certificate[equation] * self._amounts[equation]
        sums %= self.modulus
        # The equation that determined an unknown clears its sum; it holds unknowns of earlier steps only.
        steps = Pace(control).over(self._order.steps[::-1], _ROW_WORK)
        for inverse, (equation, unknown) in zip(reversed(self._pivots), steps, strict=True):
            if sums[unknown]:
                factor = -inverse * int(sums[unknown]) % self.modulus
                certificate[equation] = factor
                row = self._rows[equation]
                sums[row] = (sums[row] + factor * self._amounts[equation]) % self.modulus
        return certificate

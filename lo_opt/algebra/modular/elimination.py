"""Exact elimination of any sparse matrix modulo m: solutions, certificates, kernel; knows equations, no puzzle."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.elimination import MEMORY_LIMIT_BYTES
from lo_opt.algebra.elimination.order import peel
from lo_opt.algebra.modular.local import LocalElimination
from lo_opt.algebra.modular.ring import checked_modulus, idempotent, prime_powers
from lo_opt.algebra.modular.spaces import ModularSpace
from lo_opt.errors import InputError

_NUMBERS_A_DENSE_ENTRY = 3  # the matrix, its factors and a temporary of the same size


class ModularElimination:
    """The solved form of a sparse matrix A (equations x unknowns) modulo any m >= 2.

    Row i of A has `amounts[k]` in column `indices[k]` for k in indptr[i]:indptr[i + 1], each column at most once. The
    method is that of `lo_opt.algebra.elimination.Elimination`: equations with one unknown left determine it, some
    unknowns become parameters, and the equations left over are a small dense system in the parameters. Only equations
    whose amounts are all units may determine an unknown. The dense system is solved modulo each prime power q that
    divides m; the idempotents of m, which are 1 modulo q and 0 modulo the others, put the answers together.

    Raises `InputError` for malformed arrays, and if it would need more than 4 GiB.

    >>> pair = ModularElimination([0, 2, 4], [0, 1, 0, 1], [1, 1, 1, 3], unknowns=2, modulus=4)
    >>> space = pair.space([1, 3])
    >>> space.particular.tolist(), space.generators.tolist(), space.orders.tolist()
    ([0, 1], [[2, 2]], [2])
    """

    def __init__(self, indptr: ArrayLike, indices: ArrayLike, amounts: ArrayLike, unknowns: int, modulus: int) -> None:
        self._modulus, self._unknowns = checked_modulus(modulus), unknowns
        starts, entries, factors = _checked(indptr, indices, amounts, unknowns, modulus)
        self._rows = [entries[a:b] for a, b in pairwise(starts.tolist())]
        self._amounts = [factors[a:b] for a, b in pairwise(starts.tolist())]
        determining = [
            row.tolist() if (np.gcd(amounts, modulus) == 1).all() else []
            for row, amounts in zip(self._rows, self._amounts, strict=True)
        ]
        self._order = peel(determining, unknowns)
        parameters, rest = len(self._order.parameters), len(self._order.rest)
        dtype = np.min_scalar_type(modulus - 1)
        _refuse_beyond_memory(len(self._order.steps), parameters, rest, dtype.itemsize, unknowns)
        # Where an unknown's value comes from: a step, or else (-1) a parameter.
        self._step_of = np.full(unknowns, -1, np.intp)
        self._step_of[[unknown for _, unknown in self._order.steps]] = np.arange(len(self._order.steps))
        self._parameter_of = np.full(unknowns, -1, np.intp)
        self._parameter_of[self._order.parameters] = np.arange(parameters)
        self._pivots = [self._pivot(equation, unknown) for equation, unknown in self._order.steps]
        self._forms = np.zeros((len(self._order.steps), parameters), dtype)
        for step, (equation, _) in enumerate(self._order.steps):
            self._forms[step] = -self._pivots[step] * self._form(equation) % modulus
        dense = np.array([self._form(equation) for equation in self._order.rest], np.int64).reshape(rest, parameters)
        self._parts = [(p**k, LocalElimination(dense, p, k)) for p, k in prime_powers(modulus)]

    def solve(self, right: ArrayLike) -> NDArray[np.int64] | None:
        """Return one x, int64 (unknowns,) of 0..m-1, with A x = `right` (integers, one an equation), or None.

        >>> ModularElimination([0, 1], [0], [2], unknowns=1, modulus=6).solve([4]).tolist()
        [2]
        """
        sources = self._checked_right(right)
        residue = self._residue(sources)
        parameters = np.zeros(len(self._order.parameters), np.int64)
        for part, form in self._parts:
            some = form.solve(residue)
            if some is None:
                return None
            parameters += some * idempotent(self._modulus, part)
        return self._substitute(parameters % self._modulus, sources)

    def certificate(self, right: ArrayLike) -> NDArray[np.int64] | None:
        """Return y, int64 (equations,), with y^T A = 0 and y^T `right` != 0, or None if A x = `right` is solvable.

        >>> ModularElimination([0, 1], [0], [2], unknowns=1, modulus=6).certificate([3]).tolist()
        [3]
        """
        residue = self._residue(self._checked_right(right))
        for part, form in self._parts:
            chosen = form.certificate(residue)
            if chosen is not None:
                return self._completed(chosen * (self._modulus // part))
        return None

    @cached_property
    def _kernel(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        small, orders = [], []
        for part, form in self._parts:
            generators, of_generator = form.kernel()
            small.append(generators * idempotent(self._modulus, part) % self._modulus)
            orders.append(of_generator)
        at_parameters = np.concatenate(small)
        generators = np.empty((len(at_parameters), self._unknowns), np.int64)
        generators[:, self._order.parameters] = at_parameters
        by_step = [unknown for _, unknown in self._order.steps]
        generators[:, by_step] = at_parameters @ self._forms.T.astype(np.int64) % self._modulus
        all_orders = np.concatenate(orders)
        generators.flags.writeable = all_orders.flags.writeable = False
        return generators, all_orders

    def kernel(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return independent generators of the kernel, int64 (κ, unknowns), and their additive orders, int64 (κ,).

        >>> generators, orders = ModularElimination([0, 1], [0], [2], unknowns=1, modulus=6).kernel()
        >>> generators.tolist(), orders.tolist()
        ([[3]], [2])
        """
        return self._kernel

    def space(self, right: ArrayLike) -> ModularSpace | None:
        """Return all solutions of A x = `right`, or None if there is none."""
        particular = self.solve(right)
        return None if particular is None else ModularSpace(self._modulus, particular, *self.kernel())

    def _checked_right(self, right: ArrayLike) -> list[int]:
        vector = np.asarray(right)
        if vector.shape != (len(self._rows),):
            raise InputError(f"expected a right-hand side of {len(self._rows)} numbers, got shape {vector.shape}")
        return [int(value) % self._modulus for value in vector]

    def _pivot(self, equation: int, unknown: int) -> int:
        """Return the inverse of the amount of `unknown` in `equation`."""
        at = int(np.flatnonzero(self._rows[equation] == unknown)[0])
        return pow(int(self._amounts[equation][at]), -1, self._modulus)

    def _form(self, equation: int) -> NDArray[np.int64]:
        """Return the left-hand side as a linear form in the parameters, unknowns of later steps counted as 0."""
        unknowns, amounts = self._rows[equation], self._amounts[equation]
        steps = self._step_of[unknowns]
        known = steps >= 0
        form = amounts[known] @ self._forms[steps[known]].astype(np.int64)
        form[self._parameter_of[unknowns[~known]]] += amounts[~known]
        return np.asarray(form % self._modulus, np.int64)

    def _residue(self, sources: list[int]) -> NDArray[np.int64]:
        """Return what the equations left over still miss when all parameters are 0, int64 (rest,)."""
        values = self._substitute(np.zeros(len(self._order.parameters), np.int64), sources)
        rest = self._order.rest
        missing = [sources[e] - int(self._amounts[e] @ values[self._rows[e]]) for e in rest]
        return np.array(missing, np.int64) % self._modulus

    def _substitute(self, parameters: NDArray[np.int64], sources: list[int]) -> NDArray[np.int64]:
        """Return the value of every unknown for these parameters and right-hand sides."""
        values = np.zeros(self._unknowns, np.int64)
        values[self._order.parameters] = parameters
        for inverse, (equation, unknown) in zip(self._pivots, self._order.steps, strict=True):
            # The unknown itself is still 0, so the sum is over the others.
            others = int(self._amounts[equation] @ values[self._rows[equation]])
            values[unknown] = inverse * (sources[equation] - others) % self._modulus
        return values

    def _completed(self, chosen: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the certificate that takes the equations left over as `chosen` says, the others as they must be."""
        certificate = np.zeros(len(self._rows), np.int64)
        certificate[self._order.rest] = chosen
        sums = np.zeros(self._unknowns, np.int64)
        for equation in self._order.rest:
            sums[self._rows[equation]] += certificate[equation] * self._amounts[equation]
        sums %= self._modulus
        # The equation that determined an unknown clears its sum; it holds unknowns of earlier steps only.
        for inverse, (equation, unknown) in zip(reversed(self._pivots), reversed(self._order.steps), strict=True):
            if sums[unknown]:
                factor = -inverse * int(sums[unknown]) % self._modulus
                certificate[equation] = factor
                row = self._rows[equation]
                sums[row] = (sums[row] + factor * self._amounts[equation]) % self._modulus
        return certificate


def _checked(
    indptr: ArrayLike, indices: ArrayLike, amounts: ArrayLike, unknowns: int, modulus: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the arrays as int64, amounts reduced, after refusing shapes, ranges and repetitions that are no matrix."""
    starts, entries, factors = (np.asarray(array, np.int64) for array in (indptr, indices, amounts))
    if (
        starts.ndim != 1
        or not len(starts)
        or starts[0] != 0
        or starts[-1] != len(entries)
        or (np.diff(starts) < 0).any()
    ):
        raise InputError(f"indptr must rise from 0 to the number of indices, {len(entries)}")
    if factors.shape != entries.shape:
        raise InputError(f"expected one amount for each of {len(entries)} indices, got shape {factors.shape}")
    if len(entries) and not (entries.min() >= 0 and entries.max() < unknowns):
        raise InputError(f"indices must lie in 0..{unknowns - 1}, got {entries.min()}..{entries.max()}")
    keys = np.sort(np.repeat(np.arange(len(starts) - 1), np.diff(starts)) * max(unknowns, 1) + entries)
    if (keys[1:] == keys[:-1]).any():
        equation, unknown = divmod(int(keys[1:][keys[1:] == keys[:-1]][0]), unknowns)
        raise InputError(f"equation {equation} lists unknown {unknown} twice; add the amounts up")
    return starts, entries, factors % modulus


def _refuse_beyond_memory(steps: int, parameters: int, rest: int, itemsize: int, unknowns: int) -> None:
    """Raise if the forms of the substitution and the dense rest would be too big."""
    need = parameters * (steps * itemsize + rest * 8 * _NUMBERS_A_DENSE_ENTRY)
    if need > MEMORY_LIMIT_BYTES:
        raise InputError(
            f"the elimination of {unknowns} unknowns leaves a dense system of {rest} equations in {parameters} "
            f"parameters and would take {need / 2**30:.1f} GiB; the limit is {MEMORY_LIMIT_BYTES / 2**30:.0f} GiB"
        )

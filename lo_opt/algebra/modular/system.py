"""The lightest solution of a sparse system modulo m, component by component; knows equations and weights, no puzzle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.matroid import RunningTotal, combined
from lo_opt.algebra.modular.cosets import lightest_modular
from lo_opt.algebra.modular.elimination import ModularElimination
from lo_opt.algebra.modular.spaces import ModularSpace
from lo_opt.algebra.pacing import Pace
from lo_opt.algebra.reduction import checked_weights
from lo_opt.algebra.spaces import Lightest
from lo_opt.algebra.splitting import SplitMatrix
from lo_opt.control import Control, DeadlineError
from lo_opt.errors import InputError

_COMPONENT_WORK = 1 << 12


@dataclass(frozen=True)
class ModularSystemSolution:
    """What `lightest_of_modular_system` found.

    Either `lightest`, or `certificate`, int64 (equations,): y with y^T A = 0 and y^T b != 0 modulo m. `orders` are
    those of the kernel's generators, int64 (κ,), and `parts` is the number of connected components of the matrix.
    """

    lightest: Lightest | None
    certificate: NDArray[np.int64] | None
    orders: NDArray[np.int64]
    parts: int


def lightest_of_modular_system(
    indptr: ArrayLike,
    indices: ArrayLike,
    amounts: ArrayLike,
    right: ArrayLike,
    weights: ArrayLike,
    modulus: int,
    control: Control | None = None,
) -> ModularSystemSolution:
    """Return the lightest x with A x = `right` modulo `modulus`, or a certificate that there is none.

    A is given as to `ModularElimination`, with one unknown for each of the integer `weights`. Connected components
    are solved one by one, equal ones once, each as `lightest_modular` does.

    Raises `DeadlineError` if the deadline comes before there is a solution or a certificate; after it, and where a
    kernel is too large, components keep the solution that they have.

    >>> found = lightest_of_modular_system([0, 2, 3], [0, 1, 2], [1, 2, 1], [2, 1], [1, 1, 1], 3)
    >>> found.lightest.presses.tolist(), found.lightest.cost, found.orders.tolist(), found.parts
    ([0, 1, 1], 2, [3], 2)
    """
    control = control or Control()
    costs = checked_weights(weights, np.size(weights))
    vector = np.asarray(right)
    starts = np.asarray(indptr, np.int64)
    if vector.shape != (len(starts) - 1,):
        raise InputError(f"expected a right-hand side of {len(starts) - 1} numbers, got shape {vector.shape}")
    factors = np.asarray(amounts, np.int64)
    if factors.shape != np.shape(indices):
        raise InputError(f"expected one amount for each of {np.size(indices)} indices, got shape {factors.shape}")
    split = SplitMatrix(starts, indices, len(costs), control)
    forms: dict[bytes, ModularElimination] = {}
    eliminated: list[_Eliminated] = []
    orders: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    certificate: NDArray[np.int64] | None = None
    pace = Pace(control)
    for label in range(split.count):
        equations, unknowns = split.equations_of(label), split.unknowns_of(label)
        own_starts, own_entries, where = split.matrix_of(label)
        pace.spend(_COMPONENT_WORK + len(where))
        arrays = own_starts, own_entries, factors[where]
        key = b"".join([len(unknowns).to_bytes(8, "little"), *(array.tobytes() for array in arrays)])
        if key not in forms:
            forms[key] = ModularElimination(*arrays, len(unknowns), modulus, control)
        form = forms[key]
        orders.append(form.orders)
        if certificate is not None:
            continue
        own = vector[equations]
        wrong = form.certificate(own, control)
        if wrong is not None:
            certificate = np.zeros(len(vector), np.int64)
            certificate[equations] = wrong
            continue
        particular = form.solve(own, control)
        assert particular is not None, "a system without a certificate has a solution"
        key += own.tobytes() + costs[unknowns].tobytes()
        eliminated.append(_Eliminated(unknowns, form, particular, key))
    all_orders = np.concatenate(orders)
    if certificate is not None:
        return ModularSystemSolution(None, certificate, all_orders, split.count)
    lightest: dict[bytes, Lightest] = {}
    total = RunningTotal(0, sum(component.cost(costs) for component in eliminated))
    for component in eliminated:
        share = total.share_of(component.cost(costs), control)
        if component.key not in lightest:
            lightest[component.key] = component.lightest(costs, share)
        best = lightest[component.key]
        if best.interrupted:
            control = replace(control, deadline=-inf)
        total.add(best)
    solved = [(component.unknowns, lightest[component.key]) for component in eliminated]
    whole = combined(np.zeros(len(costs), np.int64), costs, solved)
    return ModularSystemSolution(whole, None, all_orders, split.count)


@dataclass(frozen=True)
class _Eliminated:
    """A solvable component and one of its solutions; equal keys mean equal components."""

    unknowns: NDArray[np.intp]
    form: ModularElimination
    particular: NDArray[np.int64]
    key: bytes

    def cost(self, weights: NDArray[np.int64]) -> int:
        """Return what the solution at hand costs."""
        return int(weights[self.unknowns] @ self.particular)

    def lightest(self, weights: NDArray[np.int64], control: Control) -> Lightest:
        """Return the lightest solution found, the one at hand if there is no time or memory for the kernel."""
        costs = weights[self.unknowns]
        try:
            generators, orders = self.form.kernel(control)
        except DeadlineError:
            how = "not searched"
        except MemoryError as error:
            how = f"not searched: {error}"
        else:
            return lightest_modular(
                ModularSpace(self.form.modulus, self.particular, generators, orders), costs, control
            )
        cost = self.cost(weights)
        return Lightest(self.particular, cost, 0, cost == 0, None, how)

"""The lightest solution of a sparse system modulo m, component by component; knows equations and weights, no puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.connectivity import connected_components
from lo_opt.algebra.modular.answers import Part, combined
from lo_opt.algebra.modular.cosets import lightest_modular
from lo_opt.algebra.modular.elimination import ModularElimination
from lo_opt.algebra.reduction import checked_weights
from lo_opt.algebra.spaces import Lightest
from lo_opt.control import Control
from lo_opt.errors import InputError


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


@dataclass(frozen=True)
class _Component:
    equations: NDArray[np.intp]
    unknowns: NDArray[np.intp]
    indptr: NDArray[np.int64]
    indices: NDArray[np.int64]
    amounts: NDArray[np.int64]


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
    forms: dict[bytes, ModularElimination] = {}
    lightest: dict[bytes, Lightest] = {}
    solved: list[Part] = []
    orders: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    certificate: NDArray[np.int64] | None = None
    parts = 0
    for component in _components(starts, np.asarray(indices, np.int64), np.asarray(amounts, np.int64), len(costs)):
        parts += 1
        form, key = _form(component, modulus, forms)
        orders.append(form.kernel()[1])
        if certificate is not None:
            continue
        own = vector[component.equations]
        wrong = form.certificate(own)
        if wrong is not None:
            certificate = np.zeros(len(vector), np.int64)
            certificate[component.equations] = wrong
            continue
        own_costs = costs[component.unknowns]
        key += own.tobytes() + own_costs.tobytes()
        if key not in lightest:
            space = form.space(own)
            assert space is not None, "a system without a certificate has a solution"
            lightest[key] = lightest_modular(space, own_costs, control)
            if lightest[key].interrupted:
                control = replace(control, deadline=-inf)
        solved.append((component.unknowns, lightest[key]))
    all_orders = np.concatenate(orders)
    if certificate is not None:
        return ModularSystemSolution(None, certificate, all_orders, parts)
    whole = combined(np.zeros(len(costs), np.int64), costs, solved)
    return ModularSystemSolution(whole, None, all_orders, parts)


def _form(
    component: _Component, modulus: int, known: dict[bytes, ModularElimination]
) -> tuple[ModularElimination, bytes]:
    """Return the solved form of a component, of equal ones the same, and what makes them equal."""
    size = len(component.unknowns)
    arrays = (component.indptr, component.indices, component.amounts)
    key = b"".join([size.to_bytes(8, "little"), *(array.tobytes() for array in arrays)])
    if key not in known:
        known[key] = ModularElimination(*arrays, size, modulus)
    return known[key], key


def _components(
    starts: NDArray[np.int64], entries: NDArray[np.int64], amounts: NDArray[np.int64], unknowns: int
) -> Iterator[_Component]:
    """Yield the connected components of the matrix, in numbers of their own."""
    of_equation, of_unknown, count = connected_components(starts, entries, unknowns)
    equations, unknown_order = np.argsort(of_equation, kind="stable"), np.argsort(of_unknown, kind="stable")
    labels = np.arange(count + 1)
    equation_bounds = np.searchsorted(of_equation[equations], labels)
    unknown_bounds = np.searchsorted(of_unknown[unknown_order], labels)
    place = np.empty(unknowns, np.int64)
    place[unknown_order] = np.arange(unknowns) - unknown_bounds[of_unknown[unknown_order]]
    for label in range(count):
        rows = equations[equation_bounds[label] : equation_bounds[label + 1]]
        columns = unknown_order[unknown_bounds[label] : unknown_bounds[label + 1]]
        taken = np.concatenate([np.zeros(0, np.int64), *(np.arange(starts[row], starts[row + 1]) for row in rows)])
        indptr = np.concatenate([[0], np.cumsum(starts[rows + 1] - starts[rows])])
        yield _Component(rows, columns, indptr, place[entries[taken]], amounts[taken])

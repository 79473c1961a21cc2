"""The costs of all members of a modular space, in independent parts that stay in cache; knows no search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.modular.costs import ReducedCosts, column_classes
from lo_opt.algebra.transform import integer_type

_BATCH = 1 << 12
_BATCH_LIMIT = 1 << 14
_PART = 1 << 21
_PART_LIMIT = 1 << 23
_ROWS_LIMIT = 1 << 25

Costs = NDArray[np.signedinteger[Any]]

_Row = tuple[int, int]
"""A class of the columns' coordinates that are still open (-1 for none), and the value of its combination."""


@dataclass(frozen=True)
class _Level:
    """How rows of costs turn into those with one more coordinate chosen: for each choice, for each row, its terms."""

    row_count: int
    terms: list[list[list[int]]]


@dataclass(frozen=True)
class MemberPlan:
    """The members of a space cut into parts: a part fixes the first `outer` coordinates and lists all others.

    Within a part the last coordinates, from `inner` on, form a batch: vectors over all their choices. The coordinates
    between are chosen one after another. While some are open, the cost is a sum over the classes of what is open of
    the columns, up to units: each has a table of m values, and choosing a coordinate adds the tables of those classes
    that it does not tell apart any longer. That is Yates' scheme, of which the Walsh–Hadamard transform is the case
    m = 2: about m * log(classes) additions a member instead of one for each class. Plans can be pickled.
    """

    reduced: ReducedCosts
    outer: int
    inner: int
    entry_type: np.dtype[Any]

    @property
    def part_count(self) -> int:
        """Number of parts."""
        return prod(self.reduced.orders[: self.outer].tolist())

    @property
    def batch_size(self) -> int:
        """Number of members in one vector of costs."""
        return prod(self.reduced.orders[self.inner :].tolist())

    def choice(self, index: int) -> list[int]:
        """Return the coefficients of member `index`; the first is the most significant digit.

        >>> from lo_opt.algebra.modular.costs import reduce_costs
        >>> from lo_opt.algebra.modular.spaces import ModularSpace
        >>> space = ModularSpace(3, np.array([1, 2]), np.eye(2, dtype=np.int64), np.array([3, 3]))
        >>> plan_members(reduce_costs(space, [1, 1])).choice(5)
        [1, 2]
        """
        digits = []
        for order in self.reduced.orders[::-1].tolist():
            index, digit = divmod(index, order)
            digits.append(digit)
        return digits[::-1]

    def costs(self, part: int) -> Iterator[tuple[int, Costs]]:
        """Yield (index of the first member, costs (batch_size,) beyond `reduced.fixed`), valid until the next."""
        choice = self.choice(part * prod(self.reduced.orders[self.outer :].tolist()))
        rows = self._first_rows(np.array(choice[: self.outer], np.int64))
        first_vector = part * prod(self.reduced.orders[self.outer : self.inner].tolist())
        for i, costs in enumerate(self._chosen(rows, 0)):
            yield (first_vector + i) * self.batch_size, costs

    def _chosen(self, rows: Costs, depth: int) -> Iterator[Costs]:
        """Yield the costs for all choices of the coordinates from `outer + depth` to `inner`."""
        if depth == len(self._levels):
            yield rows[0]
            return
        level = self._levels[depth]
        following = np.empty((level.row_count, rows.shape[1]), rows.dtype)
        for terms in level.terms:
            for row, (first, *others) in zip(following, terms, strict=True):
                if not others:
                    row[...] = rows[first]
                    continue
                np.add(rows[first], rows[others[0]], out=row)
                for other in others[1:]:
                    np.add(row, rows[other], out=row)
            yield from self._chosen(following, depth + 1)

    @cached_property
    def _batch_values(self) -> NDArray[np.int64]:
        """Each class's combination of the batch coordinates, int64 (classes, batch_size)."""
        orders = self.reduced.orders[self.inner :].tolist()
        choices = np.indices(orders, np.int64).reshape(len(orders), self.batch_size)
        return self.reduced.columns[:, self.inner :] @ choices % self.reduced.modulus

    @cached_property
    def _first_classes(self) -> tuple[list[_Row], list[tuple[int, int]], NDArray[np.int64]]:
        """The rows while all inner coordinates are open, each column's class and factor, and the representatives."""
        found = column_classes(self.reduced.columns[:, self.outer : self.inner], self.reduced.modulus)
        assigned = list(zip(found.classes.tolist(), found.factors.tolist(), strict=True))
        return _rows_of(found.representatives, self.reduced.modulus), assigned, found.representatives

    def _first_rows(self, outer_choice: NDArray[np.int64]) -> Costs:
        """Return the rows of costs, (rows, batch_size), with the outer coordinates chosen and the inner ones open."""
        modulus = self.reduced.modulus
        rows, assigned, _ = self._first_classes
        number = {row: i for i, row in enumerate(rows)}
        values: dict[int, list[int]] = {}
        for label, value in rows:
            values.setdefault(label, []).append(value)
        offsets = self.reduced.columns[:, : self.outer] @ outer_choice
        costs = np.zeros((len(rows), self.batch_size), self.entry_type)
        for i, (label, factor) in enumerate(assigned):
            for value in values[label]:
                shift = (int(offsets[i]) + factor * value) % modulus
                costs[number[label, value]] += self._twice[i, shift : shift + modulus][self._batch_values[i]]
        return costs

    @cached_property
    def _twice(self) -> Costs:
        """The tables one after another twice, so that every rotation of them is a slice."""
        return np.tile(self.reduced.tables.astype(self.entry_type), 2)

    @cached_property
    def _levels(self) -> list[_Level]:
        rows, _, representatives = self._first_classes
        modulus = self.reduced.modulus
        levels = []
        for coordinate in range(self.outer, self.inner):
            found = column_classes(representatives[:, 1:], modulus)
            following = _rows_of(found.representatives, modulus)
            number = {row: i for i, row in enumerate(rows)}
            members: dict[int, list[int]] = {-1: []}
            for label, into in enumerate(found.classes.tolist()):
                members.setdefault(into, []).append(label)
            terms: list[list[list[int]]] = []
            for chosen in range(int(self.reduced.orders[coordinate])):
                terms.append([])
                for label, value in following:
                    sources = [(-1, 0)] if label < 0 else []
                    for source in members[label]:
                        combined = chosen * representatives[source, 0] + int(found.factors[source]) * value
                        sources.append((source, int(combined % modulus)))
                    terms[-1].append([number[source] for source in sources])
            levels.append(_Level(len(following), terms))
            rows, representatives = following, found.representatives
        return levels


def _rows_of(representatives: NDArray[np.int64], modulus: int) -> list[_Row]:
    """Return the rows needed for these classes: one for what is settled, and each value that a class attains."""
    spans = np.gcd(np.gcd.reduce(representatives, axis=1), modulus) if representatives.size else np.zeros(0, np.int64)
    return [(-1, 0), *((label, t) for label, span in enumerate(spans.tolist()) for t in range(0, modulus, span))]


def plan_members(reduced: ReducedCosts) -> MemberPlan:
    """Return the parts for listing all members, about 2**22 each, in the narrowest integers that hold the costs.

    >>> from lo_opt.algebra.modular.costs import reduce_costs
    >>> from lo_opt.algebra.modular.spaces import ModularSpace
    >>> plan = plan_members(reduce_costs(ModularSpace(3, np.array([2]), np.array([[1]]), np.array([3])), [1]))
    >>> [(first, costs.tolist()) for first, costs in plan.costs(0)]
    [(0, [2, 0, 1])]
    """
    orders = reduced.orders.tolist()
    inner = _first_within(orders, max(0, len(orders) - 1), _BATCH, _BATCH_LIMIT)
    outer = inner
    if len(reduced.columns) * reduced.modulus * prod(orders[inner:]) <= _ROWS_LIMIT:
        outer = _first_within(orders, inner, _PART, _PART_LIMIT)
    return MemberPlan(reduced, outer, inner, integer_type(reduced.largest))


def _first_within(orders: list[int], last: int, enough: int, limit: int) -> int:
    """Return where to begin before `last` so that the product of the orders from there is `enough`, within `limit`."""
    first = last
    while first and prod(orders[first:]) < enough and prod(orders[first - 1 :]) <= limit:
        first -= 1
    return first

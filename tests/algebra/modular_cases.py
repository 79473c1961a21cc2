"""Small matrices modulo m with all their solutions listed, against which the modular algebra is tested."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from lo_opt.algebra.modular import ModularElimination, ModularSpace, echelon_generators

MODULI = (2, 3, 4, 5, 6, 8, 9, 12)


@dataclass(frozen=True)
class System:
    """A x = b modulo m with weights, A dense."""

    modulus: int
    matrix: NDArray[np.int64]
    right: NDArray[np.int64]
    weights: NDArray[np.int64]

    @property
    def csr(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int64]]:
        rows, columns = np.nonzero(self.matrix)
        return np.searchsorted(rows, np.arange(len(self.matrix) + 1)), columns, self.matrix[rows, columns]

    def elimination(self) -> ModularElimination:
        return ModularElimination(*self.csr, self.matrix.shape[1], self.modulus)

    def solutions(self) -> NDArray[np.int64]:
        """Every x that solves it, in rows, by trying all."""
        unknowns = self.matrix.shape[1]
        every = np.array(list(product(range(self.modulus), repeat=unknowns)), np.int64)
        every = every.reshape(self.modulus**unknowns, unknowns)
        return every[((every @ self.matrix.T - self.right) % self.modulus == 0).all(axis=1)]

    def solved_by(self, values: NDArray[np.int64]) -> bool:
        return not ((self.matrix @ values - self.right) % self.modulus).any()


@st.composite
def systems(draw: st.DrawFn, most_listed: int = 4096, solvable: bool | None = None) -> System:
    """Systems with at most `most_listed` vectors x; about half the matrix is 0."""
    modulus = draw(st.sampled_from(MODULI))
    most = next(n for n in range(1, 20) if modulus ** (n + 1) > most_listed)
    unknowns = draw(st.integers(0, most))
    equations = draw(st.integers(0, 5))
    entries = st.one_of(st.just(0), st.integers(0, modulus - 1))
    matrix = np.array(draw(_lists(entries, equations * unknowns)), np.int64).reshape(equations, unknowns)
    if draw(st.booleans()) if solvable is None else solvable:
        right = matrix @ np.array(draw(_lists(st.integers(0, modulus - 1), unknowns)), np.int64) % modulus
    else:
        right = np.array(draw(_lists(st.integers(0, modulus - 1), equations)), np.int64)
    weights = np.array(draw(_lists(st.integers(0, draw(st.sampled_from([1, 3, 40]))), unknowns)), np.int64)
    return System(modulus, matrix, right, weights)


def _lists(elements: st.SearchStrategy[int], size: int) -> st.SearchStrategy[list[int]]:
    return st.lists(elements, min_size=size, max_size=size)


def members(space: ModularSpace) -> Iterator[tuple[int, ...]]:
    """All members, one for each choice."""
    for choice in product(*map(range, space.orders.tolist())):
        yield tuple(space.member(choice).tolist())


def space_of(system: System) -> ModularSpace:
    space = system.elimination().space(system.right)
    assert space is not None
    return space


def random_space(modulus: int, generators: int, size: int, seed: int) -> ModularSpace:
    """A space whose generators are drawn at random and made independent."""
    rng = np.random.default_rng(seed)
    rows, orders = echelon_generators(rng.integers(0, modulus, (generators, size)), modulus)
    return ModularSpace(modulus, rng.integers(0, modulus, size), rows, orders)

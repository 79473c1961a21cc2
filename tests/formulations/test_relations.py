"""Short relations among vectors: they hold, and everything follows from the needed ones."""

from __future__ import annotations

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lo_opt.algebra.bits import from_row_ints
from lo_opt.algebra.elimination import row_echelon
from lo_opt.formulations import relations
from lo_opt.formulations.relations import short_relations


def rank(rows, columns):
    return len(row_echelon(from_row_ints(rows, columns), columns)) if rows else 0


@given(st.integers(0, 5), st.sets(st.integers(1, 31), max_size=20), st.booleans())
def test_relations_hold_and_have_full_rank(dimension, more, paired):
    units = [1 << i for i in range(dimension)]
    others = [vector for vector in sorted(more) if vector < 1 << dimension and vector not in units]
    vectors, basis = [*others, *units], list(range(len(others), len(others) + dimension))
    with pytest.MonkeyPatch.context() as patch:
        if not paired:
            patch.setattr(relations, "MAX_PAIRED", 0)
        needed, implied = short_relations(vectors, basis)
    for relation in [*needed, *implied]:
        assert functools.reduce(int.__xor__, (vectors[i] for i in relation)) == 0
        assert list(relation) == sorted(set(relation))
    assert len(needed) == len(others) == rank([sum(1 << i for i in r) for r in needed], len(vectors))
    assert len({*needed, *implied}) == len(needed) + len(implied)
    assert all(len(relation) == 3 for relation in implied)


def test_two_terms_are_found_where_the_basis_takes_five():
    units = [1 << i for i in range(5)]
    vectors = [*units, 0b01111, 0b11111]
    needed, _ = short_relations(vectors, [0, 1, 2, 3, 4])
    assert sorted(map(len, needed)) == [3, 5]


def test_a_near_vector_is_taken_where_it_saves_terms():
    units = [1 << i for i in range(7)]
    vectors = [*units, 0b0011111, 0b1111011]  # apart in three places, and in five and six from nothing
    needed, implied = short_relations(vectors, list(range(7)))
    assert sorted(needed) == [(0, 1, 2, 3, 4, 7), (2, 5, 6, 7, 8)]
    assert implied == []


def test_no_vectors_have_no_relations():
    assert short_relations([], []) == ([], [])

"""Rotations and reflections: which leave a puzzle alone, and levels that differ by more than one of them."""

from __future__ import annotations

import numpy as np
from level_cases import dark

from lo_opt import generate_levels
from lo_opt.generate.symmetry import canonical, moves_of, symmetries_of


def test_no_two_levels_are_alike_under_symmetry():
    levels = generate_levels(dark(4, 4), 400, distinct="symmetry", seed=4)
    seen = set()
    for level in levels:
        cells = level.board.to_array()
        turned = [np.rot90(side, k) for side in (cells, cells.T) for k in range(4)]
        forms = {side.tobytes() for side in turned}
        assert not forms & seen
        seen |= forms


def test_symmetry_is_that_of_the_puzzle():
    assert len(symmetries_of(dark(3, 3, rule="knight"))) == 7
    assert len(symmetries_of(dark(2, 3))) == 3
    assert len(symmetries_of(dark(3, 3).with_weights([[1, 2, 1], [1, 1, 1], [1, 2, 1]]))) == 3
    assert symmetries_of(dark(3, 3).forbid([(0, 1)]))[0].tolist() == moves_of(3, 3)["mirror"].tolist()
    assert symmetries_of(dark(2, 2).forbid([(0, 1), (1, 1)]))[0].tolist() == moves_of(2, 2)["flip"].tolist()


def test_canonical_forms_by_hand():
    boards = np.random.default_rng(0).integers(0, 2, (40, 70), dtype=np.uint8)
    moved = list(moves_of(7, 10).values())
    forms = canonical(boards, moved)
    for move in moved:
        assert np.array_equal(forms, canonical(boards[:, move], moved))
    ints = [min(tuple(w) for w in np.atleast_2d(canonical(b[None], []))) for b in boards]
    assert all(tuple(form) <= own for form, own in zip(forms.tolist(), ints, strict=True))

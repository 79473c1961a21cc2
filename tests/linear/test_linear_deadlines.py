"""From puzzle to solutions under a deadline: it stops wherever the deadline comes, or does all of its work."""

from __future__ import annotations

import numpy as np
import pytest

from lo_opt import Board, Puzzle, linear
from lo_opt.algebra import pacing
from lo_opt.control import Control, DeadlineError
from lo_opt.linear import Solutions

GRID = Puzzle.read("lit:9x9")
PUZZLES = {
    "symmetric": GRID,
    "forbidden": GRID.forbid([(0, 0), (4, 5)]),
    "forbidden, unsolvable": Puzzle.grid("100/000/000", rule="king").forbid([(0, 0), (1, 1)]),
    "torus": Puzzle.grid(Board.filled(9, 9, 1), wrap="torus"),
    "torus, forbidden": Puzzle.grid(Board.filled(9, 9, 1), wrap="torus").forbid([(0, 0)]),
    "required": GRID.require([(0, 1)]),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_solutions_and_kernels_stop_at_the_deadline(monkeypatch, name):
    puzzle = PUZZLES[name]
    late = Control.limited(0.0)
    expected = linear.solutions(puzzle)
    found = linear.solutions(puzzle, late)  # quick enough to be done at once
    assert (found.presses, found.certificate, found.nullity) == (
        expected.presses,
        expected.certificate,
        expected.nullity,
    )
    assert found.quiet_space(late).kernel.tolist() == expected.quiet_space().kernel.tolist()
    monkeypatch.setattr(pacing, "BUDGET", 0)
    with pytest.raises(DeadlineError):
        linear.solutions(puzzle, late).quiet_space(late)


def test_a_modular_certificate_stops_at_the_deadline(monkeypatch):
    puzzle = Puzzle.grid("10", states=3)
    late = Control.limited(0.0)
    assert linear.modular_certificate(puzzle, late) == linear.modular_certificate(puzzle)
    monkeypatch.setattr(pacing, "BUDGET", 0)
    with pytest.raises(DeadlineError):
        linear.modular_certificate(puzzle, late)


def test_a_basis_too_large_is_refused_before_it_is_made():
    def kernel(control):
        raise AssertionError("must not be asked for")

    found = Solutions(10**6, 2000, Board.from_array(np.zeros((1, 10**6), np.uint8)), None, kernel)
    for make in (found.space, found.quiet_space):
        with pytest.raises(MemoryError, match="a kernel of 2,000 patterns of 1,000,000 unknowns"):
            make()

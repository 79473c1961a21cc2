"""Lessons tell what is true: every step keeps the solutions, and they end with the optimum or the proof."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import brute_force, grid_puzzles

from lo_opt import InputError, Puzzle, solve
from lo_opt.algebra.gaussjordan import StepKind, elimination_steps
from lo_opt.lessons import BoardMoment, MatrixMoment, chasing_lesson, elimination_lesson
from lo_opt.verify import cost_numerator, fault_in_certificate, fault_in_presses


@st.composite
def systems(draw):
    modulus = draw(st.sampled_from([2, 3, 5, 7]))
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    numbers = st.lists(st.integers(0, modulus - 1), min_size=rows * (columns + 1), max_size=rows * (columns + 1))
    table = np.array(draw(numbers)).reshape(rows, columns + 1)
    return table[:, :-1], table[:, -1], modulus


@given(systems())
@settings(max_examples=150, deadline=None)
def test_elimination_keeps_the_solutions_and_ends_reduced(system):
    matrix, right, modulus = system
    steps = list(elimination_steps(matrix, right, modulus))
    columns = matrix.shape[1]
    every = np.stack(np.meshgrid(*[range(modulus)] * min(columns, 3), indexing="ij"), -1).reshape(-1, min(columns, 3))
    every = np.pad(every, ((0, 0), (0, columns - every.shape[1])))
    solves = ((every @ matrix.T - right) % modulus == 0).all(axis=1)
    for step in steps:
        again = ((every @ step.matrix[:, :-1].T - step.matrix[:, -1]) % modulus == 0).all(axis=1)
        assert (again == solves).all()
    end = steps[-1]
    assert sorted([*(column for _, column in end.pivots), *end.free]) == list(range(columns))
    for row, column in end.pivots:
        assert end.matrix[:, column].tolist() == [int(r == row) for r in range(len(matrix))]
    if end.contradiction is None:
        choice = np.arange(len(end.free)) % modulus
        assert ((matrix @ end.solution(choice, modulus) - right) % modulus == 0).all()
    else:
        assert not solves.any()


@given(systems())
@settings(max_examples=60, deadline=None)
def test_rows_change_only_where_a_step_says_so(system):
    matrix, right, modulus = system
    before = None
    for step in elimination_steps(matrix, right, modulus):
        if before is not None:
            changed = np.flatnonzero((before.matrix != step.matrix).any(axis=1)).tolist()
            assert set(changed) <= set(step.changed)
            assert step.rank - before.rank == (step.kind is StepKind.PIVOT)
        before = step


@given(grid_puzzles(max_cells=6))
@settings(max_examples=40, deadline=None)
def test_the_elimination_lesson_ends_with_the_truth(drawn):
    puzzle, rule, wrap = drawn
    best = brute_force(puzzle, rule, wrap)
    *_, last = elimination_lesson(puzzle)
    assert isinstance(last, BoardMoment)
    if best is None:
        assert fault_in_certificate(puzzle, last.certificate) is None
    else:
        assert fault_in_presses(puzzle, last.presses) is None
        assert cost_numerator(puzzle, last.presses) == best * puzzle.weight_denominator


def test_every_choice_of_the_free_buttons_is_a_solution():
    puzzle = Puzzle.read("fixed-4x4")
    shown = [m for m in elimination_lesson(puzzle) if isinstance(m, BoardMoment)]
    assert len(shown) == 16 + 1
    assert len({str(m.presses) for m in shown[:16]}) == 16
    assert {m.presses.total for m in shown[:16]} == {5, 7, 9, 11}
    assert all(fault_in_presses(puzzle, m.presses) is None for m in shown)
    assert shown[-1].presses.total == min(m.presses.total for m in shown[:16]) == 5


def test_many_choices_are_not_listed():
    shown = [m for m in elimination_lesson(Puzzle.read("lit:9x9")) if isinstance(m, BoardMoment)]
    assert len(shown) == 1
    assert "among 256" in shown[0].caption


def test_three_states_are_eliminated_too():
    puzzle = Puzzle.read("random:3x3:1", states=3)
    moments = list(elimination_lesson(puzzle))
    assert isinstance(moments[0], MatrixMoment)
    assert moments[-1].presses.total == solve(puzzle, "cpsat").cost


def test_required_buttons_are_pressed_beforehand():
    puzzle = Puzzle.grid("00/00").require([(0, 0)])
    *_, last = elimination_lesson(puzzle)
    assert last.certificate is not None


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (Puzzle.read("lit:13x13"), "at most 144"),
        (Puzzle.grid("11", states=4), "prime"),
        (Puzzle.grid("11").at_most(1), "no limits"),
        (Puzzle.grid("11", states=3).require([(0, 0)]), "required"),
    ],
)
def test_what_cannot_be_eliminated_is_refused_at_once(puzzle, words):
    with pytest.raises(InputError, match=words):
        elimination_lesson(puzzle)


@given(st.integers(1, 5), st.integers(1, 5), st.sampled_from(["plus", "neighbors"]), st.randoms())
@settings(max_examples=60, deadline=None)
def test_chasing_ends_with_the_truth(rows, cols, rule, rng):
    board = "/".join("".join(rng.choice("01") for _ in range(cols)) for _ in range(rows))
    puzzle = Puzzle.grid(board, rule=rule)
    moments = list(chasing_lesson(puzzle))
    answer = solve(puzzle, "gf2")
    if answer.presses is None:
        assert fault_in_certificate(puzzle, moments[-1].certificate) is None
        return
    assert moments[-1].presses.total == answer.cost
    finished = next(i for i, m in enumerate(moments) if m.caption.startswith("Solved"))
    assert all(fault_in_presses(puzzle, m.presses) is None for m in moments[finished:])


def test_chasing_shows_the_lights_after_each_press():
    puzzle = Puzzle.read("article-5x5")
    for moment in chasing_lesson(puzzle):
        if moment.caption.startswith("Row"):
            assert moment.lights == puzzle.apply(moment.presses)


def test_a_target_is_chased_by_what_must_change():
    puzzle = Puzzle.grid("10/01", target="on")
    first, *_, last = chasing_lesson(puzzle)
    assert "that must change" in first.caption
    assert first.lights == puzzle.change()
    assert fault_in_presses(puzzle, last.presses) is None


@pytest.mark.parametrize(
    "puzzle", [Puzzle.grid("11", rule="king"), Puzzle.grid("11", states=3), Puzzle.grid("11").forbid([(0, 0)])]
)
def test_what_cannot_be_chased_is_refused_at_once(puzzle):
    with pytest.raises(InputError, match="--method gauss"):
        chasing_lesson(puzzle)

"""The xor, hull and coset formulations: each allows exactly the solutions of the puzzle, at their exact costs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from conditions import allowed_solutions, conditioned_puzzles
from hypothesis import given, settings
from puzzles import grid_puzzles, random_solvable

from lo_opt import Board, Puzzle
from lo_opt.formulations import Feature, Formulation
from lo_opt.formulations.coset import COSET
from lo_opt.formulations.hull import HULL, MAX_ROWS
from lo_opt.formulations.parity import PARITY
from lo_opt.formulations.xor import XOR
from lo_opt.solvers.cpsat import SOLVER as CPSAT

TWO_STATE = [XOR, HULL, COSET]
PUZZLES = [
    Puzzle.grid("101/011/000"),
    Puzzle.grid("110/101", rule="neighbors", target="on"),
    Puzzle.grid("111/000", rule="king", wrap="torus"),
    Puzzle.grid("11/10").with_weights([["0.5", 2], [0, "1.25"]]).forbid([(0, 0), (1, 1)]),
    Puzzle.grid("0110/1001", rule="x").with_weights([[1, 2, 3, 4], [5, 6, 7, 8]]),
    Puzzle.grid("1111/0000", holes=Board.parse("0100/0010")),
    Puzzle.from_buttons("0110", [[3], [1, 3], [2], [2, 3], [0, 2], [0, 1]]),
    Puzzle.from_buttons("11", [[0]]),
    Puzzle.from_buttons("000", [[0, 1], [0, 1], [], [2]]),
]


def presses_and_costs(program) -> dict[tuple[int, ...], int]:
    """Return presses -> cost of all values that a program allows; a variable in k or z may be any within bounds."""
    ranges = [range(low, high + 1) for low, high in zip(program.lower.tolist(), program.upper.tolist(), strict=True)]
    found = {}
    for choice in itertools.product(*ranges):
        values = np.array(choice, np.int64)
        if not program.violation(values):
            found[tuple(program.presses.apply(values).tolist())] = program.cost(values)
    return found


def solutions_of(puzzle) -> dict[tuple[int, ...], int]:
    matrix = np.zeros((puzzle.light_count, puzzle.button_count), np.int64)
    effects = puzzle.incidence()
    matrix[effects.lights, effects.buttons] = effects.amounts
    found = {}
    for presses in itertools.product((0, 1), repeat=puzzle.button_count):
        pressed = np.array(presses)
        if not pressed[~puzzle.pressable()].any() and (matrix @ pressed % 2 == puzzle.toggles()).all():
            found[presses] = int(puzzle.costs() @ pressed)
    return found


@pytest.mark.parametrize("puzzle", PUZZLES, ids=range(len(PUZZLES)))
@pytest.mark.parametrize("formulation", TWO_STATE, ids=lambda f: f.name)
@pytest.mark.parametrize("offered", [frozenset(Feature), frozenset({Feature.INTEGER})], ids=["native", "linear"])
def test_allows_exactly_the_solutions_at_their_costs(formulation, puzzle, offered):
    program = formulation.program(puzzle, offered)
    assert presses_and_costs(program) == solutions_of(puzzle)
    assert program.needs <= formulation.needed_from(offered)


@pytest.mark.parametrize("puzzle", [*PUZZLES, PUZZLES[0].require([(0, 0)]).at_most(2)], ids=range(10))
@pytest.mark.parametrize("formulation", [PARITY, *TWO_STATE], ids=lambda f: f.name)
@pytest.mark.parametrize("offered", [frozenset(Feature), frozenset({Feature.INTEGER})], ids=["native", "linear"])
def test_numbers_are_whole_and_of_the_types_that_are_stated(formulation, puzzle, offered):
    program = formulation.program(puzzle, offered)
    rows, xors, presses = program.rows, program.xors, program.presses
    indices = [rows.indptr, rows.columns, xors.indptr, xors.columns, presses.variable]
    numbers = [program.lower, program.upper, program.objective, rows.coefficients, rows.lower, rows.upper]
    numbers += [xors.parity, presses.constant, presses.coefficient]
    if program.priority is not None:
        numbers.append(program.priority)
    assert {array.dtype for array in indices} == {np.dtype(np.intp)}
    assert {array.dtype for array in numbers} == {np.dtype(np.int64)}
    assert isinstance(program.constant, int)


@settings(max_examples=60, deadline=None)
@given(grid_puzzles(max_cells=9))
def test_drawn_puzzles(drawn):
    puzzle = drawn[0]
    expected = solutions_of(puzzle)
    for formulation in (XOR, HULL, COSET):
        assert presses_and_costs(formulation.program(puzzle)) == expected, formulation.name


@settings(max_examples=40, deadline=None)
@given(conditioned_puzzles(max_cells=6))
def test_conditions_reach_every_formulation(drawn):
    puzzle, rule, wrap = drawn
    expected = {presses for _, presses in allowed_solutions(puzzle, rule, wrap)}
    for formulation in (XOR, HULL, COSET):
        assert set(presses_and_costs(formulation.program(puzzle))) == expected, formulation.name


@pytest.mark.parametrize("formulation", TWO_STATE, ids=lambda f: f.name)
def test_three_states_are_refused_with_the_cure(formulation):
    refusal = formulation.refuse(Puzzle.grid("012", states=3))
    assert str(refusal) == (
        f"{formulation.name} is written modulo 2, this puzzle has 3 states; use the parity formulation"
    )


def test_hull_refuses_what_would_explode():
    wide = HULL.refuse(Puzzle.grid(Board.filled(7, 7, 0), rule="row-col"))
    assert "4,096 rows for light 0_0, which 13 buttons move" in wide.reason
    huge = HULL.refuse(Puzzle.from_buttons([1], [[0]] * 1000))
    assert "2^999 rows" in huge.reason
    assert f"{2**62:,} rows for light 0, which 63 buttons" in HULL.refuse(Puzzle.from_buttons([1], [[0]] * 63)).reason
    assert "2^63 rows for light 0, which 64 buttons" in HULL.refuse(Puzzle.from_buttons([1], [[0]] * 64)).reason
    many = HULL.refuse(Puzzle.grid(Board.filled(270, 270, 0)))
    assert f"at most {MAX_ROWS:,}" in many.reason
    assert HULL.refuse(Puzzle.grid(Board.filled(7, 6, 0), rule="row-col")) is None
    light = Puzzle.grid(Board.filled(7, 7, 0), rule="row-col").forbid([(0, 0)])
    assert "light 1_1" in HULL.refuse(light).reason  # the degree counts buttons that may be pressed


@pytest.mark.parametrize("formulation", [XOR, HULL], ids=lambda f: f.name)
def test_variables_are_named_after_their_buttons(formulation):
    names = formulation.program(Puzzle.grid("00/00/00")).names
    assert [names.variable(j) for j in range(6)] == ["x_0_0", "x_0_1", "x_1_0", "x_1_1", "x_2_0", "x_2_1"]


def test_hull_of_the_plus_has_sixteen_rows_in_the_middle():
    program = HULL.program(Puzzle.grid("000/010/000"))
    names = [program.names.row(i) for i in range(program.rows.count)]
    assert [name for name in names if name.startswith("light_1_1_")] == [f"light_1_1_{s}" for s in range(16)]
    assert len(names) == 4 * 4 + 4 * 8 + 16


@pytest.mark.parametrize(("n", "nullity"), [(4, 4), (5, 2), (9, 8), (11, 6), (14, 4), (16, 8), (19, 16)])
def test_coset_decides_no_more_than_the_nullity(n, nullity):
    program = COSET.program(random_solvable(n, n))
    names = [program.names.variable(j) for j in range(program.variable_count)]
    assert sum(name.startswith("u_") for name in names) == nullity == program.priority.sum()
    assert len(set(names)) == len(names)
    assert program.xors.count - program.xors.implied == len(names) - nullity
    assert program.xors.lengths.max() <= 4
    assert not program.xors.parity.any()


def test_coset_flips_quiet_patterns_whatever_is_decided():
    puzzle = random_solvable(9, 1)
    program = COSET.program(puzzle)
    free = np.flatnonzero(program.priority)
    rng = np.random.default_rng(0)
    xors = program.xors
    rows = [xors.columns[xors.indptr[i] : xors.indptr[i + 1]] for i in range(xors.count - xors.implied)]
    for _ in range(20):
        values = np.full(program.variable_count, -1)
        values[free] = rng.integers(0, 2, len(free))
        while (values < 0).any():  # each row defines one more
            for row in rows:
                unknown = row[values[row] < 0]
                if len(unknown) == 1:
                    values[unknown] = values[row[values[row] >= 0]].sum() % 2
        assert program.violation(values) == ""  # the implied rows hold too
        presses = Board.from_array(program.presses.apply(values).reshape(9, 9))
        assert puzzle.apply(presses) == puzzle.target
        assert program.cost(values) == presses.total


def test_coset_of_an_unsolvable_puzzle_has_no_solution_and_no_presses():
    program = COSET.program(Puzzle.grid("10000/00000/00000/00000/00000"))
    assert [program.names.row(i) for i in range(program.rows.count)] == ["never"]
    assert program.variable_count == 1


def test_coset_of_a_single_solution_has_nothing_to_decide():
    program = COSET.program(Puzzle.grid("111/111/111"))
    assert (program.variable_count, program.xors.count, program.constant) == (0, 0, 5)
    assert program.presses.apply(np.zeros(0, np.int64)).sum() == 5


def test_needs_are_declared_without_building():
    integers, everything = frozenset({Feature.INTEGER}), frozenset(Feature)
    assert XOR.needed_from(integers) == XOR.needed_from(everything) == {Feature.XOR}
    assert (COSET.needed_from(integers), COSET.needed_from(everything)) == (integers, {Feature.XOR})
    assert HULL.needed_from(frozenset()) == frozenset()
    assert isinstance(HULL, Formulation)


def test_implied_rows_are_left_out_where_they_slow_down():
    from lo_opt.control import Control

    program = COSET.program(random_solvable(16, 1))
    assert program.xors.implied > 100
    model = CPSAT.build(program, Control()).model
    assert len(model.proto.constraints) == 4 * (program.xors.count - program.xors.implied)  # clauses for each row

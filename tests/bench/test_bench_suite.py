"""Suites and their boards: what a TOML file means, and that boards keep what their variants promise."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import moves

import lo_opt as lo
from bench.bench_harness import suite_of
from lo_opt import bench
from lo_opt.bench.boards import make, make_free
from lo_opt.bench.cells import Cell
from lo_opt.bench.running import run_board
from lo_opt.errors import InputError

SUITES = sorted((Path(__file__).parents[2] / "benchmarks" / "suites").glob("*.toml"))
RESULTS = sorted(path.parent for path in (Path(__file__).parents[2] / "benchmarks" / "results").glob("*/records.jsonl"))


@pytest.mark.parametrize("path", SUITES, ids=lambda path: path.stem)
def test_the_shipped_suites_are_well_formed(path):
    suite = bench.Suite.read(path)
    assert suite.name == path.stem
    assert suite.description
    cells = list(suite.cells())
    assert len({cell.key for cell in cells}) == len(cells)
    for backend in suite.backends:
        lo.backends.backend(backend)


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.name)
def test_the_shipped_results_are_those_of_a_shipped_suite(path):
    records = bench.Records.read(path)
    wanted = {cell.key for cell in bench.Suite.read(SUITES[0].parent / f"{path.name}.toml").cells()}
    assert {record.key for record in records.cells} == wanted
    assert {record.board for record in records.cells} == set(records.boards)


def test_the_product_of_everything():
    suite = bench.Suite(
        "all",
        backends=["gf2", "scip"],
        sizes=[4, "3x5", "7-8"],
        seeds=["1-2", 9],
        variants=[bench.Variants(), bench.Variants(rule=["king", "x"], forbidden=[0.1, 0.2])],
        goals=["optimal", "feasible"],
        repetitions=3,
    )
    assert len(suite.boards()) == 4 * 3 * (1 + 4)
    cells = list(suite.cells())
    assert len(cells) == len({cell.key for cell in cells}) == len(suite.boards()) * 2 * 2 * 3
    assert all(isinstance(cell, Cell) for cell in cells)
    assert {(b.rows, b.cols) for b in suite.boards()} == {(4, 4), (3, 5), (7, 7), (8, 8)}


def test_a_cell_named_twice_runs_once():
    once = bench.Suite("s", backends=["gf2", "chase"], sizes=[3])
    twice = bench.Suite("s", backends=["gf2", "chase", "gf2"], sizes=[3, "3-3"], goals=["optimal", "optimal"])
    assert list(twice.cells()) == list(once.cells())


def test_given_puzzles_travel_whole(tmp_path):
    (tmp_path / "board.toml").write_text('board = ["110", "010"]\nrule = "king"\n')
    puzzles = ["board.toml", "lit:3x3", "article-5x5", "11/10"]
    suite = bench.Suite.from_toml(f'name = "given"\nbackends = ["gf2"]\npuzzles = {puzzles}\nseeds = ["1-5"]', tmp_path)
    (tmp_path / "board.toml").unlink()
    boards = suite.boards()
    assert [board.label for board in suite.checked().boards()] == ["board", "lit:3x3", "article-5x5", "11/10"]
    made = [make(board) for board in boards]
    assert str(made[0].start) == "110/010"
    assert made[0].rule.name == "king"
    assert str(made[1].start) == "111/111/111"
    assert str(made[3].start) == "11/10"


def test_seeds_count_for_given_puzzles_only_where_something_is_random():
    suite = suite_of("gf2", sizes=(), puzzles=("lit:5x5",), seeds=("1-3",))
    assert len(suite.boards()) == 1
    suite = suite_of(
        "gf2", sizes=(), puzzles=("lit:5x5",), seeds=("1-3",), variants=(bench.Variants(weights="uniform"),)
    )
    assert len({make(board).costs().tobytes() for board in suite.boards()}) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "x"', "missing required field 'backends'"),
        ('name = "x"\nbackends = []', "length >= 1"),
        ('name = "x"\nbackends = ["gf2"]', "no boards; give sizes and seeds, or puzzles"),
        ('name = "x"\nbackends = ["gf2"]\nsizes = ["0"]', "size '0' must be at least 1"),
        ('name = "x"\nbackends = ["gf2"]\nsizes = ["9-4"]', "size '9-4' must be a whole number, or a range"),
        ('name = "x"\nbackends = ["gf2"]\nsizes = [3]\nseeds = ["a"]', "seed 'a' must be a whole number"),
        ('name = "x"\nbackends = ["gf2"]\nsizes = [3]\ntime_limit_s = 0', "Expected 'float' > 0.0"),
        ('name = "x"\nbackends = ["gf2"]\nsizes = [3]\ngoals = ["best"]', "Invalid enum value 'best'"),
        ('name = "x"\nbackends = ["gf2"]\nsizes = [3]\nsize = 3', "unknown field 'size'"),
        ('name = "x"\nbackends = ["gf2"]\npuzzles = ["12/21"]', "12/21"),
        ('name = "x"\nbackends = ["gf2"]\nsizes = [3]\n[[variants]]\nrule = "plu"', "did you mean 'plus'?"),
        (
            'name = "x"\nbackends = ["gf2"]\nsizes = [3]\n[[variants]]\nweights = "even"',
            "unknown law of weights 'even'",
        ),
        ('name = "x"\nbackends = ["gf2"]\nsizes = [3]\n[[variants]]\nforbidden = 1.5', "Expected 'float' <= 1.0"),
        ('name = "x"\nbackends = ["gf2"]\nsizes = [3]\n[[variants]]\npresses = "some"', "Invalid enum value 'some'"),
        ("name = ", "Invalid value"),
    ],
)
def test_what_is_wrong_with_a_suite(text, message):
    with pytest.raises(InputError) as caught:
        bench.Suite.from_toml(text)
    assert message.lower() in str(caught.value).lower()


def test_a_suite_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match=r"no file .*a suite in TOML"):
        bench.Suite.read(tmp_path / "none.toml")


variants = st.builds(
    bench.Variant,
    rule=st.sampled_from([None, "king", "x"]),
    weights=st.sampled_from(["unit", "uniform", "heavy-tailed", "distance"]),
    forbidden=st.sampled_from([0.0, 0.1, 0.4]),
    required=st.sampled_from([0.0, 0.1]),
    row_budget=st.sampled_from([None, 3, 4]),
)


@settings(deadline=None, max_examples=30)
@given(variant=variants, seed=st.integers(0, 50), rows=st.integers(2, 5), cols=st.integers(2, 5))
def test_boards_lit_by_allowed_presses_stay_solvable(variant, seed, rows, cols):
    spec = bench.BoardSpec(rows, cols, seed, variant=variant)
    puzzle = make(spec)
    assert puzzle == make(spec)
    answer = lo.solve(puzzle, "auto")
    assert answer.presses is not None
    free = make_free(spec)
    assert (free.forbidden, free.required, free.limits, free.start) == (None, None, (), puzzle.start)
    assert lo.solve(free, "auto").cost <= answer.cost


def test_more_forbidden_buttons_contain_fewer():
    specs = [bench.BoardSpec(6, 6, 3, variant=bench.Variant(forbidden=share)) for share in (0.1, 0.2, 0.4)]
    marks = [set(make(spec).forbidden.cells()) for spec in specs]
    assert [len(cells) for cells in marks] == [4, 7, 14]
    assert marks[0] < marks[1] < marks[2]


@pytest.mark.parametrize("share", [0.0625, 0.125, 0.25])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_theory_of_solvable_boards_by_counting_all(share, seed):
    spec = bench.BoardSpec(4, 4, seed, variant=bench.Variant(forbidden=share, presses="any"))
    puzzle = make(spec)
    barred = puzzle.forbidden.to_array().ravel()
    columns = [sum(1 << light for light in lights) for lights in moves(4, 4, "plus", "none")]

    def reached(buttons):
        boards = {0}
        for button in buttons:
            boards |= {board ^ columns[button] for board in boards}
        return len(boards)

    everything = reached(range(16))
    allowed = reached(np.flatnonzero(barred == 0))
    result = run_board(spec, 10.0, lambda: None)
    assert result.solvable_share == allowed / everything
    assert (result.status == "optimal") == (lo.solve(puzzle, "gf2").presses is not None)


def test_a_board_record_holds_both_optima():
    spec = bench.BoardSpec(4, 4, 5, variant=bench.Variant(forbidden=0.25, weights="uniform"))
    result = run_board(spec, 10.0, lambda: None)
    puzzle, free = make(spec), make_free(spec)
    assert result.optimum == lo.solve(puzzle, "chase").cost
    assert result.free_optimum == lo.solve(free, "chase").cost
    assert (result.nullity, result.free_nullity) == (lo.solve(puzzle, "gf2").nullity, 4)


def test_boards_of_three_states_have_no_theory():
    result = run_board(bench.BoardSpec(2, 2, 1, variant=bench.Variant(states=3, forbidden=0.25)), 10.0, lambda: None)
    assert (result.status, result.solvable_share) == ("optimal", None)


def test_budgets_and_requirements_hold_for_the_presses_drawn():
    for seed, budget in itertools.product(range(5), (2, 3)):
        spec = bench.BoardSpec(5, 5, seed, variant=bench.Variant(row_budget=budget, required=0.08))
        assert lo.solve(make(spec), "auto").presses is not None

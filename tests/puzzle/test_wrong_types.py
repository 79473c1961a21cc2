"""Values of the wrong kind handed to the Python API: one clear line each, never a raw TypeError or AttributeError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lo_opt
from lo_opt.comparing import compare
from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle

BOARD: Any = Puzzle.grid("11/11")
MAKE: Any = Puzzle
lo: Any = lo_opt
ANY_BOARD: Any = Board

MISTAKES: list[tuple[Callable[[], object], str]] = [
    (lambda: MAKE.from_buttons("101", [[0], [0.5]]), "button 1: light 0.5 must be a whole number"),
    (lambda: MAKE.from_buttons("101", [[1.0]]), "button 0: light 1.0 must be a whole number"),
    (lambda: MAKE.from_buttons("101", [[True]]), "button 0: light True must be a whole number"),
    (lambda: MAKE.from_buttons("101", [["0"]]), "button 0: light '0' must be a whole number"),
    (lambda: MAKE.from_buttons("101", [[None]]), "button 0: light None must be a whole number"),
    (lambda: MAKE.from_buttons("101", [{2: 0.5}]), "button 0: light 2: amount 0.5 must be a whole number"),
    (lambda: MAKE.from_buttons("101", [{2: True}]), "button 0: light 2: amount True must be a whole number"),
    (lambda: MAKE.from_buttons("101", [{0: 10**30}]), "button 0: light 0: amount 1000000000000000000000000000000"),
    (lambda: MAKE.from_buttons("101", [[10**30]]), "does not exist"),
    (lambda: MAKE.from_buttons("101", [3]), "button 0: 3 must be a list of lights"),
    (lambda: MAKE.from_buttons("101", [None]), "button 0: None must be a list of lights"),
    (lambda: MAKE.from_buttons("101", ["01"]), "button 0: '01' must be a list of lights"),
    (lambda: MAKE.from_buttons("101", None), "buttons: None must be a list"),
    (lambda: MAKE.from_buttons("101", 5), "buttons: 5 must be a list"),
    (lambda: MAKE.from_buttons("101", "012"), "buttons: '012' must be a list"),
    (lambda: MAKE.from_buttons(None, [[0]]), "board: cells of type object"),
    (lambda: MAKE.from_buttons([[1], [1, 0]], [[0]]), "lights: rows of different lengths"),
    (lambda: MAKE.from_cells("11", None), "buttons: None must be a list"),
    (lambda: MAKE.grid("11", [(0, 0), (0, 0.5)]), "offset (0, 0.5) must be [down, right]"),
    (lambda: MAKE.grid("11", [0, 1]), "offset 0 must be [down, right]"),
    (lambda: MAKE.grid("11", []), "a rule must toggle at least one light"),
    (lambda: MAKE.grid("11", None), "rule None must be a name"),
    (lambda: MAKE.grid("11", 5), "rule 5 must be a name"),
    (lambda: MAKE.grid("11", {"plus": 1}), "rule {'plus': 1} must be a name"),
    (lambda: MAKE.grid("11", wrap=None), "unknown wrap None"),
    (lambda: MAKE.grid("11", wrap=["torus"]), "unknown wrap ['torus']"),
    (lambda: ANY_BOARD.parse(None), "board None: must be text, its rows separated by '/'"),
    (lambda: ANY_BOARD.filled("2", 2, 0), "board size '2'x2: rows and columns must be whole numbers"),
    (lambda: ANY_BOARD.filled(2, 2.5, 0), "board size 2x2.5: rows and columns must be whole numbers"),
    (lambda: MAKE.read("11", target=Board.parse("00")), "target Board('00'): must be text"),
    (lambda: MAKE.read("11", weights=[[1, 2]]), "weights [[1, 2]]: must be text; for other forms use the methods of"),
    (lambda: MAKE.read("11", forbid=[(0, 0)]), "forbid [(0, 0)]: must be text"),
    (lambda: MAKE.read("11", require=0), "require 0: must be text"),
    (lambda: BOARD.with_objective(None), "unknown objective None; available: cost"),
    (lambda: BOARD.with_objective(["cost"]), "unknown objective ['cost']; available: cost"),
    (lambda: MAKE.grid("11", states=None), "states None: must be a whole number"),
    (lambda: MAKE.grid("11", states="3"), "states '3': must be a whole number"),
    (lambda: MAKE.grid("11", states=2.5), "states 2.5: must be a whole number"),
    (lambda: MAKE.grid([[1, 1]], states=True), "states True: must be a whole number"),
    (lambda: MAKE.grid("11", holes=5), "holes: board: 0-dimensional"),
    (lambda: MAKE.grid("11", holes="2x"), "holes: row 1, column 1: unknown symbol '2'"),
    (lambda: MAKE.grid("11", holes="111"), "mask is 1x3, the board 1x2"),
    (lambda: MAKE.grid("11", holes=Board.parse("02", 3)), "mask has 3 states"),
    (lambda: BOARD.with_weights(None), "weights: None must be rows of numbers"),
    (lambda: BOARD.with_weights(5), "weights: 5 must be rows of numbers"),
    (lambda: BOARD.with_weights([1, 2]), "weights: 1 must be rows of numbers"),
    (lambda: BOARD.with_weights([[None, 1], [1, 1]]), "weight at 0,0: None must be a finite decimal number"),
    (lambda: BOARD.forbid(None), "forbidden cells: None must be a list of (row, column)"),
    (lambda: BOARD.forbid(5), "forbidden cells: 5 must be a list of (row, column)"),
    (lambda: BOARD.forbid("0,0"), "forbidden cells: '0,0' must be a list of (row, column)"),
    (lambda: BOARD.forbid([(0,)]), "forbidden cell (0,) must be (row, column), two whole numbers"),
    (lambda: BOARD.forbid([(0, 0, 0)]), "forbidden cell (0, 0, 0) must be (row, column), two whole numbers"),
    (lambda: BOARD.forbid([(0.0, 0)]), "forbidden cell (0.0, 0) must be (row, column), two whole numbers"),
    (lambda: BOARD.forbid([None]), "forbidden cell: None must be (row, column), two whole numbers"),
    (lambda: BOARD.forbid(["01"]), "forbidden cell: '01' must be (row, column), two whole numbers"),
    (lambda: BOARD.forbid(Board.parse("02/00", 3)), "forbidden has 3 states"),
    (lambda: BOARD.require([None]), "required cell: None must be (row, column), two whole numbers"),
    (lambda: BOARD.limit(None), "limit on presses: None must map (row, column) to a coefficient"),
    (lambda: BOARD.limit({0: 1}, upper=1), "limit on presses: cell: 0 must be (row, column)"),
    (lambda: BOARD.limit({(0, 0.5): 1}, upper=1), "limit on presses: cell (0, 0.5) must be (row, column)"),
    (lambda: BOARD.at_most(1, 5), "limit on presses: 5 must be a list of (row, column)"),
    (lambda: BOARD.at_most(1, [5]), "limit on presses: cell: 5 must be (row, column)"),
    (lambda: MAKE.from_graph(None), "graph: None must be a networkx graph, a mapping"),
    (lambda: MAKE.from_graph(5), "graph: 5 must be a networkx graph, a mapping"),
    (lambda: MAKE.from_graph([([0], [1])]), "a node must be hashable"),
    (lambda: MAKE.from_graph({0: [[1]]}), "a node must be hashable"),
    (lambda: MAKE.from_graph({0: None}), "graph: None must be a list of neighbours"),
    (lambda: MAKE.from_graph([(0, 1)], neighborhood=None), "unknown neighborhood None"),
    (lambda: MAKE.from_graph([(0, 1)], states="2"), "states '2': must be a whole number"),
    (lambda: MAKE.read(None), "PUZZLE None must be text or a path"),
    (lambda: MAKE.read(5), "PUZZLE 5 must be text or a path"),
    (lambda: MAKE.read(b"101"), "PUZZLE b'101' must be text or a path"),
    (lambda: MAKE.read("101", rule=5), "rule 5 must be the name of a rule"),
    (lambda: MAKE.read("101", format=5), "unknown format 5"),
    (lambda: compare(None, ["gf2"]), "None is no puzzle"),
    (lambda: lo.analyze(None), "None is no puzzle; make one"),
    (lambda: lo.distribution("5x5"), "'5x5' is no puzzle; make one"),
    (lambda: lo.worst_case("5x5"), "'5x5' is no puzzle; make one"),
    (lambda: lo.generate_levels("5x5"), "'5x5' is no puzzle; make one"),
    (lambda: lo.solve_counters(BOARD), "are no counters; make them with lo_opt.Counters.of"),
    (lambda: compare(BOARD, None), "backends: None must be a list of names"),
    (lambda: compare(BOARD, "gf2"), "backends: 'gf2' must be a list of names"),
    (lambda: compare(BOARD, ["gf2", 5]), "unknown backend 5"),  # type: ignore[list-item]
]


@pytest.mark.parametrize(("call", "message"), MISTAKES, ids=[message for _, message in MISTAKES])
def test_mistakes(call: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError) as caught:
        call()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_whole_numbers_of_numpy() -> None:
    listed = Puzzle.from_buttons("101", [[0, 2], {1: -1}])
    assert Puzzle.from_buttons("101", [np.array([0, 2]), {np.int8(1): np.int64(-1)}]).effects == listed.effects  # type: ignore[list-item]
    assert BOARD.forbid(np.argwhere(np.eye(2))).forbidden == Board.parse("10/01")
    assert BOARD.at_most(1, np.array([[0, 1]])).limits == BOARD.at_most(1, [(0, 1)]).limits


@pytest.mark.parametrize(
    "offsets", [[(0, 0), (1, 0)], [[0, 0], [1, 0]], np.array([[0, 0], [1, 0]]), iter([(1, 0), (0, 0)])]
)
def test_offsets_are_a_rule(offsets: Any) -> None:
    assert Puzzle.grid("11/11", offsets) == Puzzle.grid("11/11", "@/#")


def test_holes_in_every_form() -> None:
    masked = Puzzle.grid("11/11", holes=Board.parse("01/00"))
    assert all(
        Puzzle.grid("11/11", holes=holes) == masked for holes in ("01/00", ["01", "00"], [[0, 1], [0, 0]], ".#/..")
    )


def test_large_amounts_add_up_exactly() -> None:
    puzzle = Puzzle.from_buttons("0", [{0: 2**62}, [0]], states=3)
    assert puzzle.incidence().amounts.tolist() == [2**62 % 3, 1]
    assert Puzzle.from_graph([(True, False)]).light_count == 2

"""The game's rules by a state machine of hypothesis, and each rule once by name; a naive model stands beside it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from puzzles import RULES, WRAPS, moves

from lo_opt import Board, InputError, Puzzle
from lo_opt.game import EVENTS, WIN_SCORE, Game, Level, Phase, Verdict

LIT = {1, 2, 3, 5, 9, 10}
SOLUTION = (0, 1, 3, 5, 6)


def cross(cell):
    """The lights of a press on the fixed board, from the words that define it."""
    r, c = divmod(cell, 4)
    return {4 * i + j for i, j in [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] if 0 <= i < 4 and 0 <= j < 4}


def lit(game):
    return {4 * r + c for r, c in game.lights.cells()}


def played(*cells):
    game = Game.start(Level.fixed())
    for cell in cells:
        game = game.select(cell).press()
    return game


class FixedLevel(RuleBasedStateMachine):
    """Every event in any order, against a model made of plain sets and numbers."""

    @initialize()
    def begin(self):
        self.game = Game.start(Level.fixed())
        self.model_restart()

    def model_restart(self):
        self.lit, self.cursor, self.presses, self.errors, self.phase = set(LIT), 0, 0, 0, "playing"

    @rule(cell=st.integers(0, 15))
    def select(self, cell):
        self.game = self.game.select(cell)
        if self.phase == "playing":
            self.cursor = cell

    @rule(step=st.sampled_from([("up", -4), ("down", 4), ("left", -1), ("right", 1)]))
    def move(self, step):
        name, distance = step
        before = self.cursor
        self.game = self.game.after(name)
        if self.phase != "playing":
            return
        row, col = divmod(before, 4)
        at_edge = {"up": row == 0, "down": row == 3, "left": col == 0, "right": col == 3}[name]
        self.cursor = before if at_edge else before + distance

    @rule()
    def press(self):
        self.game = self.game.press()
        if self.phase == "playing":
            self.lit ^= cross(self.cursor)
            self.presses += 1

    @rule()
    def preview(self):
        before = self.game
        assert set(before.preview().tolist()) == cross(self.cursor)
        assert self.game == before

    @rule()
    def check(self):
        before = self.game
        self.game = self.game.check()
        if self.phase != "playing":
            assert self.game == before
        elif self.presses < 5:
            assert self.game.verdict is Verdict.INCOMPLETE
        elif not self.lit:
            self.phase = "won"
        else:
            self.errors += 1
            self.phase = "locked" if self.errors == 2 else "playing"

    @rule()
    @precondition(lambda self: self.phase == "playing")
    def solve(self):
        """Press what the search over all presses says, so that wins are met often."""
        for cell in range(16):
            if cell in PRESSES[frozenset(self.lit)]:
                self.game = self.game.select(cell).press()
                self.presses += 1
                self.cursor = cell
        self.lit = set()

    @rule()
    def restart(self):
        self.game = self.game.restart()
        self.model_restart()
        assert self.game == Game.start(Level.fixed())

    @rule(event=st.sampled_from([*EVENTS, "select:3"]))
    @precondition(lambda self: self.phase != "playing")
    def nothing_but_restart_changes_a_finished_game(self, event):
        if event != "restart":
            assert self.game.after(event) == self.game

    @invariant()
    def agrees_with_the_model(self):
        if not hasattr(self, "game"):
            return
        assert lit(self.game) == self.lit
        assert (self.game.cursor, self.game.presses, self.game.errors) == (self.cursor, self.presses, self.errors)
        assert str(self.game.phase) == self.phase
        assert self.game.score == (1000 if self.phase == "won" else 0)
        assert self.game.errors <= 2


def _presses_by_reachable_board():
    """For every board that can be reached, the fewest buttons to darken it, by trying all of them."""
    found = {}
    for mask in range(1 << 16):
        cells = frozenset(i for i in range(16) if mask >> i & 1)
        board = frozenset()
        for cell in cells:
            board = board ^ CROSSES[cell]
        if board not in found or len(cells) < len(found[board]):
            found[board] = cells
    return found


CROSSES = [frozenset(cross(i)) for i in range(16)]
PRESSES = _presses_by_reachable_board()

TestFixedLevel = FixedLevel.TestCase
TestFixedLevel.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


def test_the_fixed_level_is_the_one_promised():
    level = Level.fixed()
    assert level.puzzle.start.shape == (4, 4)
    assert {4 * r + c for r, c in level.puzzle.start.cells()} == LIT
    assert level.puzzle.rule.name == "plus"
    assert sorted(PRESSES[frozenset(LIT)]) == list(SOLUTION)
    assert level.least_checked == len(SOLUTION)


def test_five_right_presses_win_a_thousand():
    won = played(*SOLUTION).check()
    assert (won.phase, won.score, won.errors, won.presses) == (Phase.WON, WIN_SCORE, 0, 5)


def test_more_presses_win_as_much():
    assert played(*SOLUTION, 7, 7).check().score == 1000


def test_a_check_before_five_presses_is_no_error():
    game = played(*SOLUTION[:4]).check()
    assert (game.verdict, game.errors, game.phase) == (Verdict.INCOMPLETE, 0, Phase.PLAYING)
    assert game.select(SOLUTION[4]).press().check().score == 1000


def test_the_first_wrong_check_leaves_the_board_editable_and_the_second_locks_it():
    once = played(0, 0, 0, 0, 0).check()
    assert (once.errors, once.phase) == (1, Phase.PLAYING)
    assert once.press().presses == 6
    twice = once.check()
    assert (twice.errors, twice.phase, twice.score) == (2, Phase.LOCKED, 0)
    assert twice.press() == twice.check() == twice.move(1, 0) == twice.select(5) == twice


def test_restart_forgets_everything():
    assert played(3, 3, 3, 3, 3).check().check().restart() == Game.start(Level.fixed())


def test_a_win_after_one_error_is_worth_the_same():
    wrong = played(*SOLUTION, 9).check()
    assert wrong.select(9).press().check().score == 1000


def test_forbidden_buttons_and_holes_do_nothing():
    holes = Board.parse("010/000")
    game = Game.start(Level(Puzzle.grid("101/111", holes=holes).forbid([(1, 0)]), 0))
    assert game.select(1).press() == game.select(1)
    assert game.select(3).press().presses == 0
    assert game.select(3).preview().size == 0
    assert game.select(4).press().presses == 1


@given(
    st.sampled_from(RULES), st.sampled_from(WRAPS), st.integers(1, 4), st.integers(1, 4), st.integers(2, 4), st.data()
)
@settings(max_examples=80, deadline=None)
def test_presses_follow_the_rule_on_any_grid(name, wrap, rows, cols, states, data):
    puzzle = Puzzle.grid(Board.filled(rows, cols, 0, states), rule=name, wrap=wrap)
    cells = data.draw(st.lists(st.integers(0, rows * cols - 1), max_size=6))
    game = Game.start(Level(puzzle, 0))
    expected = [0] * (rows * cols)
    lights_of = moves(rows, cols, name, wrap)
    for cell in cells:
        game = game.select(cell)
        counts = {i: lights_of[cell].count(i) % states for i in lights_of[cell]}
        assert set(game.preview().tolist()) == {i for i, count in counts.items() if count}
        game = game.press()
        expected = [(e + counts.get(i, 0)) % states for i, e in enumerate(expected)]
    assert game.lights.to_array().ravel().tolist() == expected
    assert game.presses == len(cells)
    assert game.is_solved == (not any(expected))


def test_a_level_needs_a_grid():
    with pytest.raises(InputError, match="lists its buttons"):
        Level(Puzzle.from_buttons("01", [[0], [1]]), 1)
    with pytest.raises(InputError, match="must not be negative"):
        Level(Puzzle.grid("01"), -1)


@pytest.mark.parametrize("event", ["jump", "select:", "select:x", "select:16", "select:-1", "select:٣"])
def test_unknown_events_are_input_errors(event):
    with pytest.raises(InputError):
        Game.start(Level.fixed()).after(event)

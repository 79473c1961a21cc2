"""What unknown buttons do, from looking at lights before and after presses; knows no costs and no way to solve."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lo_opt.algebra.modular.elimination import ModularElimination
from lo_opt.errors import InputError
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.board import check_size
from lo_opt.puzzle.checks import each, is_whole
from lo_opt.puzzle.forms import as_board
from lo_opt.puzzle.sums import subtract
from lo_opt.wording import counted, located, shown

Lights = Board | str | ArrayLike
Pressed = int | Sequence[int] | NDArray[np.integer] | Mapping[int, int]
MAX_BUTTONS = 4096
_FORM = "(lights before, what was pressed, lights after)"


@dataclass(frozen=True)
class LearnedEffects:
    """What observations say about buttons: `moves[j]` maps light -> amount (1..states-1), None if undetermined.

    Lights are numbered row by row, and `light_shape` is (rows, columns).

    >>> learn_effects([("00", [0, 1], "10")])
    LearnedEffects(light_shape=(1, 2), states=2, moves=(None, None))
    """

    light_shape: tuple[int, int]
    states: int
    moves: tuple[Mapping[int, int] | None, ...]

    @property
    def undetermined(self) -> tuple[int, ...]:
        """The buttons of which the observations allow several effects."""
        return tuple(j for j, moves in enumerate(self.moves) if moves is None)

    def puzzle(self, lights: Lights, target: Lights | None = None) -> Puzzle:
        """Return the puzzle that starts with these lights, undetermined buttons forbidden.

        It lies on a grid if there are several rows of lights and as many buttons as lights.

        >>> learned = learn_effects([("00", 0, "11")], buttons=2)
        >>> puzzle = learned.puzzle("11")
        >>> puzzle.apply(Board.parse("10")).count, str(puzzle.forbidden)
        (0, '01')
        """
        start = as_board(lights, self.states)
        goal = target if target is None or _is_word(target) else as_board(target, self.states)
        known = [moves or {} for moves in self.moves]
        rows, cols = start.shape
        if rows > 1 and rows * cols == len(known):
            placed = Puzzle.from_cells(start, known, self.states, target=goal)
            return placed.forbid([divmod(j, cols) for j in self.undetermined])
        flat = _row(goal) if isinstance(goal, Board) else goal
        listed = Puzzle.from_buttons(_row(start), known, self.states, target=flat)
        return listed.forbid([(0, j) for j in self.undetermined])


def learn_effects(
    observations: Iterable[tuple[Lights, Pressed, Lights]], buttons: int | None = None, states: int = 2
) -> LearnedEffects:
    """Return the effects of buttons that explain what was observed: (lights before, what was pressed, lights after).

    Lights are boards, rows of digits, or arrays, all of one shape. What was pressed is a button, a sequence of buttons,
    or a mapping button -> presses; `buttons` is their number, by default the highest one seen and those below it. With
    X the presses (observations x buttons) and D the moves seen, the effects A solve X A^T = D modulo the states; button
    j is determined exactly if no solution of X n = 0 has n_j other than 0.

    >>> learned = learn_effects([("000", [0, 1], "101"), ("101", 1, "110"), ("110", [2, 2], "110")])
    >>> learned.moves, learned.undetermined
    (({0: 1, 1: 1}, {1: 1, 2: 1}, None), (2,))

    Raises
    ------
    InputError
        If no effects explain the observations: then what a button does depends on more than the button. Also for lights
        of different shapes, bad buttons, observations of another form, and none at all.
    """
    check_size(1, 1, states)
    if buttons is not None and not is_whole(buttons):
        raise InputError(f"buttons: {shown(buttons)} must be a whole number from 1 to {MAX_BUTTONS:,}")
    listed = each(observations, "observations", f"a list of {_FORM}")
    seen = [_checked(number, observation, states) for number, observation in enumerate(listed)]
    if not seen:
        raise InputError(f"no observations: give {_FORM} at least once")
    shape = seen[0][1].shape
    for number, (_, change) in enumerate(seen):
        if change.shape != shape:
            size, first = "x".join(map(str, change.shape)), "x".join(map(str, shape))
            raise InputError(f"observation {number}: the lights are {size}, in the first observation {first}")
    highest = max((button for presses, _ in seen for button in presses), default=-1)
    count = highest + 1 if buttons is None else buttons
    if not 0 < count <= MAX_BUTTONS or highest >= count:
        raise InputError(
            f"buttons: {counted(count, 'button')} and presses of button {highest}; there may be 1 to {MAX_BUTTONS:,}"
        )
    system = _system([presses for presses, _ in seen], count, states)
    changes = np.array([change.to_array().ravel() for _, change in seen], np.int64)  # (observations, lights)
    columns = np.zeros((count, changes.shape[1]), np.int64)
    for light, moved in enumerate(changes.T):
        amounts = system.solve(moved)
        if amounts is None:
            raise InputError(_contradiction(system, moved, light))
        columns[:, light] = amounts
    generators, _ = system.kernel()
    free = (generators != 0).any(axis=0) if len(generators) else np.zeros(count, bool)
    moves = [
        None if undetermined else {int(light): int(column[light]) for light in np.flatnonzero(column)}
        for undetermined, column in zip(free, columns, strict=True)
    ]
    return LearnedEffects(shape, states, tuple(moves))


def _is_word(target: Lights) -> bool:
    return isinstance(target, str) and target in ("on", "off")


def _row(board: Board) -> Board:
    return Board.from_array(board.to_array().reshape(1, -1), board.states)


def _checked(number: int, observation: Any, states: int) -> tuple[dict[int, int], Board]:
    """Return an observation as button -> presses, and the change of the lights."""
    parts = tuple(each(observation, f"observation {number}", _FORM))
    if len(parts) != 3:
        raise InputError(f"observation {number}: {shown(observation)} must be {_FORM}")
    before, pressed, after = parts
    with located(f"observation {number}"):
        start, end = _lights(before, states), _lights(after, states)
    if start.shape != end.shape or start.states != end.states or start.states != states:
        raise InputError(
            f"observation {number}: lights of {start.rows}x{start.cols} and {start.states} states before, of "
            f"{end.rows}x{end.cols} and {end.states} after; {states} states are expected"
        )
    presses: dict[int, int] = {}
    given = pressed.items() if isinstance(pressed, Mapping) else _once(pressed, number)
    for button, times in given:
        for what, value in (("button", button), ("number of presses", times)):
            if not is_whole(value) or value < 0:
                raise InputError(f"observation {number}: {what} {shown(value)} must be a whole number from 0")
        presses[int(button)] = presses.get(int(button), 0) + int(times)
    return presses, subtract(end, start)


def _lights(value: Lights, states: int) -> Board:
    """Return lights as a board; a flat array is one row of them."""
    return as_board(value.reshape(1, -1) if isinstance(value, np.ndarray) and value.ndim == 1 else value, states)


def _once(pressed: Any, number: int) -> list[tuple[Any, int]]:
    buttons = pressed.tolist() if isinstance(pressed, np.ndarray) else pressed
    if is_whole(buttons):
        return [(buttons, 1)]
    if isinstance(buttons, Iterable) and not isinstance(buttons, str | bytes):
        return [(button, 1) for button in buttons]
    raise InputError(
        f"observation {number}: button {shown(buttons)} must be a whole number from 0, a list of them, or "
        f"button: presses"
    )


def _system(presses: Sequence[Mapping[int, int]], buttons: int, states: int) -> ModularElimination:
    rows = [{button: times % states for button, times in sorted(row.items()) if times % states} for row in presses]
    indptr = [0, *itertools.accumulate(map(len, rows))]
    entries = [button for row in rows for button in row]
    amounts = [times for row in rows for times in row.values()]
    return ModularElimination(indptr, entries, amounts, buttons, states)


def _contradiction(system: ModularElimination, moved: NDArray[np.int64], light: int) -> str:
    witness = system.certificate(moved)
    assert witness is not None  # the system has no solution
    numbers = np.flatnonzero(witness).tolist()
    named = ", ".join(map(str, numbers[:10])) + (", …" if len(numbers) > 10 else "")
    return (
        f"observations {named} contradict each other at light {light}: no effects of the buttons explain them, so "
        f"what a press does must depend on more than the button (lit-only and toggle games do)"
    )

"""Light chasing by hand, told row by row: down, a look at the last row, the first row, down again; draws nothing."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from lo_opt.analysis.chasing import HandTable, hand_table
from lo_opt.errors import InputError
from lo_opt.lessons.endings import best_moment, no_solution, presses_text
from lo_opt.lessons.moments import BoardMoment
from lo_opt.puzzle import Board, Puzzle
from lo_opt.puzzle.sums import add

MAX_SIDE = 40
MAX_LISTED = 64  # first rows that are shown one by one


def chasing_lesson(puzzle: Puzzle) -> Iterator[BoardMoment]:
    """Yield the moments of chasing the lights of a grid from top to bottom.

    The lights shown are those that must still change: with target off, those that are on.

    Raises
    ------
    InputError
        At once, if the grid cannot be chased by hand, or has more than 40 rows or columns.

    Examples
    --------
    >>> [moment.caption for moment in chasing_lesson(Puzzle.grid("11/10"))][1]
    'Row 0 has 2 lights: press below each of them.'
    """
    table = hand_table(puzzle)
    if table is None or puzzle.limits or puzzle.required is not None:
        raise InputError(
            "light chasing by hand takes a two-state grid with rule plus or neighbors, without wrap, holes, forbidden "
            "or required buttons or limits; use --method gauss"
        )
    if max(table.rows, table.cols) > MAX_SIDE:
        raise InputError(
            f"a {table.rows}x{table.cols} board is too large to watch; at most {MAX_SIDE} rows and columns"
        )
    return _moments(puzzle, table)


def _moments(puzzle: Puzzle, table: HandTable) -> Iterator[BoardMoment]:
    rows, cols = table.rows, table.cols
    lights = puzzle.change()
    what = "that are on" if not puzzle.target.count else "that must change"
    yield BoardMoment(f"These are the lights {what}; chase them down row by row.", puzzle, lights)
    pressed = Board.filled(rows, cols, 0)
    for moment in _chase(puzzle, lights, pressed):
        yield moment
        lights, pressed = moment.lights, moment.presses or pressed
    left = lights.row_ints()[-1]
    if left:
        if not _is_listed(table, left):
            yield no_solution(puzzle)
            return
        first = int(table.first_rows(np.array([left], np.uint64))[0])
        lights, pressed = _pressing(puzzle, lights, pressed, 0, first)
        columns = ", ".join(str(c) for c in range(cols) if first >> c & 1)
        yield BoardMoment(
            f"The last row is left with {_word(left, cols)}: press columns {columns} of the first row, says the table.",
            puzzle,
            lights,
            pressed,
        )
        for moment in _chase(puzzle, lights, pressed):
            yield moment
            lights, pressed = moment.lights, moment.presses or pressed
    yield BoardMoment(
        f"Solved. Buttons pressed twice need not be pressed at all: {presses_text(puzzle, pressed)} are left.",
        puzzle,
        puzzle.change(),
        pressed,
    )
    yield from _other_first_rows(puzzle, table, pressed)


def _chase(puzzle: Puzzle, lights: Board, pressed: Board) -> Iterator[BoardMoment]:
    """Yield one moment for each row with lights: what is pressed below them, and what that leaves."""
    for r in range(lights.rows - 1):
        row = lights.row_ints()[r]
        if not row:
            continue
        lights, pressed = _pressing(puzzle, lights, pressed, r + 1, row)
        count = row.bit_count()
        which = "1 light: press below it" if count == 1 else f"{count} lights: press below each of them"
        text = f"Row {r} has {which}."
        yield BoardMoment(text, puzzle, lights, pressed)


def _pressing(puzzle: Puzzle, lights: Board, pressed: Board, row: int, columns: int) -> tuple[Board, Board]:
    """Return the lights and all presses so far after pressing these columns of one row; two presses are none."""
    presses = Board.from_row_ints([columns if r == row else 0 for r in range(lights.rows)], lights.cols)
    return add(lights, puzzle.effects.apply(presses)), add(pressed, presses)


def _other_first_rows(puzzle: Puzzle, table: HandTable, pressed: Board) -> Iterator[BoardMoment]:
    total = 1 << len(table.quiet)
    if 1 < total <= MAX_LISTED:
        yield BoardMoment(
            f"{total} first rows do it: adding any of {total - 1} others to the first row changes nothing below.",
            puzzle,
            puzzle.change(),
            pressed,
        )
        for chosen in itertools.product((0, 1), repeat=len(table.quiet)):
            first = 0
            for row, take in zip(table.quiet, chosen, strict=True):
                first ^= row if take else 0
            if not first:
                continue
            board = add(pressed, _quiet_pattern(puzzle, table, first))
            text = f"With {_word(first, table.cols)} added to the first row: {presses_text(puzzle, board)}."
            yield BoardMoment(text, puzzle, puzzle.change(), board)
    yield best_moment(puzzle, total, listed=1 < total <= MAX_LISTED)


def _quiet_pattern(puzzle: Puzzle, table: HandTable, first: int) -> Board:
    """Return the presses that begin with a quiet first row and leave no light on."""
    dark = Board.filled(table.rows, table.cols, 0)
    lights, pressed = _pressing(puzzle, dark, dark, 0, first)
    for moment in _chase(puzzle, lights, pressed):
        pressed = moment.presses or pressed
    return pressed


def _is_listed(table: HandTable, left: int) -> bool:
    """Return whether the table can finish this last row: its basis is reduced, with a lowest column each of its own."""
    for row in table.left:
        if left & row & -row:
            left ^= row
    return left == 0


def _word(row: int, cols: int) -> str:
    return f"{row:0{cols}b}"[::-1]

"""From a puzzle or an answer to a picture of it: which panels there are and how they stand; knows no file format."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from lo_opt import linear
from lo_opt.algebra import bits
from lo_opt.answer import Answer
from lo_opt.draw import theme, wording
from lo_opt.draw.boards import Marks, board_panel
from lo_opt.draw.panels import Panel
from lo_opt.draw.scene import Box, Layer, Scene, Style, Words
from lo_opt.errors import InputError
from lo_opt.puzzle import Puzzle, settled

MAX_QUIET_PANELS = 6
_MIN_WIDTH = 260.0
_MAX_TEXT = 900.0  # longer lines are made smaller, not the picture wider
_CHARACTER = 0.56  # of the text's size: how wide one is, about


def puzzle_scene(puzzle: Puzzle, *, quiet: bool = False) -> Scene:
    """Return the picture of a puzzle: its lights, target, weights, forbidden and required buttons.

    `quiet` adds quiet patterns, laid over the lights, at most six of a basis.

    >>> from lo_opt.draw.svg import svg
    >>> svg(puzzle_scene(Puzzle.grid("110/100/000"))).count("<rect")
    10
    """
    panels = [board_panel(puzzle, "lights", puzzle.start, Marks()), *_target(puzzle)]
    words = [wording.described(puzzle, puzzle.start)]
    notes: list[str] = []
    if quiet:
        more, note = _quiet(puzzle)
        panels += more
        notes.append(note)
    return arranged(wording.headline(puzzle), panels, [*wording.legend(puzzle), *notes], words)


def answer_scene(answer: Answer, *, quiet: bool = False) -> Scene:
    """Return the picture of an answer: the presses as rings on the lights, or the certificate that there are none.

    >>> from lo_opt import solve
    >>> answer_scene(solve(Puzzle.grid("110/100/000"))).title
    '3x3 board, rule plus; optimal: 1 press'
    """
    puzzle = answer.puzzle
    title = f"{wording.headline(puzzle)}; {wording.result(answer)}"
    shown = Marks(presses=answer.presses)
    name = "lights" if answer.presses is None else "press the rings"
    panels = [board_panel(puzzle, name, puzzle.start, shown), *_target(puzzle)]
    words = [wording.described(puzzle, puzzle.start)]
    notes = wording.legend(puzzle)
    if answer.presses is not None:
        if puzzle.states > 2:
            notes.append("number in a ring: how often to press")
        words.append(wording.listed(puzzle, answer.presses, "Press"))
    if answer.certificate is not None:
        marks = Marks(certificate=answer.certificate, conditions=False)
        panels.append(board_panel(puzzle, "certificate", settled(puzzle).start, marks))
        reason = wording.certificate_reason(puzzle, answer.certificate)
        notes += reason
        words += [wording.listed(puzzle, answer.certificate, "Certificate"), " ".join(reason)]
    if quiet:
        more, note = _quiet(puzzle)
        panels += more
        notes.append(note)
    return arranged(title, panels, notes, words)


def arranged(
    heading: str, panels: Sequence[Panel], notes: Sequence[str], words: Sequence[str], title: str = ""
) -> Scene:
    """Return panels side by side under a heading, notes below them.

    `words` and the notes are the text alternative, `title` its title (the heading unless given).
    """
    columns = len(panels) if len(panels) <= 3 else math.ceil(math.sqrt(len(panels)))
    rows = [panels[i : i + columns] for i in range(0, len(panels), columns)]
    gap, head = 1.5 * theme.MARGIN, theme.TEXT + 8
    width = max(sum(p.width for p in row) + gap * (len(row) - 1) for row in rows)
    longest = max([1.1 * theme.TITLE * len(heading), *(theme.TEXT * len(note) for note in notes)]) * _CHARACTER
    width = max(width, min(longest, _MAX_TEXT), _MIN_WIDTH) + 2 * theme.MARGIN
    y = theme.MARGIN
    top = []
    if heading:
        size = theme.TITLE * min(1.0, (width - 2 * theme.MARGIN) / longest)
        top.append(Words(theme.MARGIN, y + theme.TITLE / 2, heading, size, "start", bold=True))
        y += 1.5 * theme.TITLE
    labels: list[Words] = []
    layers: list[Layer] = []
    for row in rows:
        x = theme.MARGIN
        for panel in row:
            labels.append(Words(x, y + theme.TEXT / 2, panel.title, theme.TEXT, "start"))
            layers += panel.draw(x, y + head)
            x += panel.width + gap
        y += max(p.height for p in row) + head + theme.MARGIN
    for note in notes:
        labels.append(Words(theme.MARGIN, y, note, theme.TEXT, "start"))
        y += 1.5 * theme.TEXT
    paper = Layer.of(Style(fill=theme.PAPER), [Box(0, 0, width, y, 8)])
    text = [Layer.of(Style(fill=theme.INK), top), Layer.of(Style(fill=theme.FAINT_INK), labels)]
    return Scene(width, y, title or heading, " ".join([*words, *notes]), (paper, *text, *layers))


def _target(puzzle: Puzzle) -> list[Panel]:
    if not puzzle.target.count:
        return []
    return [board_panel(puzzle, "target", puzzle.target, Marks(conditions=False))]


def _quiet(puzzle: Puzzle) -> tuple[list[Panel], str]:
    refusal = linear.refuse(puzzle)
    if refusal is not None:
        raise InputError(f"quiet patterns: {refusal}")
    found = linear.solutions(puzzle)
    if not found.nullity:
        return [], "There is no quiet pattern: every board has at most one solution."
    panels = []
    for number, row in enumerate(itertools.islice(found.quiet_space().kernel, MAX_QUIET_PANELS), 1):
        pattern = bits.unpack(row, puzzle.button_count)
        marks = Marks(quiet=pattern, conditions=False)
        panels.append(board_panel(puzzle, f"quiet pattern {number} of {found.nullity}", puzzle.start, marks))
    return panels, "Diamonds: a quiet pattern, which changes no light when all its buttons are pressed."


def scene_of(subject: Puzzle | Answer, *, quiet: bool = False) -> Scene:
    """Return the picture of either, `quiet` patterns included if asked for.

    >>> scene_of(Puzzle.grid("110/100")).description
    'Row 0: on, on, off. Row 1: on, off, off.'
    """
    return answer_scene(subject, quiet=quiet) if isinstance(subject, Answer) else puzzle_scene(subject, quiet=quiet)

"""What a notebook shows of a puzzle or an answer, declared as the picture `svg`; knows no file."""

from __future__ import annotations

from lo_opt.answer import Answer
from lo_opt.draw.boards import MAX_SIDE
from lo_opt.draw.pictures import scene_of
from lo_opt.draw.svg import svg
from lo_opt.puzzle import Puzzle


def picture(subject: Puzzle | Answer) -> str | None:
    """Return SVG, or None if the board is too large to be drawn: a notebook then shows its text.

    >>> picture(Puzzle.grid("1"))[:4], picture(Puzzle.read("lit:300x300"))
    ('<svg', None)
    """
    effects = (subject.puzzle if isinstance(subject, Answer) else subject).effects
    if max(*effects.light_shape, *effects.button_shape) > MAX_SIDE:
        return None
    return svg(scene_of(subject))

"""How a board is solved, told moment by moment: elimination and light chasing; draws nothing and prints nothing."""

from collections.abc import Callable, Iterator

from lo_opt.lessons.chasing import chasing_lesson
from lo_opt.lessons.elimination import elimination_lesson
from lo_opt.lessons.moments import BoardMoment, MatrixMoment, Moment
from lo_opt.puzzle import Puzzle

LESSONS: dict[str, Callable[[Puzzle], Iterator[Moment]]] = {"gauss": elimination_lesson, "chase": chasing_lesson}
"""The lessons by the name the command line uses."""

__all__ = ["LESSONS", "BoardMoment", "MatrixMoment", "Moment", "chasing_lesson", "elimination_lesson"]

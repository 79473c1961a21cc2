"""The exit codes other programs rely on, but for those of errors, and which one an answer deserves; no command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lo_opt.answer import Answer
    from lo_opt.counters import CountingAnswer

SOLVED = 0
FAILED = 1
UNSOLVABLE = 3
STOPPED = 4
INTERRUPTED = 130
CLOSED_PIPE = 141  # what a shell reports of a program that dies of SIGPIPE

_WORST_FIRST = (INTERRUPTED, FAILED, STOPPED, UNSOLVABLE, SOLVED)


def exit_code(answer: Answer | CountingAnswer) -> int:
    """Return what the command returns for one answer.

    An interrupt counts before whatever was found until then; any other limit only when nothing was found.
    """
    from lo_opt.answer import Limit, Status

    if answer.limit is Limit.INTERRUPT:
        return INTERRUPTED
    return {Status.INFEASIBLE: UNSOLVABLE, Status.UNKNOWN: STOPPED, Status.ERROR: FAILED}.get(answer.status, SOLVED)


def worst(codes: Sequence[int]) -> int:
    """Return the exit code of several answers: that of the worst one.

    >>> worst([0, 3, 4, 0])
    4
    """
    return min(codes, key=_WORST_FIRST.index)

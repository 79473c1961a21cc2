"""Looks at a deadline once in a while, by the amount of work done; knows nothing of the work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from lo_opt.control import Control

T = TypeVar("T")

BUDGET = 1 << 20
"""Units of work between two looks at the deadline; a unit is one step of a plain loop, some 50 to 100 ns."""

BITS_A_UNIT = 4096
"""How many bits of a long integer, or of packed words, are combined in a unit of work."""


class Pace:
    """Raises `DeadlineError` at the first look after the deadline; whatever takes less than `BUDGET` is never stopped.

    >>> pace = Pace(Control.limited(0.0))
    >>> pace.spend(BUDGET)
    >>> pace.spend(1)
    Traceback (most recent call last):
    ...
    lo_opt.control.DeadlineError
    """

    def __init__(self, control: Control | None) -> None:
        self._control, self._left = control, BUDGET

    def spend(self, work: int) -> None:
        """Count `work` units as done, and look at the deadline if they use up the budget."""
        self._left -= work
        if self._left < 0:
            self._left = BUDGET
            if self._control is not None:
                self._control.check()

    def over(self, items: Sequence[T], work: int) -> Iterator[T]:
        """Yield `items`, each being `work` units on average.

        >>> list(Pace(None).over("abc", 5))
        ['a', 'b', 'c']
        """
        stride = max(1, BUDGET // (4 * max(1, work)))
        for first in range(0, len(items), stride):
            some = items[first : first + stride]
            yield from some
            self.spend(len(some) * work)

"""What a long computation obeys: a deadline, an executor for its parts, and where to report progress; no puzzle."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Progress:
    """One report from inside a long computation.

    `share` is the part of the work done (0 to 1, of the current stage), costs are integers over the puzzle's common
    denominator, `None` while unknown.

    >>> heard = []
    >>> Control(report=heard.append).tell("blocks", 0.25, incumbent=12)
    >>> heard
    [Progress(stage='blocks', share=0.25, incumbent=12, bound=None)]
    """

    stage: str
    share: float
    incumbent: int | None = None
    bound: int | None = None


class DeadlineError(Exception):
    """The time is gone and a computation that has nothing to return stops; the caller reports the limit."""


@dataclass(frozen=True)
class Control:
    """Deadline, workers and progress sink of one computation.

    Parameters
    ----------
    deadline
        Reading of `time.perf_counter` (seconds) after which loops stop and return what they have; infinite if none.
    executor
        Where independent blocks may run (any `concurrent.futures.Executor`); `None` means in the calling thread.
    workers
        How many blocks the executor is worth keeping busy at once.
    report
        Called with a `Progress` now and then; it must be cheap and must not raise.
    """

    deadline: float = math.inf
    executor: Executor | None = None
    workers: int = 1
    report: Callable[[Progress], None] | None = None

    @classmethod
    def limited(cls, time_limit_s: float | None) -> Control:
        """Return a control whose deadline is `time_limit_s` seconds from now (never, if `None`).

        >>> Control.limited(None).expired, Control.limited(0.0).expired
        (False, True)
        """
        return cls(math.inf if time_limit_s is None else time.perf_counter() + time_limit_s)

    @property
    def remaining_s(self) -> float:
        """Seconds left, never negative; infinite without a limit."""
        return max(0.0, self.deadline - time.perf_counter())

    @property
    def expired(self) -> bool:
        """Whether the deadline has passed."""
        return time.perf_counter() >= self.deadline

    def check(self) -> None:
        """Raise `DeadlineError` if the deadline has passed: for work that yields nothing until it is done."""
        if self.expired:
            raise DeadlineError

    def shifted(self, incumbent: int, bound: int) -> Control:
        """Return the control for a part of the work: what it reports is added to what the rest costs at least and now.

        >>> heard = []
        >>> Control(report=heard.append).shifted(10, 5).tell("part", 0.5, 3, 2)
        >>> heard[0].incumbent, heard[0].bound
        (13, 7)
        """
        report = self.report
        if report is None:
            return self

        def add(part: Progress) -> None:
            cost = None if part.incumbent is None else part.incumbent + incumbent
            report(Progress(part.stage, part.share, cost, None if part.bound is None else part.bound + bound))

        return replace(self, report=add)

    def tell(self, stage: str, share: float, incumbent: int | None = None, bound: int | None = None) -> None:
        """Report progress if anyone listens."""
        if self.report is not None:
            self.report(Progress(stage, share, incumbent, bound))

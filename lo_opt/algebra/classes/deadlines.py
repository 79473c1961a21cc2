"""Deadlines that a unit of work obeys wherever it runs; knows nothing of the work."""

from __future__ import annotations

import time
from typing import Protocol


class Stop(Protocol):
    """Anything that says whether time is up, a `Control` for instance."""

    @property
    def expired(self) -> bool:
        """Whether the deadline has passed."""
        ...


class Countdown:
    """A deadline so many seconds from now that travels: a copy elsewhere has as long as was left when it set out.

    So the clocks of two machines need not agree; what the journey takes comes on top.

    >>> import pickle
    >>> Countdown(0.0).expired, pickle.loads(pickle.dumps(Countdown(60.0))).expired
    (True, False)
    """

    def __init__(self, seconds: float) -> None:
        self._deadline = time.perf_counter() + seconds

    @property
    def expired(self) -> bool:
        """Whether the time is over."""
        return time.perf_counter() >= self._deadline

    def __getstate__(self) -> float:
        return self._deadline - time.perf_counter()

    def __setstate__(self, seconds: float) -> None:
        self._deadline = time.perf_counter() + seconds

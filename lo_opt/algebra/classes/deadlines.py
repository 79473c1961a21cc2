"""Deadlines that a unit of work obeys wherever it runs; knows nothing of the work."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol


class Stop(Protocol):
    """Anything that says whether time is up, a `Control` for instance."""

    @property
    def expired(self) -> bool:
        """Whether the deadline has passed."""
        ...


@dataclass(frozen=True)
class WallClock:
    """A deadline that other processes understand: a reading of `time.time`, in seconds."""

    deadline: float

    @property
    def expired(self) -> bool:
        """Whether the deadline has passed.

        >>> WallClock(0.0).expired, WallClock(float("inf")).expired
        (True, False)
        """
        return time.time() >= self.deadline

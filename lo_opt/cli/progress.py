"""One line on stderr that says how far a long search has come; silent at first, and always where nobody reads."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from fractions import Fraction
from types import TracebackType
from typing import TYPE_CHECKING

from lo_opt.cli.numbers import exact_text
from lo_opt.cli.terminal import is_terminal

if TYPE_CHECKING:
    from lo_opt.control import Progress

QUIET_S = 2.0
REFRESH_S = 0.5
_CLEAR = "\r\x1b[K"


class ProgressLine:
    """Shows the latest report on one line of a terminal and wipes it away at the end; use it as a context.

    A thread draws, so that reporting costs nothing and the seconds go on where nothing is reported.
    """

    def __init__(self, weight_denominator: int = 1) -> None:
        self._denominator = weight_denominator
        self._began = self._stage_began = time.monotonic()
        self._report: Progress | None = None
        self._written = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lo-opt progress", daemon=True)

    def __enter__(self) -> ProgressLine:
        if is_terminal(sys.stderr):
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._written:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()

    def __call__(self, report: Progress) -> None:
        """Take note of a report."""
        if self._report is None or report.stage != self._report.stage:
            self._stage_began = time.monotonic()
        self._report = report

    def draw(self) -> None:
        """Write the line anew, if there is anything to say."""
        if self._report is None:
            return
        now = time.monotonic()
        line = line_of(self._report, now - self._began, now - self._stage_began, self._denominator)
        self._written = True
        sys.stderr.write(_CLEAR + line[: shutil.get_terminal_size().columns - 1])
        sys.stderr.flush()

    def _run(self) -> None:
        pause_s = QUIET_S
        while not self._ended.wait(pause_s):
            self.draw()
            pause_s = REFRESH_S


def line_of(report: Progress, elapsed_s: float, stage_s: float, denominator: int) -> str:
    """Return the line for one report, after so many seconds in all and in its stage.

    >>> from lo_opt.control import Progress
    >>> line_of(Progress("pairs", 0.25, incumbent=22, bound=20), 10.0, 8.0, 2)
    'pairs 25.0%, at most 11, at least 10, 10 s, about 24 s left'
    """
    parts = [f"{report.stage} {report.share:.1%}" if report.share > 0 else report.stage]
    if report.incumbent is not None:
        parts.append(f"at most {exact_text(Fraction(report.incumbent, denominator))}")
    if report.bound is not None:
        parts.append(f"at least {exact_text(Fraction(report.bound, denominator))}")
    parts.append(_rough(elapsed_s))
    if 0 < report.share < 1:
        parts.append(f"about {_rough(stage_s * (1 - report.share) / report.share)} left")
    return ", ".join(parts)


def _rough(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"

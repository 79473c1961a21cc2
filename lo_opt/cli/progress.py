"""One line on stderr that says how far a long search has come; silent at first, and always where nobody reads."""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from types import TracebackType
from typing import TYPE_CHECKING

from lo_opt.cli.numbers import exact_text
from lo_opt.cli.terminal import is_terminal

if TYPE_CHECKING:
    from lo_opt.control import Progress

QUIET_S = 2.0
REFRESH_S = 0.2
_CLEAR = "\r\x1b[K"


class ProgressLine:
    """Shows reports on one line of a terminal, and wipes it away at the end; use it as a context."""

    def __init__(self, weight_denominator: int = 1) -> None:
        self._denominator = weight_denominator
        self._active = is_terminal(sys.stderr)
        self._began = self._stage_began = time.monotonic()
        self._shown = -REFRESH_S
        self._stage = ""
        self._written = False

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._written:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()

    def __call__(self, report: Progress) -> None:
        """Show a report, unless it is too early, or too soon after the last one."""
        now = time.monotonic()
        if report.stage != self._stage:
            self._stage, self._stage_began = report.stage, now
        if not self._active or now - self._began < QUIET_S or now - self._shown < REFRESH_S:
            return
        self._shown = now
        self._written = True
        sys.stderr.write(_CLEAR + line_of(report, now - self._began, now - self._stage_began, self._denominator))
        sys.stderr.flush()


def line_of(report: Progress, elapsed_s: float, stage_s: float, denominator: int) -> str:
    """Return the line for one report.

    >>> from lo_opt.control import Progress
    >>> line_of(Progress("pairs", 0.25, incumbent=22, bound=20), 10.0, 8.0, 2)
    'pairs 25%, at most 11, at least 10, 10 s, about 24 s left'
    """
    parts = [f"{report.stage} {report.share:.0%}" if report.share > 0 else report.stage]
    if report.incumbent is not None:
        parts.append(f"at most {exact_text(Fraction(report.incumbent, denominator))}")
    if report.bound is not None:
        parts.append(f"at least {exact_text(Fraction(report.bound, denominator))}")
    parts.append(f"{elapsed_s:.0f} s")
    if 0 < report.share < 1:
        parts.append(f"about {stage_s * (1 - report.share) / report.share:.0f} s left")
    return ", ".join(parts)

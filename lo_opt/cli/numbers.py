"""Numbers as text: exact costs, durations there and back; knows no puzzle."""

from __future__ import annotations

import re

from lo_opt.answer import exact_text
from lo_opt.errors import InputError
from lo_opt.wording import shown

__all__ = ["duration", "exact_text", "seconds_text"]

_UNITS_S = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_DURATION = re.compile(r"(\d+\.?\d*|\.\d+)\s*([a-z]*)", re.ASCII)


def seconds_text(seconds: float) -> str:
    """Return a measured time with three digits that mean something.

    >>> seconds_text(0.0123456), seconds_text(12.3456), seconds_text(0)
    ('0.0123 s', '12.3 s', '0 s')
    """
    return f"{float(f'{seconds:.3g}'):.7g} s" if seconds >= 1e-6 else "0 s"


def duration(text: str) -> float | None:
    """Return the seconds that a time limit such as 30s, 500ms, 2m, 1h or 1.5 (seconds) means; None for 'none'.

    >>> duration("500ms"), duration("2m"), duration("1.5"), duration("none")
    (0.5, 120.0, 1.5, None)

    Raises
    ------
    InputError
        For anything else.
    """
    if text == "none":
        return None
    match = _DURATION.fullmatch(text.strip())
    unit = _UNITS_S.get(match[2]) if match else None
    if match is None or unit is None or not float(match[1]):
        raise InputError(
            f"time limit {shown(text)}: must be 'none' or a number above 0 of ms, s, m or h, such as 500ms, 30s, 2m or "
            f"1.5"
        )
    return float(match[1]) * unit

"""How values and places are quoted in messages: on one line, shortened; knows nothing of puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

from lo_opt.errors import InputError

_LONGEST = 60


def shown(value: object) -> str:
    """Return a value as it would be typed, on one line and shortened.

    >>> print(shown("a\\nb"), shown(10**70))
    'a\\nb' 100000000000000000000000000000… (71 characters)
    """
    if isinstance(value, int) and value.bit_length() > 10_000:
        return f"a number of {value.bit_length():,} bits"  # Python refuses to write out the largest
    text = str(value) if isinstance(value, int | Decimal) else repr(value)
    if not isinstance(value, str):
        text = " ".join(text.split())  # arrays are written over several lines
    length = len(value if isinstance(value, str) else text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]}… ({length} characters)"


def reason_of(error: BaseException) -> str:
    """Return what another library says is wrong, on one line, shortened, with nothing in it that cannot be printed.

    >>> reason_of(ValueError("no\\nsuch\\0thing"))
    'no such thing'
    """
    text = " ".join("".join(c if c.isprintable() else " " for c in str(error)).split()) or type(error).__name__
    return text if len(text) <= 5 * _LONGEST else f"{text[: 5 * _LONGEST]}…"


def counted(count: int, noun: str) -> str:
    """Return a number of things.

    >>> counted(1, "cell"), counted(2, "cell")
    ('1 cell', '2 cells')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def shown_path(path: str | os.PathLike[str]) -> str:
    """Return a path as it is, or quoted and shortened where printing it would garble the message.

    >>> print(shown_path("boards/a.toml"), shown_path("a\\tb"))
    boards/a.toml 'a\\tb'
    """
    text = os.fspath(path)
    return text if text.isprintable() and len(text) <= 4 * _LONGEST else shown(text)


@contextmanager
def located(where: str) -> Iterator[None]:
    """Put `where` in front of the message of an `InputError` raised inside, unless it is empty.

    >>> with located("board.toml"):
    ...     raise InputError("states 1: must be at least 2")
    Traceback (most recent call last):
        ...
    lo_opt.errors.InputError: board.toml: states 1: must be at least 2
    """
    try:
        yield
    except InputError as error:
        if not where:
            raise
        raise InputError(f"{where}: {error}") from error.__cause__

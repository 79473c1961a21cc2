"""The one tree of errors: what went wrong, in one line, and which exit code it deserves; knows nothing else."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import ClassVar


class LoOptError(Exception):
    """Base of every error lo-opt raises on purpose; `exit_code` is what the command line returns for it."""

    exit_code: ClassVar[int] = 1


class InputError(LoOptError, ValueError):
    """The caller's input is wrong: the message says what, where, what is allowed and the cure."""

    exit_code: ClassVar[int] = 2


class UnsupportedError(InputError):
    """A backend cannot take this puzzle or goal; raised before anything is built."""


class BackendUnavailableError(LoOptError):
    """A backend's library is missing or broken on this machine."""

    exit_code: ClassVar[int] = 5


class SolverError(LoOptError):
    """A solver failed in a way that is not one of its documented outcomes."""


def unknown_name(kind: str, value: object, allowed: Iterable[str]) -> InputError:
    """Return the error for a name that is not among `allowed`, with the nearest one as a suggestion.

    >>> print(unknown_name("backend", "cbcc", ["cbc", "chase"]))
    unknown backend 'cbcc'; available: cbc, chase; did you mean 'cbc'?
    """
    names = sorted(allowed)
    close = difflib.get_close_matches(value, names, n=1) if isinstance(value, str) else []
    hint = f"; did you mean '{close[0]}'?" if close else ""
    return InputError(f"unknown {kind} {value!r}; available: {', '.join(names)}{hint}")

"""The one tree of errors: what went wrong, in one line, and which exit code it deserves; knows nothing else."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar, TypeVar

Choice = TypeVar("Choice", bound=StrEnum)


class LoOptError(Exception):
    """Base of every error lo-opt raises on purpose; `exit_code` is what the command line returns for it.

    >>> import lo_opt as lo
    >>> try:
    ...     lo.Puzzle.grid("110/1")
    ... except lo.LoOptError as error:
    ...     print(f"{error} (exit code {error.exit_code})")
    row 2: 1 cell, but row 1 has 3; rows must be equally long (exit code 2)
    """

    exit_code: ClassVar[int] = 1


class InputError(LoOptError, ValueError):
    """The caller's input is wrong: the message says what, where, what is allowed and the cure.

    >>> import lo_opt as lo
    >>> lo.solve(lo.Puzzle.grid("1"), goal="best")
    Traceback (most recent call last):
        ...
    lo_opt.errors.InputError: unknown goal 'best'; available: feasible, optimal
    """

    exit_code: ClassVar[int] = 2


class UnsupportedError(InputError):
    """A backend cannot take this puzzle or goal; raised before anything is built.

    >>> import lo_opt as lo
    >>> try:
    ...     lo.solve(lo.Puzzle.grid("12", states=3), "chase")
    ... except lo.UnsupportedError as error:
    ...     print(str(error).partition(";")[0])
    backend chase cannot take this puzzle: light chasing takes two states, this puzzle has 3 states
    """


class BackendUnavailableError(LoOptError):
    """A backend's library is missing or broken on this machine; the message names the command that installs it.

    >>> BackendUnavailableError.exit_code
    5
    """

    exit_code: ClassVar[int] = 5


class SolverError(LoOptError):
    """A solver failed in a way that is not one of its documented outcomes; `solve` makes it an answer of status ERROR.

    >>> SolverError.exit_code
    1
    """


class OutOfTimeError(LoOptError):
    """The time, or the effort, was gone before there was anything to return.

    >>> OutOfTimeError.exit_code
    4
    """

    exit_code: ClassVar[int] = 4


LONGEST_NAME = 60


def unknown_name(kind: str, value: object, allowed: Iterable[str]) -> InputError:
    """Return the error for a name that is not among `allowed`, with the nearest one as a suggestion.

    What is longer than any name is cut short, and nothing is like it.

    >>> print(unknown_name("backend", "cbcc", ["cbc", "chase"]))
    unknown backend 'cbcc'; available: cbc, chase; did you mean 'cbc'?
    """
    names = sorted(allowed)
    text, hint = repr(value), ""
    if len(text) > LONGEST_NAME:
        text = f"{text[: LONGEST_NAME // 2]}… ({len(text)} characters)"
    elif isinstance(value, str) and (close := difflib.get_close_matches(value, names, n=1)):
        hint = f"; did you mean '{close[0]}'?"
    return InputError(f"unknown {kind} {text}; available: {', '.join(names)}{hint}")


def chosen(choices: type[Choice], kind: str, name: object) -> Choice:
    """Return the one of some choices that has this name; `kind` is what errors call them.

    >>> from lo_opt.puzzle import Wrap
    >>> chosen(Wrap, "wrap", "torus").name
    'TORUS'

    Raises
    ------
    InputError
        If there is none.
    """
    if not isinstance(name, str) or name not in list(choices):
        raise unknown_name(kind, name, list(choices))
    return choices(name)

"""Values of a TOML document, checked one by one: errors name the key, what it holds and what it should; no puzzle."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, time
from decimal import Decimal, InvalidOperation
from typing import Any

from lo_opt.errors import InputError, unknown_name
from lo_opt.wording import reason_of, shown

Table = Mapping[str, Any]
# A key of a hundred parts where a key may be; it never backtracks, for a row of a board is one long word.
_DEEP = re.compile(r"""(?m)(?:^|[\[{,])[ \t]*+(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){100}""")


def parse_document(text: str) -> Table:
    """Return the tables of a TOML document, decimals as exact `Decimal`.

    >>> parse_document("a = 0.1")
    {'a': Decimal('0.1')}
    """
    if _DEEP.search(text):
        raise InputError("broken TOML: nested too deeply")  # reading dotted keys takes the square of their depth
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"broken TOML: {reason_of(error)}") from None
    except RecursionError:
        raise InputError("broken TOML: nested too deeply") from None
    except (ValueError, InvalidOperation):
        raise InputError("broken TOML: a number is too large to be read") from None


def check_keys(table: Table, allowed: Iterable[str], prefix: str = "") -> None:
    """Raise `InputError` for a key that is not allowed, with the nearest one."""
    names = [prefix + name for name in allowed]
    for key in table:
        if prefix + key not in names:
            raise unknown_name("key", prefix + key, names)


def kind(value: object) -> str:
    """Return what a value is, for people.

    >>> kind(True), kind({})
    ('true or false', 'a table')
    """
    names = {bool: "true or false", int: "a whole number", Decimal: "a decimal number", str: "a string"}
    names |= {list: "an array", dict: "a table", date: "a date", time: "a time"}
    return next(name for cls, name in names.items() if isinstance(value, cls))


def string(table: Table, key: str) -> str:
    """Return a string, empty if the key is not there."""
    value = table.get(key, "")
    if not isinstance(value, str):
        raise InputError(f"{key}: {shown(value)} is {kind(value)}; it must be a string")
    return value


def whole(value: object, key: str, low: int, high: int) -> int:
    """Return a whole number of low..high.

    >>> whole(10**30, "rows", 1, 100)
    Traceback (most recent call last):
        ...
    lo_opt.errors.InputError: rows: 1000000000000000000000000000000 must be a whole number from 1 to 100
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"{key}: {_quoted(value)} must be a whole number from {low} to {high}")
    return value


def array(value: object, key: str) -> list[Any]:
    """Return an array."""
    if not isinstance(value, list):
        raise InputError(f"{key}: {_quoted(value)} must be an array")
    return value


def _quoted(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return kind(value) if isinstance(value, list | dict) else shown(value)

"""What callers hand over, checked for its kind before it is used: whole numbers, cells, lists; knows no puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeGuard

import numpy as np

from lo_opt.errors import InputError
from lo_opt.wording import shown


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number of Python's or NumPy's; True and 1.0 are not.

    >>> is_whole(3), is_whole(np.int8(3)), is_whole(True), is_whole(3.0)
    (True, True, False, False)
    """
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def each(values: Iterable[Any], what: str, form: str) -> Iterator[Any]:
    """Return an iterator over a list of things, text being none.

    >>> each(5, "button 0", "a list of lights")
    Traceback (most recent call last):
        ...
    lo_opt.errors.InputError: button 0: 5 must be a list of lights
    """
    try:
        if not isinstance(values, str | bytes):
            return iter(values)
    except TypeError:
        pass
    raise InputError(f"{what}: {shown(values)} must be {form}")


def cell_of(value: Any) -> tuple[int, int]:
    """Return a cell given as two whole numbers.

    >>> cell_of([0, np.int64(1)])
    (0, 1)

    Raises
    ------
    InputError
        For anything else.
    """
    parts = tuple(each(value, "cell", "(row, column), two whole numbers"))
    if len(parts) != 2 or not all(map(is_whole, parts)):
        raise InputError(f"cell {shown(value)} must be (row, column), two whole numbers")
    return int(parts[0]), int(parts[1])

"""A PUZZLE that is none, and standard input of given bytes."""

from __future__ import annotations

import io

import pytest

from lo_opt.errors import InputError
from lo_opt.puzzle.reading import Changes, read_puzzle


def error_of(text, changes=None, **kwargs):
    """Return the one line that refuses a PUZZLE."""
    with pytest.raises(InputError) as caught:
        read_puzzle(text, changes or Changes(), **kwargs)
    message = str(caught.value)
    assert "\n" not in message
    assert "\0" not in message
    return message


def stdin(data):
    """Return standard input that holds `data`."""
    return io.BytesIO(data)

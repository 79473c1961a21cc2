"""Values in messages: one line, short, whatever they are."""

from decimal import Decimal
from pathlib import Path

import pytest

from lo_opt.errors import InputError
from lo_opt.wording import located, shown, shown_path

VALUES = [10**5000, -(10**5000), "x" * 10**6, "a\nb\0", Decimal("1e-400"), [1] * 1000, None, "\ud800"]


@pytest.mark.parametrize("index", range(len(VALUES)))  # the first is too long a number to name a test
def test_any_value_is_short_and_printable(index):
    assert len(shown(VALUES[index])) < 80
    assert shown(VALUES[index]).isprintable()


@pytest.mark.parametrize("path", ["a\nb", "x" * 10**4, "\udcff", Path("a\tb")])
def test_any_path_is_short_and_printable(path):
    assert len(shown_path(path)) < 80
    assert shown_path(path).isprintable()


def test_only_input_errors_are_located():
    with pytest.raises(InputError, match=r"^here: wrong$"), located("here"):
        raise InputError("wrong")
    with pytest.raises(InputError, match=r"^wrong$"), located(""):
        raise InputError("wrong")
    with pytest.raises(KeyError), located("here"):
        raise KeyError

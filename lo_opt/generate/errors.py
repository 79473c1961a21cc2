"""Why levels cannot be made: the request is impossible, or too rare for the time given; knows no puzzle."""

from __future__ import annotations

from typing import ClassVar

from lo_opt.errors import LoOptError


class ImpossibleError(LoOptError):
    """No board, or not enough boards, can be what was asked for; the message proves it."""

    exit_code: ClassVar[int] = 3


class TooRareError(LoOptError):
    """The time was gone before enough levels were found, though there may be some."""

    exit_code: ClassVar[int] = 4

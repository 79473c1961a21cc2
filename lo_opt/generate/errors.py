"""Why levels cannot be made: the request is impossible, or too rare for the time given; knows no puzzle."""

from __future__ import annotations

from typing import ClassVar

from lo_opt.errors import LoOptError


class ImpossibleError(LoOptError):
    """No board, or not enough boards, can be what was asked for; the message proves it.

    >>> import lo_opt as lo
    >>> try:
    ...     lo.generate_levels(lo.Puzzle.read("lit:5x5"), min_presses=16)
    ... except lo.ImpossibleError as error:
    ...     print(error)
    no board has a least cost of at least 16: the solutions of a board cost 15 or less on average
    """

    exit_code: ClassVar[int] = 3


class TooRareError(LoOptError):
    """The time was gone before enough levels were found, though there may be some.

    >>> TooRareError.exit_code
    4
    """

    exit_code: ClassVar[int] = 4

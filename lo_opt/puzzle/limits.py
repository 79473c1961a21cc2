"""Linear limits on presses: how they are given, what they say in words, and whether presses keep them; no puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_opt.errors import InputError
from lo_opt.puzzle.checks import is_whole
from lo_opt.puzzle.weights import MAX_TOTAL
from lo_opt.wording import shown

MAX_LIMITED_BUTTONS = 2**24  # a limit names its buttons one by one; no backend that weighs limits takes more


@dataclass(frozen=True, eq=False)
class PressLimit:
    """A side condition lower <= sum(coefficients[k] * presses of buttons[k]) <= upper.

    `buttons` is intp (k,), rising, row by row on a grid; `coefficients` int64 (k,), none of them 0; both are read-only
    and not empty. A side that is None is open. `where` names the buttons in messages, as in 'in row 0'.

    >>> limit = PressLimit.of({0: 1, 2: 1}, upper=1, where="in row 0")
    >>> str(limit), limit.activity(np.array([1, 5, 1]))
    ('at most 1 press in row 0', 2)
    """

    buttons: NDArray[np.intp]
    coefficients: NDArray[np.int64]
    lower: int | None
    upper: int | None
    where: str = field(default="")

    def __post_init__(self) -> None:
        self.buttons.setflags(write=False)
        self.coefficients.setflags(write=False)

    @classmethod
    def of(
        cls,
        coefficients: Mapping[int, int] | Iterable[int],
        lower: int | None = None,
        upper: int | None = None,
        where: str = "",
    ) -> PressLimit:
        """Return the limit on some buttons: button -> coefficient, or a sequence of buttons that count 1 each.

        Raises
        ------
        InputError
            For no button, a button listed twice, sides or coefficients that are not whole, both sides open, or a lower
            side above the upper one.
        """
        if isinstance(coefficients, Mapping):
            pairs = {int(b): _whole(c, "coefficient") for b, c in coefficients.items()}
        else:
            listed = [int(b) for b in coefficients]
            pairs = dict.fromkeys(listed, 1)
            if len(pairs) < len(listed):
                raise InputError(f"limit on presses: a button is listed twice among {shown(listed)}; name it once")
        buttons = np.array(sorted(b for b, c in pairs.items() if c), np.intp)
        if not len(buttons):
            raise InputError("limit on presses: it counts no button; name at least one, with a coefficient not 0")
        if lower is None and upper is None:
            raise InputError("limit on presses: neither a lower nor an upper side is given; say at least one")
        low, high = (None if side is None else _whole(side, "side") for side in (lower, upper))
        if low is not None and high is not None and low > high:
            raise InputError(f"limit on presses: at least {low} and at most {high} contradict each other")
        values = np.array([pairs[int(b)] for b in buttons], np.int64)
        if where == "":
            where = "of 1 button" if len(buttons) == 1 else f"of {len(buttons):,} buttons"
        return cls(buttons, values, low, high, where)

    @property
    def counts(self) -> bool:
        """Whether every coefficient is 1, so that the sum is a number of presses."""
        return bool((self.coefficients == 1).all())

    def activity(self, presses: NDArray[np.int64]) -> int:
        """Return the sum for presses, int64 (all buttons,)."""
        return int(self.coefficients @ presses[self.buttons])

    def kept(self, activity: int) -> bool:
        """Return whether a sum lies within the sides."""
        return (self.lower is None or activity >= self.lower) and (self.upper is None or activity <= self.upper)

    def shifted(self, amount: int) -> PressLimit:
        """Return the limit on what comes on top of a sum that is already `amount`."""
        lower, upper = (None if side is None else side - amount for side in (self.lower, self.upper))
        return PressLimit(self.buttons, self.coefficients, lower, upper, self.where)

    def __str__(self) -> str:
        last = self.lower if self.upper is None else self.upper
        presses = "press" if last == 1 else "presses"
        what = f"{presses} {self.where}" if self.counts else f"as the weighted sum of presses {self.where}"
        if self.lower == self.upper:
            return f"exactly {self.lower} {what}"
        if self.upper is None:
            return f"at least {self.lower} {what}"
        if self.lower is None:
            return f"at most {self.upper} {what}"
        return f"{self.lower} to {self.upper} {what}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PressLimit):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return self.terms, self.lower, self.upper

    @property
    def terms(self) -> tuple[bytes, bytes]:
        """What the limit adds up, the same for two limits if and only if they limit the same sum."""
        return self.buttons.tobytes(), self.coefficients.tobytes()


class Stacked(NamedTuple):
    """The sums of several limits in compressed sparse rows: limit i holds indptr[i]:indptr[i+1] of the others."""

    indptr: NDArray[np.intp]
    buttons: NDArray[np.intp]
    coefficients: NDArray[np.int64]

    @classmethod
    def of(cls, limits: Sequence[PressLimit]) -> Stacked:
        """Return the sums of at least one limit."""
        indptr = np.cumsum([0, *(len(limit.buttons) for limit in limits)], dtype=np.intp)
        return cls(
            indptr,
            np.concatenate([limit.buttons for limit in limits]),
            np.concatenate([limit.coefficients for limit in limits]),
        )

    def sums(self, entries: NDArray[np.int64]) -> list[int]:
        """Return the sum of each limit over its own `entries`, int64 (entries of all limits,); no limit is empty."""
        sums: list[int] = np.add.reduceat(entries, self.indptr[:-1]).tolist()
        return sums

    def activities(self, presses: NDArray[np.int64]) -> list[int]:
        """Return the sum of each limit for presses, int64 (all buttons,)."""
        return self.sums(self.coefficients * presses[self.buttons])


def broken_limit(limits: Sequence[PressLimit], presses: NDArray[np.int64]) -> str | None:
    """Return what presses, int64 (all buttons,), do that a limit forbids; None if they keep all of them.

    >>> broken_limit([PressLimit.of([0, 1], lower=1, where="in all")], np.array([0, 0]))
    'the limit of at least 1 press in all is broken: the sum is 0'
    """
    if limits:
        for limit, activity in zip(limits, Stacked.of(limits).activities(presses), strict=True):
            if not limit.kept(activity):
                return f"the limit of {limit} is broken: the sum is {activity}"
    return None


def check_limits(limits: Sequence[PressLimit], least: NDArray[np.int64], most: NDArray[np.int64]) -> None:
    """Raise `InputError` for a limit that presses from `least` to `most`, int64 (all buttons,), can never keep.

    Also for two limits on the same sum that contradict each other, and for sums that doubles cannot hold.
    """
    if not limits:
        return
    for limit in limits:
        if limit.buttons[0] < 0 or limit.buttons[-1] >= len(most):
            number = int(limit.buttons[0] if limit.buttons[0] < 0 else limit.buttons[-1])
            raise InputError(f"limit on presses: there is no button {number}; buttons are 0..{len(most) - 1}")
        if float(np.abs(limit.coefficients).astype(np.float64).sum()) * max(1, int(most.max())) >= MAX_TOTAL:
            raise InputError(
                f"limit on presses {limit.where}: the coefficients add up to 2^53 or more; scale them down"
            )
    stacked = Stacked.of(limits)
    ends = stacked.coefficients * least[stacked.buttons], stacked.coefficients * most[stacked.buttons]
    lows, highs = stacked.sums(np.minimum(*ends)), stacked.sums(np.maximum(*ends))
    tightest: dict[tuple[bytes, bytes], PressLimit] = {}
    for limit, low, high in zip(limits, lows, highs, strict=True):
        if limit.lower is not None and limit.lower > high:
            raise InputError(f"limit on presses: {limit} cannot be, for no more than {high} is possible")
        if limit.upper is not None and limit.upper < low:
            raise InputError(f"limit on presses: {limit} cannot be, for no less than {low} is possible")
        other = tightest.setdefault(limit.terms, limit)
        if other is not limit:
            lower = max((side for side in (limit.lower, other.lower) if side is not None), default=None)
            upper = min((side for side in (limit.upper, other.upper) if side is not None), default=None)
            if lower is not None and upper is not None and lower > upper:
                raise InputError(f"limit on presses: {other} and {limit} contradict each other")
            tightest[limit.terms] = PressLimit(limit.buttons, limit.coefficients, lower, upper, limit.where)


def _whole(value: object, what: str) -> int:
    if not is_whole(value):
        raise InputError(f"limit on presses: {what} {shown(value)} must be a whole number")
    if abs(int(value)) >= MAX_TOTAL:
        raise InputError(f"limit on presses: {what} {shown(int(value))} must stay below 2^53")
    return int(value)

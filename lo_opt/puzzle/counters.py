"""The counting variant: every press adds one to some counters, which must reach their targets exactly; no modulus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lo_opt.errors import InputError
from lo_opt.wording import counted, shown

MAX_TARGET = 10**9  # so that sums of presses stay far below 2^53


@dataclass(frozen=True)
class Counters:
    """Counters that start at 0, and buttons that add to them: press button j x_j times so that A x = targets.

    `buttons[j]` holds (counter, amount) pairs, amounts at least 1, counters rising. Unlike a puzzle of lights it is
    over the non-negative whole numbers: counters do not wrap round, and a button may be pressed any number of times.

    >>> Counters.of([3, 1], [[0], [0, 1]]).fault([2, 1]) is None
    True
    """

    targets: tuple[int, ...]
    buttons: tuple[tuple[tuple[int, int], ...], ...]
    name: str = field(default="", compare=False)

    @classmethod
    def of(
        cls, targets: Sequence[int], buttons: Iterable[Iterable[int] | Mapping[int, int]], name: str = ""
    ) -> Counters:
        """Return the counters and their buttons, each a list of counters (repeats add up) or counter -> amount.

        Raises
        ------
        InputError
            For no counters or buttons, targets or amounts that are no whole numbers in range, and unknown counters.
        """
        if not targets:
            raise InputError("no counters: give the number that each of them must reach")
        for target in targets:
            _check(target, "target", 0)
        listed = []
        for number, button in enumerate(buttons):
            amounts = dict(button) if isinstance(button, Mapping) else dict(Counter(button))
            for counter, amount in amounts.items():
                if not 0 <= counter < len(targets):
                    raise InputError(
                        f"button {number}: counter {counter} does not exist; counters are 0..{len(targets) - 1}"
                    )
                _check(amount, f"button {number}: amount", 1)
            listed.append(tuple(sorted(amounts.items())))
        if not listed:
            raise InputError("no buttons: list the counters that each of them adds to")
        return cls(tuple(targets), tuple(listed), name)

    def most_presses(self, button: int) -> int:
        """Return how often a button can be pressed before a counter passes its target; 0 if it adds to none.

        >>> Counters.of([3, 1], [[0], [0, 1]]).most_presses(1)
        1
        """
        return min((self.targets[counter] // amount for counter, amount in self.buttons[button]), default=0)

    def fault(self, presses: Sequence[int]) -> str | None:
        """Return why these presses do not reach the targets, None if they do."""
        if len(presses) != len(self.buttons):
            return f"{counted(len(presses), 'number')} of presses for {counted(len(self.buttons), 'button')}"
        reached = [0] * len(self.targets)
        for button, times in zip(self.buttons, presses, strict=True):
            if times < 0:
                return f"a button is pressed {times} times"
            for counter, amount in button:
                reached[counter] += amount * times
        for counter, (found, target) in enumerate(zip(reached, self.targets, strict=True)):
            if found != target:
                return f"counter {counter} reaches {found}; it must reach {target}"
        return None


def _check(value: object, what: str, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MAX_TARGET:
        raise InputError(f"{what} {shown(value)} must be a whole number from {least} to {MAX_TARGET:,}")

"""What is minimised: the cost of the presses, their number, or one after the other; knows numbers, no puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from lo_opt.errors import InputError, chosen
from lo_opt.puzzle.weights import MAX_TOTAL, Weights


class Objective(StrEnum):
    """What is minimised; of two, the second decides among the solutions that are best by the first.

    >>> import lo_opt as lo
    >>> puzzle = lo.Puzzle.read("weighted-4x4").with_objective(lo.Objective.PRESSES)
    >>> answer = lo.solve(puzzle, "gf2")
    >>> answer.value == answer.press_count
    True
    """

    COST = "cost"
    PRESSES = "presses"
    COST_THEN_PRESSES = "cost,presses"
    PRESSES_THEN_COST = "presses,cost"

    @classmethod
    def named(cls, name: str) -> Objective:
        """Return the objective of that name; blanks do not matter.

        >>> Objective.named("cost, presses").name
        'COST_THEN_PRESSES'
        """
        return chosen(cls, "objective", "".join(name.split()) if isinstance(name, str) else name)

    @property
    def counts_presses(self) -> bool:
        """Whether the number of presses comes first (or alone)."""
        return self in (Objective.PRESSES, Objective.PRESSES_THEN_COST)


@dataclass(frozen=True)
class Prices:
    """One weight a press that orders solutions as an objective does; None for 1 each.

    The total price is the first measure, as an integer over its denominator, times `factor`, plus something below
    `factor`.
    """

    weights: Weights | None
    factor: int = 1


def prices(objective: Objective, weights: Weights | None, pressable: NDArray[np.bool_], states: int) -> Prices:
    """Return the prices of an objective: w = first * M + second, M above any total of the second measure.

    `pressable`, bool (buttons,), says which buttons count at all: for the others the price is 0.

    >>> two = Weights(np.array([5, 1]), 1)
    >>> found = prices(Objective.COST_THEN_PRESSES, two, np.array([True, True]), 2)
    >>> found.weights.numerators.tolist(), found.factor
    ([16, 4], 3)

    Raises
    ------
    InputError
        If the prices add up to more than doubles hold.
    """
    if weights is None or objective is Objective.COST:
        return Prices(weights)
    if objective is Objective.PRESSES:
        return Prices(None)
    cost, count = np.where(pressable, weights.numerators, 0), pressable.astype(np.int64)
    first, second = (cost, count) if objective is Objective.COST_THEN_PRESSES else (count, cost)
    factor = int(second.sum()) * (states - 1) + 1
    total = (int(first.sum()) * factor + int(second.sum())) * (states - 1)
    if total >= MAX_TOTAL:
        raise InputError(
            f"objective {objective}: to weigh one measure against the other takes prices that add up to {total}, which "
            f"must stay below 2^53; use smaller weights with fewer decimals, or one measure alone"
        )
    return Prices(Weights(first * factor + second, 1), factor)

"""Objectives brought down to plain costs for whoever solves, and answers brought back; knows no way to solve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lo_opt.control import Progress
from lo_opt.puzzle import Objective
from lo_opt.puzzle.objective import prices
from lo_opt.verify import as_cost, cost_numerator

if TYPE_CHECKING:
    from lo_opt.answer import Answer
    from lo_opt.puzzle import Puzzle


@dataclass(frozen=True)
class Pricing:
    """A puzzle, and the one of the same solutions whose plain cost orders them as the puzzle's objective does.

    The cost of `priced` is the measure minimised first, as an integer over `puzzle.primary_denominator`, times
    `factor`, plus something below `factor`.
    """

    puzzle: Puzzle
    priced: Puzzle
    factor: int = 1

    @classmethod
    def of(cls, puzzle: Puzzle) -> Pricing:
        """Return the pricing of a puzzle; `InputError` if its objective takes prices beyond what doubles hold.

        >>> from lo_opt.puzzle import Puzzle
        >>> pricing = Pricing.of(Puzzle.grid("11").with_weights([[5, 1]]).with_objective("presses,cost"))
        >>> pricing.priced.costs().tolist(), pricing.factor
        ([12, 8], 7)
        """
        if puzzle.objective is Objective.COST:
            return cls(puzzle, puzzle)
        found = prices(puzzle.objective, puzzle.weights, puzzle.pressable(), puzzle.states)
        return cls(puzzle, replace(puzzle, weights=found.weights, objective=Objective.COST), found.factor)

    def expressed(self, answer: Answer) -> Answer:
        """Return an answer to the priced puzzle as one to the puzzle: its own cost, and a bound on its first measure.

        A price of at least b means a first measure of at least floor(b / factor).
        """
        if self.priced is self.puzzle:
            return answer
        cost = bound = None
        if answer.presses is not None:
            cost = as_cost(cost_numerator(self.puzzle, answer.presses), self.puzzle.weight_denominator)
        if answer.bound is not None:
            whole = answer.bound * self.priced.weight_denominator
            bound = as_cost(int(whole // self.factor), self.puzzle.primary_denominator)
        return replace(answer, puzzle=self.puzzle, cost=cost, bound=bound)

    def reporting(self, report: Callable[[Progress], None] | None) -> Callable[[Progress], None] | None:
        """Return a progress sink that takes prices and passes on the first measure, over `primary_denominator`."""
        if report is None or self.priced is self.puzzle:
            return report

        def translated(progress: Progress) -> None:
            incumbent, bound = (
                None if price is None else price // self.factor for price in (progress.incumbent, progress.bound)
            )
            report(replace(progress, incumbent=incumbent, bound=bound))

        return translated

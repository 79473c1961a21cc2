"""Which boards a request is drawn from, having refused what is proved impossible; draws none, keeps none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import unpack
from lo_opt.analysis.regions import Regions
from lo_opt.analysis.worst import upper_bound
from lo_opt.control import Control
from lo_opt.generate.classes import count_classes, count_listed_classes
from lo_opt.generate.conditional import ConditionalDraws, can_tabulate
from lo_opt.generate.errors import ImpossibleError
from lo_opt.generate.hard import RearrangedSource, wanted_near
from lo_opt.generate.optimal import OptimalSource
from lo_opt.generate.refusing import refuse_by_bounds, refuse_by_classes, refuse_by_count, refuse_by_worst_case
from lo_opt.generate.request import Distinct, Request
from lo_opt.generate.sources import LightMap, ListedSource, PressesSource, Source, SpaceSource, UniformSource
from lo_opt.generate.symmetry import Permutation, generators, symmetric_presses


class Choice:
    """Where the boards of a request come from: `source`.

    `available` is how many wanted boards there are at most, None where that is not known; `worst_is_known` tells that
    hard boards were looked for. `alike` are the moves under which levels must differ.
    """

    def __init__(
        self, request: Request, regions: Regions, lights: LightMap, alike: list[Permutation], control: Control
    ) -> None:
        self.request, self.regions, self.lights, self.alike, self.control = request, regions, lights, alike, control
        self.available: int | None = None
        self.worst_is_known = False
        self.source = self._source()

    def turn_to_hard_boards(self) -> bool:
        """Take hard boards that are known as the source, if they are wanted and enough, and return whether they are.

        Raises `ImpossibleError` if it is proved that no board is as hard as is wanted.
        """
        source = self._hard_source()
        if source is not None:
            self.source = source
        return source is not None

    def _source(self) -> Source:
        """Return where boards come from, having refused what is proved impossible."""
        request, regions = self.request, self.regions
        refuse_by_bounds(request, regions)
        if request.random_presses is not None:
            return PressesSource(regions, request.random_presses)
        if request.symmetry is not None:
            space = symmetric_presses(request.puzzle, generators(request.symmetry, *request.puzzle.start.shape))
            if space is None:
                raise ImpossibleError(f"no board that is symmetric ({request.symmetry}) can be solved")
            members = SpaceSource(space)
            return self._listed(members.every()) if members.listable and regions.listable else members
        draws = None
        if request.filtered and can_tabulate(regions):
            draws = ConditionalDraws.of(regions, lambda outcome: request.accepts(*outcome))
        if draws is not None:
            self.available = draws.available - self._dark_is_wanted()
            refuse_by_count(request, self.available, draws.outcomes)
            self._refuse_few_classes(self.available)
            return draws
        if not request.filtered:
            self.available = regions.board_count - 1
            refuse_by_count(request, self.available, ())
            self._refuse_few_classes(self.available)
        if request.most is not None and regions.listable:
            optimal = OptimalSource.of(regions, request.least, request.most)
            if optimal is not None and optimal.vectors < regions.board_count:
                if not optimal.vectors:
                    refuse_by_count(request, 0, None)
                if optimal.listable:
                    return self._listed(optimal.every(), all_boards=False)
                self.available = optimal.vectors
                return optimal
        hardest_are_wanted = request.least > 0 and request.least >= upper_bound(regions)
        if hardest_are_wanted and (hard := self._hard_source()) is not None:
            return hard
        return UniformSource(regions)

    def _refuse_few_classes(self, available: int) -> None:
        """Refuse more levels than there are wanted boards up to symmetry, one of which stands for `alike` others."""
        if self.alike and available < self.request.count * (len(self.alike) + 1):
            classes = count_classes(self.request, self.regions, self.lights, self.alike, available)
            if classes is not None:
                refuse_by_classes(self.request, available, classes)

    def _hard_source(self) -> Source | None:
        """Return boards near the hardest known one if there are wanted ones and enough; refuse what is harder."""
        self.worst_is_known = True
        request, regions = self.request, self.regions
        worst = refuse_by_worst_case(request, regions, self.control)
        if worst is None or request.symmetry is not None or request.random_presses is not None:
            return None
        source = RearrangedSource(regions, wanted_near(request, regions, worst.presses, self.control))
        if request.least >= worst.upper * request.puzzle.weight_denominator and worst.board_count is not None:
            source = replace(source, uniform=source.fewest_boards == worst.board_count)
        different = 0 if request.distinct is Distinct.NONE else request.count * (len(self.alike) + 1)
        return source if len(source.presses) and source.fewest_boards >= different else None

    def _listed(self, presses: NDArray[np.uint8], *, all_boards: bool = True) -> Source:
        """Return all wanted boards that some presses make, one press vector each; `all_boards` if no others can be."""
        boards = self.lights.boards(presses)
        _, first = np.unique(boards, axis=0, return_index=True)
        presses = presses[np.sort(first)]
        costs, ties = self.regions.weigh(presses)
        boards = self.lights.boards(presses)
        wanted = self.request.accepted(costs, ties) & self.lights.changes(boards).any(axis=1)
        self.available = int(wanted.sum())
        outcomes = set(zip(costs.tolist(), ties.tolist(), strict=True)) if all_boards else None
        refuse_by_count(self.request, self.available, outcomes)
        if self.alike:
            cells = unpack(boards[wanted], self.request.puzzle.light_count)
            refuse_by_classes(self.request, self.available, count_listed_classes(cells, self.alike))
        return ListedSource(presses[wanted])

    def _dark_is_wanted(self) -> int:
        """Return 1 if the board with nothing to do would be counted as wanted, else 0."""
        costs, ties = self.regions.weigh(np.zeros((1, self.request.puzzle.button_count), np.uint8))
        return int(self.request.accepts(int(costs[0]), int(ties[0])))

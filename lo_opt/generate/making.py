"""From a request to levels: choose the source, draw, certify, keep until there are enough; knows no file."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words, pack, unpack
from lo_opt.analysis.chasing import HandTable, hand_table
from lo_opt.analysis.minima import block_size, certified_minima
from lo_opt.analysis.regions import Regions
from lo_opt.analysis.worst import upper_bound
from lo_opt.control import Control, Progress
from lo_opt.generate.conditional import ConditionalDraws, can_tabulate
from lo_opt.generate.errors import ImpossibleError, TooRareError
from lo_opt.generate.levels import Levels
from lo_opt.generate.refusing import refuse_by_bounds, refuse_by_count, refuse_by_worst_case
from lo_opt.generate.request import Distinct, Request
from lo_opt.generate.sources import (
    MAX_LISTED,
    LightMap,
    ListedSource,
    PressesSource,
    RearrangedSource,
    Source,
    SpaceSource,
    UniformSource,
)
from lo_opt.generate.symmetry import Permutation, Symmetry, canonical, generators, symmetric_presses, symmetries_of
from lo_opt.puzzle import Puzzle
from lo_opt.puzzle.weights import Number

_PROOF_AFTER = 1 << 15  # draws without a single hit before such a proof is tried
_NEVER_SEEN = 1 << 40  # more wanted boards than that are never all seen
_PATIENCE = 30  # an unseen one of N equally likely boards survives N (ln N + 30) draws with probability below 1e-13

_Block = tuple[Words, NDArray[np.int64], NDArray[np.int64]]
"""Boards, packed, their least costs and numbers of optimal solutions."""


def generate_levels(
    puzzle: Puzzle,
    count: int = 1,
    *,
    method: str = "uniform",
    min_presses: Number | None = None,
    max_presses: Number | None = None,
    unique: bool = False,
    symmetry: str | Symmetry | None = None,
    distinct: str | Distinct = Distinct.BOARDS,
    seed: int = 0,
    time_limit_s: float | None = 60.0,
    progress: Callable[[Progress], None] | None = None,
) -> Levels:
    """Return levels on this puzzle's grid, each with its certified least cost; the puzzle's own board is ignored.

    Parameters
    ----------
    method
        `uniform`: each allowed button pressed with probability 1/2, which is uniform over all solvable boards; or
        `presses:K`: K random presses, repeats allowed.
    min_presses, max_presses
        Bounds of the least cost (the least number of presses, unless there are weights).
    unique
        Only boards whose least cost one solution alone reaches.
    symmetry
        Only boards that look the same under it; uniform among them.
    distinct
        `boards`: no two levels are equal; `symmetry`: nor equal but for a rotation or reflection under which the puzzle
        is the same; `none`: draws are independent.
    seed
        The same seed gives the same levels.
    time_limit_s
        Seconds to look for boards as wanted; None for no limit.

    Where the counts of pressed buttons a region can be tabulated, boards are drawn uniformly among those wanted,
    however rare; else unwanted ones are rejected. If many draws give no board as wanted, or none can cost more, the
    hardest board that `worst_case` knows is taken if it is wanted, and levels are drawn uniformly among the boards with
    as many pressed buttons in each region as it has. A board with nothing to do is never a level.

    >>> levels = generate_levels(Puzzle.grid("00000/00000/00000/00000/00000"), 2, min_presses=15, seed=1)
    >>> [level.min_presses for level in levels], levels[0].solutions
    ([15, 15], 4)

    Raises
    ------
    InputError
        For arguments out of range.
    ImpossibleError
        If it is proved that there are no such boards, or not so many.
    TooRareError
        If the time was gone before enough were found.
    """
    request = Request.of(
        puzzle,
        count,
        method=method,
        min_presses=min_presses,
        max_presses=max_presses,
        unique=unique,
        symmetry=symmetry,
        distinct=distinct,
        seed=seed,
    )
    return make(request, replace(Control.limited(time_limit_s), report=progress))


def make(request: Request, control: Control) -> Levels:
    """Return the levels of a checked request; errors as for `generate_levels`."""
    regions = Regions.of(request.puzzle)
    maker = _Maker(request, regions, control)
    boards, costs, ties = maker.collect()
    table = hand_table(request.puzzle)
    chasing = None if table is None else _chasing(table, maker.lights.changes(boards), request.puzzle)
    return Levels(request.puzzle, boards, costs, ties, chasing, 1 << regions.nullity, request.seed)


class _Maker:
    """Draws until there are enough levels.

    `hits` of `drawn` boards were as wanted, duplicates included; `kept` counts the levels. `available` is how many
    wanted boards there are, None where that is not known.
    """

    def __init__(self, request: Request, regions: Regions, control: Control) -> None:
        self.request, self.regions, self.control = request, regions, control
        self.lights = LightMap(regions)
        self.alike: list[Permutation] = symmetries_of(request.puzzle) if request.distinct is Distinct.SYMMETRY else []
        self.seen: set[bytes] = set()
        self.drawn = self.hits = self.kept = 0
        self.available: int | None = None
        self.worst_is_known = False
        self.source = self._source()

    def collect(self) -> _Block:
        """Return all levels."""
        boards, costs, ties = zip(*self._blocks(np.random.default_rng(self.request.seed)), strict=True)
        return np.concatenate(boards), np.concatenate(costs), np.concatenate(ties)

    def _blocks(self, rng: np.random.Generator) -> Iterator[_Block]:
        count, largest = self.request.count, block_size(self.regions)
        while self.kept < count:
            share = max(self.hits, 1) / max(self.drawn, 1) if self.drawn else 1.0
            size = min(largest, math.ceil((count - self.kept) / share * 1.1) + 16)
            presses = self.source.draw(size, rng)
            costs, ties = certified_minima(self.regions, presses, self.control)
            yield self._kept(presses, costs, ties)
            self.drawn += size
            self.control.tell("levels", self.kept / count)
            if self.kept < count:
                self._check_chances()

    def _kept(self, presses: NDArray[np.uint8], costs: NDArray[np.int64], ties: NDArray[np.int64]) -> _Block:
        """Return what is wanted of a block, no board with nothing to do and none that was there before."""
        request = self.request
        wanted = (costs >= 0) & (costs >= request.least)
        if request.most is not None:
            wanted &= costs <= request.most
        if request.unique:
            wanted &= ties == 1
        boards = self.lights.boards(presses)
        wanted &= self.lights.changes(boards).any(axis=1)
        self.hits += int(wanted.sum())
        places = np.flatnonzero(wanted)
        if request.distinct is not Distinct.NONE:
            places = places[self._fresh(boards[places])]
        places = places[: request.count - self.kept]
        self.kept += len(places)
        return boards[places], costs[places], ties[places]

    def _fresh(self, boards: Words) -> NDArray[np.bool_]:
        """Return which boards, bool (B,), are not among those seen before, and remember them."""
        keys = boards
        if self.alike:
            keys = canonical(unpack(boards, self.request.puzzle.light_count), self.alike)
        raw, width = np.ascontiguousarray(keys).tobytes(), 8 * keys.shape[1]
        fresh = np.zeros(len(boards), np.bool_)
        for i in range(len(boards)):
            key = raw[i * width : (i + 1) * width]
            if key not in self.seen:
                self.seen.add(key)
                fresh[i] = True
        return fresh

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
            return self._listed(members) if members.dimension <= MAX_LISTED and regions.listable else members
        if request.filtered and can_tabulate(regions):
            draws = ConditionalDraws(regions, lambda outcome: request.accepts(*outcome))
            self.available = draws.available - self._dark_is_wanted()
            refuse_by_count(request, self.available, draws.outcomes)
            return draws
        if not request.filtered:
            self.available = regions.board_count - 1
            refuse_by_count(request, self.available, ())
        if 0 < request.least >= upper_bound(regions) and (worst := self._worst_source()) is not None:
            return worst
        return UniformSource(regions)

    def _worst_source(self) -> Source | None:
        """Return boards as hard as the hardest known one if they are wanted and enough; refuse what is harder."""
        self.worst_is_known = True
        request, regions = self.request, self.regions
        worst = refuse_by_worst_case(request, regions, self.control)
        if worst is None or request.symmetry is not None or request.random_presses is not None:
            return None
        source = RearrangedSource(regions, worst.presses)
        costs, ties = certified_minima(regions, worst.presses[np.newaxis], self.control)
        different = 0 if request.distinct is Distinct.NONE else request.count * (len(self.alike) + 1)
        fits = request.accepts(int(costs[0]), int(ties[0])) and source.fewest_boards >= different
        return source if fits else None

    def _listed(self, members: SpaceSource) -> Source:
        """Return all wanted boards of a small space, one press vector each."""
        presses = members.every()
        boards = self.lights.boards(presses)
        _, first = np.unique(boards, axis=0, return_index=True)
        presses = presses[np.sort(first)]
        costs, ties = self.regions.weigh(presses)
        wanted = np.array([self.request.accepts(*pair) for pair in zip(costs.tolist(), ties.tolist(), strict=True)])
        wanted &= self.lights.changes(self.lights.boards(presses)).any(axis=1)
        self.available = int(wanted.sum())
        refuse_by_count(self.request, self.available, set(zip(costs.tolist(), ties.tolist(), strict=True)))
        return ListedSource(presses[wanted])

    def _dark_is_wanted(self) -> int:
        """Return 1 if the board with nothing to do would be counted as wanted, else 0."""
        costs, ties = self.regions.weigh(np.zeros((1, self.request.puzzle.button_count), np.uint8))
        return int(self.request.accepts(int(costs[0]), int(ties[0])))

    def _check_chances(self) -> None:
        """Raise if it is proved that there are no such boards, or time is up."""
        request = self.request
        unseen = not self.hits and not self.worst_is_known and self.drawn >= _PROOF_AFTER
        if unseen and (source := self._worst_source()) is not None:
            self.source, self.drawn = source, 0
            return
        if (
            self.available is not None
            and self.available < _NEVER_SEEN
            and self.hits > self.available * (math.log(self.available) + _PATIENCE)
        ):
            raise TooRareError(
                f"only {self.kept:,} of {request.count:,} levels were found: {self.hits:,} draws of the "
                f"{self.available:,} wanted boards show no others that are different under symmetry"
            )
        if self.control.expired:
            raise TooRareError(
                f"the time was gone after {self.drawn:,} boards, of which {self.hits:,} were as wanted; "
                f"{self.kept:,} of {request.count:,} levels were found: ask for fewer or for something less rare"
            )


def _chasing(table: HandTable, changes: Words, puzzle: Puzzle) -> NDArray[np.int64]:
    """Return the presses of chasing by hand, block by block, for packed lights to change."""
    rows, cols = puzzle.start.shape
    counts = np.empty(len(changes), np.int64)
    step = max(1, (1 << 22) // puzzle.light_count)
    for first in range(0, len(changes), step):
        cells = unpack(changes[first : first + step], puzzle.light_count).reshape(-1, rows, cols)
        counts[first : first + step] = table.presses_by_hand(np.ascontiguousarray(pack(cells)[:, :, 0].T))
    return counts

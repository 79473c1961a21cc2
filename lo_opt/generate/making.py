"""From a request to levels: draw, certify, keep until there are enough; knows no file, and no way to draw."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lo_opt.algebra.bits import Words, pack, unpack
from lo_opt.analysis.chasing import HandTable, hand_table
from lo_opt.analysis.intervals import share_interval
from lo_opt.analysis.minima import block_size, certified_minima
from lo_opt.analysis.regions import Regions
from lo_opt.control import Control, Progress
from lo_opt.generate.choosing import Choice
from lo_opt.generate.errors import TooRareError
from lo_opt.generate.hard import RearrangedSource
from lo_opt.generate.levels import Levels
from lo_opt.generate.optimal import OptimalSource
from lo_opt.generate.request import Distinct, Request
from lo_opt.generate.sources import LightMap
from lo_opt.generate.symmetry import Permutation, Symmetry, canonical, symmetries_of
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

    Where the counts of pressed buttons a region can be tabulated, boards are drawn uniformly among those wanted,
    however rare. Otherwise unwanted ones are rejected: of the boards made by press vectors of the wanted costs, each by
    an optimal one, where these vectors are fewer than the boards that can be solved, so that easy boards are found as
    quickly as common ones; else of uniform boards. All these are uniform samples of the wanted boards.

    If many draws give no board as wanted, or none can cost more, levels are made from wanted boards near the hardest
    one that `worst_case` knows, their pressed buttons moved within regions. `uniform` of the result is then false,
    unless these are all the wanted boards. It is false as well if the least cost of some board drawn could not be
    proved, which happens only where a board has too many solutions to list them.

    A board with nothing to do is never a level.

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

    Examples
    --------
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
    source = maker.choice.source
    uniform = not maker.unproved and (not isinstance(source, RearrangedSource) or source.uniform)
    return Levels(request.puzzle, boards, costs, ties, chasing, 1 << regions.nullity, request.seed, uniform)


class _Maker:
    """Draws until there are enough levels.

    `hits` of `drawn` boards were as wanted, duplicates included; `kept` counts the levels. `unproved` counts boards
    left out because their least cost was not proved, so that those kept are not a uniform sample.
    """

    def __init__(self, request: Request, regions: Regions, control: Control) -> None:
        self.request, self.regions, self.control = request, regions, control
        self.lights = LightMap(regions)
        self.alike: list[Permutation] = symmetries_of(request.puzzle) if request.distinct is Distinct.SYMMETRY else []
        self.seen: set[bytes] = set()
        self.drawn = self.hits = self.kept = self.unproved = 0
        self.choice = Choice(request, regions, self.lights, self.alike, control)

    def collect(self) -> _Block:
        """Return all levels."""
        boards, costs, ties = zip(*self._blocks(np.random.default_rng(self.request.seed)), strict=True)
        return np.concatenate(boards), np.concatenate(costs), np.concatenate(ties)

    def _blocks(self, rng: np.random.Generator) -> Iterator[_Block]:
        count, largest = self.request.count, block_size(self.regions)
        while self.kept < count:
            share = max(self.hits, 1) / max(self.drawn, 1) if self.drawn else 1.0
            size = min(largest, math.ceil((count - self.kept) / share * 1.1) + 16)
            presses = self.choice.source.draw(size, rng)
            costs, ties = certified_minima(self.regions, presses, self.control)
            self.unproved += int(np.count_nonzero(costs < 0))
            yield self._kept(presses, costs, ties, rng)
            self.drawn += size
            self.control.tell("levels", self.kept / count)
            if self.kept < count:
                self._check_chances()

    def _kept(
        self,
        presses: NDArray[np.uint8],
        costs: NDArray[np.int64],
        ties: NDArray[np.int64],
        rng: np.random.Generator,
    ) -> _Block:
        """Return what is wanted of a block, no board with nothing to do and none that was there before."""
        request = self.request
        boards = self.lights.boards(presses)
        wanted = request.accepted(costs, ties) & self.lights.changes(boards).any(axis=1)
        if isinstance(self.choice.source, OptimalSource):
            wanted &= self.choice.source.kept(presses, costs, ties, rng)
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

    def _check_chances(self) -> None:
        """Raise if it is proved that there are no such boards, or time is up."""
        choice, available = self.choice, self.choice.available
        unseen = not self.hits and not choice.worst_is_known and self.drawn >= _PROOF_AFTER
        if unseen and choice.turn_to_hard_boards():
            self.drawn = 0
            return
        if (
            available is not None
            and self.request.distinct is not Distinct.NONE
            and available < _NEVER_SEEN
            and self.hits > available * (math.log(available) + _PATIENCE)
        ):
            raise TooRareError(
                f"only {self.kept:,} of {self.request.count:,} levels were found: {self.hits:,} draws of the "
                f"{available:,} wanted boards, if there are as many, show no others that are different"
            )
        if self.control.expired:
            raise TooRareError(self._what_was_tried())

    def _what_was_tried(self) -> str:
        """Return why the time did not suffice: what was drawn, and the share of wanted boards that this shows."""
        low, high = share_interval(self.hits, self.drawn)
        ends = f"at most {high:.2g}" if not self.hits else f"from {low:.2g} to {high:.2g}"
        return (
            f"the time was gone after {self.drawn:,} boards {self.choice.source.how}, of which {self.hits:,} were as "
            f"wanted (a share {ends} of such boards, with 95% confidence); {self.kept:,} of {self.request.count:,} "
            f"levels were found: ask for fewer or for something less rare, or give more time"
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
